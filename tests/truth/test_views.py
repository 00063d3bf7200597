#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""The same traffic seen less well is judged no differently, or not at all.   test_views.py PROGRAM PCAPS

Our own captures are rewritten: every frame cut to 64, 74, 96 or 128 bytes; every PSN moved so that the numbers wrap; neighbours within
1 us exchanged; only one direction kept. The first two must leave lanes and episodes as they were, the third must blame nobody new, the
fourth must name no cause.
"""
import json
import os
import subprocess
import sys
import tempfile

import rocefile as rf

EXE, PCAPS = os.path.abspath(sys.argv[1]), sys.argv[2]
SNAPS = (64, 74, 96, 128)
SHIFTS = (-40, 1 << 22, (1 << 23) + 5)                          # of the first PSN to 2^24: wraps early; far jumps in the number space
SWAP_NS = 1000
VIEWS = ("healthy", "loss-before", "loss-after", "burst-loss", "tail-timeout", "retx-lost", "ack-loss", "nak-lost", "rnr", "read-loss",
         "reorder", "selective-repeat", "go-back-0", "dead-peer", "atomics", "timer-too-short", "corrupt-icrc", "vlan-ipv6")
CAUSES_OF_ANSWERS = {"NAK_SEQ", "NAK_LOST", "NAK_UNSEEN", "RNR", "ACK_LOSS", "SPURIOUS_TIMEOUT", "READ_RESP"}
ALOOF = ("gbn-unexplained", "gbn-timeout", "cap-", "icrc-bad", "uc-gap", "ecn-", "ecmp-", "pfc-", "data-", "dscp-", "sr-",
         "ooo-", "qp-retry-exhaust")                            # the order of requests and where they stop shows without answers
# Below this length headers are gone that the analysis needs: the length in a READ's RETH, an atomic's value, all of IPv6 in a VLAN.
CUT_SHORT = {"read-loss": 74, "healthy": 74, "atomics": 96, "vlan-ipv6": 96}
failures, tries = [], 0


def check(fine, text):
    global tries
    tries += 1
    if not fine:
        failures.append(text)


def report(path):
    done = subprocess.run([EXE, "report", "--json", path], capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False)
    return json.loads(done.stdout)


def moved(value, shift):
    return value if value is None else (value + shift) % rf.WRAP


def rows(rep, shift=0):
    """Lanes and episodes with PSNs moved back."""
    lanes, episodes = [], []
    for lane in rep["lanes"]:
        row = dict(lane)
        row.update(next_psn=moved(lane["next_psn"], -shift), una_psn=moved(lane["una_psn"], -shift))
        lanes.append(row)
    for e in rep["episodes"]:
        row = dict(e)
        row.update({k: moved(e[k], -shift) for k in ("first_psn", "hwm_psn", "nak_psn")})
        row["lost"] = {**e["lost"], "ranges": [[moved(a, -shift), moved(b, -shift)] for a, b in e["lost"]["ranges"]]}
        episodes.append(row)
    return lanes, episodes


def difference(a, b):
    """The first fields that differ, for a message."""
    for x, y in zip(a[0] + a[1], b[0] + b[1]):
        if x != y:
            return [(k, x[k], y.get(k)) for k in x if x[k] != y.get(k)][:4]
    return [("rows", [len(x) for x in a], [len(x) for x in b])]


def write(folder, capture, change):
    """A copy of the capture under the same name (a point is called by it), each frame changed; None drops it."""
    path = os.path.join(folder, "view.pcapng")
    items = [change(i) if isinstance(i, rf.Frame) else i for i in capture.items]
    capture.write(path, [i for i in items if i is not None])
    return report(path)


def cut(name, capture, whole, folder):
    before = len(max((f.data for f in capture.frames()), key=len))
    for snap in SNAPS:
        if snap >= before:
            continue
        part = write(folder, capture, lambda f, n=snap: f.copy(data=f.data[:n]))
        if name == "corrupt-icrc":
            continue                                            # what the cut ICRC told is gone
        if name in CUT_SHORT and snap < CUT_SHORT[name]:
            continue
        check(rows(part) == rows(whole), f"{name} cut to {snap}: {difference(rows(whole), rows(part))}")
    part = write(folder, capture, lambda f: f.copy(data=f.data[:64]))
    blamed = {f["code"] for f in part["findings"]} - {f["code"] for f in whole["findings"]}
    check(not [c for c in blamed if not c.startswith("cap-")], f"{name} cut to 64: new findings {sorted(blamed)}")


def wrap(name, capture, whole, folder):
    first = next(p.psn for p in capture.packets() if p.is_request)
    for shift in ((-first - 20) % rf.WRAP, *SHIFTS):
        part = write(folder, capture, lambda f, s=shift: rf.with_psn(f, s))
        check(rows(part, shift) == rows(whole), f"{name} moved by {shift:#x}: {difference(rows(whole), rows(part, shift))}")


def swap(name, capture, whole, folder):
    """Every third pair of neighbours that are less than 1 us apart changes places, times stay in order."""
    frames, items, count = capture.frames(), [], 0
    order = list(range(len(frames)))
    for i in range(len(frames) - 1):
        near = frames[i + 1].t_ns - frames[i].t_ns < SWAP_NS and frames[i].interface == frames[i + 1].interface
        if near and order[i] == i and (count := count + 1) % 3 == 0:
            order[i], order[i + 1] = i + 1, i
    at = iter(order)
    for item in capture.items:
        if isinstance(item, rf.Frame):
            other = frames[next(at)]
            item = item.copy(data=other.data, wire_len=other.wire_len, options=other.options)
        items.append(item)
    path = os.path.join(folder, "view.pcapng")
    capture.write(path, items)
    part = report(path)
    if name == "healthy":
        blamed = [f["code"] for f in part["findings"] if not f["code"].startswith(("cap-", "ooo-"))]
        check(not blamed, f"{name} with neighbours exchanged: {blamed}")
        check(not [e for e in part["episodes"] if e["lost"]["packets"]], f"{name} with neighbours exchanged: packets called lost")
    check(len(part["lanes"]) == len(whole["lanes"]), f"{name} with neighbours exchanged: {len(part['lanes'])} lanes")


def one_way(name, capture, whole, folder):
    requesters = {l["requester"] for l in whole["lanes"]}
    packets = {p.frame: p for p in capture.packets()}
    if requesters & {l["responder"] for l in whole["lanes"]}:
        return                                                  # both ends ask: a direction holds requests and answers
    part = write(folder, capture, lambda f: f if f.number not in packets or packets[f.number].src in requesters else None)
    causes = {e["cause"] for e in part["episodes"]} & CAUSES_OF_ANSWERS
    check(not causes, f"{name}, requests only: causes {sorted(causes)} need answers")
    sides = {e["side"] for e in part["episodes"]} - {"UPSTREAM", "UNKNOWN"}
    check(not sides, f"{name}, requests only: sides {sorted(sides)} need answers")
    wrong = [f["code"] for f in part["findings"] if not f["code"].startswith(ALOOF) and f["severity"] != "info"]
    check(not wrong, f"{name}, requests only: {wrong}")
    check(part["trust"]["level"] == "poor", f"{name}, requests only: trust {part['trust']['level']}")
    check("cap-oneway" in [i["code"] for i in part["trust"]["items"]], f"{name}, requests only: no cap-oneway in trust")
    part = write(folder, capture, lambda f: f if f.number not in packets or packets[f.number].src not in requesters else None)
    check(not part["episodes"], f"{name}, answers only: {len(part['episodes'])} episodes")
    wrong = [f["code"] for f in part["findings"] if not f["code"].startswith(ALOOF) and f["severity"] != "info"]
    check(part["verdict"] != "healthy" or not wrong, f"{name}, answers only: verdict {part['verdict']}, findings {wrong}")
    check(part["trust"]["level"] == "poor", f"{name}, answers only: trust {part['trust']['level']}")


def main():
    with tempfile.TemporaryDirectory(prefix="rs-views-") as folder:
        for name in VIEWS:
            source = os.path.join(PCAPS, name + ".pcapng")
            capture = rf.Capture(source)
            whole = write(folder, capture, lambda f: f)
            for view in (cut, wrap, swap, one_way):
                view(name, capture, whole, folder)
    print("\n".join(failures))
    print(f"{tries} checks, {len(failures)} complaints")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
