#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""The documents tell the truth: what they show is what the program prints, and what they link to is there.

    test_documents.py PROGRAM ROOT [--update]

In a block of the kind ```console a line "$ COMMAND" is followed by its output at 100 columns; "[...]" stands for any lines.
--update writes the output of today into the blocks. Links between files of the repository must lead somewhere, and words of
the examples that look like an option of the program must be one; doc/architecture.md names every module.
"""
import glob
import os
import re
import subprocess
import sys

EXE, ROOT = (os.path.abspath(p) for p in sys.argv[1:3])
UPDATE = "--update" in sys.argv[3:]
DOCUMENTS = sorted(glob.glob(os.path.join(ROOT, "*.md")) + glob.glob(os.path.join(ROOT, "doc", "*.md")) + [os.path.join(ROOT, "pcaps/README.md")])
ENV = {**os.environ, "LC_ALL": "C.UTF-8", "COLUMNS": "100", "PATH": os.path.dirname(EXE) + os.pathsep + os.environ["PATH"]}
SKIP = "[...]"
complaints = []


def output(command):
    run = subprocess.run(["sh", "-c", command], cwd=ROOT, env=ENV, capture_output=True, text=True, timeout=60, stdin=subprocess.DEVNULL)
    return (run.stdout + run.stderr).rstrip("\n").split("\n")


def shown(block):
    """[(command, lines)] of a block."""
    found = []
    for line in block.split("\n"):
        if line.startswith("$ "):
            found.append((line[2:], []))
        elif found:
            found[-1][1].append(line)
    return found


def matches(want, got):
    """Lines with SKIP as any number of lines, also none."""
    if not want:
        return not got
    if want[0] == SKIP:
        return any(matches(want[1:], got[i:]) for i in range(len(got) + 1))
    return bool(got) and want[0] == got[0] and matches(want[1:], got[1:])


def check_block(name, block):
    """The block as it should be."""
    lines = []
    for command, want in shown(block):
        got = output(command)
        if SKIP in want and not UPDATE or want == got:
            if not matches(want, got):
                complaints.append(f"{name}: $ {command}\n  prints something else than is shown:\n    " + "\n    ".join(got))
        elif not UPDATE:
            at = next((i for i, (w, g) in enumerate(zip(want, got)) if w != g), min(len(want), len(got)))
            complaints.append(f"{name}: $ {command}\n  line {at + 1} shown:   {(want + ['(end)'])[at]}\n"
                              f"  line {at + 1} printed: {(got + ['(end)'])[at]}\n  test_documents.py --update writes it anew")
        lines += [f"$ {command}"] + (want if SKIP in want and want != [SKIP] else got)
    return "\n".join(lines)


def check(path):
    name = os.path.relpath(path, ROOT)
    text = open(path, encoding="utf-8").read()
    new = re.sub(r"```console\n(.*?)\n```", lambda m: "```console\n" + check_block(name, m[1]) + "\n```", text, flags=re.S)
    if UPDATE and new != text:
        with open(path, "w", encoding="utf-8") as f:
            f.write(new)
    for link in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text):
        if not os.path.exists(os.path.join(os.path.dirname(path), link)):
            complaints.append(f"{name}: link to {link}, which is not there")
    return text


def check_modules():
    """doc/architecture.md has a line for every module, and for nothing else."""
    text = open(os.path.join(ROOT, "doc", "architecture.md"), encoding="utf-8").read().split("\n## Modules\n")[1].split("\n## ")[0]
    for part in re.split(r"^\*\*(?=\w+\*\*:)", text, flags=re.M)[1:]:
        folder = part.split("*")[0]
        rows = [row.split("|")[1] for row in part.split("\n") if row.startswith("| ") and not row.startswith("| module")]
        told = {word for row in rows for word in re.findall(r"[a-z]\w+", row)}
        there = {os.path.splitext(f)[0] for f in os.listdir(os.path.join(ROOT, folder)) if f.endswith((".c", ".h"))}
        complaints.extend(f"doc/architecture.md: no line for {folder}/{m}" for m in sorted(there - told))
        complaints.extend(f"doc/architecture.md: {folder}/{m} is not there" for m in sorted(told - there))


def check_thresholds():
    """`explain set` says of a threshold that it has no effect exactly if nothing of the analysis reads it."""
    said = subprocess.run([EXE, "explain", "set"], capture_output=True, text=True, check=True).stdout.split("\nWithout effect")
    idle = set(re.findall(r"^  ([A-Z]_\w+)", said[1], re.M)) if len(said) > 1 else set()
    code = "".join(open(f, encoding="utf-8").read() for folder in ("analysis", "app", "report")
                   for f in glob.glob(os.path.join(ROOT, folder, "*.c")))
    for field, name in re.findall(r'X\((\w+), "(\w+)", \d+,', open(os.path.join(ROOT, "include/rocescope/engine.h"), encoding="utf-8").read()):
        if bool(re.search(rf"\b{field}\b", code)) == (name in idle):
            complaints.append(f"explain set: {name} {'acts after all' if name in idle else 'acts on nothing'} (acts() in app/cmd_explain.c)")


def main():
    check_modules()
    check_thresholds()
    help_all = subprocess.run([EXE, "--help-all"], capture_output=True, text=True, check=True).stdout
    options = set(re.findall(r"--[a-z][a-z-]+", help_all))
    blocks = 0
    for path in DOCUMENTS:
        text = check(path)
        blocks += text.count("```console\n")
        for command in re.findall(r"(?<![/\w])rocescope [^\n`|]*", text):
            for option in re.findall(r"(?<![\w-])--[a-z][a-z-]+", command.split("   ")[0]):
                if option not in options:
                    complaints.append(f"{os.path.relpath(path, ROOT)}: rocescope has no option {option}")
    for c in complaints:
        print(c)
    print(f"{len(DOCUMENTS)} documents, {blocks} blocks of output, {len(complaints)} complaints")
    sys.exit(1 if complaints or not blocks else 0)


if __name__ == "__main__":
    main()
