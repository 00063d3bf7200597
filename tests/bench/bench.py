#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""What a report costs, beside other programs on the same file.

    bench.py ROCESCOPE BENCH_GEN BENCH_RUN PCAP_LOOP [--packets N] [--rounds N] [--folder DIR]

Generates a capture (2 million packets cut to 96 bytes, 512 QPs), runs every program round after round and prints CPU seconds
(user and system, of the child alone): the least and the median, packets per CPU second of the median, and peak resident memory.
On a machine with other work the least is nearer to the truth: what others do to the caches only adds. tshark gets a tenth of the
packets and is scaled. Then rocescope reads one and five times as many packets from a pipe: its memory must not grow with the input.
Wall time is not shown: on shared machines it tells nothing. No figure fails the run.
"""
import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile

MIB = 1 << 20
TSHARK_FIELDS = ("frame.time_epoch", "ip.src", "ip.dst", "infiniband.bth.opcode", "infiniband.bth.destqp", "infiniband.bth.psn")


def measured(runner, command, stdin=subprocess.DEVNULL):
    """(CPU seconds, peak RSS in bytes, exit status) of one run, its output thrown away."""
    run = subprocess.run([runner, *command], stdin=stdin, stderr=subprocess.PIPE, text=True, check=True)
    cpu, rss, status = run.stderr.split()
    return float(cpu), int(rss) * 1024, int(status)


def generate(gen, packets, path):
    subprocess.run([gen, "-n", str(packets), path], check=True)


def piped(args, packets):
    """A report of generated packets that never touch the disk."""
    source = subprocess.Popen([args.bench_gen, "-n", str(packets), "-"], stdout=subprocess.PIPE)
    result = measured(args.bench_run, [args.rocescope, "report", "--json", "-o", os.devnull, "-"], source.stdout)
    source.stdout.close()
    source.wait()
    return result


def programs(args, whole, short):
    """[(name, command, packets)]; tools that are not installed are left out."""
    yield "rocescope report --json", [args.rocescope, "report", "--json", "-o", os.devnull, whole], args.packets
    yield "libpcap loop, opcodes", [args.pcap_loop, whole], args.packets
    if shutil.which("tcpdump"):
        yield "tcpdump -w null", ["tcpdump", "-r", whole, "-w", os.devnull], args.packets
    if shutil.which("tshark"):
        fields = [x for f in TSHARK_FIELDS for x in ("-e", f)]
        yield "tshark -T fields", ["tshark", "-n", "-r", short, "-T", "fields", *fields], args.packets // 10
    yield "cat to null", ["cat", whole], args.packets


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rocescope")
    parser.add_argument("bench_gen")
    parser.add_argument("bench_run")
    parser.add_argument("pcap_loop")
    parser.add_argument("--packets", type=int, default=2_000_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--folder", help="where the capture is written (default: a temporary folder)")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=args.folder) as folder:
        whole, short = os.path.join(folder, "whole.pcap"), os.path.join(folder, "short.pcap")
        generate(args.bench_gen, args.packets, whole)
        generate(args.bench_gen, args.packets // 10, short)
        table = list(programs(args, whole, short))
        runs = {name: [] for name, _, _ in table}
        measured(args.bench_run, ["cat", whole])                                # into the page cache
        for _ in range(args.rounds):
            for name, command, _ in table:
                runs[name].append(measured(args.bench_run, command))
        print(f"{args.packets} packets, {os.path.getsize(whole) / MIB:.0f} MiB, {args.rounds} runs of each program")
    print(f"{'program':26} {'least s':>8} {'median s':>9} {'Mpkt/CPU s':>11} {'peak MiB':>9} {'speed of rocescope':>19}")
    ours = None
    for name, _, packets in table:
        cpu = max(statistics.median(r[0] for r in runs[name]), 1e-3)
        least = min(r[0] for r in runs[name])
        rate = packets / cpu
        ours = ours or rate
        bad = sum(r[2] not in (0, 1, 2) for r in runs[name])
        print(f"{name:26} {least:8.3f} {cpu:9.3f} {rate / 1e6:11.3f} {max(r[1] for r in runs[name]) / MIB:9.1f} {ours / rate:18.2f}x"
              + (f"  {bad} runs failed" if bad else "") + ("  (a tenth of the packets)" if packets != args.packets else ""))
    print("\nmemory against length, from a pipe")
    for times in (1, 5):
        cpu, rss, status = piped(args, times * args.packets)
        failed = f", exit status {status}" if status not in (0, 1, 2) else ""
        print(f"{times * args.packets:10d} packets: peak {rss / MIB:6.1f} MiB, {times * args.packets / max(cpu, 1e-3) / 1e6:.3f} Mpkt/CPU s{failed}")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
