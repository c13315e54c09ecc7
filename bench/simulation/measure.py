"""Runs programs on simulated machines and keeps what came out, one JSON object a line.

    python3 bench/simulation/measure.py SERIES... [--results FILE] [--jobs N] [--size T]
        [--seconds N] [--simulator FILE] [--only TEXT] [--controls NAMES]
        [--threads NUMBERS] [--runs N]

A run that the file has already is not done again, so that a long series can be interrupted. The
simulator is deterministic: who runs it again gets the same numbers.

Runs with htm-dynamic are done ten times (where something was left out, twice): each begins with
the lengths that the one before has learned, the last one counts. Once a run has made no length
shorter there is nothing left to learn, and no further one is done. The paper's runs were a thousand
times longer than these are, so all memory is there from the start (`--resident`): first accesses to
pages are as rare in theirs.
"""

import argparse
import concurrent.futures
import json
import os
import subprocess
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
SIMULATOR = os.path.join(ROOT, "target", "release", "motet-sim")
PROGRAMS = os.path.join(ROOT, "bench", "programs")

MICRO = ["while_loop", "iterator"]
# Those that take least time come first.
KERNELS = ["npb/" + name for name in ("is", "ft", "mg", "cg", "sp", "lu", "bt")]
NAMES = ("program", "machine", "tm", "threads", "size", "options")
CONTROLS = ["gil", "htm-1", "htm-16", "htm-256", "htm-dynamic"]
# What tables show comes first.
THREADS = {"zec12": [12, 1, 4, 8, 2, 6, 10], "xeon-e3-1275v3": [4, 8, 1, 2, 6]}
# With how many runs what is learned is known.
RUNS = 10
RUNS_WITH_OPTIONS = 2
# At size Q each phase of IS is some hundred operations a thread (the paper took a larger class for
# this kernel, too), and the two loops take no longer than to make twelve threads.
LARGER = {("npb/is", "Q"): "S", ("while_loop", "Q"): "S", ("iterator", "Q"): "S"}
REMOVALS = ["running-thread", "free-lists", "large-heap", "inline-caches", "padded-threads", "all"]


def request(program, machine, control, threads, size, *options):
    """What identifies a run."""
    return {
        "program": program,
        "machine": machine,
        "tm": control,
        "threads": threads,
        "size": LARGER.get((program, size), size),
        "options": list(options),
    }


def curves(programs, machine, size, controls=CONTROLS, options=()):
    """Throughput over threads: figure 5 of the paper."""
    for program in programs:
        yield request(program, machine, "gil", 1, size, *options)
    for threads in THREADS[machine]:
        for program in programs:
            for control in controls:
                yield request(program, machine, control, threads, size, *options)


def ablations(programs, size):
    """Without the finer yield points, and without each of the removals of conflicts."""
    for program in programs:
        yield request(program, "zec12", "gil", 1, size)
        # With the fine ones, as is usual, so that both sides have learned in as many runs.
        for options in [("--yield-points", points) for points in ("fine", "coarse")] + [
            ("--keep-conflicts", name) for name in REMOVALS
        ]:
            yield request(program, "zec12", "htm-dynamic", 12, size, *options)


def series(name, size):
    """The runs of a series."""
    everything = MICRO + KERNELS
    if name == "micro":
        return curves(MICRO, "zec12", size)
    if name == "kernels":
        return curves(KERNELS, "zec12", size)
    if name == "xeon":
        return curves(everything, "xeon-e3-1275v3", size)
    if name == "no-learning":
        return curves(KERNELS, "xeon-e3-1275v3", size, ["htm-16", "htm-dynamic"], ("--no-learning",))
    if name == "ablations":
        return ablations(KERNELS, size)
    if name == "own":
        return curves(everything, "zec12", size, ["gil", "htm-dynamic"], ("--profile", "motet"))
    if name == "improved":
        return curves(KERNELS, "zec12", size, ["htm-dynamic"], ("--policy", "improved"))
    if name == "one-thread":
        return (
            request(program, "zec12", control, 1, size)
            for program in everything
            for control in ("gil", "htm-dynamic")
        )
    raise SystemExit(f"unknown series {name}")


