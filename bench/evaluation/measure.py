"""One run of one program: its verdict and its time, or what it needs and does."""

import json
import os
import re
import resource
import subprocess
import tempfile
import time
from pathlib import Path

from evaluation.catalogue import ROOT

VERIFIED = re.compile(r"^(\S+) size=(\S+) threads=(\d+) verified time=([0-9.]+) s$")
FAILED = re.compile(r"^\S+ size=\S+ threads=\d+ FAILED: ")
# How often a run that is not timed is asked for its memory.
SAMPLE_SECONDS = 0.02
MESSAGE_CHARACTERS_MAX = 400


def environment_of(interpreter):
    """Ours must not be told anything by the environment, peers only where `motet` is."""
    environment = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("MOTET_", "PYTHON"))
    }
    return environment | interpreter.environment


def command_of(interpreter, program, threads, size):
    path = os.path.relpath(program.path, ROOT)
    return [*interpreter.command, path, "--threads", str(threads), "--size", size]


def verdict(printed, status, program, threads, size):
    """What a finished run's output means."""
    lines = printed.strip().splitlines()
    for line in reversed(lines):
        match = VERIFIED.match(line)
        if match and status == 0:
            if match.groups()[:3] != (program.name, size, str(threads)):
                return {"outcome": "wrong", "message": f"answered for another run: {line}"}
            return {"outcome": "verified", "seconds": float(match.group(4))}
        if FAILED.match(line):
            return {"outcome": "wrong", "message": line[:MESSAGE_CHARACTERS_MAX]}
    last = lines[-1] if lines else "nothing was printed"
    message = f"exit code {status}: {last[:MESSAGE_CHARACTERS_MAX]}"
    return {"outcome": "error", "message": message}


def timed(interpreter, program, threads, size, limit_seconds):
    """A run that nothing disturbs."""
    command = command_of(interpreter, program, threads, size)
    before = processor_seconds()
    try:
        answer = subprocess.run(
            command,
            cwd=ROOT,
            env=environment_of(interpreter),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=limit_seconds,
        )
    except subprocess.TimeoutExpired:
        return {"outcome": "late", "message": f"stopped after {limit_seconds:g} s"}
    printed = answer.stdout.decode(errors="replace")
    result = verdict(printed, answer.returncode, program, threads, size)
    # With what the start of the process took; a busy machine changes it less than the clock's time.
    result["processor_seconds"] = round(processor_seconds() - before, 6)
    return result


def timed_together(interpreter, program, processes, size, limit_seconds):
    """As many processes at once, with one thread each: the time that one program's work took."""
    command = command_of(interpreter, program, 1, size)
    before = processor_seconds()
    running = [
        subprocess.Popen(
            command,
            cwd=ROOT,
            env=environment_of(interpreter),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        for _ in range(processes)
    ]
    end = time.monotonic() + limit_seconds
    results = []
    try:
        for process in running:
            printed, _ = process.communicate(timeout=max(end - time.monotonic(), 0))
            text = printed.decode(errors="replace")
            results.append(verdict(text, process.returncode, program, 1, size))
    except subprocess.TimeoutExpired:
        return {"outcome": "late", "message": f"stopped after {limit_seconds:g} s"}
    finally:
        for process in running:
            if process.poll() is None:
                process.kill()
                process.wait()
    for result in results:
        if result["outcome"] != "verified":
            return result
    longest = max(result["seconds"] for result in results)
    result = {"outcome": "verified", "seconds": round(longest / processes, 6)}
    result["processor_seconds"] = round((processor_seconds() - before) / processes, 6)
    return result


def processor_seconds():
    """Of all processes that were started here and have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def observed(interpreter, program, threads, size, limit_seconds):
    """A run that is watched: its memory, and of ours what its transactions did."""
    with tempfile.TemporaryDirectory(prefix="motet-bench-") as folder:
        report = Path(folder) / "statistics.json"
        command = command_of(interpreter, program, threads, size)
        if interpreter.is_ours:
            command[1:1] = ["-X", f"tm_stats=json:{report}"]
        with open(Path(folder) / "output", "w+b") as output:
            process = subprocess.Popen(
                command,
                cwd=ROOT,
                env=environment_of(interpreter),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
            )
            peak_kilobytes, is_late = watch(process, limit_seconds)
            output.seek(0)
            printed = output.read().decode(errors="replace")
        result = verdict(printed, process.returncode, program, threads, size)
        if is_late:
            result = {"outcome": "late", "message": f"stopped after {limit_seconds:g} s"}
        if peak_kilobytes is not None:
            result["peak_kilobytes"] = peak_kilobytes
        if report.is_file():
            result["statistics"] = json.loads(report.read_text(encoding="utf-8"))
        return result


def watch(process, limit_seconds):
    """Waits for a process; the most memory that it was seen to have, and whether it was killed."""
    peak = None
    start = time.monotonic()
    try:
        while process.poll() is None:
            seen = proportional_kilobytes(process.pid)
            if seen is not None and (peak is None or seen > peak):
                peak = seen
            if time.monotonic() - start > limit_seconds:
                process.kill()
                process.wait()
                return peak, True
            time.sleep(SAMPLE_SECONDS)
    except BaseException:
        process.kill()
        process.wait()
        raise
    return peak, False


def proportional_kilobytes(pid):
    """Resident memory, a page that is mapped several times counted once.

    Plain resident size counts the pages of our heap once for each view of it.
    """
    try:
        with open(f"/proc/{pid}/smaps_rollup", encoding="ascii") as file:
            for line in file:
                if line.startswith("Pss:"):
                    return int(line.split()[1])
    except (OSError, ValueError):
        pass
    return None
