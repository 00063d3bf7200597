#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Hold the verdicts of a report against what was really lost.   check_wire.py PROGRAM [NAME...]

ROCESCOPE_SHARED names the folder of captures. Two machines A and B were joined by a wire that logged each packet it dropped; a queue
on a machine's own egress (netem) may have dropped more, before that machine's tap. So for each tap it is known which packets were lost
before it, which after it, and which never. Wrong is: a PSN called lost that was not lost on that side, a visible loss in no episode,
a NAK or ACK called lost that arrived, a loss finding where nothing was lost. Prints each mismatch, then how often each known limit of
one tap was met, then "N agree, M differ"; exit status 1 if something differs.
"""
import glob
import json
import os
import subprocess
import sys
from collections import Counter

import rocefile as rf

A, B = "10.0.0.1", "10.0.0.2"
SENDER = {"ab": A, "ba": B}
MACS = {"ab": bytes.fromhex("525400000001"), "ba": bytes.fromhex("525400000002")}
DROPS = ("drop", "taildrop", "corrupt")
DATA_RESPONSES = (*rf.READ_RESPONSES, rf.ATOMIC_ACK)
CLOCKS = 20 * 10**6                                             # the two clocks agree within this
LOSS_FINDINGS = ("gbn-", "sr-", "read-resp-", "ack-loss", "rto-", "uc-gap", "icrc-", "storm", "livelock", "ooo-")
GO_BACK = ("completer_retry_err", "rcvd_seq_err", "out_of_seq_request", "rcvd_rnr_err", "retry_exceeded_err", "duplicate_request")

# What a single tap cannot know; each is counted where it is met.
LIMITS = {
    "overtaken": "a packet overtaken behind the tap is asked for like a lost one, and sent again before anything tells them apart",
    "nak-or-resend": "a NAK whose resend was lost before the tap looks like a NAK that was lost behind it",
    "ack-or-slow": "an ACK that passed and was not acted on in time looks like one lost behind the tap",
    "timer-early": "a timer that fires without any loss (a stalled machine) looks like a loss where no ACK time is known to compare",
}


class Loss:
    """A packet that left its sender and did not arrive; held is one that the wire only delayed."""

    def __init__(self, way, packet, pmtu):
        self.way, self.op, self.qp, self.psn, self.t_ns, self.frame = way, packet.op, packet.qp, packet.psn, packet.t_ns, packet.frame
        self.packet = packet
        count = max(1, -(-packet.dma_len // pmtu)) if packet.dma_len else 1
        self.psns = [(packet.psn + i) % rf.WRAP for i in range(count)]


def pmtu_of(packets):
    """The path MTU that the largest message parts show: payload is the packet less BTH, ICRC and at most a RETH."""
    sizes = [len(p.body) for p in packets if p.op in (0x00, 0x01, 0x06, 0x07, 0x0d, 0x0e)]
    return 1 << (max(sizes) - 16).bit_length() - 1 if sizes else 1024


class Run:
    """One scenario: its truth file, both senders' captures, what was lost and what was held back."""

    def __init__(self, truth_path):
        self.truth = json.load(open(truth_path, encoding="utf-8"))
        self.folder, self.name = os.path.dirname(truth_path), os.path.basename(truth_path)[:-len(".truth.json")]
        self.files = [os.path.join(self.folder, os.path.basename(c["file"])) for c in self.truth["captures"]]
        own = {x: next(f for f in self.files if os.path.basename(f).startswith(f"{self.name}.{x}.pcap")) for x in "AB"}
        self.sent = {"ab": rf.Capture(own["A"]), "ba": rf.Capture(own["B"])}
        packets = {way: c.packets() for way, c in self.sent.items()}
        self.packets = {way: [p for p in packets[way] if p.src == SENDER[way]] for way in packets}
        self.pmtu = pmtu_of(self.packets["ab"] + self.packets["ba"])
        self.rows = self._log()
        self.lost = [l for row, l in self.rows if row[3] in DROPS]
        self.held = [l for row, l in self.rows if row[3] == "hold"]
        dropped = self.truth["dropped"]
        self.netem = {"ab": dropped.get("netem_on_A_egress") or 0, "ba": dropped.get("netem_on_B_egress") or 0}

    def _log(self):
        """[(row of the wire's log, the packet in its sender's capture)]"""
        path = os.path.join(self.folder, self.name + ".wire.tsv")
        if not os.path.exists(path):
            return []
        rows = [line.rstrip("\n").split("\t") for line in open(path, encoding="ascii")][1:]
        found = []
        for way, capture in self.sent.items():
            by_number = {p.frame: p for p in self.packets[way]}
            sent = [by_number.get(f.number) for f in capture.frames() if f.data[6:12] == MACS[way]]
            want = [r for r in rows if r[1] == way and r[3] != "inject"]
            for offset in range(-3, 4):
                pairs = [(r, sent[int(r[2]) - 1 + offset] if 0 <= int(r[2]) - 1 + offset < len(sent) else None) for r in want]
                if all(p and (p.op, p.qp, p.psn) == (int(r[5], 16), int(r[6], 16), int(r[7], 16)) for r, p in pairs):
                    found += [(r, Loss(way, p, self.pmtu)) for r, p in pairs]
                    break
            else:
                raise SystemExit(f"{self.name}: the wire's log does not fit the capture")
        return found

    @property
    def quiet(self):
        """Nothing was lost, held, doubled or damaged, and the drivers saw no recovery."""
        counters = self.truth.get("rxe_counters_nonzero_delta", {})
        return (not any(self.netem.values()) and not [r for r, _ in self.rows if r[3] != "ce"]
                and not any(c in counters.get(side, {}) for side in "AB" for c in GO_BACK))


