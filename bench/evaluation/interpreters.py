"""The interpreters: ours in its modes, and the peers that are installed or were named."""

import hashlib
import json
import os
import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass, field, replace
from pathlib import Path

from evaluation.catalogue import ROOT

# The modes of ours, and what selects them.
MODES = {
    "gil": ("-X", "tm=gil"),
    "stm": ("-X", "tm=stm"),
    "stm-stop": ("-X", "tm=stm", "-X", "tm_commit=stop"),
    "htm": ("-X", "tm=htm"),
}
# As many processes of gil at once as others run threads, with one thread each, and nothing in common:
# what the machine gives at best.
PROCESSES = "processes"
PROBE_SECONDS = 20
# What a peer tells about itself. GraalPy has no `sys._is_gil_enabled`, old CPythons neither.
PROBE = (
    "import sys, json, sysconfig; print(json.dumps(["
    "sys.implementation.name, sys.version.split()[0], list(sys.version_info[:2]),"
    "bool(sysconfig.get_config_var('Py_GIL_DISABLED')), sys.executable]))"
)
# Names on PATH, and where version managers put what they install.
PEER_NAMES = (
    "python3",
    "python3.14",
    "python3.14t",
    "python3.13",
    "python3.13t",
    "pypy3",
    "graalpy",
)
PEER_FOLDERS = (
    "~/.pyenv/versions/*/bin",
    "~/.local/share/uv/python/*/bin",
    "~/.asdf/installs/python/*/bin",
    "~/.local/share/mise/installs/python/*/bin",
    "~/.sdkman/candidates/graalpy/*/bin",
    "/opt/*/bin",
)
# Programs and `motet` module need this much.
OLDEST = [3, 11]


class NotThere(Exception):
    """An interpreter that was asked for cannot be used; the text says why."""


@dataclass(frozen=True)
class Interpreter:
    """How to run programs, and what it is. `identity` changes when the interpreter does."""

    name: str
    command: tuple[str, ...]
    version: str
    identity: str
    is_ours: bool = False
    environment: dict = field(default_factory=dict, compare=False, hash=False)

    @property
    def is_transactional(self):
        return self.is_ours and self.name not in ("gil", PROCESSES)

    @property
    def is_many(self):
        """Whether it runs processes instead of threads."""
        return self.name == PROCESSES


def probe(command):
    """What a peer says of itself: implementation, version, its pair, no GIL, path; or None."""
    try:
        answer = subprocess.run(
            [*command, "-c", PROBE], capture_output=True, text=True, timeout=PROBE_SECONDS
        )
        return json.loads(answer.stdout) if answer.returncode == 0 else None
    except (OSError, ValueError, subprocess.SubprocessError):
        return None


def peer(name, command):
    """A peer from its command."""
    told = probe(command)
    if told is None:
        raise NotThere(f"{name}: {shlex.join(command)} does not run")
    implementation, version, pair, no_gil, path = told
    if pair < OLDEST:
        raise NotThere(f"{name}: {implementation} {version} is older than 3.11")
    text = f"{implementation} {version}{' without GIL' if no_gil else ''}"
    environment = {"PYTHONPATH": str(ROOT / "python"), "PYTHONDONTWRITEBYTECODE": "1"}
    return Interpreter(name, tuple(command), text, f"{text} {path}", False, environment)


def kind_name(told):
    """What to call a peer that was found: `python3.13t`, `pypy3.11`."""
    implementation, _, (major, minor), no_gil, _ = told
    base = {"cpython": "python", "pypy": "pypy", "graalpy": "graalpy"}
    base = base.get(implementation, implementation)
    return f"{base}{major}.{minor}{'t' if no_gil else ''}"


def found_peers():
    """All peers that are installed: python3 of PATH first, then one of each kind and version."""
    candidates = [shutil.which(name) for name in PEER_NAMES]
    for pattern in PEER_FOLDERS:
        pattern = os.path.expanduser(pattern)
        base, _, rest = pattern.partition("*")
        for folder in sorted(Path(base).glob("*" + rest) if Path(base).is_dir() else ()):
            candidates += [folder / name for name in ("python3", "pypy3", "graalpy")]
    peers = {}
    seen = set()
    for candidate in candidates:
        if candidate is None or not os.access(candidate, os.X_OK):
            continue
        told = probe([str(candidate)])
        if told is None or told[2] < OLDEST or told[4] in seen:
            continue
        seen.add(told[4])
        is_first = Path(candidate).name == "python3" and "python3" not in peers
        name = "python3" if is_first else kind_name(told)
        if name not in peers and not (name == kind_name(told) and is_same(peers, told)):
            peers[name] = peer(name, [str(candidate)])
    return peers


