#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Each public header compiles alone, in C11 and in C++17.

    headers.py ROOT
"""
import glob
import os
import shutil
import subprocess
import sys


def compilers():
    """(language, command) of what is installed."""
    c = next((x for x in ("gcc", "clang", "clang-14", "cc") if shutil.which(x)), None)
    cxx = next((x for x in ("g++", "clang++", "clang++-14", "c++") if shutil.which(x)), None)
    if c:
        yield "C", [c, "-x", "c", "-std=c11"]
    if cxx:
        yield "C++", [cxx, "-x", "c++", "-std=c++17"]


def main():
    root = sys.argv[1] if len(sys.argv) > 1 else "."
    headers = sorted(glob.glob(os.path.join(root, "include", "rocescope", "*.h")))
    bad, runs = 0, list(compilers())
    if len(runs) < 2 or not headers:
        print("needs a C and a C++ compiler, and headers")
        sys.exit(77 if headers else 1)
    for header in headers:
        unit = f"#include <rocescope/{os.path.basename(header)}>\n"
        for language, command in runs:
            run = subprocess.run([*command, "-Wall", "-Wextra", "-Werror", "-pedantic", "-fsyntax-only",
                                  "-I", os.path.join(root, "include"), "-"], input=unit, capture_output=True, text=True)
            if run.returncode:
                bad += 1
                print(f"{header} does not compile alone in {language}:\n{run.stderr}")
    print(f"{len(headers)} headers, {bad} failures")
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
