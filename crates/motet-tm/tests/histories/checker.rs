//! Decides from a record of transactions whether some order of them explains everything.
//!
//! Each object counts its writes: a write reads version `v` and leaves `v + 1`, with the writer's
//! own tag, so a record tells the order of the versions of each object, and with it all edges:
//!
//! - the writer of a version stands before its readers, and before the writer of the next;
//! - a reader of a version stands before the writer of the next;
//! - a transaction that ended before another began stands before it (real time), and so do the
//!   transactions of one thread.
//!
//! Without a cycle there is an order that explains the run: it is strictly serialisable. Attempts
//! that did not commit take part as readers, so that the same graph decides opacity too: each of
//! them must have seen one state, that of its place in the order.

use std::collections::BTreeMap;

/// Names an object.
pub(crate) type Place = u64;

/// The content of an object: how often it was written, and a number of the last writer's own.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub(crate) struct Content {
    pub(crate) version: i64,
    pub(crate) tag: i64,
}

/// The content of all objects at the start.
pub(crate) const INITIAL: Content = Content { version: 0, tag: 0 };

/// One attempt of a transaction, as it saw itself.
#[derive(Clone, Debug, Default)]
pub(crate) struct Attempt {
    pub(crate) thread: u64,
    /// Taken from one clock, before the attempt began and after it had ended.
    pub(crate) began: u64,
    pub(crate) ended: u64,
    pub(crate) has_committed: bool,
    /// The contents that were read before the attempt had written their objects, in any order.
    pub(crate) reads: Vec<(Place, Content)>,
    /// The content that the attempt left in each object that it wrote.
    pub(crate) writes: Vec<(Place, Content)>,
}

/// The reason why no order explains a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Violation {
    /// Two committed transactions left the same version.
    LostUpdate(Place, i64),
    /// A version was read that no committed transaction left: of one that aborted, or torn.
    NeverCommitted(Place, Content),
    /// An attempt has read two versions of one object.
    Unrepeatable(Place, Content, Content),
    /// The attempts (by their index) stand before one another in a circle.
    Cycle(Vec<usize>),
}

/// Checks a whole record.
pub(crate) fn check(attempts: &[Attempt]) -> Result<(), Violation> {
    let mut writers: BTreeMap<(Place, i64), (usize, Content)> = BTreeMap::new();
    for (index, attempt) in attempts.iter().enumerate() {
        for (place, content) in attempt.writes.iter().filter(|_| attempt.has_committed) {
            let key = (*place, content.version);
            if writers.insert(key, (index, *content)).is_some() {
                return Err(Violation::LostUpdate(*place, content.version));
            }
        }
    }
    let mut graph = Graph::new(attempts.len());
    for ((place, version), (writer, _)) in &writers {
        if let Some((next, _)) = writers.get(&(*place, version + 1)) {
            graph.edge(*writer, *next);
        }
    }
    for (index, attempt) in attempts.iter().enumerate() {
        check_reads(index, attempt, &writers, &mut graph)?;
    }
    add_time(attempts, &mut graph);
    match graph.cycle() {
        None => Ok(()),
        Some(mut cycle) => {
            cycle.retain(|node| *node < attempts.len());
            Err(Violation::Cycle(cycle))
        }
    }
}

fn check_reads(
    index: usize,
    attempt: &Attempt,
    writers: &BTreeMap<(Place, i64), (usize, Content)>,
    graph: &mut Graph,
) -> Result<(), Violation> {
    let mut seen: BTreeMap<Place, Content> = BTreeMap::new();
    for (place, content) in &attempt.reads {
        match seen.insert(*place, *content) {
            Some(before) if before != *content => {
                return Err(Violation::Unrepeatable(*place, before, *content));
            }
            _ => {}
        }
        match writers.get(&(*place, content.version)) {
            Some((writer, written)) if written == content => graph.edge(*writer, index),
            None if *content == INITIAL => {}
            _ => return Err(Violation::NeverCommitted(*place, *content)),
        }
        if let Some((next, _)) = writers.get(&(*place, content.version + 1)) {
            graph.edge(index, *next);
        }
    }
    Ok(())
}

