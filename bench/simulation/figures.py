"""Draws the curves of the simulated machines as SVG and prints the figures that the tables need.

    python3 bench/simulation/figures.py [--results FILE] [--folder docs/simulation] [--size Q]
"""

import argparse
import os

from measure import CONTROLS, HERE, REMOVALS, ROOT, key, read, request

# Readable on white and on black; the last one is the colour of the text.
COLOURS = {
    "gil": "#8a8a8a",
    "htm-1": "#2e9e4f",
    "htm-16": "#3b82d6",
    "htm-256": "#d9483b",
    "htm-dynamic": "currentColor",
}
STYLE = (
    "<style>svg{color:#1f2328;background:#ffffff}text{fill:currentColor}"
    "@media (prefers-color-scheme:dark){svg{color:#e6edf3;background:#0d1117}}</style>"
)
WIDTH, HEIGHT, MARGIN = 260, 200, 34


class Results:
    """What was measured, by what it is about."""

    def __init__(self, path):
        self.runs = read(path)

    def find(self, program, machine, control, threads, size, *options):
        """A run, or None."""
        run = self.runs.get(key(request(program, machine, control, threads, size, *options)))
        return run if run and "report" in run else None

    def speed_up(self, program, machine, control, threads, size, *options):
        """Throughput over that of the GIL with one thread."""
        base = self.find(program, machine, "gil", 1, size)
        run = self.find(program, machine, control, threads, size, *options)
        if not base or not run or not run["cycles"]:
            return None
        return base["cycles"] / run["cycles"]


def panel(results, program, machine, size, place):
    """The curves of one program, as SVG elements."""
    left, top = place
    curves = {}
    for control in CONTROLS:
        points = []
        for threads in (1, 2, 4, 6, 8, 10, 12):
            value = results.speed_up(program, machine, control, threads, size)
            if value is not None:
                points.append((threads, value))
        if points:
            curves[control] = points
    if not curves:
        return []
    threads_max = max(threads for points in curves.values() for threads, _ in points)
    top_value = max(1.2, max(value for points in curves.values() for _, value in points)) * 1.08
    inner_width, inner_height = WIDTH - MARGIN - 10, HEIGHT - MARGIN - 20

    def at(threads, value):
        x = left + MARGIN + inner_width * threads / threads_max
        y = top + 20 + inner_height * (1 - value / top_value)
        return f"{x:.1f},{y:.1f}"

    frame = (
        f'<rect x="{left + MARGIN}" y="{top + 20}" width="{inner_width}" height="{inner_height}" '
        'fill="none" stroke="#8a8a8a" stroke-opacity="0.4"/>'
    )
    title = f'<text x="{left + MARGIN}" y="{top + 14}" font-weight="bold">{program}</text>'
    parts = [frame, title]
    step = 1 if top_value < 6 else 2
    for value in range(0, int(top_value) + 1, step):
        x, y = at(0, value).split(",")
        parts.append(f'<text x="{float(x) - 6:.1f}" y="{float(y) + 4:.1f}" text-anchor="end">{value}</text>')
    for threads in sorted({threads for points in curves.values() for threads, _ in points}):
        x, y = at(threads, 0).split(",")
        parts.append(f'<text x="{x}" y="{float(y) + 13:.1f}" text-anchor="middle">{threads}</text>')
    for control, points in curves.items():
        line = " ".join(at(threads, value) for threads, value in points)
        colour = COLOURS[control]
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="1.6"/>')
        for threads, value in points:
            x, y = at(threads, value).split(",")
            parts.append(f'<circle cx="{x}" cy="{y}" r="2.2" fill="{colour}"/>')
    return parts


def figure(results, programs, machine, size):
    """One SVG with a panel for each program."""
    columns = 3
    parts = []
    shown = 0
    for program in programs:
        place = (shown % columns * WIDTH, shown // columns * HEIGHT + 24)
        drawn = panel(results, program, machine, size, place)
        shown += bool(drawn)
        parts += drawn
    if not shown:
        return None
    for number, (control, colour) in enumerate(COLOURS.items()):
        x = MARGIN + number * 110
        parts.append(f'<line x1="{x}" y1="12" x2="{x + 20}" y2="12" stroke="{colour}" stroke-width="2"/>')
        parts.append(f'<text x="{x + 25}" y="16">{control}</text>')
    height = (shown + columns - 1) // columns * HEIGHT + 30
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{columns * WIDTH}" height="{height}" '
        'font-family="sans-serif" font-size="10">'
    )
    return "\n".join([head, STYLE, *parts, "</svg>"]) + "\n"