def tap_of(path, run):
    """A, B or mirror (a frame as it entered the wire)."""
    word = os.path.basename(path)[len(run.name) + 1:].split(".")[0]
    return word if word in ("A", "B", "mirror") else None


BEFORE_THE_WIRE = {"A": ("ab",), "B": ("ba",), "mirror": ("ab", "ba")}


class Check:
    def __init__(self, name):
        self.name, self.good, self.bad, self.limits = name, 0, [], Counter()

    def that(self, fine, text):
        if fine:
            self.good += 1
        else:
            self.bad.append(f"{self.name} {text}")


def in_ranges(psn, ranges):
    return any(rf.psn_diff(psn, a) >= 0 and rf.psn_diff(b, psn) >= 0 for a, b in ranges)


def expand(ranges):
    return [(a + i) % rf.WRAP for a, b in ranges for i in range(rf.psn_diff(b, a) + 1)]


def names(episode, psn):
    """The episode names this PSN, or has more ranges than a report lists and covers it."""
    ranges, lost = episode["lost"]["ranges"], episode["lost"]["packets"]
    more = lost > len(expand(ranges)) and in_ranges(psn, [(ranges[0][0], (episode["hwm_psn"] - 1) % rf.WRAP)])
    return more or in_ranges(psn, ranges)


class LaneTruth:
    """What was lost of one lane, seen from one tap: requests and responses, before and after it."""

    def __init__(self, run, lane, tap):
        early = BEFORE_THE_WIRE[tap]
        self.way = "ab" if lane["requester"] == A else "ba"
        self.back = "ba" if self.way == "ab" else "ab"
        self.qp, self.answer_qp = lane["responder_qp"], lane["requester_qp"]
        requests = self._requests(run.lost)
        answers = [l for l in run.lost if l.way == self.back and l.qp == self.answer_qp and l.packet.is_response]
        data = [l for l in answers if l.op != rf.ACK]
        self.acks = [l for l in answers if l.packet.is_ack]
        self.naks = [l for l in answers if l.packet.is_nak]
        self.held = self._requests(run.held)
        before = {True: requests, False: []}
        self.sides = {"UPSTREAM": (before[self.way not in early], run.netem[self.way]),
                      "DOWNSTREAM": (before[self.way in early], 0),
                      "RESP_UPSTREAM": (data if self.back not in early else [], run.netem[self.back]),
                      "RESP_DOWNSTREAM": (data if self.back in early else [], 0)}
        self.any = requests + answers

    def _requests(self, losses):
        return [l for l in losses if l.way == self.way and l.qp == self.qp and l.packet.is_request]


def visible_requests(run, known):
    """Losses before the tap that it can see: something sent after them did arrive before their PSN or an earlier one was sent again,
    and they had never been seen before. A resend that is lost behind another loss is thrown away anyway."""
    if not known:
        return
    way, qp, lost = known[0].way, known[0].qp, {l.frame: l for l in known}
    sent, seen = [p for p in run.packets[way] if p.qp == qp and p.is_request], set()
    for i, p in enumerate(sent):
        if p.frame not in lost:
            seen.update(Loss(way, p, run.pmtu).psns)
            continue
        new = [x for x in lost[p.frame].psns if x not in seen]
        for later in sent[i + 1:]:
            if rf.psn_diff(later.psn, p.psn) <= 0:
                break
            if later.frame not in lost and new:
                yield lost[p.frame], new
                break