/// Real time as a chain of nodes, one for each end: an end stands before all later begins.
fn add_time(attempts: &[Attempt], graph: &mut Graph) {
    let mut ends: Vec<(u64, usize)> = attempts
        .iter()
        .enumerate()
        .map(|(index, attempt)| (attempt.ended, index))
        .collect();
    ends.sort_unstable();
    let first = attempts.len();
    for (order, (_, index)) in ends.iter().enumerate() {
        let node = graph.node();
        debug_assert_eq!(node, first + order);
        graph.edge(*index, node);
        if order > 0 {
            graph.edge(node - 1, node);
        }
    }
    for (index, attempt) in attempts.iter().enumerate() {
        let before = ends.partition_point(|(ended, _)| *ended < attempt.began);
        if before > 0 {
            graph.edge(first + before - 1, index);
        }
    }
    let mut last: BTreeMap<u64, usize> = BTreeMap::new();
    for (_, index) in ends {
        if let Some(before) = last.insert(attempts[index].thread, index) {
            graph.edge(before, index);
        }
    }
}

/// A directed graph.
struct Graph {
    after: Vec<Vec<usize>>,
}

impl Graph {
    fn new(nodes: usize) -> Graph {
        Graph {
            after: vec![Vec::new(); nodes],
        }
    }

    fn node(&mut self) -> usize {
        self.after.push(Vec::new());
        self.after.len() - 1
    }

    fn edge(&mut self, from: usize, to: usize) {
        // A transaction may read a version that it then overwrites.
        if from != to {
            self.after[from].push(to);
        }
    }

