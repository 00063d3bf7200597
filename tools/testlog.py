#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""A line per test of meson's testlog.json, the whole output of those that failed.

    testlog.py TITLE testlog.json TALLY

TALLY receives "PASSED FAILED"; skipped tests are in neither.
"""
import json
import sys


def main():
    title, log, tally = sys.argv[1:4]
    passed = failed = 0
    for line in open(log, encoding="utf-8"):
        test = json.loads(line)
        name = f"{title}: {test['name'].removeprefix('rocescope:')}"
        if test["result"] == "SKIP":
            print(f"skip  {test['duration']:7.2f} s  {name}")
            continue
        good = test["result"] in ("OK", "EXPECTEDFAIL")
        passed, failed = passed + good, failed + (not good)
        print(f"{'ok  ' if good else 'FAIL'}  {test['duration']:7.2f} s  {name}")
        if not good:
            print(f"{test['result']}, exit status {test.get('returncode')}: {' '.join(test.get('command', []))}")
            print(test.get("stdout", ""), test.get("stderr", ""), sep="\n")
    with open(tally, "w", encoding="utf-8") as out:
        out.write(f"{passed} {failed}\n")


if __name__ == "__main__":
    main()
