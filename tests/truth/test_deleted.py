#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""What a capture drops is no loss of the network.   test_deleted.py PROGRAM PCAPS

Packets are deleted from our own captures, by fixed seeds: 2 %, 10 %, and runs of 5 to 40. Nothing may be charged to the network that
the whole capture does not show: a healthy capture stays without a finding and becomes inconclusive with `cap-loss`; a lane without
trouble stays without an episode; a recovery that did happen names next to no PSN that only the capture lost.

Known limit: a READ response that only the capture lost is told from a lost one by 64 later READs that nobody repeats; before that it
counts neither as loss nor as capture loss.
"""
import json
import os
import random
import subprocess
import sys
import tempfile

import rocefile as rf

EXE, PCAPS = os.path.abspath(sys.argv[1]), sys.argv[2]
SEEDS = (1, 2, 3)
MODES = (0.02, 0.10, "runs")
HEALTHY = ("healthy", "capture-drops", "cnp", "ecmp-one-port", "qp-reuse")
LOSSY = ("loss-before", "loss-after", "burst-loss", "read-loss", "storm", "vlan-ipv6", "tail-timeout", "retx-lost", "nak-lost",
         "ack-loss", "rnr", "refused", "dead-peer", "mixed", "atomics", "mirror-copies", "sampled", "one-way")
BLAME = ("gbn-", "sr-", "read-resp-", "ack-loss", "rto-", "rnr-", "qp-retry", "qp-rnr", "qp-fatal", "uc-gap", "icrc-", "storm",
         "livelock", "ooo-", "atomic-")
# A recovery may name this many PSNs that only the capture lost: those of its first gap before the capture is known to drop packets.
# Deleting whole runs also deletes the NAKs and ACKs that would tell.
STRAYS = {0.02: 2, 0.10: 8, "runs": 24}
failures = []


def check(fine, text):
    if not fine:
        failures.append(text)


def report(path):
    done = subprocess.run([EXE, "report", "--json", path], capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False)
    return json.loads(done.stdout)


def deleted(frames, mode, chance):
    if mode != "runs":
        return {f.number for f in chance.sample(frames, round(len(frames) * mode))}
    gone = set()
    while len(gone) < len(frames) * 0.03:
        start = chance.randrange(len(frames))
        gone |= {f.number for f in frames[start:start + chance.randrange(5, 41)]}
    return gone


def blame(rep):
    return sorted(f["code"] for f in rep["findings"] if f["code"].startswith(BLAME) and f["severity"] != "info")


def lanes(rep):
    return {l["lane"]: (l["point"], l["requester"], l["responder_qp"]) for l in rep["lanes"]}


def lost(rep):
    """{lane: PSNs that its episodes call lost}; a lane with an episode is there even without any."""
    found, name = {}, lanes(rep)
    for e in rep["episodes"]:
        psns = found.setdefault(name[e["lane"]], set())
        for first, last in e["lost"]["ranges"]:
            psns.update((first + i) % rf.WRAP for i in range((last - first) % rf.WRAP + 1))
    return found


def try_one(name, capture, whole, mode, seed, path):
    gone = deleted(capture.frames(), mode, random.Random(f"{name} {mode} {seed}"))
    capture.write(path, [i for i in capture.items if not (isinstance(i, rf.Frame) and i.number in gone)])
    part, what = report(path), f"{name}, {mode} deleted, seed {seed}"
    before, after = lost(whole), lost(part)
    new = sorted(set(after) - set(before))
    check(not new, f"{what}: episodes on lanes without trouble: {new}")
    strays = sum(len(psns - before.get(lane, set())) for lane, psns in after.items())
    check(strays <= STRAYS[mode], f"{what}: {strays} PSNs called lost that the network did not lose")
    if name in HEALTHY:
        codes = blame(part)
        check(not codes, f"{what}: the network is blamed: {codes}")
    if name == "healthy" and mode == 0.02:
        check(part["verdict"] == "inconclusive", f"{what}: verdict {part['verdict']}, want inconclusive")
        check("cap-loss" in [f["code"] for f in part["findings"]], f"{what}: no cap-loss")
        check(part["trust"]["level"] == "poor", f"{what}: trust {part['trust']['level']}, want poor")


def main():
    with tempfile.TemporaryDirectory(prefix="rs-deleted-") as folder:
        path, tries = os.path.join(folder, "part.pcapng"), 0
        for name in HEALTHY + LOSSY:
            source = os.path.join(PCAPS, name + ".pcapng")
            capture, whole = rf.Capture(source), report(source)
            for mode in MODES:
                for seed in SEEDS:
                    try_one(name, capture, whole, mode, seed, path)
                    tries += 1
    print("\n".join(failures))
    print(f"{tries} captures, {len(failures)} complaints")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