def visible_responses(run, known, truth, packets):
    """Responses lost before the tap for which the requester asked again once it could know: a later response passed the tap, then a
    request for the lost one, before any response brought it. What comes again unasked had been thrown away and is no loss."""
    lost = {l.frame for l in known}
    sent = [p for p in run.packets[truth.back] if p.qp == truth.answer_qp and p.op in DATA_RESPONSES]
    tap = [p for p in packets if p.qp in (truth.qp, truth.answer_qp)]
    place = {(p.op, p.psn, p.ip_id): i for i, p in enumerate(tap) if p.op in DATA_RESPONSES}
    for loss in known:
        after = next((p for p in sent if p.frame > loss.frame and p.frame not in lost), None)
        if not after or rf.psn_diff(after.psn, loss.psn) <= 0:
            continue
        for p in tap[place[after.op, after.psn, after.ip_id]:]:
            if p.op in DATA_RESPONSES and p.psn == loss.psn:
                break
            if p.op == rf.READ_REQUEST and loss.psn in Loss(truth.way, p, run.pmtu).psns:
                yield loss, [loss.psn]
                break


def judge_lost_psns(check, where, episode, truth):
    known, netem = truth.sides[episode["side"]]
    for psn in expand(episode["lost"]["ranges"]):
        fine = netem or any(psn in l.psns for l in known)
        if not fine and episode["side"] == "DOWNSTREAM" and any(psn in l.psns for l in truth.held):
            check.limits["overtaken"] += 1
            continue
        check.that(fine, f"{where}: PSN {psn} was not lost there (lost: {[l.psn for l in known[:4]]} ..)")


def judge_first(check, where, run, report, episode, truth):
    """Before the wire: of all sendings of the NAKed PSN the last one before the NAK is the lost one."""
    if episode["side"] != "DOWNSTREAM" or episode["cause"] != "NAK_SEQ":
        return
    nak = report["t0"] + episode["nak_ns"] + report["behind"][truth.way]
    frames = {l.frame for l in truth.sides["DOWNSTREAM"][0] + truth.held}
    sent = [p for p in run.packets[truth.way] if p.qp == truth.qp and p.is_request and p.t_ns < nak
            and episode["nak_psn"] in Loss(truth.way, p, run.pmtu).psns]
    check.that(not sent or sent[-1].frame in frames, f"{where}: the NAK for {episode['nak_psn']} answers a loss that did not happen")


def judge_answers(check, where, run, report, episode, truth):
    """Causes that accuse an ACK or a NAK."""
    cause, ahead = episode["cause"], report["behind"][truth.back]
    resend = report["t0"] + episode["resend_ns"] + ahead if episode["resend_ns"] is not None else None

    def lately(losses, since):
        return [l for l in losses if since - CLOCKS <= l.t_ns <= resend + CLOCKS]
    if cause == "NAK_LOST" and not lately(truth.naks, report["t0"] + episode["nak_ns"] + ahead):
        check.that(truth.sides["UPSTREAM"][0], f"{where}: no NAK was lost, nor a resend before the tap")
        check.limits["nak-or-resend"] += 1
    elif cause == "ACK_LOSS":
        since = resend - max(episode["stalls_ns"] or [0])
        if not lately(truth.acks, since):
            check.limits["ack-or-slow"] += 1
        else:
            check.that(True, "")
    elif cause == "TIMEOUT" and episode["stalls_ns"]:
        since = resend - episode["stalls_ns"][0]
        if lately(truth.any, since) or any(run.netem.values()) or "retry-exceeded" in run.name:
            check.that(True, "")
        else:
            check.limits["timer-early"] += 1


def judge_lane(run, report, lane, check):
    truth = LaneTruth(run, lane, report["tap"])
    named = {side: [] for side in truth.sides}
    for e in report["episodes"]:
        if e["lane"] != lane["lane"]:
            continue
        where = f"{e['episode']} {e['cause']} {e['side']}"
        judge_answers(check, where, run, report, e, truth)
        if e["side"] in truth.sides:
            named[e["side"]].append(e)
            judge_lost_psns(check, where, e, truth)
            judge_first(check, where, run, report, e, truth)
        elif e["side"] != "UNKNOWN":
            check.that(e["lost"]["packets"] == 0, f"{where}: {e['lost']['packets']} lost, but this side loses no data")
    seen = [("UPSTREAM", visible_requests(run, truth.sides["UPSTREAM"][0])),
            ("RESP_UPSTREAM", visible_responses(run, truth.sides["RESP_UPSTREAM"][0], truth, report["packets"]))]
    for side, losses in seen:
        for loss, psns in losses:
            left = [p for p in psns if not any(names(e, p) for e in named[side])]
            check.that(not left, f"{lane['lane']}: lost before the tap, in no {side} episode: PSN {left}, frame {loss.frame} of its sender")