def table(results, programs, machine, size, threads):
    """Speed-ups and abort ratios at one number of threads, as a Markdown table."""
    print(f"\n{machine}, {threads} threads, size {size}: speed-up over GIL with one thread (aborts)")
    print("| program | " + " | ".join(CONTROLS) + " |")
    print("|---" * (len(CONTROLS) + 1) + "|")
    for program in programs:
        cells = []
        for control in CONTROLS:
            value = results.speed_up(program, machine, control, threads, size)
            run = results.find(program, machine, control, threads, size)
            if value is None:
                cells.append("")
                continue
            ratio = run["report"]["abort_ratio"] * 100
            cells.append(f"{value:.2f}" + (f" ({ratio:.1f} %)" if control != "gil" else ""))
        print(f"| {program} | " + " | ".join(cells) + " |")


def abort_table(results, programs, machine, size, threads):
    """What section 5.6 of the paper says about the aborts of HTM-dynamic."""
    print(f"\n{machine}, htm-dynamic, {threads} threads: aborts, and where the cycles went")
    print(
        "| program | aborted | length 1 | GIL after a conflict of the read set | of these in the "
        "allocator | waiting for the GIL / aborted | one thread against the GIL |"
    )
    print("|---" * 7 + "|")
    for program in programs:
        run = results.find(program, machine, "htm-dynamic", threads, size)
        if not run:
            continue
        report = run["report"]
        lengths = report["lengths"]
        after = report["gil_acquisitions_after"]
        # The processor does not tell the word of the GIL from other words that were read.
        conflicts = after.get("gil", 0) + after.get("read_conflict", 0)
        regions = report["gil_acquisitions_after_conflicts_in"]
        allocator = regions.get("allocator and other globals", 0) + regions.get("object slots", 0)
        cycles = report["breakdown"]
        one = results.speed_up(program, machine, "htm-dynamic", 1, size)
        cells = [
            percent(report["abort_ratio"], 1),
            f"{lengths['of_length_1']} of {lengths['frequent']}",
            percent(conflicts, sum(after.values())),
            percent(allocator, sum(regions.values())),
            f"{cycles['waiting_for_gil'] / max(1, cycles['aborted']):.1f}",
            "" if one is None else percent(one - 1, 1),
        ]
        print(f"| {program} | " + " | ".join(cells) + " |")


def percent(part, whole):
    """A share as text."""
    return f"{100 * part / whole:.1f} %" if whole else "–"


def ablation_table(results, programs, size):
    """What the finer yield points and the removals of conflicts are worth."""
    names = [("--yield-points", points) for points in ("fine", "coarse")]
    names += [("--keep-conflicts", name) for name in REMOVALS]
    print("\nzec12, htm-dynamic, 12 threads: speed-up over GIL with one thread")
    print("| program | " + " | ".join(name for _, name in names) + " |")
    print("|---" * (len(names) + 1) + "|")
    for program in programs:
        cells = [
            results.speed_up(program, "zec12", "htm-dynamic", 12, size, *options)
            for options in names
        ]
        shown = " | ".join("" if value is None else f"{value:.2f}" for value in cells)
        print(f"| {program} | {shown} |")


def main():
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--results", default=os.path.join(HERE, "results.jsonl"))
    parser.add_argument("--folder", default=os.path.join(ROOT, "docs", "simulation"))
    parser.add_argument("--size", default="T")
    options = parser.parse_args()
    results = Results(options.results)
    programs = sorted({run["program"] for run in results.runs.values()})
    os.makedirs(options.folder, exist_ok=True)
    for machine, threads in (("zec12", 12), ("xeon-e3-1275v3", 8)):
        drawn = figure(results, programs, machine, options.size)
        if drawn:
            path = os.path.join(options.folder, machine + ".svg")
            with open(path, "w", encoding="utf-8") as file:
                file.write(drawn)
        for shown in (threads, 4, 1):
            table(results, programs, machine, options.size, shown)
        abort_table(results, programs, machine, options.size, threads)
    ablation_table(results, [name for name in programs if name.startswith("npb")], options.size)


if __name__ == "__main__":
    main()
