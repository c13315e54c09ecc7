//! The command line: where programs come from, the messages about wrong usage, and how the process
//! ends when its results cannot be written.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

fn motet(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_motet"));
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("PYTHON") {
            command.env_remove(name);
        }
    }
    command.args(arguments).stdin(Stdio::null());
    command
}

fn run(arguments: &[&str]) -> (String, String, i32) {
    told(motet(arguments).output().expect("motet runs"))
}

fn told(output: Output) -> (String, String, i32) {
    (
        String::from_utf8_lossy(&output.stdout).into_owned(),
        String::from_utf8_lossy(&output.stderr).into_owned(),
        output.status.code().unwrap_or(-1),
    )
}

/// A folder of its own for a test; removed at its end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let name = format!("motet-{name}-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).expect("a folder for the test");
        Folder(path)
    }

    fn file(&self, name: &str, content: &[u8]) -> String {
        let path = self.0.join(name);
        let parent = path.parent().expect("it lies in the folder");
        std::fs::create_dir_all(parent).expect("a folder for the test");
        std::fs::write(&path, content).expect("a file for the test");
        path.to_string_lossy().into_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn commands_get_the_rest_as_arguments() {
    let program = "import sys; print(sys.argv, __name__)";
    let (out, error, status) = run(&["-c", program, "-x", "y"]);
    assert_eq!(out, "['-c', '-x', 'y'] __main__\n", "{error}");
    assert_eq!(status, 0);
}

#[test]
fn a_program_may_come_from_standard_input() {
    for arguments in [&[][..], &["-", "a"]] {
        let mut child = motet(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("motet runs");
        let mut input = child.stdin.take().expect("a pipe");
        input
            .write_all(b"import sys\nprint(len(sys.argv))\n")
            .expect("it reads");
        drop(input);
        let (out, ..) = told(child.wait_with_output().expect("it ends"));
        assert_eq!(out, format!("{}\n", arguments.len().max(1)));
    }
}

#[test]
fn modules_and_folders_run_as_programs() {
    let folder = Folder::new("modules");
    folder.file("pack/__init__.py", b"print('package')\n");
    folder.file(
        "pack/__main__.py",
        b"import sys\nfrom . import part\nprint(__name__, __package__, part.x, sys.argv[1:])\n",
    );
    folder.file("pack/part.py", b"x = 5\n");
    folder.file("single.py", b"print(__name__, __spec__.name)\n");
    let run_here = |arguments: &[&str]| {
        told(
            motet(arguments)
                .current_dir(&folder.0)
                .output()
                .expect("motet runs"),
        )
    };
    let (out, error, status) = run_here(&["-m", "pack", "q"]);
    assert_eq!(out, "package\n__main__ pack 5 ['q']\n", "{error}");
    assert_eq!(status, 0);
    assert_eq!(run_here(&["-m", "single"]).0, "__main__ single\n");
    let (_, error, status) = run_here(&["-m", "nowhere"]);
    assert!(
        error.ends_with("motet: No module named nowhere\n"),
        "{error}"
    );
    assert_eq!(status, 1);
    let inner = folder.file("pack/sub/__main__.py", b"print('folder', __name__)\n");
    let inner = inner.strip_suffix("/__main__.py").expect("its folder");
    assert_eq!(run_here(&[inner]).0, "folder __main__\n");
    let (_, error, status) = run_here(&[&folder.0.to_string_lossy()]);
    assert!(error.contains("can't find '__main__' module in"), "{error}");
    assert_eq!(status, 1);
}

#[test]
fn wrong_usage_is_told_with_status_2() {
    let (_, error, status) = run(&["-z"]);
    assert!(error.starts_with("Unknown option: -z\nusage: "), "{error}");
    assert!(error.ends_with("for more information.\n"), "{error}");
    assert_eq!(status, 2);
    let (_, error, status) = run(&["-c"]);
    assert!(
        error.starts_with("Argument expected for the -c option\n"),
        "{error}"
    );
    assert_eq!(status, 2);
    let (_, error, status) = run(&["/nowhere/x.py"]);
    assert_eq!(
        error,
        "motet: can't open file '/nowhere/x.py': [Errno 2] No such file or directory\n"
    );
    assert_eq!(status, 2);
    let (out, _, status) = run(&["-V"]);
    assert!(out.starts_with("Python 3.14"), "{out}");
    assert_eq!(status, 0);
    assert!(run(&["-h"]).0.starts_with("usage: motet"));
}

#[test]
fn sources_that_are_no_text_are_refused() {
    let folder = Folder::new("sources");
    let bad = folder.file("bad.py", b"x = '\xe9'\n");
    let (_, error, status) = run(&[&bad]);
    let wanted = "SyntaxError: Non-UTF-8 code starting with '\\xe9'";
    assert!(error.contains(wanted), "{error}");
    assert_eq!(status, 1);
    let latin = folder.file("latin.py", b"# coding: latin-1\nprint(len('\xe9'))\n");
    assert_eq!(run(&[&latin]).0, "1\n");
    let text = b"# coding: koi8-r\nprint(ascii('\xd6\xd5\xcb'), __name__, __spec__)\n1 / 0\n";
    let koi8 = folder.file("koi8.py", text);
    let (output, errors, _) = run(&[&koi8]);
    assert_eq!(output, "'\\u0436\\u0443\\u043a' __main__ None\n");
    let place = format!("  File \"{koi8}\", line 3, in <module>\nZeroDivision");
    assert!(
        errors.contains(&place) && errors.lines().count() == 3,
        "{errors}"
    );
    let unknown = folder.file("unknown.py", b"# coding: klingon\n");
    let (_, errors, _) = run(&[&unknown]);
    assert_eq!(errors, "SyntaxError: unknown encoding: klingon\n");
    let marked = folder.file("marked.py", b"\xef\xbb\xbfprint('marked')\n");
    assert_eq!(run(&[&marked]).0, "marked\n");
}

#[test]
fn how_a_program_ends_is_its_status() {
    for (program, status, error) in [
        ("raise SystemExit", 0, ""),
        ("raise SystemExit(3)", 3, ""),
        ("raise SystemExit('why')", 1, "why\n"),
        ("import sys; sys.exit([1])", 1, "[1]\n"),
        ("import sys; sys.exit(256 + 7)", 7, ""),
        ("import sys; sys.exit(None)", 0, ""),
    ] {
        let told = run(&["-c", program]);
        assert_eq!(told, (String::new(), error.into(), status), "{program}");
    }
    let (_, error, status) = run(&["-c", "1 / 0"]);
    assert!(
        error.ends_with("ZeroDivisionError: division by zero\n"),
        "{error}"
    );
    assert_eq!(status, 1);
}

#[test]
fn what_cannot_be_written_is_told_at_the_end() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full");
    let full = full.expect("the device that is always full");
    let output = motet(&["-c", "print('lost')"])
        .stdout(full)
        .stderr(Stdio::piped())
        .output();
    let (_, error, status) = told(output.expect("motet runs"));
    assert!(
        error.contains("OSError: [Errno 28] No space left on device"),
        "{error}"
    );
    assert_eq!(status, 120);
}

#[test]
fn a_reader_that_goes_away_is_told_at_the_end() {
    let mut child = motet(&["-c", "for i in range(100000): print(i)"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("motet runs");
    drop(child.stdout.take());
    let (_, error, status) = told(child.wait_with_output().expect("it ends"));
    assert!(
        error.contains("BrokenPipeError: [Errno 32] Broken pipe"),
        "{error}"
    );
    assert_eq!(status, 120);
}

#[test]
fn a_traceback_shows_the_lines_of_the_command_and_of_no_other_code() {
    let program = "def f():\n    1 / 0\nexec('x = 1\\nf()')";
    let (_, error, status) = run(&["-c", program]);
    let expected = "Traceback (most recent call last):
  File \"<string>\", line 3, in <module>
    exec('x = 1\\nf()')
    ~~~~^^^^^^^^^^^^^^
  File \"<string>\", line 2, in <module>
  File \"<string>\", line 2, in f
    1 / 0
    ~~^~~
ZeroDivisionError: division by zero
";
    assert_eq!((error.as_str(), status), (expected, 1));
}

#[test]
fn an_exception_while_the_program_ends_is_no_crash() {
    let program = "class C:\n def __str__(self): 1 / 0\nraise SystemExit(C())";
    for control in ["tm=stm", "tm=gil"] {
        let (_, errors, status) = run(&["-X", control, "-c", program]);
        assert_eq!((errors.as_str(), status), ("\n", 1), "{control}");
    }
}

/// The status of a run whose error output (and, if so asked, its output) takes nothing.
fn status_when_full(arguments: &[&str], is_error: bool) -> Option<i32> {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full");
    let full = full.expect("the system has a full device");
    let mut command = motet(arguments);
    if is_error {
        command.stdout(Stdio::null()).stderr(full);
    } else {
        command.stdout(full).stderr(Stdio::null());
    }
    command.status().expect("motet runs").code()
}

#[test]
fn a_report_that_cannot_be_written_is_lost_and_the_status_stays() {
    let thread =
        "import threading\nt = threading.Thread(target=lambda: 1 / 0)\nt.start()\nt.join()";
    let statuses: &[(&[&str], i32)] = &[
        (&["-c", "1/0"], 1),
        (&["-c", "def"], 1),
        (&["-c", "raise SystemExit('why')"], 1),
        (&["-c", "raise SystemExit(3)"], 3),
        (&["-c", thread], 0),
        (&["-c", "1 is 1"], 0),
        (&["-X", "tm_stats", "-c", "1"], 0),
        (&["-X", "tm_stats=json:/nowhere/at/all", "-c", "1"], 0),
        (&["-X", "tm_heap=100000000000000", "-c", "1"], 1),
        (&["no such file"], 2),
        (&["/"], 1),
        (&["--no-such-option"], 2),
    ];
    for (arguments, status) in statuses {
        assert_eq!(
            status_when_full(arguments, true),
            Some(*status),
            "{arguments:?}"
        );
    }
    for argument in ["-h", "-V"] {
        assert_eq!(status_when_full(&[argument], false), Some(0), "{argument}");
    }
}

/// Native code that recurses as deep as a program wants ends with an exception, not with the
/// process.
#[test]
fn deep_recursion_in_native_code_is_an_exception() {
    const PROGRAM: &str = "
import sys, threading
sys.setrecursionlimit(10**7)

class Own:
    def __len__(self): return len(self)
    def __eq__(self, other): return (self,) == (other,)

def nested(kind, levels):
    value = kind()
    for _ in range(levels):
        value = kind((value,))
    return value

def tried(function):
    try:
        function()
    except RecursionError:
        print('RecursionError')

def all_of_them():
    tried(lambda: len(Own()))
    tried(lambda: Own() == Own())
    deep = nested(tuple, 2_000_000)
    tried(lambda: hash(deep))
    tried(lambda: {}.get(deep))
    print(nested(list, 2000) == nested(list, 2000))

all_of_them()
thread = threading.Thread(target=all_of_them)
thread.start()
thread.join()
";
    let (out, error, status) = run(&["-X", "tm=gil", "-c", PROGRAM]);
    let expected = format!("{}True\n", "RecursionError\n".repeat(4));
    assert_eq!(out, expected.repeat(2), "{error}");
    assert_eq!(status, 0);
}
