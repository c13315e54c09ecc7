"""Attack: sound files of code whose content somebody has changed. Such code is refused, or runs."""

import pathlib
import shutil
import tempfile

from packed import Places, checksum
from support import Attack

# (What calls functions of C may end the process with other arguments, in CPython too.)
PROGRAMS = [
    path
    for path in sorted((pathlib.Path(__file__).parent.parent / "programs").glob("[a-gi-l]*/*.py"))
    if "ctypes" not in path.read_text(encoding="utf-8", errors="replace")
]

SEAL = """
import marshal, sys
with open(sys.argv[1], encoding="utf-8") as file:
    code = compile(file.read(), "attacked.py", "exec")
with open(sys.argv[2], "wb") as file:
    file.write(marshal.dumps(code))
"""

# Runs each of the files that are named, each for a short time, as bytes of `marshal` or (if the first
# argument is the path of one) in the place of a module's kept code; the last line names the one that
# has ended the process.
RUN = """
import marshal, os, shutil, signal, sys

def late(number, frame):
    raise KeyboardInterrupt

signal.signal(signal.SIGALRM, late)
out = os.dup(1)
nowhere = os.open(os.devnull, os.O_RDWR)
for target in 0, 1:
    os.dup2(nowhere, target)
kept = sys.argv[1]
for path in sys.argv[2:]:
    os.write(out, path.encode() + b"\\n")
    if not kept:
        with open(path, "rb") as file:
            content = file.read()
        try:
            code = marshal.loads(content)
        except (ValueError, EOFError, TypeError):
            os.write(out, b"refused\\n")
            continue
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.3, 0.3)
        if kept:
            sys.modules.pop("attacked", None)
            shutil.copy(path, kept)
            import attacked
        else:
            exec(code, {"__name__": "attacked", "__file__": "attacked.py"})
    except BaseException:
        pass
    finally:
        while True:
            try:
                signal.setitimer(signal.ITIMER_REAL, 0)
                break
            except KeyboardInterrupt:
                pass
os.write(out, b"end\\n")
os._exit(0)
"""


def changed(packed, places, chosen):
    """Packed code with one or two operands, operations, jumps, ranges or counts changed."""
    packed = bytearray(packed)
    for _ in range(chosen.choice([1, 1, 1, 2])):
        place = chosen.choice(places.words)
        match chosen.randrange(10):
            case 0 | 1 | 2 | 3:
                # An operand: a register of the same frame, most often.
                packed[place + chosen.randrange(1, 4)] = chosen.choice([chosen.randrange(12), chosen.randrange(256)])
            case 4 | 5:
                packed[place] = chosen.randrange(190)
            case 6:
                # The same instruction at another place.
                other = chosen.choice(places.words)
                packed[place:place + 4] = packed[other:other + 4]
            case 7:
                other = min(place + 4, places.words[-1])
                packed[place:place + 4], packed[other:other + 4] = packed[other:other + 4], packed[place:place + 4]
            case 8 if places.tables:
                start, end = chosen.choice(places.tables)
                at = chosen.randrange(start, end)
                packed[at] = packed[at] & 0x80 | chosen.randrange(128)
            case _:
                at = chosen.choice(places.counts + places.kinds)
                packed[at] = chosen.choice([packed[at] ^ 1, max(packed[at] - 1, 0), chosen.randrange(5)])
    return bytes(packed)


def relisted(packed, places, chosen):
    """Packed code one of whose lists of constants or names has lost a part, has one in the place of
    another (nested code, say, or the name of a variable), or has one more."""
    full = [found for found in places.lists if found[1]]
    if not full:
        return packed
    place, parts = chosen.choice(full)
    start, end = chosen.choice(parts)
    # Most often a part of the same list.
    others = chosen.choice([parts, parts, chosen.choice(full)[1]])
    other = packed[slice(*chosen.choice(others))]
    length = packed[place]
    match chosen.randrange(4):
        case 0 if length < 127:
            changed = packed[:place] + bytes([length + 1]) + packed[place + 1:start] + other + packed[start:]
        case 1 if length < 128:
            changed = packed[:place] + bytes([length - 1]) + packed[place + 1:start] + packed[end:]
        case _:
            changed = packed[:start] + other + packed[end:]
    return places.resized(changed, place)


def sealed_again(before, packed, is_kept):
    """The content of a file: what stands before packed code of `marshal` tells its length, too."""
    if is_kept:
        return before + checksum(packed) + packed
    length = len(packed) + 16
    return before[:-12] + length.to_bytes(4, "little") + before[-8:] + checksum(packed) + packed


def told(errors):
    """Where and why a process has panicked, if it says so."""
    lines = errors.decode(errors="replace").splitlines()
    found = [at for at, line in enumerate(lines) if "panicked at" in line]
    return " ".join(lines[found[0]:found[0] + 2])[:200] if found else "no word"


def main():
    attack = Attack(__doc__)
    environment = {"PYTHONHASHSEED": "0"}
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        sealed = folder / "sealed"
        while attack.goes_on():
            program = attack.random.choice(PROGRAMS)
            is_kept = attack.random.random() < 0.5
            if is_kept:
                shutil.rmtree(folder / "__pycache__", ignore_errors=True)
                shutil.copy(program, folder / "attacked.py")
                attack.run("-c", "import attacked", folder=folder, environment=environment)
                found = next(folder.glob("__pycache__/attacked.*"), None)
            else:
                sealed.unlink(missing_ok=True)
                attack.run("-c", SEAL, str(program), str(sealed), environment=environment)
                found = sealed if sealed.exists() else None
            if found is None:
                continue
            content = found.read_bytes()
            start = next(at for at in range(64) if checksum(content[at + 8:]) == content[at:at + 8])
            packed = content[start + 8:]
            places = Places(packed)
            paths = []
            for number in range(60):
                change = attack.random.choice([changed, changed, relisted])
                given = change(packed, places, attack.random)
                paths.append(folder / str(number))
                paths[-1].write_bytes(sealed_again(content[:start], given, is_kept))
            left = [str(path) for path in paths]
            way = attack.random.choice([("-X", "tm=gil"), ("-X", "tm=stm")])
            while left:
                status, output, errors = attack.run(
                    *way, "-c", RUN, str(found) if is_kept else "", *left, folder=folder, environment=environment)
                lines = [line for line in output.decode().splitlines() if line != "refused"]
                if status == 0 or not lines or lines[-1] == "end":
                    break
                last = lines[-1]
                if status is not None and (status < 0 or status >= 128):
                    attack.fail("malice", pathlib.Path(last).read_bytes(), f"{program.name} ended with {status}: {told(errors)}")
                left = left[left.index(last) + 1:]
    attack.end("malice")


main()