def key(run):
    """A run's request as text."""
    return json.dumps([run[name] for name in NAMES])


def learned(path):
    """The lengths that a file of the simulator holds, by yield point."""
    if not os.path.exists(path):
        return None
    with open(path, encoding="utf-8") as file:
        lines = [line.rstrip("\n").split(" ", 3) for line in file]
    return {line[3]: line[0] for line in lines if len(line) == 4}


def runs_of(run, most):
    """How often a run is done, so that it learns."""
    if run["tm"] != "htm-dynamic":
        return 1
    return min(most, RUNS_WITH_OPTIONS) if run["options"] else most


def measure(run, simulator, seconds, most):
    """Does a run; what it has shown. One that takes longer has no result."""
    with tempfile.TemporaryDirectory() as folder:
        report = os.path.join(folder, "report.json")
        lengths = os.path.join(folder, "lengths")
        command = [simulator, "--machine", run["machine"], "--tm", run["tm"], "--json", report]
        command += ["--resident", "--cores", str(run["threads"])]
        command += run["options"]
        command += [os.path.join(PROGRAMS, run["program"] + ".py")]
        command += ["--threads", str(run["threads"]), "--size", run["size"]]
        if run["tm"] == "htm-dynamic":
            command[1:1] = ["--lengths", lengths]
        for done in range(1, runs_of(run, most) + 1):
            before = learned(lengths)
            try:
                ended = subprocess.run(command, capture_output=True, text=True, timeout=seconds)
            except subprocess.TimeoutExpired:
                return dict(run, error="timeout")
            if ended.returncode != 0:
                return dict(run, error=(ended.stderr or ended.stdout)[-300:])
            if before is not None and learned(lengths) == before:
                break
        with open(report, encoding="utf-8") as file:
            shown = json.load(file)
    shown.pop("pairs", None)
    shown["sites"] = shown.get("sites", [])[:3]
    return dict(run, runs=done, cycles=shown["measured_cycles"], report=shown)


def read(path):
    """The results that are kept, by key."""
    results = {}
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            for line in file:
                run = json.loads(line)
                if "error" not in run:
                    results[key(run)] = run
    return results


def main():
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("series", nargs="+")
    parser.add_argument("--results", default=os.path.join(HERE, "results.jsonl"))
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--size", default="T")
    parser.add_argument("--seconds", type=int, default=1800)
    parser.add_argument("--simulator", default=SIMULATOR)
    parser.add_argument("--runs", type=int, default=RUNS, help="at most so many, to learn lengths")
    parser.add_argument("--controls", default=",".join(CONTROLS), help="only these")
    parser.add_argument("--threads", default="1,2,4,6,8,10,12", help="only so many")
    parser.add_argument("--only", default="", help="only runs with this in program or options")
    options = parser.parse_args()
    known = read(options.results)
    wanted = {}
    for name in options.series:
        for run in series(name, options.size):
            is_wanted = (
                options.only in " ".join([run["program"], *run["options"]])
                and run["tm"] in options.controls.split(",")
                and str(run["threads"]) in options.threads.split(",")
            )
            if is_wanted and key(run) not in known:
                wanted[key(run)] = run
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        given = (options.simulator, options.seconds, options.runs)
        work = [(run, *given) for run in wanted.values()]
        for result in pool.map(lambda given: measure(*given), work):
            shown = result.get("cycles", result.get("error"))
            print(*(result[name] for name in NAMES[:4]), *result["options"], shown, flush=True)
            with open(options.results, "a", encoding="utf-8") as file:
                file.write(json.dumps(result) + "\n")


if __name__ == "__main__":
    main()
