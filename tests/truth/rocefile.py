# SPDX-License-Identifier: BSD-2-Clause
"""Capture files read, changed and written by other means than the program under test.

A file is a list of items in file order: raw bytes (headers, blocks without a packet) and Frame objects. Whoever changes frames
writes the same items back. Only what the tests need: pcap and pcapng, Ethernet, SLL2, VLAN, IPv4, IPv6, UDP 4791, BTH.
"""
import gzip
import ipaddress
import struct
import zlib

ROCE_PORT = 4791
RETH, DETH = 16, 8
READ_REQUEST, ACK, ATOMIC_ACK, CNP = 0x0c, 0x11, 0x12, 0x81
RESPONSES = range(0x0d, 0x13)                                   # READ responses, ACK, ATOMIC ACK
READ_RESPONSES = range(0x0d, 0x11)
ATOMICS = (0x13, 0x14)
AETH_OPS = (0x0d, 0x0f, 0x10, 0x11, 0x12)
HALF, WRAP = 1 << 23, 1 << 24


def psn_diff(a, b):
    """Signed distance of two PSNs."""
    return (a - b + HALF) % WRAP - HALF


class Frame:
    """One captured frame; number counts from 1 over the file."""

    def __init__(self, number, interface, stamp, t_ns, data, wire_len, options=b""):
        self.number, self.interface, self.stamp, self.t_ns = number, interface, stamp, t_ns
        self.data, self.wire_len, self.options = data, wire_len, options

    def copy(self, **changed):
        other = Frame(self.number, self.interface, self.stamp, self.t_ns, self.data, self.wire_len, self.options)
        for name, value in changed.items():
            setattr(other, name, value)
        return other


class Packet:
    """What the tests need of a RoCEv2 packet."""

    __slots__ = ("frame", "t_ns", "interface", "src", "dst", "sport", "op", "qp", "psn", "ackreq", "syndrome", "msn",
                 "ip_id", "dma_len", "body", "bth_at", "short")

    @property
    def is_response(self):
        return self.op in RESPONSES

    @property
    def is_request(self):
        return self.op < 0x20 and self.op not in RESPONSES

    @property
    def is_ack(self):
        return self.op == ACK and self.syndrome is not None and self.syndrome >> 5 == 0

    @property
    def is_nak(self):
        return self.op == ACK and self.syndrome is not None and self.syndrome >> 5 == 3

    @property
    def is_rnr(self):
        return self.op == ACK and self.syndrome is not None and self.syndrome >> 5 == 1


def parse(frame, linktype=1):
    """The RoCEv2 packet of a frame, or None."""
    d = frame.data
    if linktype == 276:
        kind, at = struct.unpack(">H", d[0:2])[0], 20
    else:
        kind, at = struct.unpack(">H", d[12:14])[0], 14
    while kind in (0x8100, 0x88a8) and len(d) >= at + 4:
        kind, at = struct.unpack(">H", d[at + 2:at + 4])[0], at + 4
    p = Packet()
    if kind == 0x0800 and len(d) >= at + 28 and d[at + 9] == 17:
        total, p.ip_id = struct.unpack(">HH", d[at + 2:at + 6])
        p.src, p.dst = str(ipaddress.IPv4Address(d[at + 12:at + 16])), str(ipaddress.IPv4Address(d[at + 16:at + 20]))
        end, at = at + total, at + (d[at] & 15) * 4
    elif kind == 0x86dd and len(d) >= at + 48 and d[at + 6] == 17:
        total, p.ip_id = struct.unpack(">H", d[at + 4:at + 6])[0], None
        p.src, p.dst = str(ipaddress.IPv6Address(d[at + 8:at + 24])), str(ipaddress.IPv6Address(d[at + 24:at + 40]))
        at += 40
        end = at + total
    else:
        return None
    p.sport, dport = struct.unpack(">HH", d[at:at + 4])
    if dport != ROCE_PORT or len(d) < at + 20:
        return None
    at += 8
    p.frame, p.t_ns, p.interface, p.bth_at = frame.number, frame.t_ns, frame.interface, at
    p.op, p.qp, p.psn = d[at], int.from_bytes(d[at + 5:at + 8], "big"), int.from_bytes(d[at + 9:at + 12], "big")
    p.ackreq = bool(d[at + 8] & 0x80)
    p.syndrome = p.msn = p.dma_len = None
    if p.op in AETH_OPS and len(d) >= at + 16:
        p.syndrome, p.msn = d[at + 12], int.from_bytes(d[at + 13:at + 16], "big")
    if p.op == READ_REQUEST and len(d) >= at + 28:
        p.dma_len = int.from_bytes(d[at + 24:at + 28], "big")
    p.body = bytes(d[at:min(end, len(d))])
    p.short = end > len(d)
    return p


