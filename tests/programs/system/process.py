# What the process knows of itself and its system.
import os
import pwd
import grp
import resource
import sys

print(os.getpid() > 0, os.getppid() >= 0, os.getpgrp() >= 0, os.getsid(0) >= 0, os.getuid() >= 0)
print(os.cpu_count() > 0, os.process_cpu_count() > 0, len(os.sched_getaffinity(0)) > 0)
print(type(os.uname()).__name__, os.uname().sysname, len(os.uname()), len(os.times()))
print(len(os.urandom(7)), os.urandom(0), len(os.getloadavg()), os.sysconf("SC_PAGE_SIZE"))
print(os.strerror(2), os.getpriority(os.PRIO_PROCESS, 0) <= 20)
print(resource.getrusage(resource.RUSAGE_SELF).ru_utime >= 0, resource.getpagesize())
print(len(resource.getrlimit(resource.RLIMIT_NOFILE)))
soft, hard = resource.getrlimit(resource.RLIMIT_CORE)
resource.setrlimit(resource.RLIMIT_CORE, (0, hard))
print(resource.getrlimit(resource.RLIMIT_CORE)[0])
print(pwd.getpwuid(0).pw_name, pwd.getpwnam("root").pw_uid, grp.getgrgid(0).gr_name)
for act in (lambda: pwd.getpwnam("no such user"), lambda: grp.getgrnam("no such group")):
    try:
        act()
    except KeyError as error:
        print(error)
os.environ["MOTET_PROBE"] = "välue"
print(os.environ["MOTET_PROBE"], os.environb[b"MOTET_PROBE"], os.getenv("MOTET_PROBE"))
del os.environ["MOTET_PROBE"]
print(os.getenv("MOTET_PROBE", "gone"), "MOTET_PROBE" in os.environ)
for key, value in (("a=b", "x"), ("", "x"), ("a\0", "x")):
    try:
        os.environ[key] = value
    except (ValueError, OSError) as error:
        print(type(error).__name__)
try:
    os.kill(os.getpid(), 0)
    os.kill(2**22 + 5, 0)
except ProcessLookupError as error:
    print(error)
print(sys.version_info[:2] >= (3, 13), sys.version_info.major, type(sys.version_info).__name__)
print(sys.flags.optimize, sys.flags.isolated, type(sys.flags).__name__, sys.flags.dev_mode)
print(sys.float_info.mant_dig, sys.float_info.epsilon, sys.byteorder, sys.maxsize)
print(sys.implementation.name.islower(), os.fspath("x"), os.fsencode("é"), os.fsdecode(b"\xff") == "\udcff")
print(os.path.isabs(sys.executable), sys.platform, os.name, os.linesep == "\n", os.devnull)
