//! A limit for the time of a command: a test that hangs fails, and the tests after it still run.

use std::fs;
use std::io;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// A watched command. It is killed, with all processes that it has started, when its time is up.
pub(crate) struct Watch {
    /// Dropped when the command has ended.
    ended: Sender<()>,
    watcher: JoinHandle<bool>,
}

impl Watch {
    /// Begins to watch a command that was just started.
    pub(crate) fn begin(child: &Child, limit: Duration) -> Watch {
        let (ended, signal) = mpsc::channel();
        let process = child.id();
        let watcher = thread::spawn(move || {
            let is_late = signal.recv_timeout(limit) == Err(RecvTimeoutError::Timeout);
            if is_late {
                kill(with_descendants(process).iter().map(u32::to_string));
            }
            is_late
        });
        Watch { ended, watcher }
    }

    /// Ends the watch of a command that has ended. Returns whether it was killed.
    pub(crate) fn end(self) -> bool {
        drop(self.ended);
        self.watcher.join().unwrap_or(true)
    }
}

/// Waits for a command, for so long at most. Returns nothing if it was killed.
pub(crate) fn wait(child: &mut Child, limit: Duration) -> io::Result<Option<ExitStatus>> {
    let watch = Watch::begin(child, limit);
    let status = child.wait()?;
    Ok((!watch.end()).then_some(status))
}

/// A process and the processes below it.
fn with_descendants(process: u32) -> Vec<u32> {
    let parents = parents();
    let mut found = vec![process];
    let mut next = 0;
    while let Some(&parent) = found.get(next) {
        let children = parents.iter().filter(|(_, its)| *its == parent);
        found.extend(children.map(|(child, _)| *child));
        next += 1;
    }
    found
}

/// All processes with their parents.
fn parents() -> Vec<(u32, u32)> {
    let all = fs::read_dir("/proc").into_iter().flatten().flatten();
    let one = |entry: fs::DirEntry| {
        let process = entry.file_name().to_str()?.parse().ok()?;
        let state = fs::read_to_string(entry.path().join("stat")).ok()?;
        // The name of the program, in parentheses, may hold anything.
        let (_, rest) = state.rsplit_once(')')?;
        let parent = rest.split_whitespace().nth(1)?.parse().ok()?;
        Some((process, parent))
    };
    all.filter_map(one).collect()
}

/// Kills processes, each named by its number or by `-` and the number of its process group.
pub(crate) fn kill(processes: impl IntoIterator<Item = String>) {
    // A process that has ended meanwhile is no error here.
    let _ = Command::new("kill")
        .args(["-KILL", "--"])
        .args(processes)
        .stderr(Stdio::null())
        .status();
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    fn shell(text: &str) -> Child {
        let mut command = Command::new("sh");
        command.args(["-c", text]).stdout(Stdio::piped());
        command.spawn().expect("a shell is there")
    }

    #[test]
    fn a_command_that_hangs_is_killed_with_its_processes() {
        let mut child = shell("sleep 1111 & echo said; sleep 2222; true");
        let watch = Watch::begin(&child, Duration::from_millis(300));
        let mut said = String::new();
        let stdout = child.stdout.as_mut().expect("it was asked for");
        // The pipe ends when none of the three processes is left.
        stdout.read_to_string(&mut said).expect("it is text");
        assert_eq!(said, "said\n");
        assert!(!child.wait().expect("it has ended").success());
        assert!(watch.end());
        let status = wait(&mut shell("sleep 3333; true"), Duration::from_millis(100));
        assert_eq!(status.expect("it has ended"), None);
    }

    #[test]
    fn a_command_that_ends_is_left_alone() {
        let status = wait(&mut shell("exit 3"), Duration::from_secs(600));
        let status = status.expect("it has ended").expect("in time");
        assert_eq!(status.code(), Some(3));
    }
}
