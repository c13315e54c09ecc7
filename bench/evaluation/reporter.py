"""`bench/report`: tells what `bench/run` has measured."""

import argparse
import sys
from collections import Counter
from pathlib import Path

from evaluation.catalogue import ROOT
from evaluation.markdown import written
from evaluation.page import page
from evaluation.store import DEFAULT, Store
from evaluation.summary import Table, closing_lines

ABOUT = """\
Writes one self-contained page of HTML from the results of bench/run: throughput by threads, what
transactions cost one thread, aborts by cause, where the time went, peers, all figures, the papers'
claims. --markdown writes the same as text; what stands above its mark in the file stays."""


def parser():
    arguments = argparse.ArgumentParser(
        prog="bench/report",
        description=ABOUT,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = arguments.add_argument
    add("results", nargs="*", default=[DEFAULT], help="files of bench/run (target/bench/…)")
    add("--html", default=ROOT / "target" / "bench" / "report.html", metavar="FILE")
    add("--markdown", metavar="FILE", help="also write Markdown, such as docs/EVALUATION.md")
    add("--size", help="tell of runs of this size (default: the one that was run most)")
    add("--set", help="tell of this set of programs alone")
    return arguments


def read(paths):
    lines = []
    for path in paths:
        if not Path(path).is_file():
            raise FileNotFoundError(path)
        lines += Store(path).read()
    return lines


def main(arguments):
    options = parser().parse_args(arguments)
    try:
        lines = read(options.results)
    except FileNotFoundError as error:
        print(f"bench/report: no results in {error}: run bench/run first", file=sys.stderr)
        return 2
    if options.set:
        lines = [line for line in lines if line["set"] == options.set]
    if not lines:
        print("bench/report: there are no results to tell of", file=sys.stderr)
        return 2
    choices = Counter(line["choice"] for line in lines)
    choice = options.size or choices.most_common(1)[0][0]
    table = Table(lines, choice)
    html = Path(options.html)
    html.parent.mkdir(parents=True, exist_ok=True)
    html.write_text(page(table), encoding="utf-8")
    print(html)
    if options.markdown:
        path = Path(options.markdown)
        old = path.read_text(encoding="utf-8") if path.is_file() else ""
        path.write_text(written(old, table), encoding="utf-8")
        print(path)
    for text in closing_lines(lines, choice):
        print(text)
    return 0
