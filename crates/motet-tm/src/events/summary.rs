//! From events to what a report shows: where time was lost, and by whom. A pure function.

use super::{EventKind, ThreadEvents, WaitFor};
use crate::statistics::AbortCause;

/// Two places in the program that collide, seen from the one that lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ConflictPair {
    /// Why the loser was aborted.
    pub cause: AbortCause,
    /// The loser's position.
    pub position: u64,
    /// The winner's position, 0 if unknown.
    pub other_position: u64,
    /// How many aborts.
    pub aborts: u64,
    /// How much time the aborted attempts had taken, in nanoseconds.
    pub lost_ns: u64,
}

/// Where the time of transactions went.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Summary {
    /// Transactions that committed.
    pub commits: u64,
    /// How long they took, in nanoseconds, with what they waited for inside.
    pub committed_ns: u64,
    /// Attempts that aborted.
    pub aborts: u64,
    /// How long these took, in nanoseconds.
    pub lost_ns: u64,
    /// The pairs that lost most time, most first.
    pub pairs: Vec<ConflictPair>,
    /// Nanoseconds of waiting, in the order of [`WaitFor::ALL`].
    pub waited_ns: [u64; WaitFor::ALL.len()],
    /// Nanoseconds of recorded collections.
    pub collected_ns: u64,
    /// Events that were overwritten before they were drained.
    pub lost_events: u64,
}

/// Adds events up; keeps the `pairs_max` pairs of positions that lost most time.
pub fn summary(threads: &[ThreadEvents], pairs_max: usize) -> Summary {
    let mut summary = Summary::default();
    let mut aborts = Vec::new();
    for thread in threads {
        summary.lost_events += thread.lost;
        for event in &thread.events {
            let duration_ns = event.duration_ns();
            match event.kind {
                EventKind::Commit => {
                    summary.commits += 1;
                    summary.committed_ns += duration_ns;
                }
                EventKind::Abort(cause) => {
                    summary.aborts += 1;
                    summary.lost_ns += duration_ns;
                    let other = event.other.map_or(0, |other| other.position);
                    aborts.push((cause, event.position, other, duration_ns));
                }
                EventKind::Wait(what) => summary.waited_ns[what as usize] += duration_ns,
                EventKind::Inevitable => {}
                EventKind::MinorCollection | EventKind::MajorCollection => {
                    summary.collected_ns += duration_ns;
                }
            }
        }
    }
    summary.pairs = pairs_of(aborts);
    summary.pairs.truncate(pairs_max);
    summary
}

/// Sorted by lost time; equal ones by position, so that reports do not waver.
fn pairs_of(mut aborts: Vec<(AbortCause, u64, u64, u64)>) -> Vec<ConflictPair> {
    aborts.sort_by_key(|(cause, position, other, _)| (*position, *other, *cause as u32));
    let mut pairs: Vec<ConflictPair> = Vec::new();
    for (cause, position, other_position, lost_ns) in aborts {
        match pairs.last_mut() {
            Some(last)
                if (last.cause, last.position, last.other_position)
                    == (cause, position, other_position) =>
            {
                last.aborts += 1;
                last.lost_ns += lost_ns;
            }
            _ => pairs.push(ConflictPair {
                cause,
                position,
                other_position,
                aborts: 1,
                lost_ns,
            }),
        }
    }
    pairs.sort_by_key(|pair| std::cmp::Reverse(pair.lost_ns));
    pairs
}

#[cfg(test)]
mod tests {
    use super::super::{Event, OtherSide};
    use super::*;

    fn event(kind: EventKind, duration_ns: u64, position: u64, other: u64) -> Event {
        Event {
            kind,
            began_ns: 100,
            ended_ns: 100 + duration_ns,
            position,
            begin_position: 1,
            other: (other != 0).then_some(OtherSide {
                thread: 9,
                position: other,
            }),
        }
    }

    fn thread(thread: u64, events: Vec<Event>) -> ThreadEvents {
        ThreadEvents {
            thread,
            events,
            lost: thread,
            open: None,
        }
    }

    #[test]
    fn pairs_are_added_up_over_threads_and_sorted_by_lost_time() {
        use AbortCause::{ReadWrite, WriteWrite};
        let threads = [
            thread(
                1,
                vec![
                    event(EventKind::Abort(WriteWrite), 10, 5, 6),
                    event(EventKind::Abort(ReadWrite), 30, 5, 6),
                    event(EventKind::Commit, 1000, 5, 0),
                    event(EventKind::Wait(WaitFor::Winner), 7, 5, 6),
                ],
            ),
            thread(
                2,
                vec![
                    event(EventKind::Abort(WriteWrite), 25, 5, 6),
                    event(EventKind::Abort(WriteWrite), 5, 6, 5),
                    event(EventKind::MinorCollection, 3, 5, 0),
                    event(EventKind::MajorCollection, 4, 5, 0),
                ],
            ),
        ];
        let all = summary(&threads, 10);
        assert_eq!((all.commits, all.committed_ns), (1, 1000));
        assert_eq!((all.aborts, all.lost_ns), (4, 70));
        assert_eq!(all.waited_ns[WaitFor::Winner as usize], 7);
        assert_eq!(all.waited_ns.iter().sum::<u64>(), 7);
        assert_eq!((all.collected_ns, all.lost_events), (7, 3));
        let shown: Vec<_> = all
            .pairs
            .iter()
            .map(|pair| (pair.cause, pair.position, pair.aborts, pair.lost_ns))
            .collect();
        assert_eq!(
            shown,
            [
                (WriteWrite, 5, 2, 35),
                (ReadWrite, 5, 1, 30),
                (WriteWrite, 6, 1, 5)
            ]
        );
        assert_eq!(summary(&threads, 2).pairs, all.pairs[..2]);
        assert_eq!(summary(&[], 2), Summary::default());
    }
}
