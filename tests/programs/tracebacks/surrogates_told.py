"""What an exception says may hold lone surrogates: they are shown escaped."""
import subprocess
import sys
import traceback

for text in ("\ud800", "a\udfffb", "é\udc80"):
    try:
        raise ValueError(text)
    except ValueError as error:
        print(ascii(traceback.format_exception_only(error)))
    program = f"raise ValueError({ascii(text)})"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    print(done.returncode, ascii(done.stderr.splitlines()[-1]))
