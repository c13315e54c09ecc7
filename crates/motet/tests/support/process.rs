//! A process that a test watches to its end, however it ends: a test must never wait for ever.
//!
//! A program may start processes of its own, which inherit its outputs. One that outlives the
//! program keeps the pipes open, so the ends of the pipes are waited for with a limit too. All of
//! them are in one process group, and what is left of it is killed.

use std::fs;
use std::io::{self, Read};
use std::os::fd::{AsFd, AsRawFd};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// How long the processes that a program has started may hold its outputs after its end.
const GRACE: Duration = Duration::from_secs(20);

/// The results of a run.
pub(crate) struct Ended {
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    /// Nothing if the time was up.
    pub(crate) status: Option<ExitStatus>,
    /// The command lines of the processes that held an output when the program had long ended.
    pub(crate) left: Vec<String>,
}

/// Runs a command, without an input, to its end or to the limit, whichever comes first.
pub(crate) fn run_to_end(command: &mut Command, limit: Duration) -> io::Result<Ended> {
    run_with_grace(command, limit, GRACE)
}

/// As [`run_to_end`], with another time for the processes that the program has started.
pub(crate) fn run_with_grace(
    command: &mut Command,
    limit: Duration,
    grace: Duration,
) -> io::Result<Ended> {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .process_group(0);
    let mut child = command.spawn()?;
    let outputs = [
        Output::drain(child.stdout.take().expect("it was asked for")),
        Output::drain(child.stderr.take().expect("it was asked for")),
    ];
    let status = wait(&mut child, limit)?;
    let deadline = Instant::now() + grace;
    let mut left = Vec::new();
    for output in &outputs {
        // The processes of a program that was stopped are stopped with it.
        if status.is_some() && !output.ends_before(deadline) {
            left.extend(output.holders());
        }
    }
    kill_group(child.id());
    let [stdout, stderr] = outputs.map(|output| output.text(grace));
    left.sort();
    left.dedup();
    Ok(Ended {
        stdout,
        stderr,
        status,
        left,
    })
}

fn wait(child: &mut Child, limit: Duration) -> io::Result<Option<ExitStatus>> {
    let start = Instant::now();
    let mut pause = Duration::from_millis(1);
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if start.elapsed() > limit {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(20));
    }
}

/// The standard library has no call for it.
fn kill_group(leader: u32) {
    // An empty group is none, which is what we want.
    let _ = Command::new("kill")
        .args(["-KILL", "--", &format!("-{leader}")])
        .stderr(Stdio::null())
        .status();
}

/// One output, read in a thread of its own: a child with a full pipe would wait for the test.
struct Output {
    bytes: Arc<Mutex<Vec<u8>>>,
    reader: JoinHandle<()>,
    /// `pipe:[NUMBER]`, as the system names it.
    pipe: String,
}

impl Output {
    fn drain(mut pipe: impl Read + AsFd + Send + 'static) -> Output {
        let number = pipe.as_fd().as_raw_fd();
        let name = fs::read_link(format!("/proc/self/fd/{number}")).unwrap_or_default();
        let bytes = Arc::new(Mutex::new(Vec::new()));
        let shared = Arc::clone(&bytes);
        let reader = thread::spawn(move || {
            let mut part = [0; 1 << 16];
            // The bytes that were read before an error are still worth showing.
            while let Ok(length @ 1..) = pipe.read(&mut part) {
                let mut bytes = shared.lock().unwrap_or_else(PoisonError::into_inner);
                bytes.extend_from_slice(&part[..length]);
            }
        });
        Output {
            bytes,
            reader,
            pipe: name.to_string_lossy().into_owned(),
        }
    }

    fn ends_before(&self, deadline: Instant) -> bool {
        while !self.reader.is_finished() && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(1));
        }
        self.reader.is_finished()
    }

    /// The command lines of the other processes that have this output open.
    fn holders(&self) -> Vec<String> {
        // A process that another test is about to start is still a copy of this one.
        let own = std::env::current_exe().ok();
        let mut found = Vec::new();
        for process in fs::read_dir("/proc").into_iter().flatten().flatten() {
            let is_other = fs::read_link(process.path().join("exe")).ok() != own;
            let files = fs::read_dir(process.path().join("fd"));
            let mut files = files.into_iter().flatten().flatten();
            let holds = |file: fs::DirEntry| {
                fs::read_link(file.path()).is_ok_and(|name| name.to_string_lossy() == self.pipe)
            };
            if is_other && files.any(holds) {
                let line = fs::read(process.path().join("cmdline")).unwrap_or_default();
                found.push(String::from_utf8_lossy(&line).replace('\0', " "));
            }
        }
        found
    }

    /// What was read. A process outside of the group may still write; the reader is left to it.
    fn text(self, grace: Duration) -> String {
        self.ends_before(Instant::now() + grace);
        let bytes = self.bytes.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&bytes).into_owned()
    }
}
