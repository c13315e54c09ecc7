//! From events to the contents of a report: where time was lost, and by which transactions. A pure
//! function.

use std::cmp::Reverse;
use std::collections::HashMap;

use crate::observe::statistics::AbortCause;
use crate::observe::{Event, EventKind, ThreadEvents, WaitFor};
use crate::support::ThreadNumber;

/// Two places in the program that conflict, seen from the one that lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ConflictPair {
    /// The cause of the loser's abort.
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

/// The uses of the time of transactions.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Summary {
    /// Transactions that committed.
    pub commits: u64,
    /// How long they took, in nanoseconds, with the waits inside of them.
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
    /// The places at which transactions became inevitable, and for how long they were: those that
    /// took longest first.
    pub serial: Vec<SerialPlace>,
    /// Events that were overwritten before they were drained.
    pub lost_events: u64,
}

/// A place in the program at which transactions became inevitable: one at a time is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SerialPlace {
    /// The position.
    pub position: u64,
    /// How many transactions.
    pub count: u64,
    /// From becoming inevitable to the commit, in nanoseconds.
    pub serial_ns: u64,
}

/// The sums so far: events are drained in pieces.
#[derive(Default)]
pub struct Totals {
    sums: Summary,
    /// Aborts and nanoseconds by cause and the two positions.
    pairs: HashMap<(u32, u64, u64), (u64, u64)>,
    /// Transactions and nanoseconds by position.
    serial: HashMap<u64, (u64, u64)>,
    /// By thread: since when its open transaction is inevitable, and where it became so.
    inevitable: HashMap<ThreadNumber, (u64, u64)>,
}

impl Totals {
    /// Adds the events of some threads.
    pub fn add(&mut self, threads: &[ThreadEvents]) {
        for thread in threads {
            self.sums.lost_events += thread.lost;
            for event in &thread.events {
                self.add_event(thread.thread, event);
            }
        }
    }

    fn add_event(&mut self, thread: ThreadNumber, event: &Event) {
        let sums = &mut self.sums;
        let duration_ns = event.duration_ns();
        match event.kind {
            EventKind::Commit => {
                sums.commits += 1;
                sums.committed_ns += duration_ns;
                if let Some((since_ns, position)) = self.inevitable.remove(&thread) {
                    let (count, serial_ns) = self.serial.entry(position).or_default();
                    *count += 1;
                    *serial_ns += event.ended_ns.saturating_sub(since_ns);
                }
            }
            EventKind::Abort(cause) => {
                sums.aborts += 1;
                sums.lost_ns += duration_ns;
                let other = event.other.map_or(0, |other| other.position);
                let key = (cause as u32, event.position, other);
                let (aborts, lost_ns) = self.pairs.entry(key).or_default();
                *aborts += 1;
                *lost_ns += duration_ns;
            }
            EventKind::Wait(what) => sums.waited_ns[what as usize] += duration_ns,
            EventKind::Inevitable => {
                self.inevitable
                    .insert(thread, (event.ended_ns, event.position));
            }
            EventKind::MinorCollection | EventKind::MajorCollection => {
                sums.collected_ns += duration_ns;
            }
        }
    }

    /// The sums; of pairs and places the `most` that cost most.
    pub fn summary(&self, most: usize) -> Summary {
        let mut summary = self.sums.clone();
        for (&(cause, position, other_position), &(aborts, lost_ns)) in &self.pairs {
            summary.pairs.push(ConflictPair {
                cause: AbortCause::from_number(cause),
                position,
                other_position,
                aborts,
                lost_ns,
            });
        }
        // Equal ones by position, so that reports do not waver.
        summary.pairs.sort_by_key(|pair| {
            let place = (pair.position, pair.other_position, pair.cause as u32);
            (Reverse(pair.lost_ns), place)
        });
        summary.pairs.truncate(most);
        let places = self.serial.iter();
        summary.serial = places
            .map(|(&position, &(count, serial_ns))| SerialPlace {
                position,
                count,
                serial_ns,
            })
            .collect();
        let rank = |place: &SerialPlace| (Reverse(place.serial_ns), place.position);
        summary.serial.sort_by_key(rank);
        summary.serial.truncate(most);
        summary
    }
}

/// Adds events up; keeps the `pairs_max` pairs of positions that lost most time.
pub fn summary(threads: &[ThreadEvents], pairs_max: usize) -> Summary {
    let mut totals = Totals::default();
    totals.add(threads);
    totals.summary(pairs_max)
}

#[cfg(test)]
mod tests {
    use super::super::OtherSide;
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

    #[test]
    fn inevitable_time_is_told_by_place_even_if_it_is_drained_in_two_pieces() {
        let mut totals = Totals::default();
        let inevitable = event(EventKind::Inevitable, 10, 7, 0);
        totals.add(&[thread(1, vec![inevitable])]);
        assert_eq!(totals.summary(9).serial, []);
        totals.add(&[thread(1, vec![event(EventKind::Commit, 60, 8, 0)])]);
        totals.add(&[thread(1, vec![event(EventKind::Commit, 60, 8, 0)])]);
        let expected = SerialPlace {
            position: 7,
            count: 1,
            serial_ns: 50,
        };
        assert_eq!(totals.summary(9).serial, [expected]);
    }
}
