//! The options of the command line that change how a program runs, and sessions.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// Runs motet with an input; returns its output on both streams, and its status.
fn run_with(arguments: &[&str], variables: &[(&str, &str)], input: &str) -> (String, String, i32) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_motet"));
    // The settings of the caller's environment must not take part in the test.
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("PYTHON") {
            command.env_remove(name);
        }
    }
    let mut child = command
        .args(arguments)
        .envs(variables.iter().copied())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("motet runs");
    let mut stdin = child.stdin.take().expect("a pipe");
    // A program that does not read may have ended already.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    let output = child.wait_with_output().expect("it ends");
    (
        String::from_utf8_lossy(&output.stdout).into_owned(),
        String::from_utf8_lossy(&output.stderr).into_owned(),
        output.status.code().unwrap_or(-1),
    )
}

/// The output of a command under options.
fn printed(options: &[&str], variables: &[(&str, &str)], command: &str) -> String {
    let mut arguments = options.to_vec();
    arguments.extend(["-c", command]);
    let (out, error, status) = run_with(&arguments, variables, "");
    assert_eq!(status, 0, "{options:?} {command}: {error}");
    out
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

    fn file(&self, name: &str, content: &str) -> String {
        let path = self.0.join(name);
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
fn text_files_without_an_encoding_are_warned_of_by_the_option_and_its_variable() {
    let folder = Folder::new("encoding");
    let file = folder.file("text", "content");
    let command = format!(
        "import sys, pathlib\nprint(sys.flags.warn_default_encoding)\n\
         open({file:?}).close()\npathlib.Path({file:?}).read_text()\n\
         open({file:?}, encoding='utf-8').close()\nopen({file:?}, 'rb').close()"
    );
    let told = |options: &[&str], variables: &[(&str, &str)]| {
        let mut arguments = options.to_vec();
        arguments.extend(["-c", &command]);
        let (out, error, status) = run_with(&arguments, variables, "");
        assert_eq!(status, 0, "{error}");
        let lines = error
            .lines()
            .filter(|line| line.contains("EncodingWarning"));
        (out, lines.map(str::to_owned).collect::<Vec<_>>())
    };
    let variable = [("PYTHONWARNDEFAULTENCODING", "1")];
    for (out, lines) in [
        told(&["-X", "warn_default_encoding"], &[]),
        told(&[], &variable),
    ] {
        assert_eq!(out, "1\n");
        assert_eq!(lines.len(), 2, "{lines:?}");
        assert!(
            lines[0].starts_with("<string>:3: EncodingWarning: "),
            "{lines:?}"
        );
        assert!(
            lines[1].starts_with("<string>:4: EncodingWarning: "),
            "{lines:?}"
        );
    }
    assert_eq!(told(&["-E"], &variable), ("0\n".to_owned(), vec![]));
}

#[test]
fn assertions_and_docstrings_are_left_out() {
    let command = "
def f():
    'text'
try:
    assert False
    print('no assertion', __debug__, f.__doc__)
except AssertionError:
    print('assertion', __debug__, f.__doc__)";
    assert_eq!(printed(&[], &[], command), "assertion True text\n");
    assert_eq!(printed(&["-O"], &[], command), "no assertion False text\n");
    assert_eq!(printed(&["-OO"], &[], command), "no assertion False None\n");
    let variables = [("PYTHONOPTIMIZE", "2")];
    assert_eq!(
        printed(&[], &variables, command),
        "no assertion False None\n"
    );
    assert_eq!(
        printed(&["-E"], &variables, command),
        "assertion True text\n"
    );
}

#[test]
fn flags_say_what_was_asked_for() {
    let command = "import sys; f = sys.flags; print(f.optimize, f.isolated, f.ignore_environment, \
                   f.no_user_site, f.safe_path, f.dont_write_bytecode, f.quiet, f.inspect)";
    assert_eq!(printed(&[], &[], command), "0 0 0 0 False 0 0 0\n");
    assert_eq!(printed(&["-OBq"], &[], command), "1 0 0 0 False 1 1 0\n");
    assert_eq!(printed(&["-I"], &[], command), "0 1 1 1 True 0 0 0\n");
    let command = "import sys; print(sys.warnoptions, sys._xoptions, sys.orig_argv[1:3])";
    let out = printed(
        &["-W", "error", "-Xa=b", "-Xc"],
        &[("PYTHONWARNINGS", "ignore")],
        command,
    );
    assert_eq!(
        out,
        "['ignore', 'error'] {'a': 'b', 'c': True} ['-W', 'error']\n"
    );
    let command = "import sys; print(sys.warnoptions, 'warnings' in sys.modules)";
    assert_eq!(printed(&[], &[], command), "[] False\n");
    let out = printed(&["-Wd"], &[], command);
    assert_eq!(out, "['d'] True\n");
    let out = printed(&["-Xdev", "-Wi"], &[("PYTHONWARNINGS", "error")], command);
    assert_eq!(out, "['default', 'error', 'i'] True\n");
    let (out, error, status) = run_with(&["-Wxxx", "-c", "print(1)"], &[], "");
    assert_eq!((out.as_str(), status), ("1\n", 0));
    assert_eq!(error, "Invalid -W option ignored: invalid action: 'xxx'\n");
}

#[test]
fn the_environment_names_folders_of_modules() {
    let folder = Folder::new("path");
    folder.file("probe_module.py", "print('imported')\n");
    let path = folder.0.to_string_lossy().into_owned();
    let variables = [("PYTHONPATH", path.as_str())];
    assert_eq!(
        printed(&[], &variables, "import probe_module"),
        "imported\n"
    );
    let arguments = ["-I", "-c", "import probe_module"];
    let (_, error, status) = run_with(&arguments, &variables, "");
    assert!(error.contains("No module named 'probe_module'"), "{error}");
    assert_eq!(status, 1);
}

#[test]
fn the_first_line_may_be_skipped_and_the_folder_left_out() {
    let folder = Folder::new("first-line");
    let program = folder.file(
        "program.py",
        "this is no Python\nimport sys\nprint(1 // 0)\n",
    );
    let (_, error, status) = run_with(&["-x", &program], &[], "");
    assert!(
        error.contains("line 3") && error.contains("ZeroDivisionError"),
        "{error}"
    );
    assert_eq!(status, 1);
    folder.file("neighbour.py", "");
    let program = folder.file("other.py", "import neighbour\nprint('found')\n");
    assert_eq!(run_with(&[&program], &[], "").0, "found\n");
    assert_eq!(run_with(&["-P", &program], &[], "").2, 1);
}

#[test]
fn a_session_shows_values_and_goes_on_after_errors() {
    let input = "x = 6\nx * 7\ndef f():\n    return 'value'\n\nf()\n1 / 0\nprint(x)\n";
    let (out, error, status) = run_with(&["-i", "-q"], &[], input);
    assert_eq!(out, "42\n'value'\n6\n", "{error}");
    assert!(error.starts_with(">>> >>> >>> ... ... "), "{error}");
    assert!(
        error.contains("ZeroDivisionError: division by zero"),
        "{error}"
    );
    assert_eq!(status, 0);
    assert!(error.contains("\"<stdin>\", line 1, in <module>\n    1 / 0\n    ~~^~~\n"));
    let input = "def broken():\n    return [][1]\n\nbroken()\nx = = 3\n";
    let (_, error, _) = run_with(&["-i", "-q"], &[], input);
    assert!(
        error.contains("\"<stdin>\", line 2, in broken\n    return [][1]\n"),
        "{error}"
    );
    assert!(
        error.contains("File \"<stdin>\", line 1\n    x = = 3\n"),
        "{error}"
    );
    let (out, error, status) = run_with(&["-i", "-q"], &[], "raise SystemExit(3)\nprint(1)\n");
    assert_eq!((out.as_str(), status), ("", 3), "{error}");
    let (_, error, _) = run_with(&["-i"], &[], "");
    assert!(
        error.contains("Motet") && error.contains("\"help\""),
        "{error}"
    );
}

#[test]
fn a_session_may_follow_a_program() {
    let (out, error, status) = run_with(&["-i", "-c", "x = 5"], &[], "x + 1\n");
    assert_eq!((out.as_str(), status), ("6\n", 0), "{error}");
    let (out, error, _) = run_with(&["-i", "-c", "x = 5; 1 / 0"], &[], "x + 2\n");
    assert_eq!(out, "7\n", "{error}");
    assert!(error.contains("ZeroDivisionError"), "{error}");
    let folder = Folder::new("startup");
    let startup = folder.file("startup.py", "from_startup = 'yes'\n");
    let variables = [("PYTHONSTARTUP", startup.as_str())];
    assert_eq!(
        run_with(&["-i", "-q"], &variables, "from_startup\n").0,
        "'yes'\n"
    );
}

#[test]
fn output_goes_out_in_order_with_what_programs_print() {
    let command = "
import os, subprocess, sys
print('first')
subprocess.run(['echo', 'second'])
sys.stdout.write('third\\n')
sys.stdout.flush()
os.write(1, b'fourth\\n')
print('fifth')";
    let expected = "first\nsecond\nthird\nfourth\nfifth\n";
    // CPython keeps the first line back unless it is told not to.
    assert_eq!(printed(&["-u"], &[], command), expected);
    let command = "
import contextlib, io, sys
text = io.StringIO()
with contextlib.redirect_stdout(text):
    print('kept')
print(repr(text.getvalue()))";
    assert_eq!(printed(&[], &[], command), "'kept\\n'\n");
}

#[test]
fn compiled_code_is_kept_beside_its_source_and_made_anew_when_that_changes() {
    let folder = Folder::new("cache");
    folder.file("part.py", "value = 'first'\n");
    let program = folder.file("program.py", "import part\nprint(part.value)\n");
    let kept = folder.0.join("__pycache__/part.motet-314.pyc");
    assert_eq!(run_with(&["-B", &program], &[], "").0, "first\n");
    assert!(!kept.exists());
    for _ in 0..2 {
        assert_eq!(run_with(&[&program], &[], "").0, "first\n");
        assert!(kept.is_file());
    }
    folder.file("part.py", "value = 'second, longer'\n");
    for _ in 0..2 {
        assert_eq!(run_with(&[&program], &[], "").0, "second, longer\n");
    }
    std::fs::write(&kept, b"no code").expect("the file is there");
    assert_eq!(run_with(&[&program], &[], "").0, "second, longer\n");
}

#[test]
fn what_was_written_to_a_file_that_nobody_closes_is_not_lost() {
    let folder = Folder::new("unclosed");
    let path = folder.0.join("file").to_string_lossy().into_owned();
    for ending in ["", "; raise SystemExit(0)", "; print(file.name != '')"] {
        let command = format!("file = open({path:?}, 'w'); file.write('kept'){ending}");
        printed(&[], &[], &command);
        let content = std::fs::read_to_string(&path).expect("the file is there");
        assert_eq!(content, "kept", "{ending}");
        std::fs::remove_file(&path).expect("the file is there");
    }
    // An object that writes to its file when it goes, as it does with the program.
    let program = folder.file(
        "program.py",
        "import sys\n\
         class Log:\n    def __init__(self, path):\n        self.file = open(path, 'w')\n    \
         def __del__(self):\n        self.file.write('last')\n\
         log = Log(sys.argv[1])\nlog.file.write('first, ')\n",
    );
    assert_eq!(run_with(&[&program, &path], &[], "").1, "");
    let content = std::fs::read_to_string(&path).expect("the file is there");
    assert_eq!(content, "first, last");
}

/// The message of options that are refused, without the line that tells how to get help.
fn refused(options: &[&str]) -> Option<String> {
    let mut arguments = options.to_vec();
    arguments.extend(["-c", "print('ran')"]);
    let (out, error, status) = run_with(&arguments, &[], "");
    match status {
        0 => {
            assert_eq!(out, "ran\n", "{options:?}");
            None
        }
        _ => {
            assert_eq!((out.as_str(), status), ("", 2), "{options:?}: {error}");
            Some(error.lines().next().unwrap_or_default().to_owned())
        }
    }
}

/// What synchronises the threads of a program under options, as its report names it.
fn control(options: &[&str], variables: &[(&str, &str)]) -> String {
    let mut arguments = options.to_vec();
    arguments.extend(["-X", "tm_stats", "-c", "pass"]);
    let (_, error, status) = run_with(&arguments, variables, "");
    assert_eq!(status, 0, "{options:?}: {error}");
    let first = error.lines().next().unwrap_or_default();
    let inside = first.split_once('(').map_or("", |(_, inside)| inside);
    inside
        .split([',', ')'])
        .next()
        .unwrap_or_default()
        .to_owned()
}

#[test]
fn what_follows_the_program_is_its_own() {
    let folder = Folder::new("own");
    let program = folder.file("a.py", "import sys; print(sys.argv[1:])\n");
    let arguments = ["-X", "tm=gil", "-Xtm_stats", &program, "-X", "tm=stm"];
    let (out, error, status) = run_with(&arguments, &[], "");
    assert_eq!((out.as_str(), status), ("['-X', 'tm=stm']\n", 0));
    assert!(error.contains("(gil"), "{error}");
    let command = "import sys; print(sys.argv)";
    let (out, _, _) = run_with(&["-c", command, "-h"], &[], "");
    assert_eq!(out, "['-c', '-h']\n");
    let (out, _, _) = run_with(&["-Bmjson.tool", "-"], &[], "[1]");
    assert_eq!(out, "[\n    1\n]\n");
}

#[test]
fn wrong_options_are_refused_and_foreign_ones_ignored() {
    let wrong: &[&[&str]] = &[
        &["-z"],
        &["-Bsz"],
        &["--what"],
        &["-X", "tm=hardware"],
        &["-X", "tm_htm=sometimes"],
        &["-X", "tm_htm=paper,fine"],
        &["-X", "tm_segments=0"],
        &["-X", "tm_stats=json:"],
        &["-X", "tm_stats=text"],
        &["-X", "tm_commit=never"],
        &["-X", "tm_inject=abort=7"],
    ];
    for options in wrong {
        assert!(refused(options).is_some(), "{options:?}");
    }
    assert_eq!(refused(&["-X", "importtime"]), None);
    let (_, _, status) = run_with(&["-m"], &[], "");
    assert_eq!(status, 2);
    let command = "import sys; f = sys.flags; print(f.optimize, f.dont_write_bytecode, \
                   sys.warnoptions, sys.stdout.write_through)";
    let out = printed(&["-BuOOO", "-W", "error"], &[], command);
    assert_eq!(out, "3 1 ['error'] True\n");
}

#[test]
fn a_report_goes_to_a_file() {
    let folder = Folder::new("report");
    let report = folder.0.join("a.json").to_string_lossy().into_owned();
    let option = format!("tm_stats=json:{report}");
    assert_eq!(printed(&["-X", &option], &[], "print(1)"), "1\n");
    let written = std::fs::read_to_string(&report).expect("the report");
    serde_json::from_str::<serde_json::Value>(&written).expect("JSON");
}

#[test]
fn hardware_transactions_are_used_where_asked_for() {
    match motet_tm::hardware_transactions() {
        Ok(()) => assert_eq!(control(&["-X", "tm=htm"], &[]), "htm"),
        Err(reason) => {
            let expected = format!("motet: -X tm=htm: {reason}");
            assert_eq!(refused(&["-X", "tm=htm"]), Some(expected));
        }
    }
    // The last option counts, so that the first one is never looked at.
    assert_eq!(control(&["-X", "tm=htm", "-X", "tm=auto"], &[]), "stm");
    assert_eq!(control(&["-X", "tm=htm", "-X", "tm=gil"], &[]), "gil");
    let policy = ["-X", "tm=htm-imagined", "-X", "tm_htm=paper,length=16"];
    assert_eq!(control(&policy, &[]), "htm");
}

#[test]
fn the_environment_is_read_before_the_options() {
    let variables = [("MOTET_TM", "gil")];
    assert_eq!(control(&[], &variables), "gil");
    assert_eq!(control(&["-X", "tm=stm"], &variables), "stm");
}
