"""Runs another program with one lock in the place of `atomic`: what a program does that was written
for a language without transactions."""

import sys
from pathlib import Path
from threading import Lock

import motet

from support.options import Benchmark


def run(name, original):
    """The program `original`, below bench/programs or bench/interpreter, under the name `name`."""
    motet.atomic = Lock()
    here = Path(__file__).parent.parent.parent
    sys.path += [str(here / "programs"), str(here / "interpreter")]
    Benchmark.name_of_all = name
    __import__(original).main()