def is_same(peers, told):
    """Whether python3 of PATH is of the same version."""
    first = peers.get("python3")
    return first is not None and first.version.split()[:2] == [told[0], told[1]] and not told[3]


def ours(binary):
    """Ours in its modes; those that this machine or build has not are told instead."""
    path = Path(binary)
    if not path.is_file():
        raise NotThere(f"{path} is not there: build it with `cargo xtask demo`, or say --motet")
    version = subprocess.run([path, "-V"], capture_output=True, text=True).stdout.strip()
    identity = hashlib.sha256(path.read_bytes()).hexdigest()[:12]
    modes = {}
    missing = {}
    for name, options in MODES.items():
        answer = subprocess.run(
            [path, *options, "-c", "pass"], capture_output=True, text=True, stdin=subprocess.DEVNULL
        )
        if answer.returncode != 0:
            lines = (answer.stdout + answer.stderr).strip().splitlines()
            missing[name] = lines[-1] if lines else f"exit code {answer.returncode}"
            continue
        command = (str(path), *options)
        modes[name] = Interpreter(name, command, version, f"{version} {identity}", True)
    if "gil" in modes:
        modes[PROCESSES] = replace(modes["gil"], name=PROCESSES)
    return modes, missing


def default_names(peers):
    """What is run when nothing was said: our modes, python3, and the newest peer of each kind."""
    newest = {}
    for name in peers:
        if name == "python3":
            continue
        kind = name.rstrip("t0123456789.") + ("t" if name.endswith("t") else "")
        number = [int(part) for part in name.strip("abcdefghijklmnopqrstuvwxyz").split(".")]
        if kind not in newest or number > newest[kind][0]:
            newest[kind] = (number, name)
    return [*MODES, PROCESSES, "python3", *sorted(name for _, name in newest.values())]


def selected(names, binary, given, say):
    """The interpreters of these names, in order. `given` are peers as NAME=COMMAND."""
    modes, missing = ours(binary)
    peers = {}
    for text in given:
        name, equals, command = text.partition("=")
        if not equals or not name or not command or name in (*MODES, PROCESSES):
            raise NotThere(f"--python wants NAME=COMMAND, not '{text}'")
        peers[name] = peer(name, shlex.split(command))
    wants_more = names is None or any(name not in modes and name not in peers for name in names)
    if wants_more:
        peers = found_peers() | peers
    chosen = []
    for name in names or [*default_names(peers), *(text.partition("=")[0] for text in given)]:
        if name in missing:
            say(f"{name} is not there: {missing[name]}")
        elif name in modes or name in peers:
            interpreter = modes.get(name) or peers[name]
            if interpreter not in chosen:
                chosen.append(interpreter)
        elif names is None:
            say(f"{name} is not there")
        else:
            known = ", ".join([*modes, *peers])
            raise NotThere(f"{name} was not found; there are {known}")
    return chosen


def machine():
    """What the results depend on besides the programs."""
    model = ""
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                model = line.partition(":")[2].strip()
                break
    except OSError:
        pass
    system = os.uname()
    return {
        "cpu": model or system.machine,
        "cores": cores(),
        "system": f"{system.sysname} {system.release}",
        "architecture": system.machine,
        "evaluated_by": f"python {sys.version.split()[0]}",
    }


def cores():
    """How many this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


def commit():
    """Of the working tree, with a plus if it was changed; empty outside of a repository."""
    try:
        head = git("rev-parse", "--short=12", "HEAD")
        return head + ("+" if git("status", "--porcelain", "--untracked-files=no") else "")
    except (OSError, subprocess.SubprocessError):
        return ""


def git(*arguments):
    command = ["git", "-C", str(ROOT), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