class Capture:
    """items in file order, kind pcap or pcapng."""

    def __init__(self, path):
        raw = open(path, "rb").read()
        if raw[:2] == b"\x1f\x8b":
            raw = gzip.decompress(raw)
        self.items, self.linktypes, self.names = [], [], []
        self.kind = "pcapng" if raw[:4] == b"\x0a\x0d\x0d\x0a" else "pcap"
        if self.kind == "pcap":
            self._read_pcap(raw)
        else:
            self._read_pcapng(raw)

    def _read_pcap(self, raw):
        self.order = "<" if raw[:4] in (b"\xd4\xc3\xb2\xa1", b"\x4d\x3c\xb2\xa1") else ">"
        self.unit = 1 if struct.unpack(self.order + "I", raw[:4])[0] == 0xa1b23c4d else 1000
        self.linktypes, self.names = [struct.unpack(self.order + "I", raw[20:24])[0] & 0xffff], [None]
        self.items.append(raw[:24])
        at, number = 24, 0
        while at + 16 <= len(raw):
            sec, frac, cap, wire = struct.unpack(self.order + "IIII", raw[at:at + 16])
            number += 1
            t = sec * 10**9 + frac * self.unit
            self.items.append(Frame(number, 0, t // self.unit, t, raw[at + 16:at + 16 + cap], wire))
            at += 16 + cap

    def _read_pcapng(self, raw):
        at, number, self.order, units = 0, 0, "<", []
        while at + 12 <= len(raw):
            if raw[at:at + 4] == b"\x0a\x0d\x0d\x0a":
                self.order = "<" if raw[at + 8:at + 12] == b"\x4d\x3c\x2b\x1a" else ">"
                units = []
            kind, length = struct.unpack(self.order + "II", raw[at:at + 8])
            block = raw[at:at + length]
            if kind == 1:
                self.linktypes.append(struct.unpack(self.order + "H", block[8:10])[0])
                options = dict(self._options(block[16:-4]))
                units.append(10**9 // 10**options.get(9, b"\x06")[0])
                self.names.append(options.get(2, b"").decode() or None)
            if kind == 6:
                interface, high, low, cap, wire = struct.unpack(self.order + "IIIII", block[8:28])
                stamp = high << 32 | low
                number += 1
                self.items.append(Frame(number, interface, stamp, stamp * units[interface], block[28:28 + cap], wire,
                                        block[28 + (cap + 3 & ~3):-4]))
            else:
                self.items.append(block)
            at += length

    def _options(self, raw):
        at = 0
        while at + 4 <= len(raw):
            code, length = struct.unpack(self.order + "HH", raw[at:at + 4])
            if not code:
                return
            yield code, raw[at + 4:at + 4 + length]
            at += 4 + (length + 3 & ~3)

    def frames(self):
        return [item for item in self.items if isinstance(item, Frame)]

    def packets(self):
        """RoCEv2 packets in file order."""
        parsed = (parse(f, self.linktypes[f.interface]) for f in self.frames())
        return [p for p in parsed if p]

    def write(self, path, items):
        with open(path, "wb") as out:
            for item in items:
                out.write(self._bytes(item) if isinstance(item, Frame) else item)

    def _bytes(self, f):
        if self.kind == "pcap":
            sec, frac = divmod(f.stamp * self.unit, 10**9)
            return struct.pack(self.order + "IIII", sec, frac // self.unit, len(f.data), f.wire_len) + f.data
        body = f.data + bytes(-len(f.data) % 4) + f.options
        length = 32 + len(body)
        return (struct.pack(self.order + "IIIIIII", 6, length, f.interface, f.stamp >> 32, f.stamp & 0xffffffff, len(f.data), f.wire_len)
                + body + struct.pack(self.order + "I", length))


def with_psn(frame, shift, linktype=1):
    """The frame with its BTH's PSN moved; where the frame is whole its ICRC is as right or wrong as before (IPv4 and IPv6)."""
    p = parse(frame, linktype)
    if not p or p.op == CNP:
        return frame
    d, at = bytearray(frame.data), p.bth_at
    wrong = 0 if p.short else icrc(d[:at + len(p.body) - 4], at) ^ int.from_bytes(p.body[-4:], "little")
    d[at + 9:at + 12] = ((p.psn + shift) % WRAP).to_bytes(3, "big")
    end = at + len(p.body)
    if not p.short:
        d[end - 4:end] = (icrc(d[:end - 4], at) ^ wrong).to_bytes(4, "little")
    return frame.copy(data=bytes(d))


def icrc(d, bth_at):
    """Invariant CRC of IP header to the byte before the ICRC: fields that change on the way count as ones."""
    ip_at = bth_at - 8 - (40 if d[bth_at - 48] >> 4 == 6 and d[bth_at - 42] == 17 else 20)
    m = bytearray(d[ip_at:])
    if m[0] >> 4 == 4:
        m[1] = m[8] = 0xff
        m[10:12] = b"\xff\xff"
        udp = 20
    else:
        m[0] |= 0x0f
        m[1:4] = b"\xff\xff\xff"
        m[7] = 0xff
        udp = 40
    m[udp + 6:udp + 8] = b"\xff\xff"
    m[udp + 12] = 0xff
    return zlib.crc32(b"\xff" * 8 + bytes(m))
