# What os says of files and folders, and what it changes.
import os
import shutil
import stat
import tempfile


class Folder:
    def __enter__(self):
        self.name = tempfile.mkdtemp()
        return self.name

    def __exit__(self, *error):
        shutil.rmtree(self.name)


def attempt(act, *arguments, **named):
    try:
        return act(*arguments, **named)
    except OSError as error:
        return type(error).__name__, error.errno, error.strerror


with Folder() as folder:
    os.chdir(folder)
    print(os.path.samefile(os.getcwd(), folder), os.getcwdb() == os.fsencode(os.getcwd()))
    os.mkdir("a")
    os.makedirs("a/b/c", exist_ok=True)
    print(attempt(os.mkdir, "a"), attempt(os.rmdir, "a"), attempt(os.listdir, "none"))
    with open("a/file", "w") as file:
        file.write("12345")
    found = os.stat("a/file")
    print(found.st_size, found[6], stat.S_ISREG(found.st_mode), len(found), found.st_nlink)
    print(type(found).__name__, found.st_mtime == found.st_mtime_ns / 10**9, found.st_mtime >= found[8])
    os.utime("a/file", (1000, 2000))
    print(os.stat("a/file").st_atime, os.stat("a/file").st_mtime_ns, os.path.getmtime("a/file"))
    os.utime("a/file", ns=(1_500_000_001, 2_500_000_002))
    print(os.stat("a/file").st_mtime_ns, os.stat("a/file").st_atime)
    os.chmod("a/file", 0o640)
    print(oct(os.stat("a/file").st_mode), os.access("a/file", os.R_OK), os.access("no", os.F_OK))
    os.link("a/file", "a/hard")
    os.symlink("file", "a/soft")
    print(os.readlink("a/soft"), os.readlink(b"a/soft"), os.stat("a/hard").st_nlink)
    print(os.path.islink("a/soft"), os.lstat("a/soft").st_size, os.stat("a/soft").st_size)
    os.symlink("nowhere", "a/broken")
    print(os.path.exists("a/broken"), os.path.lexists("a/broken"), attempt(os.stat, "a/broken"))
    print(sorted(os.listdir("a")), sorted(os.listdir(b"a")))
    with os.scandir("a") as entries:
        for entry in sorted(entries, key=lambda entry: entry.name):
            print(
                entry.name, entry.path, entry.is_dir(), entry.is_file(), entry.is_symlink(),
                entry.is_file(follow_symlinks=False), entry.inode() == entry.stat(follow_symlinks=False).st_ino,
            )
            print(entry)
    os.rename("a/hard", "a/renamed")
    os.replace("a/renamed", "a/file2")
    print(attempt(os.rename, "none", "other"))
    try:
        os.rename("none", "other")
    except FileNotFoundError as error:
        print(error, error.filename, error.filename2)
    os.truncate("a/file2", 2)
    print(os.path.getsize("a/file"))
    for top, folders, files in os.walk("a"):
        print(top, sorted(folders), sorted(files))
    for top, folders, files in os.walk("a", topdown=False):
        print(top, sorted(folders), sorted(files))
    # By descriptors.
    fd = os.open("a", os.O_RDONLY | os.O_DIRECTORY)
    print(sorted(os.listdir(fd)), os.stat("file", dir_fd=fd).st_size)
    os.mkdir("made", dir_fd=fd)
    os.rename("made", "moved", src_dir_fd=fd, dst_dir_fd=fd)
    print(os.path.isdir("a/moved"), os.stat(fd).st_ino == os.stat("a").st_ino)
    os.rmdir("moved", dir_fd=fd)
    os.close(fd)
    print(attempt(os.close, fd), attempt(os.read, fd, 1))
    fd = os.open("numbers", os.O_RDWR | os.O_CREAT, 0o600)
    print(os.write(fd, b"0123456789"), os.lseek(fd, 3, os.SEEK_SET), os.read(fd, 4))
    print(os.pread(fd, 2, 8), os.pwrite(fd, b"AB", 1), os.pread(fd, 10, 0))
    os.ftruncate(fd, 4)
    os.fsync(fd)
    print(os.fstat(fd).st_size, os.get_inheritable(fd), os.isatty(fd))
    copy = os.dup(fd)
    other = os.dup2(fd, copy)
    print(copy == other, os.lseek(copy, 0, os.SEEK_END))
    os.set_inheritable(copy, True)
    print(os.get_inheritable(copy), os.get_blocking(copy))
    os.close(copy)
    os.close(fd)
    os.mkfifo("fifo")
    print(stat.S_ISFIFO(os.stat("fifo").st_mode), stat.filemode(os.stat("fifo").st_mode)[0])
    before = os.umask(0o077)
    os.mkdir("private")
    print(oct(os.stat("private").st_mode), oct(os.umask(before)))
    shutil.copytree("a", "copied", symlinks=True)
    print(sorted(os.listdir("copied")), shutil.disk_usage(".").total > 0)
    shutil.copy2("a/file", "again")
    print(os.stat("again").st_mtime_ns == os.stat("a/file").st_mtime_ns, shutil.move("again", "a/again"))
    shutil.rmtree("copied")
    print(os.path.exists("copied"), attempt(shutil.rmtree, "copied"))
    os.removedirs("a/b/c")
    print(os.path.exists("a/b"), os.statvfs(".").f_bsize > 0)
    for wrong in (3.5, None, ["x"]):
        try:
            os.stat(wrong)
        except TypeError as error:
            print(error)
    try:
        os.stat("a\0b")
    except ValueError as error:
        print("ValueError")
    name = b"odd\xff"
    os.mkdir(name)
    print([ascii(found) for found in os.listdir() if "odd" in found], os.fsencode(os.fsdecode(name)))
    os.chdir("/")
