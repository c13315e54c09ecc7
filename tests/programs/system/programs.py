# Programs that run beside this one.
import os
import subprocess
import shutil
import tempfile
import time


class Folder:
    def __enter__(self):
        self.name = tempfile.mkdtemp()
        return self.name

    def __exit__(self, *error):
        shutil.rmtree(self.name)


print(subprocess.run(["echo", "hello"], capture_output=True))
print(subprocess.run(["cat"], input="text\n", capture_output=True, text=True).stdout, end="")
print(subprocess.check_output("echo out; echo error >&2", shell=True, stderr=subprocess.STDOUT))
print(subprocess.call(["sh", "-c", "exit 3"]), subprocess.getstatusoutput("echo x; exit 2"))
try:
    subprocess.run(["sh", "-c", "echo partial; exit 4"], check=True, capture_output=True)
except subprocess.CalledProcessError as error:
    print(error, error.returncode, error.stdout)
for command in (["/no/such/program"], ["no-such-program-at-all"]):
    try:
        subprocess.run(command)
    except FileNotFoundError as error:
        print(error)
try:
    subprocess.run(["echo"], cwd="/no/such/folder")
except FileNotFoundError as error:
    print(error)
try:
    subprocess.run(["/"])
except PermissionError as error:
    print(error)
with Folder() as folder:
    found = subprocess.run(["pwd"], cwd=folder, capture_output=True, text=True).stdout.strip()
    print(os.path.samefile(found, folder))
print(subprocess.run(["sh", "-c", "echo $NAME"], env={"NAME": "valué"}, capture_output=True).stdout)
os.environ["MOTET_PROBE"] = "set"
print(subprocess.check_output(["sh", "-c", "echo $MOTET_PROBE"]))
del os.environ["MOTET_PROBE"]
print(subprocess.check_output(["sh", "-c", "echo ${MOTET_PROBE-unset}"]))

child = subprocess.Popen(["sh", "-c", "read line; echo got $line; exec sleep 60"],
                         stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
child.stdin.write("a line\n")
child.stdin.flush()
print(child.stdout.readline(), end="")
print(child.poll())
try:
    child.wait(timeout=0.01)
except subprocess.TimeoutExpired:
    print("still there")
child.terminate()
print(child.wait(), child.returncode)
child.stdin.close()
child.stdout.close()
try:
    subprocess.run(["sleep", "60"], timeout=0.02)
except subprocess.TimeoutExpired as error:
    print(error.cmd)

# Descriptors: only those that are named go over.
reader, writer = os.pipe()
command = f"echo through >&{writer}"
print(subprocess.run(["sh", "-c", command], pass_fds=[writer]).returncode)
print(os.read(reader, 100))
print(subprocess.run(["sh", "-c", command], stderr=subprocess.DEVNULL).returncode != 0)
os.close(reader)
os.close(writer)
print(subprocess.run(["sh", "-c", "umask"], umask=0o027, capture_output=True).stdout)
print(subprocess.run(["true"], start_new_session=True).returncode)

# The system's own ways.
print(os.waitstatus_to_exitcode(os.system("exit 5")))
print(os.spawnv(os.P_WAIT, "/bin/sh", ["sh", "-c", "exit 6"]))
pid = os.spawnv(os.P_NOWAIT, "/bin/sh", ["sh", "-c", "exit 7"])
found, status = os.waitpid(pid, 0)
print(found == pid, os.WIFEXITED(status), os.WEXITSTATUS(status))
try:
    os.waitpid(pid, 0)
except ChildProcessError as error:
    print(error)
with os.popen("echo from a pipe") as pipe:
    print(pipe.read(), end="")
print(subprocess.run(["sh", "-c", "kill -9 $$"]).returncode)
