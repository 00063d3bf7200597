#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""The table of doc/decoding.md, "what tshark does not tell".   test_tshark_gaps.py PROGRAM VECTORS DECODING.MD

One function a row: it puts packets of VECTORS (tests/unit/decode/vectors.tsv) into a capture, reads it with both programs, and holds
both columns of the row to what they print. Another tshark may be better: then its version is named and its column only reported.
Without tshark nothing is checked (exit status 77).
"""
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile

EXE, VECTORS, DOCUMENT = (os.path.abspath(a) for a in sys.argv[1:4])
KNOWN = "4.0.17"
DIR = tempfile.TemporaryDirectory(prefix="rs-gaps-")
packets, failures, changed = {}, [], []


def load():
    for line in open(VECTORS):
        if not line.startswith("#"):
            name, link, _, data = line.rstrip("\n").split("\t")
            packets[name] = (int(link), bytes.fromhex(data))


def write(data, link=1, cut=None):
    path = os.path.join(DIR.name, "gap.pcap")
    with open(path, "wb") as f:
        f.write(struct.pack("<IHHiIII", 0xa1b23c4d, 2, 4, 0, 0, 262144, link))
        f.write(struct.pack("<IIII", 0, 0, len(data[:cut]), len(data)) + data[:cut])
    return path


def changed_bytes(name, at, data):
    packet = bytearray(packets[name][1])
    packet[at:at + len(data)] = data
    return bytes(packet)


class Both:
    """What both programs print of one packet: row and details."""

    def __init__(self, data, link=1, cut=None):
        path = write(data, link, cut)
        self.row = self.call(EXE, "packets", "--all-packets", path)
        self.details = self.call(EXE, "packets", "--all-packets", "-v", path)
        self.shark_row = self.call("tshark", "-n", "-r", path)
        self.shark = self.call("tshark", "-n", "-V", "-r", path)

    @staticmethod
    def call(*words):
        r = subprocess.run(words, capture_output=True, text=True, timeout=60)
        return r.stdout + (r.stderr if r.returncode else "")

    def ours(self, *patterns):
        for p in patterns:
            if not re.search(p, self.row + self.details):
                failures.append(f"expected {p!r} of rocescope in {self.row!r}")

    def theirs(self, *patterns, absent=()):
        for p in patterns:
            if not re.search(p, self.shark_row + self.shark):
                changed.append(f"tshark no longer prints {p!r}: {self.shark_row!r}")
        for p in absent:
            if re.search(p, self.shark_row + self.shark):
                changed.append(f"tshark now prints {p!r}: {self.shark_row!r}")


def of(name, cut=None):
    link, data = packets[name]
    return Both(data, link, cut)


def test_cnp():
    b = of("cnp_v4")
    b.ours(r" CNP ", r"opcode +0x81 \(CNP\)", r"reserved +16 bytes, all zero", r"ICRC\n.*0x75315e1d \(good\)")
    b.theirs(r"Opcode: Unknown \(129\)", r"Vendor Specific", absent=(r"CNP", r"Invariant CRC"))


def test_fecn_and_becn():
    b = Both(changed_bytes("rc_send_only_pad3", 46, b"\xc0"))
    b.ours(r" fecn becn ", r"FECN +1", r"BECN +1")
    b.theirs(r"Reserved: c0", absent=(r"FECN", r"BECN"))


def test_rnr_timer_in_the_summary():
    b = of("rc_rnr_nak_14")
    b.ours(r"^1 .*RNR NAK 1\.28 ms")
    b.theirs(r"RC Acknowledge QP=0x000111 *\n", r"Timer: 1\.28 ms")


def test_icrc():
    good, bad = of("rc_write_middle"), Both(changed_bytes("rc_write_middle", 200, b"\xee"))
    good.ours(r"0x4ac8ee86 \(good\)")
    bad.ours(r"BAD ICRC", r"0x4ac8ee86 \(wrong\)")
    bad.theirs(r"Invariant CRC: 0x4ac8ee86", absent=(r"(?i)icrc.*(bad|wrong|incorrect)", r"(?i)CRC.*(bad|wrong|incorrect)"))


def test_rewritten_source_port():
    b = Both(changed_bytes("rc_send_only_pad3", 34, struct.pack(">H", 4791)))
    b.ours(r"good with UDP source port 49443: the port was rewritten")
    b.theirs(r"Src Port: 4791", absent=(r"49443",))


def test_cut_packet():
    b = of("rc_write_first", 80)
    b.ours(r"WRITE_FIRST psn 0xfffffe", r"cut: 10 of 1024 bytes captured")
    b.theirs(r"Invalid Packet Length from LRH! \[Malformed Packet\]")


def test_cm_flow_label():
    at = 14 + 20 + 8 + 12 + 8 + 24 + 88
    b = Both(changed_bytes("cm_req", at, bytes.fromhex("70a49000")))
    b.ours(r"primary flow label +0x70a49 \(predicts UDP source port \d+\)", r"primary packet rate +0\n")
    b.theirs(r"Primary Flow Label: 0x0070a", r"Primary Packet Rate: 0x30")


def test_cm_addresses():
    b = of("cm_req")
    b.ours(r"^1 .*192\.0\.2\.1 > 192\.0\.2\.2 ", r"rdma_cm, TCP port 18515")
    b.theirs(r"LID: 65535")


def test_cm_reject_reason():
    b = of("cm_rej")
    b.ours(r"reason +8 \(invalid service id\)")
    b.theirs(r"Reason: 0x0008\n", absent=(r"(?i)invalid service",))


def test_infiniband_link_type():
    b = of("ib_lrh_local")
    b.ours(r"lid:3 > lid:4 ", r"SEND_ONLY psn 0x000200", r" infiniband")
    b.theirs(r"network type 247 unknown or unsupported")


def test_flush():
    b = of("rc_flush")
    b.ours(r" FLUSH ", r"placement +1 \(global visibility\)", r"length of the message +4096")
    b.theirs(r"Opcode: Unknown \(28\)", absent=(r"(?i)flush", r"Virtual Address"))


def test_atomic_write():
    b = of("rc_atomic_write")
    b.ours(r" ATOMIC_WRITE ", r"virtual address +0x0000000000003000")
    b.theirs(r"Opcode: Unknown \(29\)", absent=(r"Virtual Address",))


def test_xrc():
    b = of("xrc_send_only")
    b.ours(r"XRC_SEND_ONLY", r"shared receive queue +0x000042", r"0x9bfdfe18 \(good\)")
    b.theirs(r"XRC\) - SEND Only", r"Unknown OpCode", absent=(r"(?i)XRCETH", r"Invariant CRC"))


def test_source_port_of_another_protocol():
    dns = Both(changed_bytes("rc_send_only_pad3", 34, struct.pack(">H", 53)))
    vxlan = Both(changed_bytes("rc_send_only_pad3", 34, struct.pack(">H", 4789)))
    for b in (dns, vxlan):
        b.ours(r"SEND_ONLY psn 0x000010")
    dns.theirs(r" DNS ", absent=(r"RRoCE",))
    vxlan.theirs(r"Ethernet II", absent=(r"RRoCE",))


def test_source_port_4791_of_other_traffic():
    b = Both(changed_bytes("rc_send_only_pad3", 34, struct.pack(">HH", 4791, 40000)))
    b.ours(r" other udp 4791 > 40000 ")
    b.theirs(r"RRoCE")


def documented():
    """Names of tests in the table of the document."""
    return set(re.findall(r"`(test_[a-z0-9_]+)`", open(DOCUMENT).read()))


def main():
    if not shutil.which("tshark"):
        print("tshark is not installed: nothing checked")
        sys.exit(77)
    version = re.search(r"\d+\.\d+\.\d+", subprocess.run(["tshark", "-v"], capture_output=True, text=True).stdout).group()
    load()
    tests = {n: f for n, f in globals().items() if n.startswith("test_")}
    for name, fn in tests.items():
        before = len(failures), len(changed)
        fn()
        for f in failures[before[0]:] + changed[before[1]:]:
            print(f"{name}: {f}")
    for name in sorted(set(tests) ^ documented()):
        failures.append(name)
        print(f"{name}: stands only in the test or only in {os.path.basename(DOCUMENT)}")
    if changed and version != KNOWN:
        print(f"tshark {version} is not {KNOWN}: what it prints is not held against the table")
        changed.clear()
    print(f"{len(tests)} rows, {len(failures) + len(changed)} differ (tshark {version})")
    DIR.cleanup()
    sys.exit(bool(failures or changed))


if __name__ == "__main__":
    main()