def judge_after(run, report, check):
    """Losses behind the tap that a NAK reported: each NAK that asks for a logged loss is in an episode of its lane."""
    for lane in report["lanes"]:
        truth = LaneTruth(run, lane, report["tap"])
        lost = {p for l in truth.sides["DOWNSTREAM"][0] for p in l.psns}
        mine = [e for e in report["episodes"] if e["lane"] == lane["lane"]]
        for p in report["packets"]:
            if p.is_nak and p.qp == truth.answer_qp and p.src == SENDER[truth.back] and p.psn in lost:
                at = p.t_ns - report["t0"]
                check.that(any(e["nak_psn"] == p.psn or e["start_ns"] <= at <= (e["end_ns"] or at) for e in mine),
                           f"{lane['lane']}: the NAK for {p.psn} in frame {p.frame} is in no episode")


def judge_findings(run, report, check):
    loss = [f["code"] for f in report["findings"] if f["code"].startswith(LOSS_FINDINGS) and f["severity"] not in ("info", "notice")]
    if run.quiet or run.name.startswith(("dup-", "capture-loss")):
        check.that(not loss, f"nothing was lost or late, but the report says {loss}")
        check.that(not report["episodes"], f"nothing was lost or late, but there are {len(report['episodes'])} episodes")
    if ".lossy" in report["file"]:
        codes = [f["code"] for f in report["findings"]]
        check.that(report["verdict"] == "inconclusive", f"verdict {report['verdict']} of a capture that lost packets")
        check.that({"cap-loss", "cap-sampled"} & set(codes), f"no capture loss reported, only {codes}")
    if run.name == "reorder-write" or run.name.startswith("rnr-"):
        lost = sum(e["lost"]["packets"] for e in report["episodes"]) - check.limits["overtaken"]
        check.that(lost == 0, f"{lost} packets called lost; nothing was")
    if run.name.startswith("uc-"):
        want = sum(1 for _ in visible_requests_uc(run)) if report["tap"] == "B" else 0
        got = sum(f["uc_gaps"] for f in report["flows"])
        check.that(got == want, f"uc_gaps {got}, lost before the tap {want}")
    corrupt = [l for row, l in run.rows if row[3] == "corrupt"]
    if corrupt:
        want = len(corrupt) if report["tap"] == "B" else 0
        check.that(report["counts"]["icrc_bad"] == want, f"icrc_bad {report['counts']['icrc_bad']}, damaged before the tap {want}")


def visible_requests_uc(run):
    """UC never sends again: lost packets before the last one that arrived."""
    lost = {l.frame for l in run.lost}
    arrived = [p.frame for p in run.packets["ab"] if p.frame not in lost and p.op >> 5 == 1]
    return [l for l in run.lost if l.frame < arrived[-1]]


def judge(run, exe, path):
    check = Check(os.path.basename(path))
    done = subprocess.run([exe, "report", "--json", path], capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False)
    report = json.loads(done.stdout)
    capture = rf.Capture(path)
    packets = capture.packets()
    behind = {}
    for way, sender in SENDER.items():
        first = next((p for p in packets if p.src == sender), None)
        same = first and next(p for p in run.packets[way] if (p.op, p.psn, p.ip_id) == (first.op, first.psn, first.ip_id))
        behind[way] = same.t_ns - first.t_ns if first else 0        # the sender's clock against the tap's
    report.update(behind=behind, tap=tap_of(path, run), file=os.path.basename(path), t0=capture.frames()[0].t_ns, packets=packets)
    if report["tap"]:
        if ".lossy" not in path:
            for lane in report["lanes"]:
                judge_lane(run, report, lane, check)
            judge_after(run, report, check)
        judge_findings(run, report, check)
    return check


def main():
    if not os.path.isdir(os.environ.get("ROCESCOPE_SHARED", "")):
        sys.exit(77)
    folder = os.path.join(os.environ["ROCESCOPE_SHARED"], "captures", "rxe")
    good, bad, limits = 0, [], Counter()
    for truth in sorted(glob.glob(os.path.join(folder, "*.truth.json"))):
        if sys.argv[2:] and os.path.basename(truth)[:-len(".truth.json")] not in sys.argv[2:]:
            continue
        run = Run(truth)
        for path in run.files:
            check = judge(run, os.path.abspath(sys.argv[1]), path)
            good, bad, limits = good + check.good, bad + check.bad, limits + check.limits
            if check.limits:
                print(f"{check.name}: {dict(check.limits)}")
    print("\n".join(bad))
    for name, times in sorted(limits.items()):
        print(f"{times} times the known limit {name}: {LIMITS[name]}")
    print(f"{good} agree, {len(bad)} differ")
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
