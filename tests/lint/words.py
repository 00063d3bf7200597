#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Words and marks of sources and documents.

    words.py ROOT

  - no marks of unfinished work;
  - no absolute path of the machine a file was written on;
  - the licence line first in every .c and .h;
  - no blank at the end of a line, tabs for the indentation of C.
"""
import os
import re
import sys

TEXT = (".c", ".h", ".py", ".md", ".build", ".txt", ".sh", ".1", ".3", ".tsv", ".css", ".js")
PLAIN = {"check", "check-shared", "quickstart", "packages", "bench", "run", "rocescope"}       # scripts without suffix
UNFINISHED = re.compile(r"\b(TO" r"DO|FIX" r"ME|XX" r"X)\b")
MACHINE = re.compile(r"(?<![\w./~-])/(wo" r"rk|tmp/" r"wt|ho" r"me|ro" r"ot)(/|\b)")
LICENCE = "/* SPDX-License-Identifier: BSD-2-Clause */"


def files(root):
    for path, folders, names in os.walk(root):
        folders[:] = sorted(d for d in folders if not d.startswith(("build", "__pycache__")) and (d == ".ci" or d[0] != "."))
        for name in sorted(names):
            if name.endswith(TEXT) or name in PLAIN:
                yield os.path.relpath(os.path.join(path, name), root)


def check(file, text):
    lines = text.splitlines()
    for number, line in enumerate(lines, 1):
        where = f"{file}:{number}"
        if m := UNFINISHED.search(line):
            yield f"{where}: mark of unfinished work: {m[0]}"
        if m := MACHINE.search(line):
            yield f"{where}: absolute path of one machine: {m[0]}"
        if line != line.rstrip() and not file.endswith(".md") and "/golden/" not in file:
            yield f"{where}: blanks at the end of the line"
        if file.endswith((".c", ".h")) and re.match(r" {8}", line):
            yield f"{where}: indentation by blanks"
    if file.endswith((".c", ".h")) and lines[:1] != [LICENCE]:
        yield f"{file}:1: the first line is not the licence line {LICENCE}"


def main():
    root = sys.argv[1] if len(sys.argv) > 1 else "."
    complaints, count = [], 0
    for file in files(root):
        count += 1
        try:
            complaints += check(file, open(os.path.join(root, file), encoding="utf-8").read())
        except UnicodeDecodeError:
            complaints.append(f"{file}: not UTF-8")
    for line in complaints:
        print(line)
    print(f"{count} files, {len(complaints)} complaints")
    sys.exit(1 if complaints else 0)


if __name__ == "__main__":
    main()
