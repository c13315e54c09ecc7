"""Attack: damaged files of compiled modules. An import of one runs the source, or raises."""

import glob
import os
import pathlib
import shutil
import tempfile

from support import Attack

PROGRAMS = sorted((pathlib.Path(__file__).parent.parent / "programs").glob("[a-f]*/*.py"))


def damaged(content, chosen):
    """Content with bytes changed, lost or doubled."""
    content = bytearray(content)
    for _ in range(chosen.choice([1, 1, 1, 2, 5, 30])):
        at = chosen.randrange(len(content) or 1)
        match chosen.randrange(5):
            case 0:
                content[at:at + 1] = bytes([chosen.randrange(256)])
            case 1:
                content[at:at + 1] = bytes([content[at] ^ 1 << chosen.randrange(8)]) if content else b""
            case 2:
                del content[at:at + chosen.choice([1, 4, 100])]
            case 3:
                content[at:at] = content[at:at + chosen.choice([1, 4, 100])]
            case 4:
                content[at:at + 8] = chosen.choice([b"\xff" * 8, bytes(8), b"\x7f" + b"\xff" * 7])
    return bytes(content)


def main():
    attack = Attack(__doc__)
    environment = {"PYTHONHASHSEED": "0"}
    with tempfile.TemporaryDirectory() as folder:
        while attack.goes_on():
            program = attack.random.choice(PROGRAMS)
            shutil.copy(program, os.path.join(folder, "attacked.py"))
            shutil.rmtree(os.path.join(folder, "__pycache__"), ignore_errors=True)
            command = ["-c", "import attacked"]
            expected = attack.run(*command, folder=folder, environment=environment)[:2]
            caches = glob.glob(os.path.join(folder, "__pycache__", "attacked.*"))
            if not caches:
                continue
            content = pathlib.Path(caches[0]).read_bytes()
            for _ in range(8):
                given = damaged(content, attack.random)
                pathlib.Path(caches[0]).write_bytes(given)
                found = attack.run(*command, folder=folder, environment=environment)
                if found[:2] != expected:
                    attack.fail("caches", given, f"{program.name} ended with {found[0]}")
    attack.end("caches")


main()
