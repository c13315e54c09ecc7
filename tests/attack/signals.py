"""Attack: signals at any time. Each is handled once, and what the program computes stays the same."""

import sys
import warnings

from programs import HELPERS, PRELUDE, case
from support import Attack

# One SIGUSR1 is under way at a time: then as many are handled as were sent. Beside them a timer
# interrupts much more often.
AROUND = '''
import os as _os
import signal as _signal
import threading as _threading
import time as _time

_handled = 0


def _handler(number, frame):
    global _handled
    _handled += 1


def _send():
    while not _done:
        before = _handled
        _os.kill(_os.getpid(), _signal.SIGUSR1)
        _sent.append(1)
        until = _time.monotonic() + 30
        while _handled == before and _time.monotonic() < until:
            _time.sleep(0)
        if _handled != before + 1:
            _wrong.append((before, _handled))
            return


_done, _sent, _wrong, _timed = [], [], [], []
if _sys.argv[1] == "shifted":
    _kept = []
if _sys.argv[1] == "signals":
    _signal.signal(_signal.SIGUSR1, _handler)
    _signal.signal(_signal.SIGALRM, lambda number, frame: _timed.append(number))
    _signal.setitimer(_signal.ITIMER_REAL, 0.0003, 0.0003)
    _sender = _threading.Thread(target=_send)
    _sender.start()
for _turn in range(40):
    if _sys.argv[1] == "shifted":
        _kept.append([_turn] * (_turn % 5))
    case()
_done.append(1)
if _sys.argv[1] == "signals":
    _signal.setitimer(_signal.ITIMER_REAL, 0)
    _until = _time.monotonic() + 30
    while _sender.is_alive() and _time.monotonic() < _until:
        _time.sleep(0.001)
    assert not _wrong and _handled == len(_sent), (_wrong, _handled, len(_sent))
    print(_handled + len(_timed), file=_sys.stderr)
'''


def main():
    attack = Attack(__doc__)
    path = f"{attack.keep}/signals.py"
    handled = 0
    while attack.goes_on():
        statements = "".join(case(f"signals {attack.seed} {attack.turns}"))
        inside = "".join(f"    {line}\n" for line in statements.splitlines())
        text = f"{PRELUDE}{HELPERS}\ndef case():\n{inside}\n{AROUND}"
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                compile(text, "case", "exec")
            except SyntaxError:
                continue
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        environment = {"PYTHONHASHSEED": "0", "PYTHONPATH": sys.path[0]}
        for control in ("tm=stm", "tm=gil"):
            expected = attack.run("-X", control, path, "quiet", environment=environment)
            shifted = attack.run("-X", control, path, "shifted", environment=environment)
            if shifted[:2] != expected[:2]:
                # It shows where objects lie.
                continue
            given = attack.run("-X", control, path, "signals", environment=environment)
            if given[:2] != expected[:2]:
                attack.fail("signals", text.encode(), f"{control} ended with {given[0]}")
            elif given[2].split() and given[2].split()[-1].isdigit():
                handled += int(given[2].split()[-1])
    print(f"signals: {handled} handled")
    attack.end("signals")


main()
