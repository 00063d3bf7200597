#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""What the decoder says of public captures against facts computed apart from it.   check_facts.py PROGRAM [FILE...]

ROCESCOPE_SHARED names the folder of captures; its captures/public/facts.tsv holds, per file, numbers of frames, RoCE packets, opcodes,
queue pairs, CNPs, syndromes, ICRC verdicts and pause frames. Each number is compared with the rows of the packets command and with the
counts of the report. DEVIATIONS lists where the program is meant to say something else, and the bytes that show why; an entry that no
longer deviates is a failure too.
"""
import json
import os
import subprocess
import sys
from collections import Counter

PUBLIC = os.path.join(os.environ.get("ROCESCOPE_SHARED", ""), "captures/public")

# (file, fact): (program, fact of the table, argument)
DEVIATIONS = {
    ("roce/dc-transport.pcap", "icrc_bad"):
        ("0", "19", "the UDP source port of every frame is 12b7 (4791): a mirror wrote it. With f7fc (63484) in its place the 12 writes "
                    "have a right ICRC, with d079 (53369) the 7 ACKs: verdict sport, not bad"),
    ("roce/mirror-rewritten-rc.pcap", "icrc_bad"):
        ("0", "21", "source port 12b7 in every frame again; with d0b3 (53427) all 21 ICRCs are right: verdict sport, not bad"),
}
PAD = ("UDP length 001c (28) leaves 20 bytes: BTH 12, AETH 4 (00 00e702), ICRC 4 fill them; the pad count of 2 (byte 60) has no bytes to "
       "count. The packet contradicts itself: malformed, and nothing behind the BTH is believed")
for fact, values in (("aeth_syndromes", ("{}", "{'ACK:0': 1}")), ("icrc_bad", ("0", "1")), ("icrc_unchecked", ("1", "0"))):
    DEVIATIONS["roce/hex-eniz-ack.pcap", fact] = (*values, PAD)
SPORTS = {"roce/dc-transport.pcap": {53369: 7, 63484: 12}, "roce/mirror-rewritten-rc.pcap": {53427: 21}}


def run(exe, *args):
    r = subprocess.run([exe, *args], capture_output=True, text=True, timeout=120)
    if r.returncode not in (0, 4):
        sys.exit(f"{' '.join(args)}: exit {r.returncode}: {r.stderr}")
    return r.stdout


def counted(c):
    return dict(c)


def syndrome_word(s):
    kind = ("ACK", "RNR_NAK", "reserved", "NAK")[s >> 5 & 3]
    return f"{kind}:{s & 31}"


def facts_of(exe, path):
    rows = [json.loads(l) for l in run(exe, "packets", "--all-packets", "-f", "ndjson", path).splitlines()]
    rows = [r for r in rows if r.get("type") == "packet"]
    lines = run(exe, "packets", "--all-packets", path).splitlines()
    roce = [r for r in rows if r["opcode"] is not None]
    v1 = sum(" rocev1" in l for l in lines)
    icrc = Counter(r["icrc"] for r in roce)
    with_ip = roce if not v1 else []        # the table leaves the marks of RoCEv1 out
    return {
        "frames": len(rows),
        "roce_all": len(roce),
        "rocev1": v1,
        "dest_qps": len({r["qp"] for r in roce}),
        "cnp": sum(r["kind"] == "cnp" for r in roce),
        "becn": sum(" becn" in l for l in lines),
        "opcodes": counted(Counter(str(r["opcode"]) for r in roce)),
        "aeth_syndromes": counted(Counter(syndrome_word(r["syndrome"]) for r in roce if r["syndrome"] is not None)),
        "icrc_good": icrc["good"],
        "icrc_bad": icrc["bad"],
        "icrc_unchecked": icrc["unchecked"],
        "mac_control": sum(r["kind"] in ("pfc", "pause") for r in rows),
        "ecn": counted(Counter(str(r["ecn"]) for r in with_ip)),
        "dscp": counted(Counter(str(r["dscp"]) for r in with_ip)),
    }, Counter(r["sport"] for r in roce if r["icrc"] == "sport")


def expected(text, like):
    if not isinstance(like, dict):
        return int(text)
    return {k: int(v) for k, v in (p.rsplit("=", 1) for p in text.split())}


def check_counts(exe, name, path, facts, wrong):
    """The report's own sums agree with its rows."""
    counts = json.loads(run(exe, "--json", "--allow-empty", path))["counts"]
    for key, value in (("packets", facts["frames"]), ("cnp", facts["cnp"]), ("rocev1", facts["rocev1"]),
                       ("icrc_good", facts["icrc_good"]), ("icrc_bad", facts["icrc_bad"])):
        if counts[key] != value:
            wrong.append(f"{name}: report counts {key} {counts[key]}, its rows {value}")


def check_file(exe, name, row, wrong):
    path = os.path.join(PUBLIC, name)
    got, sports = facts_of(exe, path)
    for fact, value in got.items():
        want, deviation = expected(row[fact], value), DEVIATIONS.get((name, fact))
        if deviation:
            if (str(value), str(want)) != deviation[:2]:
                wrong.append(f"{name}: {fact} is {value} beside {want}, the deviation argued is {deviation[:2]}")
        elif value != want:
            wrong.append(f"{name}: {fact} is {value}, expected {want}")
    if dict(sports) != SPORTS.get(name, {}):
        wrong.append(f"{name}: recovered ports {dict(sports)}, expected {SPORTS.get(name, {})}")
    check_counts(exe, name, path, got, wrong)
    return len(got)


def main():
    exe, chosen = os.path.abspath(sys.argv[1]), sys.argv[2:]
    table = os.path.join(PUBLIC, "facts.tsv")
    if not os.environ.get("ROCESCOPE_SHARED") or not os.path.exists(table):
        print("ROCESCOPE_SHARED names no folder with captures/public/facts.tsv: nothing checked")
        sys.exit(77)
    lines = [l.rstrip("\n").split("\t") for l in open(table) if not l.startswith("#")]
    wrong, facts, files = [], 0, 0
    for line in lines[1:]:
        row = dict(zip(lines[0], line + [""] * len(lines[0])))
        if chosen and row["file"] not in chosen:
            continue
        facts += check_file(exe, row["file"], row, wrong)
        files += 1
    for w in wrong:
        print(w)
    print(f"{facts} facts of {files} files, {len(DEVIATIONS)} argued deviations, {len(wrong)} differ")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
