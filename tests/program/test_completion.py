#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""The bash completion knows exactly the words of the program, and completes them.

    test_completion.py PROGRAM COMPLETION [--update]

--update writes the lists of the completion anew.
"""
import os
import re
import shutil
import subprocess
import sys

EXE, FILE = (os.path.abspath(p) for p in sys.argv[1:3])
UPDATE = "--update" in sys.argv[3:]
failed = 0


def run(*words):
    return subprocess.run([EXE, *words], capture_output=True, text=True, check=True).stdout


def words_of_program():
    """{name of a list: words}"""
    lists = {"commands": re.findall(r"^  ([a-z]+) {2,}", run("--help-all").split("commands\n")[1].split("\n\n")[0], re.M)}
    for command in lists["commands"]:
        text = run(command, "--help")
        lists[f"options_{command}"] = [o for pair in re.findall(r"^  (?:(-.), |    )(--[a-z-]+)", text, re.M) for o in pair[::-1] if o]
        if "\nfields" in text:
            lists[f"fields_{command}"] = text.split("\nfields")[1].split("\n\n")[0].split("\n", 1)[1].split()
    lists["topics"] = re.search(r"\[CODE\|(.*)\]", run("explain", "--help"))[1].split("|")
    lists["codes"] = re.findall(r"^ +([a-z0-9]+(?:-[a-z0-9]+)+) +(?:critical|warning|notice|info)", run("explain", "list", "--width", "100"), re.M)
    lists["scenarios"] = [line.split()[0] for line in run("demo", "--scenario", "list").splitlines()]
    lists["thresholds"] = sorted(re.findall(r"^  ([A-Z]_\w+)", run("explain", "set"), re.M))
    return lists


def complete(*words):
    """What bash offers behind these words; the last one is not finished."""
    script = f'source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); compopt() {{ :; }}; _rocescope; printf "%s\\n" "${{COMPREPLY[@]}}"'
    r = subprocess.run(["bash", "-c", script, "bash", FILE, "rocescope", *words], capture_output=True, text=True, cwd=os.path.dirname(FILE))
    return sorted(r.stdout.split()) if not r.stderr else [r.stderr]


def expect(what, got, want):
    global failed
    if got != want:
        failed += 1
        print(f"{what}: got {got}, expected {want}")


def main():
    text = open(FILE, encoding="utf-8").read()
    for name, words in words_of_program().items():
        pattern = re.compile(rf"^_rocescope_{name}='([^']*)'$", re.M)
        if not words or not pattern.search(text):
            expect(f"list {name}", f"{len(words)} words in the program, {'a' if pattern.search(text) else 'no'} list", "both")
        elif UPDATE:
            text = pattern.sub(f"_rocescope_{name}='{' '.join(words)}'", text)
        else:
            expect(f"list {name}", pattern.search(text)[1].split(), words)
    if UPDATE:
        with open(FILE, "w", encoding="utf-8") as f:
            f.write(text)
    if not shutil.which("bash"):
        print("bash is not installed: only the lists were compared")
        sys.exit(failed > 0)
    expect("first word", [w for w in complete("re") if w == "report"], ["report"])
    expect("option of a command", complete("report", "--fail"), ["--fail-on"])
    expect("option of another command", complete("flows", "--fail"), [])
    expect("value", complete("report", "--fail-on", "w"), ["warning"])
    expect("value behind =", complete("report", "--fail-on", "=", "w"), ["warning"])
    expect("code", complete("explain", "gbn-nak-"), ["gbn-nak-lost", "gbn-nak-unseen"])
    expect("scenario", complete("demo", "--scenario", "tail"), ["tail-timeout"])
    expect("threshold", complete("report", "--set", "T_idl"), ["T_idle="])
    expect("list of fields", complete("packets", "--fields", "no,ack"), ["no,ackreq"])
    expect("reversed field", complete("flows", "--sort", "-ret"), ["-retx", "-retx%"])
    expect("file", complete("flows", "roce"), ["rocescope"])
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
