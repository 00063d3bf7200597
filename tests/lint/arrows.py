#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Include arrows of the house (doc/architecture.md).

    arrows.py ROOT

Reads every #include of the sources and checks
  - the table of allowed arrows between folders, external libraries included;
  - that neither folders nor modules (X.c with X.h) form a cycle;
  - that a public header is included as <rocescope/x.h> and a private one as "folder/x.h";
  - that base names are unique in the tree.
With ROCESCOPE_SHARED set, check/structure.py of that folder must agree.
"""
import os
import re
import subprocess
import sys

STANDARD = set("""assert ctype errno inttypes limits locale math setjmp signal stdarg stdatomic stdbool stddef stdint stdio stdlib string
    strings time dirent dlfcn fcntl fnmatch getopt glob langinfo poll pthread regex termios threads unistd wchar endian float
    arpa/inet net/if netinet/in sched sys/ioctl sys/mman sys/resource sys/select sys/socket sys/stat sys/time sys/types sys/uio sys/wait
    sys/random malloc immintrin""".split())

# folder: (folders it may include, external headers beside the standard ones)
COMPRESSION = {"zlib.h", "zstd.h", "zstd_errors.h", "lz4frame.h", "lz4.h", "lzma.h"}
RULES = {
    "include": (set(), set()),
    "base": ({"include"}, {"immintrin.h"}),
    "decode": ({"include", "base"}, set()),
    "analysis": ({"include", "base"}, set()),
    "capture": ({"include", "base"}, {"pcap.h", "pcap/pcap.h"} | COMPRESSION),
    "query": ({"include", "base"}, set()),
    "model": ({"include", "base"}, set()),
    "report": ({"include", "base", "query"}, set()),
    "ui": ({"include", "base", "query"}, {"curses.h", "ncurses.h"}),
    "app": ({"include", "base", "decode", "analysis", "capture", "query", "model", "report", "ui"}, set()),
    "tests": ({"include", "base", "decode", "analysis", "capture", "query", "model", "report", "ui", "app", "tests"},
              {"cmocka.h", "pcap.h", "pcap/pcap.h"} | COMPRESSION),
}
# Files with a wider or narrower rule than their folder.
ONLY = {"base": {"immintrin.h": "base/crc32_fold.c"},
        "ui": {"curses.h": "ui/term.c", "ncurses.h": "ui/term.c"}}
BASE_MAY_INCLUDE = {"include/rocescope/types.h"}
EXTERNAL_FILES = {"capture/dpdk.c"}          # a module of its own, with the headers of DPDK
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*(["<])([^">]+)[">]', re.M)


def sources(root):
    for folder in RULES:
        for path, folders, names in os.walk(os.path.join(root, folder)):
            folders[:] = [d for d in folders if not d.startswith((".", "build"))]
            yield from (os.path.relpath(os.path.join(path, n), root) for n in names if n.endswith((".c", ".h")))


def target_of(root, file, form, name):
    """The file of the project that an #include means, or None. Tests may name a neighbour by its base name."""
    here = (os.path.join(os.path.dirname(file), name),) if file.startswith("tests/") else ()
    for candidate in ((os.path.join("include", name), name) if form == "<" else (name, *here)):
        if os.path.isfile(os.path.join(root, candidate)):
            return candidate
    return None


def check_include(root, file, form, name):
    """(file of the project or None, complaint or None)"""
    folder = file.split("/")[0]
    allowed, external = RULES[folder]
    target = target_of(root, file, form, name)
    if target:
        top = target.split("/")[0]
        if top != folder and top not in allowed:
            return target, f"{folder} must not include {top}"
        if (top == "include") != (form == "<"):
            return target, f'public headers are included as <rocescope/x.h>, private ones as "folder/x.h": {name}'
        if folder == "base" and top == "include" and target not in BASE_MAY_INCLUDE:
            return target, f"base may include of the public headers only {', '.join(sorted(BASE_MAY_INCLUDE))}"
        return target, None
    if form == '"':
        return None, f'no such file of the project: "{name}"' if file not in EXTERNAL_FILES else None
    home = ONLY.get(folder, {}).get(name)
    if name.removesuffix(".h") in STANDARD or file in EXTERNAL_FILES or name in external and home in (None, file):
        return None, None
    return None, f"external header <{name}> is not allowed here"


def cycle(graph):
    """One cycle as a list of names, or None."""
    state, stack = {}, []

    def visit(node):
        state[node] = 1
        stack.append(node)
        for other in sorted(graph.get(node, ())):
            if state.get(other) == 1:
                return stack[stack.index(other):] + [other]
            if other not in state and (found := visit(other)):
                return found
        stack.pop()
        state[node] = 2
        return None

    for node in sorted(graph):
        if node not in state and (found := visit(node)):
            return found
    return None


def check(root):
    complaints, modules, folders, names = [], {}, {}, {}
    for file in sorted(sources(root)):
        stem = file.rsplit(".", 1)[0]
        if not file.startswith(("include/", "tests/")):
            names.setdefault(os.path.basename(stem), set()).add(stem)
        text = open(os.path.join(root, file), encoding="utf-8").read()
        for form, name in INCLUDE.findall(text):
            target, complaint = check_include(root, file, form, name)
            if complaint:
                complaints.append(f"{file}: {complaint}")
            if target and target.rsplit(".", 1)[0] != stem:
                modules.setdefault(stem, set()).add(target.rsplit(".", 1)[0])
            if target and target.split("/")[0] != file.split("/")[0]:
                folders.setdefault(file.split("/")[0], set()).add(target.split("/")[0])
    for what, graph in (("modules", modules), ("folders", folders)):
        if ring := cycle(graph):
            complaints.append(f"{what} include each other in a ring: {' -> '.join(ring)}")
    complaints += [f"base name is not unique: {', '.join(sorted(s))}" for s in names.values() if len(s) > 1]
    return complaints


def yardstick(root):
    """structure.py of the shared folder, where there is one."""
    tool = os.path.join(os.environ.get("ROCESCOPE_SHARED", ""), "check", "structure.py")
    if not os.path.isfile(tool):
        return []
    rule = ";".join(f"{folder}:{','.join(sorted(may))}" for folder, (may, _) in RULES.items())
    run = subprocess.run([sys.executable, tool, root, "--inc", "include,.", "--arrows", rule], capture_output=True, text=True)
    return [x for x in (run.stdout + run.stderr).splitlines() if x.startswith("FAIL") or run.returncode > 1]


def main():
    root = sys.argv[1] if len(sys.argv) > 1 else "."
    complaints = check(root) + yardstick(root)
    for line in complaints:
        print(line)
    print(f"{len(complaints)} complaints")
    sys.exit(1 if complaints else 0)


if __name__ == "__main__":
    main()
