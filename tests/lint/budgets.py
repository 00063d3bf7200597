#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Lengths of files and functions, with universal-ctags.

    budgets.py ROOT

A source file has at most 600 lines, a function at most 100, and 95 of 100 functions at most 50. Test code is free, but for
tests/lib. A file that holds one constant table may be longer and stands in TABLES.
"""
import os
import re
import shutil
import subprocess
import sys

FILE_MAX, FUNCTION_MAX, FUNCTION_P95 = 600, 100, 50
FOLDERS = ("include", "base", "decode", "analysis", "capture", "query", "model", "report", "ui", "app", "tests/lib", "tests/bench")
TABLES = {"analysis/finding_texts_recovery.c"}


def sources(root):
    for folder in FOLDERS:
        for path, folders, names in os.walk(os.path.join(root, folder)):
            folders[:] = [d for d in folders if d[0] != "."]
            yield from (os.path.relpath(os.path.join(path, n), root) for n in names if n.endswith((".c", ".h")))


def functions(root, files):
    """(length, "file:line name") of every function."""
    run = subprocess.run(["ctags", "--language-force=C", "--kinds-C=f", "--fields=+ne", "--sort=no", "-f", "-", "-L", "-"],
                         input="\n".join(f for f in files if f.endswith(".c")), text=True, capture_output=True, cwd=root, check=True)
    for line in run.stdout.splitlines():
        start, end = re.search(r"\tline:(\d+)", line), re.search(r"\tend:(\d+)", line)
        name, file = line.split("\t")[:2]
        if start and end:
            yield int(end[1]) - int(start[1]) + 1, f"{file}:{start[1]} {name}"


def main():
    root = sys.argv[1] if len(sys.argv) > 1 else "."
    if not shutil.which("ctags"):
        print("universal-ctags is not installed")
        sys.exit(77)
    files = sorted(set(sources(root)))
    complaints = []
    for file in files:
        lines = open(os.path.join(root, file), encoding="utf-8").read().count("\n")
        if lines > FILE_MAX and file not in TABLES:
            complaints.append(f"{file}: {lines} lines, at most {FILE_MAX}")
    found = sorted(functions(root, files))
    complaints += [f"{where}: {length} lines, at most {FUNCTION_MAX}" for length, where in found if length > FUNCTION_MAX]
    long = sum(length > FUNCTION_P95 for length, _ in found)
    if 20 * long > len(found):
        complaints.append(f"{long} of {len(found)} functions have more than {FUNCTION_P95} lines: 1 of 20 may")
    for line in complaints:
        print(line)
    print(f"{len(files)} files, {len(found)} functions, {len(complaints)} complaints")
    sys.exit(1 if complaints else 0)


if __name__ == "__main__":
    main()
