"""Under which name programs see the encoding of texts: that of the locale, or of the UTF-8 mode."""

import os
import subprocess
import sys

program = """
import locale, sys
file = open(sys.argv[0] if sys.argv[0] != '-c' else '/dev/null')
print(sys.flags.utf8_mode, locale.getpreferredencoding(), locale.getpreferredencoding(False), file.encoding)
file.close()
"""
for options, variables in (
    ([], {"LC_ALL": "C.UTF-8"}),
    ([], {"LC_ALL": "", "LC_CTYPE": "C.utf8"}),
    ([], {"LC_ALL": "C"}),
    ([], {"LC_ALL": "POSIX"}),
    (["-X", "utf8"], {"LC_ALL": "C.UTF-8"}),
    (["-X", "utf8=0"], {"LC_ALL": "C.UTF-8"}),
    ([], {"LC_ALL": "C.UTF-8", "PYTHONUTF8": "1"}),
    (["-X", "utf8=0"], {"LC_ALL": "C.UTF-8", "PYTHONUTF8": "1"}),
    (["-E"], {"LC_ALL": "C.UTF-8", "PYTHONUTF8": "1"}),
):
    known = {name: value for name, value in os.environ.items() if name not in ("LC_ALL", "LC_CTYPE", "LANG", "PYTHONUTF8")}
    done = subprocess.run(
        [sys.executable, *options, "-c", program], env=known | variables, capture_output=True, text=True
    )
    print(*options, *variables.items(), ":", done.stdout.strip(), done.stderr.strip())
