# A write past the limit of a file's size is an error, no end of the process.
import os
import resource
import signal
import tempfile

print(signal.getsignal(signal.SIGXFSZ) is signal.SIG_IGN)
with tempfile.TemporaryFile(buffering=0) as file:
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, before[1]))
    print(file.write(b"x" * 1000))
    try:
        file.write(b"y")
    except OSError as error:
        print(type(error).__name__, error)
    resource.setrlimit(resource.RLIMIT_FSIZE, before)
    print(file.write(b"y"), os.fstat(file.fileno()).st_size)