    /// Nodes of a cycle, if there is one.
    fn cycle(&self) -> Option<Vec<usize>> {
        #[derive(Clone, Copy, PartialEq)]
        enum State {
            New,
            OnPath,
            Done,
        }
        let mut states = vec![State::New; self.after.len()];
        for start in 0..self.after.len() {
            if states[start] != State::New {
                continue;
            }
            // The path to here: nodes, each with the number of edges already followed.
            let mut path = vec![(start, 0)];
            states[start] = State::OnPath;
            while let Some((node, followed)) = path.last_mut() {
                let Some(next) = self.after[*node].get(*followed).copied() else {
                    states[*node] = State::Done;
                    path.pop();
                    continue;
                };
                *followed += 1;
                match states[next] {
                    State::New => {
                        states[next] = State::OnPath;
                        path.push((next, 0));
                    }
                    State::OnPath => {
                        let nodes: Vec<usize> = path.iter().map(|(node, _)| *node).collect();
                        let first = nodes.iter().position(|node| *node == next);
                        return Some(nodes[first.expect("on the path")..].to_vec());
                    }
                    State::Done => {}
                }
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const X: Place = 1;
    const Y: Place = 2;

    fn at(version: i64) -> Content {
        Content {
            version,
            tag: version * 10,
        }
    }

    /// A committed attempt of a thread in a span of time.
    fn attempt(
        thread: u64,
        span: (u64, u64),
        reads: &[(Place, Content)],
        writes: &[(Place, Content)],
    ) -> Attempt {
        Attempt {
            thread,
            began: span.0,
            ended: span.1,
            has_committed: true,
            reads: reads.to_vec(),
            writes: writes.to_vec(),
        }
    }

    fn aborted(attempt: Attempt) -> Attempt {
        Attempt {
            has_committed: false,
            ..attempt
        }
    }

    #[test]
    fn what_happened_one_after_the_other_is_explained() {
        let history = [
            attempt(1, (0, 1), &[(X, INITIAL)], &[(X, at(1))]),
            attempt(2, (2, 3), &[(X, at(1))], &[(X, at(2)), (Y, at(1))]),
            attempt(1, (4, 5), &[(X, at(2)), (Y, at(1))], &[]),
        ];
        assert_eq!(check(&history), Ok(()));
    }

    #[test]
    fn an_overlapping_reader_may_stand_before_the_writer() {
        let history = [
            attempt(1, (0, 9), &[(X, INITIAL)], &[(X, at(1))]),
            attempt(2, (1, 8), &[(X, INITIAL)], &[]),
            aborted(attempt(3, (1, 20), &[(X, INITIAL), (Y, INITIAL)], &[])),
        ];
        assert_eq!(check(&history), Ok(()));
    }

    #[test]
    fn a_lost_update_is_found() {
        let history = [
            attempt(1, (0, 9), &[(X, INITIAL)], &[(X, at(1))]),
            attempt(2, (0, 9), &[(X, INITIAL)], &[(X, at(1))]),
        ];
        assert_eq!(check(&history), Err(Violation::LostUpdate(X, 1)));
    }

    #[test]
    fn a_read_of_what_was_never_committed_is_found() {
        let read = attempt(2, (0, 9), &[(X, at(1))], &[]);
        let writer = attempt(1, (0, 9), &[(X, INITIAL)], &[(X, at(1))]);
        let history = [aborted(writer), read];
        let violation = Violation::NeverCommitted(X, at(1));
        assert_eq!(check(&history), Err(violation));
    }

    #[test]
    fn a_torn_read_is_found() {
        let torn = Content { version: 1, tag: 0 };
        let history = [
            attempt(1, (0, 9), &[(X, INITIAL)], &[(X, at(1))]),
            aborted(attempt(2, (0, 9), &[(X, torn)], &[])),
        ];
        assert_eq!(check(&history), Err(Violation::NeverCommitted(X, torn)));
    }

    #[test]
    fn an_unrepeatable_read_is_found() {
        let history = [
            attempt(1, (0, 9), &[(X, INITIAL)], &[(X, at(1))]),
            attempt(2, (0, 9), &[(X, INITIAL), (X, at(1))], &[]),
        ];
        let violation = Violation::Unrepeatable(X, INITIAL, at(1));
        assert_eq!(check(&history), Err(violation));
    }

    #[test]
    fn write_skew_is_found() {
        let history = [
            attempt(1, (0, 9), &[(X, INITIAL), (Y, INITIAL)], &[(X, at(1))]),
            attempt(2, (0, 9), &[(X, INITIAL), (Y, INITIAL)], &[(Y, at(1))]),
        ];
        assert!(matches!(check(&history), Err(Violation::Cycle(_))));
    }

    #[test]
    fn a_mixture_of_two_states_is_found_even_if_its_reader_aborts() {
        let writer = attempt(
            1,
            (0, 9),
            &[(X, INITIAL), (Y, INITIAL)],
            &[(X, at(1)), (Y, at(1))],
        );
        let reader = attempt(2, (0, 9), &[(X, INITIAL), (Y, at(1))], &[]);
        for reader in [reader.clone(), aborted(reader)] {
            let history = [writer.clone(), reader];
            assert_eq!(check(&history), Err(Violation::Cycle(vec![0, 1])));
        }
    }

    #[test]
    fn a_read_of_the_past_is_found() {
        let history = [
            attempt(1, (0, 1), &[(X, INITIAL)], &[(X, at(1))]),
            attempt(2, (2, 3), &[(X, INITIAL)], &[]),
        ];
        assert!(matches!(check(&history), Err(Violation::Cycle(_))));
    }

    #[test]
    fn independent_readers_that_disagree_are_found() {
        let history = [
            attempt(1, (0, 9), &[(X, INITIAL)], &[(X, at(1))]),
            attempt(2, (0, 9), &[(Y, INITIAL)], &[(Y, at(1))]),
            attempt(3, (0, 9), &[(X, at(1)), (Y, INITIAL)], &[]),
            attempt(4, (0, 9), &[(X, INITIAL), (Y, at(1))], &[]),
        ];
        assert!(matches!(check(&history), Err(Violation::Cycle(_))));
    }
}
