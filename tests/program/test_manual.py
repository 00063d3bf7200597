#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""The manual names exactly the options and commands that the program has: test_manual.py PROGRAM rocescope.1"""
import re
import subprocess
import sys

exe, page = sys.argv[1:3]
help_all = subprocess.run([exe, "--help-all"], capture_output=True, text=True).stdout
text = open(page, encoding="utf-8").read()
failed = 0


def expect(what, got, want):
    global failed
    if got != want:
        failed += 1
        print(f"{what}: only in the program {sorted(want - got)}, only in the manual {sorted(got - want)}")


options = {o for l in help_all.splitlines() for o in re.findall(r"^  (?:-., |    )--([a-z][a-z-]*)", l)}
manual = {o for l in text.splitlines() if l.startswith(".It") for o in re.findall(r" -([a-z][a-z-]*)", l)}
expect("options", manual, options)
commands = set(re.findall(r"^  ([a-z]+) {2,}", help_all.split("commands\n")[1].split("\n\n")[0], re.M))
manual = set(re.findall(r"^\.It Cm ([a-z]+)$", text.split(".Sh COMMANDS")[1].split(".Sh OPTIONS")[0], re.M))
expect("commands", manual, commands)
if not options or not commands:
    failed += 1
    print("no option or no command was found in --help-all: this test reads nothing")
sys.exit(1 if failed else 0)
