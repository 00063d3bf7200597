#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""What a user meets: exit codes, streams, bad input, signals, outputs.   test_program.py PROGRAM

Each function below whose name begins with test_ is one statement about the program. Input is made by the program's own
demo command and by a few bytes written here.
"""
import gzip
import json
import os
import pwd
import re
import signal
import struct
import subprocess
import sys
import tempfile
import time

EXE = os.path.abspath(sys.argv[1])
DIR = tempfile.TemporaryDirectory(prefix="rs-program-")
STORM = os.path.join(DIR.name, "storm.pcapng")
HEALTHY = os.path.join(DIR.name, "healthy.pcapng")
BASE_ENV = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "PAGER", "ROCESCOPE_PAGER")}
UTF8 = {**BASE_ENV, "LC_ALL": "C.UTF-8"}
failures = []


def run(*args, stdin=None, env=UTF8, text=True, **kw):
    return subprocess.run([EXE, *args], capture_output=True, text=text, env=env, timeout=120,
                          **({"input": stdin} if stdin is not None else {"stdin": subprocess.DEVNULL}), **kw)


def path(name, data=None):
    p = os.path.join(DIR.name, name)
    if data is not None:
        with open(p, "wb") as f:
            f.write(data)
    return p


def eq(what, got, want):
    if got != want:
        failures.append(f"{what}: got {got!r}, expected {want!r}")


def has(what, text, word):
    if word not in text:
        failures.append(f"{what}: expected {word!r} in {text[:600]!r}")


def one_line(what, r, *words):
    """An error is one sentence on standard error (a second, indented line may say more); standard output is empty."""
    lines = r.stderr.splitlines()
    if not lines or not lines[0].startswith("rocescope: ") or len([l for l in lines if not l.startswith("  ")]) != 1:
        failures.append(f"{what}: expected one line of error, got {r.stderr!r}")
    for w in words:
        has(what, r.stderr, w)
    eq(f"{what}, standard output", r.stdout, "")


def pcap(frames, magic=0xa1b23c4d, linktype=1):
    out = struct.pack("<IHHiIII", magic, 2, 4, 0, 0, 262144, linktype)
    for t, f in frames:
        out += struct.pack("<IIII", t // 10**9, t % 10**9, len(f), len(f)) + f
    return out


def udp_frame(dport):
    udp = struct.pack(">HHHH", 40000, dport, 8 + 40, 0) + bytes(40)
    ip = struct.pack(">BBHHHBBH4s4s", 0x45, 0, 20 + len(udp), 1, 0, 64, 17, 0, bytes([10, 0, 0, 1]), bytes([10, 0, 0, 2]))
    return bytes(12) + b"\x08\x00" + ip + udp


# ------------------------------------------------------------------------------------------------ the report

def test_report_gives_its_verdict_within_the_first_three_lines():
    r = run("--no-pager", STORM)
    eq("exit code", r.returncode, 0)
    has("first lines", "\n".join(r.stdout.splitlines()[:3]), "VERDICT")


def test_title_to_findings_fit_one_screen_of_24_lines_and_100_columns():
    lines = run(HEALTHY, "--width", "100").stdout.splitlines()
    at = next((i for i, l in enumerate(lines) if l.startswith("FINDINGS")), None)
    if at is None or at >= 24:
        failures.append(f"FINDINGS stands in line {at}, expected within 24")


def test_every_line_keeps_the_width():
    for cap in (STORM, HEALTHY):
        for width in (60, 80, 100, 200):
            long = [l for l in run(cap, "--width", str(width)).stdout.splitlines() if len(l) > width]
            eq(f"{os.path.basename(cap)}: lines longer than {width}", long, [])


def test_ascii_has_the_same_lines_and_no_other_bytes():
    utf8 = run(STORM, "--width", "100", text=False).stdout
    plain = run(STORM, "--width", "100", text=False, env={**BASE_ENV, "LC_ALL": "C", "NO_COLOR": "1"}).stdout
    eq("number of lines", plain.count(b"\n"), utf8.count(b"\n"))
    eq("bytes beyond ASCII or ESC", [b for b in plain if b >= 0x80 or b == 0x1b][:5], [])


def test_colour_is_asked_for_or_absent():
    eq("ESC in a pipe", "\x1b" in run(STORM).stdout, False)
    eq("ESC with --color always", "\x1b" in run(STORM, "--color", "always").stdout, True)


def test_several_points_and_files_are_told_apart():
    taps = path("two-taps.pcapng")
    run("demo", "--scenario", "two-taps", "-o", taps)
    for words, column in ((["report", taps], 1), (["flows", taps], 0)):
        rows = [l.split()[-1] for l in run(*words).stdout.splitlines() if l.split()[column:column + 2] == ["10.1.0.1", ">"]]
        eq(f"{words[0]}: points of the flow", sorted(rows), ["tor0/h0", "tor0/h1"])
    has("files by the number that frames carry", run(taps, STORM).stdout, "FILES    #1=two-taps.pcapng, #2=storm.pcapng")
    eq("one file", "FILES" in run(STORM).stdout, False)


def test_findings_of_a_storm_are_not_called_filtered():
    head = next(l for l in run(STORM).stdout.splitlines() if l.startswith("FINDINGS"))
    has("folded", head, "2 within a storm")
    eq("filter", "filter" in head, False)
    has("with a filter", next(l for l in run(STORM, "-Y", "sev>=warning").stdout.splitlines() if l.startswith("FINDINGS")), "filter")


def test_advice_fits_the_reason():
    drops = path("drops.pcapng")
    run("demo", "--scenario", "capture-drops", "-o", drops)
    r = run(drops, "--width", "200").stdout
    has("inconclusive", r, "INCONCLUSIVE")
    has("advice", r, "capture without drops")
    eq("advice on the snap length of whole headers", "raise the snap length" in r, False)


def test_two_runs_give_the_same_document_but_for_run():
    a, b = (json.loads(run("--json", STORM).stdout) for _ in range(2))
    a.pop("run"), b.pop("run")
    eq("documents", a == b, True)


def test_healthy_capture_is_called_healthy():
    doc = json.loads(run("--json", HEALTHY).stdout)
    eq("verdict", doc["verdict"], "healthy")
    eq("findings but limits of the capture", [f["code"] for f in doc["findings"] if f["severity"] != "info"], [])


def test_outputs_of_one_pass_follow_their_suffix():
    names = [path("a.json"), path("a.txt"), path("a.ndjson"), path("a.csv"), path("a.md")]
    r = run("report", STORM, *[w for n in names for w in ("-o", n)])
    eq("exit code", r.returncode, 0)
    eq("standard output", r.stdout, "")
    eq("schema", json.load(open(names[0]))["schema"], "rocescope.report/1")
    has("text", open(names[1]).read(), "VERDICT")
    for line in open(names[2]):
        json.loads(line)
    has("csv", open(names[3]).readline(), ",")


def test_filter_behind_two_dashes_sees_bytes_before_decoding():
    doc = json.loads(run("--json", STORM, "--", "udp", "port", "4791").stdout)
    eq("only UDP is left: pauses", doc["counts"]["pfc"], 0)
    r = run("--json", STORM, "--", "no", "such", "word")
    eq("exit code of a wrong filter", r.returncode, 2)
    one_line("wrong filter", r)


def test_time_range_limits_the_report():
    whole = json.loads(run("--json", STORM).stdout)["counts"]["packets"]
    part = json.loads(run("--json", STORM, "--to", "1ms").stdout)["counts"]["packets"]
    if not 0 < part < whole:
        failures.append(f"--to 1ms: got {part} of {whole} packets, expected some but not all")


def test_around_a_finding_shows_its_frames():
    doc = json.loads(run("--json", STORM).stdout)
    f = doc["findings"][0]
    rows = [json.loads(l) for l in run("packets", "-f", "ndjson", "--around", "F1+-10us", STORM).stdout.splitlines()[1:]]
    if not rows:
        failures.append("packets --around F1: no row")
        return
    eq("rows outside the range", [r["t_ns"] for r in rows
                                  if not f["first_ns"] - 10000 <= r["t_ns"] <= f["last_ns"] + 10000][:3], [])


def test_verbose_packets_tell_every_field_and_byte():
    r = run("packets", "--around", "3", "-v", STORM)
    lines = r.stdout.splitlines()
    eq("exit code", r.returncode, 0)
    eq("rows, one frame only", [l.split()[0] for l in lines if l and l[0] != " "], ["3"])
    for word in ("  Ethernet", "  IPv4", "  UDP", "  BTH", "    0033  PSN", "cut: "):
        has("fields", r.stdout, word)
    dump = [l for l in lines if re.fullmatch(r"  [0-9a-f]{4}  (?:[0-9a-f]{2} +){1,16} .*", l)]
    eq("lines of bytes", len(dump), 6)      # 96 captured bytes
    piped = run("packets", "--around", "3", "-v", "-", stdin=open(STORM, "rb").read(), text=False)
    eq("the same through a pipe", piped.stdout.decode(), r.stdout)
    r = run("packets", "--around", "99999999", "-v", STORM)
    eq("exit code without such a frame", r.returncode, 2)
    has("error", r.stderr, "no such frame")
    rows = run("packets", "--around", "3+-1us", "-v", "-f", "ndjson", STORM).stdout.splitlines()
    eq("JSON keeps its form", all(l.startswith("{") for l in rows), True)


# ---------------------------------------------------------------------------------------------- input of all kinds

def test_compressed_file_and_pipe_say_the_same_as_the_file():
    want = json.loads(run("--json", STORM).stdout)
    data = open(STORM, "rb").read()
    gz = path("storm.pcapng.gz", gzip.compress(data))
    got = json.loads(run("--json", gz).stdout)
    piped = json.loads(subprocess.run([EXE, "report", "--json", "-"], input=data, capture_output=True).stdout)
    for name, doc in (("gzip", got), ("pipe", piped)):
        eq(f"{name}: lanes", doc["lanes"] == want["lanes"], True)
        eq(f"{name}: findings", len(doc["findings"]), len(want["findings"]))


def test_directory_is_read_as_one_capture():
    d = path("ring")
    os.makedirs(d, exist_ok=True)
    for n in (HEALTHY, STORM):
        with open(os.path.join(d, os.path.basename(n)), "wb") as f:
            f.write(open(n, "rb").read())
    doc = json.loads(run("--json", d).stdout)
    eq("files", len(doc["input"]["files"]), 2)


def test_empty_file_is_refused():
    r = run(path("empty.pcap", b""))
    eq("exit code", r.returncode, 1)
    one_line("empty file", r, "empty.pcap", "empty")


def test_text_file_is_refused_with_what_can_be_read():
    r = run(path("notes.txt", b"these are not packets\n" * 20))
    eq("exit code", r.returncode, 1)
    one_line("text file", r, "notes.txt", "pcap")


def test_cut_file_is_analysed_up_to_the_cut():
    data = open(STORM, "rb").read()
    cut = path("cut.pcapng", data[:len(data) * 2 // 3 + 1])
    r = run("--json", cut)
    doc = json.loads(r.stdout)
    eq("exit code", r.returncode, 0)
    eq("truncated", doc["input"]["files"][0]["truncated"], True)
    has("warning", r.stderr, "cut.pcapng")
    if doc["counts"]["packets"] < 100:
        failures.append(f"cut file: only {doc['counts']['packets']} packets were read")
    eq("exit code with --strict", run("--json", "--strict", cut).returncode, 1)


def test_unknown_link_type_is_named():
    r = run(path("strange.pcap", pcap([(10**9, bytes(60))], linktype=177)))
    eq("exit code", r.returncode, 4)
    one_line("link type", r, "strange.pcap", "link type")


def test_file_without_roce_names_the_ports_it_saw():
    r = run(path("dns.pcap", pcap([(10**9 + i, udp_frame(53)) for i in range(5)])))
    eq("exit code", r.returncode, 4)
    one_line("no RoCE", r, "5 packets, none RoCE", "53")
    eq("exit code with --allow-empty", run("--allow-empty", path("dns.pcap")).returncode, 0)


def test_directory_without_captures_is_refused():
    d = path("nothing")
    os.makedirs(d, exist_ok=True)
    r = run(d)
    eq("exit code", r.returncode in (1, 2), True)
    one_line("directory", r, "nothing")


def test_missing_file_is_a_wrong_word():
    r = run(path("missing.pcap"))
    eq("exit code", r.returncode, 2)
    one_line("missing file", r, "missing.pcap")
    r = run("report", path("missing.pcap"))
    eq("exit code of report", r.returncode, 2)
    one_line("missing file", r, "missing.pcap")


def test_file_without_permission_is_refused():
    secret = path("secret.pcap", open(STORM, "rb").read())
    os.chmod(secret, 0)
    os.chmod(DIR.name, 0o755)
    user = pwd.getpwnam("nobody") if os.getuid() == 0 else None
    drop = (lambda: (os.setgid(user.pw_gid), os.setuid(user.pw_uid))) if user else None
    if user and subprocess.run([EXE, "-V"], capture_output=True, preexec_fn=drop).returncode:
        return                                  # the program itself lies where that user may not go
    r = run(secret, preexec_fn=drop)
    eq("exit code", r.returncode, 1)
    one_line("no permission", r, "secret.pcap", "ermission")


def test_one_bad_file_does_not_take_the_others_with_it():
    bad = path("bad.pcap", b"nonsense, really")
    r = run("--json", STORM, bad)
    eq("exit code", r.returncode, 1)
    doc = json.loads(r.stdout)
    if doc["counts"]["packets"] < 1000:
        failures.append("the good file was not analysed")
    has("error", r.stderr, "bad.pcap")


# ---------------------------------------------------------------------------------------------- outputs and exit codes

def test_full_disk_is_said_and_keeps_the_old_file():
    r = run("--json", STORM, "-o", "/dev/full")
    eq("exit code", r.returncode, 1)
    one_line("disk full", r, "/dev/full", "space")
    r = run("packets", STORM, "-o", "/dev/full")
    eq("exit code of packets", r.returncode, 1)
    r = run("demo", "-o", "/dev/full")
    eq("exit code of demo", r.returncode, 1)


def test_output_into_a_missing_folder_is_refused():
    r = run("--json", STORM, "-o", "/no/such/folder/x.json")
    eq("exit code", r.returncode, 1)
    one_line("missing folder", r, "/no/such/folder/x.json")


def test_fail_on_turns_findings_into_exit_code_3():
    eq("storm", run("--json", "--fail-on", "warning", STORM).returncode, 3)
    eq("healthy", run("--json", "--fail-on", "notice", HEALTHY).returncode, 0)


def test_reader_that_goes_away_is_no_error():
    for words in (f"packets '{STORM}'", "demo", f"report --json '{STORM}'"):
        p = subprocess.run(f"'{EXE}' {words} | head -c 1", shell=True, capture_output=True)
        eq(f"{words}: standard error", p.stderr, b"")


def test_interrupted_run_prints_a_partial_report():
    r, w = os.pipe()
    p = subprocess.Popen([EXE, "report", "--json", "-"], stdin=r, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    os.close(r)
    data = open(STORM, "rb").read()
    with os.fdopen(w, "wb") as f:
        f.write(data[:len(data) // 2])
        f.flush()
        time.sleep(0.5)
        t0 = time.monotonic()
        p.send_signal(signal.SIGINT)
        out, _ = p.communicate(timeout=20)
        took = time.monotonic() - t0
    eq("exit code", p.returncode, 130)
    has("partial", json.loads(out)["run"]["partial"] or "", "SIGINT")
    if took > 1:
        failures.append(f"the report came {took:.1f} s after the signal, expected within 1 s")


def test_events_name_their_episode_and_what_ended_it():
    """A NAK belongs to the episode that it opens; a recovery ends at a later frame than its resend."""
    rows = json.loads(run("events", "--json", STORM).stdout)["rows"]
    doc = json.loads(run("--json", STORM).stdout)
    episodes = {e["episode"]: e for e in doc["episodes"]}
    naks = [r for r in rows if r["kind"] == "nak"]
    eq("NAKs without an episode", [r["frame"] for r in naks if r["episode"] is None], [])
    eq("NAKs outside the time of their episode",
       [r["frame"] for r in naks if not episodes[r["episode"]]["start_ns"] <= r["t_ns"] <= episodes[r["episode"]]["end_ns"]], [])
    eq("recoveries whose frame is not the last of their episode",
       [r["frame"] for r in rows if r["kind"] == "recovered" and r["frame"] != episodes[r["episode"]]["frames"][-1]], [])


# ---------------------------------------------------------------------------------------------- words

def test_filter_that_passes_nothing_is_named():
    r = run(STORM, "--", "tcp")
    eq("exit code", r.returncode, 4)
    one_line("filter without a match", r, 'nothing passes the filter "tcp"')


def test_filter_without_dashes_is_explained():
    has("hint", run("report", STORM, "host", "10.1.0.3").stderr, "behind --")


def test_width_follows_the_environment_and_the_option_wins():
    narrow = {**UTF8, "COLUMNS": "60"}
    eq("longest line", max(map(len, run(STORM, env=narrow).stdout.splitlines())), 60)
    eq("longest line with --width", max(map(len, run(STORM, "--width", "80", env=narrow).stdout.splitlines())), 80)
    eq("nonsense", run(STORM, env={**UTF8, "COLUMNS": "wide"}).stdout, run(STORM).stdout)


def test_link_speed_without_a_unit_is_refused():
    r = run("report", "--link-speed", "100", STORM)
    eq("exit code", r.returncode, 2)
    one_line("link speed", r, "100G")


def test_demo_takes_no_words_and_one_file():
    for words in (["list"], ["-o", path("1.pcapng"), "-o", path("2.pcapng")]):
        r = run("demo", *words)
        eq(f"demo {words}: exit code", r.returncode, 2)
        one_line(f"demo {words}", r)


def test_help_lists_the_fields_that_the_tables_take():
    for command, option in (("flows", "--fields"), ("events", "--fields"), ("packets", "--fields"), ("report", "--sort")):
        paragraph = run(command, "--help").stdout.split("\nfields")[1].split("\n\n")[0]
        fields = paragraph.split("\n", 1)[1].split()
        if len(fields) < 15:
            failures.append(f"{command} --help: {len(fields)} fields, expected at least 15")
        for words in [",".join(fields)] if option == "--fields" else fields:
            r = run(command, option, words, "-f", "csv", "--to", "1ms", STORM)
            eq(f"{command} {option} {words}: exit code, {r.stderr}", r.returncode, 0)


def test_verbose_says_what_was_read():
    r = run("report", "-v", STORM)
    has("files", r.stderr, "pcapng, ")
    has("cost", r.stderr, "peak memory")
    eq("standard output", r.stdout, run("report", STORM).stdout)


def test_examples_of_the_help_work():
    os.makedirs(path("captures/ring"), exist_ok=True)
    for name in ("storm.pcapng", "nightly.pcapng", "a.pcap", "captures/ring/x.pcapng"):
        path(name, open(STORM, "rb").read())
    open(path("big.pcapng.zst"), "wb").write(open(STORM, "rb").read())
    tried = 0
    for command in ("report", "flows", "events", "packets", "explain", "demo"):
        for line in run(command, "--help").stdout.split("\nexamples\n")[1].splitlines():
            line = re.split(r" {3,}", line.strip())[0].replace("/captures/ring/", "captures/ring/").replace("zstdcat", "cat")
            r = subprocess.run(["sh", "-c", line], cwd=DIR.name, env={**UTF8, "PATH": os.path.dirname(EXE) + ":" + os.environ["PATH"]},
                               capture_output=True)
            eq(f"{line}: exit code, {r.stderr[:200]}", r.returncode, 3 if "--fail-on" in line else 0)
            tried += 1
    if tried < 12:
        failures.append(f"only {tried} examples were found")


def test_unknown_word_offers_the_nearest_command():
    r = run("reprot")
    eq("exit code", r.returncode, 2)
    one_line("unknown word", r, "reprot", "report")


def test_unknown_option_offers_the_nearest():
    r = run("report", "--jsn", STORM)
    eq("exit code", r.returncode, 2)
    one_line("unknown option", r, "--jsn", "--json")


def test_unknown_field_offers_the_nearest():
    r = run("flows", "--sort", "packtes", STORM)
    eq("exit code", r.returncode, 2)
    one_line("unknown field", r, "packtes", "packets")


def test_help_is_on_standard_output():
    for words in (["--help"], ["report", "--help"], ["packets", "-h"], ["--help-all"]):
        r = run(*words)
        eq(f"{words}: exit code", r.returncode, 0)
        has(f"{words}", r.stdout, "usage")
    has("version", run("-V").stdout, "pcapng")


def test_explain_knows_every_code_of_its_list():
    listing = run("explain", "list").stdout
    codes = re.findall(r"^\s*([a-z0-9]+(?:-[a-z0-9]+)+)\b", listing, re.M)
    if len(codes) < 30:
        failures.append(f"explain list names {len(codes)} codes, expected at least 30")
    for c in codes:
        r = run("explain", c)
        if r.returncode or c not in r.stdout:
            failures.append(f"explain {c}: exit code {r.returncode}")
    r = run("explain", "gbn-nack")
    eq("unknown code", r.returncode, 2)
    one_line("unknown code", r, "gbn-nak")


def test_demo_is_the_same_for_the_same_seed():
    a, b, c = (run("demo", "--seed", s, text=False).stdout for s in ("5", "5", "6"))
    eq("same seed", a == b, True)
    eq("another seed", a == c, False)
    eq("unknown scenario", run("demo", "--scenario", "loss-strom", "-o", path("x.pcapng")).returncode, 2)


def test_tables_have_their_formats():
    head = run("packets", "-f", "csv", "--fields", "no,opcode,qp,psn", STORM).stdout.splitlines()
    eq("header", head[0], "no,opcode,qp,psn")
    doc = json.loads(run("flows", "-j", STORM).stdout)
    eq("schema", doc["schema"], "rocescope.flows/1")
    doc = json.loads(run("events", "-j", STORM).stdout)
    eq("schema", doc["schema"], "rocescope.events/1")
    for line in run("events", "-f", "ndjson", STORM).stdout.splitlines():
        json.loads(line)


# ---------------------------------------------------------------------------------------------- filters

def rows(*words):
    r = run(*words, "-j", STORM)
    eq(f"{words}: exit code", r.returncode, 0)
    return json.loads(r.stdout)


def test_flows_are_filtered_like_a_reader_would():
    fields = ("--fields", "src,dst,qp,retx,bytes")
    everything = rows("flows", *fields)["rows"]
    picked = rows("flows", *fields, "-Y", "retx>0 and not dst==10.1.0.8")["rows"]
    want = [r for r in everything if (r["retx"] or 0) > 0 and r["dst"] != "10.1.0.8"]
    eq("rows", picked, want)
    if not 0 < len(picked) < len(everything):
        failures.append(f"{len(picked)} of {len(everything)} flows: this test tests nothing")
    picked = rows("flows", *fields, "--where", "bytes>=1M", "--sort", "-bytes")["rows"]
    eq("sorted rows", picked, sorted((r for r in everything if r["bytes"] >= 10**6), key=lambda r: -r["bytes"]))


def test_events_are_filtered_by_kind_and_flow():
    everything = rows("events", "--fields", "kind,src,qp,frame")["rows"]
    picked = rows("events", "--fields", "kind,src,qp,frame", "-Y", "event in {nak,timeout} and qp==0x241")["rows"]
    eq("rows", picked, [r for r in everything if r["kind"] in ("nak", "timeout") and r["qp"] == 0x241])
    if not picked:
        failures.append("no event of QP 0x241: this test tests nothing")


def test_packets_are_filtered_by_packet_fields_from_standard_input_too():
    everything = rows("packets", "--fields", "no,qp,psn,class,name")["rows"]
    want = [r for r in everything if r["class"] == "nak" or (r["qp"] == 0x241 and r["class"] == "resend")]
    expr = "class==nak or (qp==0x241 and class==resend)"
    eq("from the file", rows("packets", "--fields", "no,qp,psn,class,name", "-Y", expr)["rows"], want)
    r = run("packets", "-j", "--fields", "no,qp,psn,class,name", "-Y", expr, "-", stdin=open(STORM, "rb").read(), text=False)
    eq("from standard input", json.loads(r.stdout)["rows"], want)


def test_packets_are_filtered_by_their_flow_in_two_passes():
    flows = {(r["src"], r["dst"], r["qp"]) for r in rows("flows", "--fields", "src,dst,qp,retx")["rows"] if (r["retx"] or 0) > 0}
    everything = rows("packets", "--fields", "no,src,dst,qp")["rows"]
    picked = rows("packets", "--fields", "no,src,dst,qp", "-Y", "retx>0")["rows"]
    eq("rows", picked, [r for r in everything if (r["src"], r["dst"], r["qp"]) in flows])
    r = run("packets", "-Y", "retx>0", "-", stdin=open(STORM, "rb").read(), text=False)
    eq("exit code for standard input", r.returncode, 2)
    has("standard input", r.stderr.decode(), "standard input can be read only once")
    r = subprocess.run(["bash", "-c", f"'{EXE}' packets -Y 'nak>0' <(cat '{STORM}')"], capture_output=True, text=True, timeout=60)
    eq("exit code for a pipe", r.returncode, 2)


def test_report_keeps_verdict_and_sums_under_a_filter():
    whole = rows("report")
    part = rows("report", "-Y", "qp==0x241")
    for key in ("verdict", "trust", "counts", "input"):
        eq(key, part[key], whole[key])
    eq("flows", {f["dst_qp"] for f in part["flows"]}, {0x241})
    eq("lanes", {l["responder_qp"] for l in part["lanes"]}, {0x241})
    lanes = {l["lane"] for l in part["lanes"]}
    eq("episodes", {e["lane"] for e in part["episodes"]} <= lanes, True)
    eq("events", {e["lane"] for e in part["events"]} <= lanes, True)
    ids = [f["id"] for f in part["findings"]]
    if not 0 < len(ids) < len(whole["findings"]):
        failures.append(f"findings {ids} of {len(whole['findings'])}")
    eq("findings keep their number", [f for f in whole["findings"] if f["id"] in ids], part["findings"])
    has("run.options", part["run"]["options"], "--where qp==0x241")
    eq("run.filter", (part["run"]["filter"], whole["run"]["filter"]), ("qp==0x241", None))
    text = run("report", "-Y", "qp==0x241", STORM).stdout
    has("text", text, "FILTER   qp==0x241")
    has("text", text, "1 of 32 lanes passes the filter")
    text = run("report", "-Y", "qp==0x999", STORM).stdout
    has("no match", text, f"none of {len(whole['findings'])} passes the filter")
    has("no match", text, "none of 32 lanes passes the filter")


def test_wrong_filter_shows_the_place_and_the_nearest_names():
    r = run("flows", "-Y", "src==10.1.0.3 and retxx>0", STORM)
    eq("exit code", r.returncode, 2)
    one_line("filter", r, "no field 'retxx'; nearest: retx, retx%, ")
    eq("mark", r.stderr.splitlines()[1:], ["  src==10.1.0.3 and retxx>0", "                    ^"])
    r = run("packets", "-Y", "infiniband.bth.destqp == 0x231", STORM)
    eq("exit code", r.returncode, 2)
    one_line("name of Wireshark", r, "infiniband.bth.destqp is qp here: qp == 0x231\n")
    for words in (["-Y", ""], ["-Y", "stall>3"], ["-Y", "(qp==1"], ["-Y", "qp==1", "-Y", "qp==2"], ["-Y"]):
        eq(f"{words}: exit code", run("events", STORM, *words).returncode, 2)


def test_no_file_is_touched_by_a_wrong_filter():
    r = run("report", "-Y", "nonsense==1", "-o", path("never.json"), path("missing.pcap"))
    eq("exit code", r.returncode, 2)
    has("filter first", r.stderr, "nonsense")
    eq("output", os.path.exists(path("never.json")), False)


def test_explain_filter_lists_every_field():
    text = run("explain", "filter").stdout
    for field in "src dst host qp backqp sport vlan dscp prio op pkts bytes gbps retx retx% gap nak rnr timeout ce ce% cnp ack50 " \
                 "ack99 stall first last mtu no time len opcode name psn msn syndrome ackreq se ecn becn fecn kind class point vni " \
                 "tunnel icrc payload event sev finding".split():
        has("explain filter", text, f"\n  {field} ")


def main():
    for name, scenario in ((STORM, "loss-storm"), (HEALTHY, "healthy")):
        r = run("demo", "--scenario", scenario, "-o", name)
        if r.returncode:
            sys.exit(f"demo --scenario {scenario}: {r.stderr}")
    passed = 0
    tests = [(n, f) for n, f in globals().items() if n.startswith("test_")]
    for name, fn in tests:
        failures.clear()
        try:
            fn()
        except Exception as e:                  # a test that breaks is a test that fails
            failures.append(f"{type(e).__name__}: {e}")
        passed += not failures
        for f in failures:
            print(f"{name}: {f}")
    print(f"{passed} of {len(tests)} statements hold")
    DIR.cleanup()
    sys.exit(passed != len(tests))


if __name__ == "__main__":
    main()
