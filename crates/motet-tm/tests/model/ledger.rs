//! The commits in their order, and whether the model agrees.
//!
//! A transaction that wrote must equal the model's execution at its commit. One that only read may
//! stand anywhere between its begin and its commit. An aborted one must have seen one committed
//! state from between its begin and its abort (opacity): user code could compute anything from a
//! mixture of states, even run in an endless loop.

use std::collections::BTreeMap;

use motet_tm::{Mutator, Pinned};

use crate::machine;
use crate::oracle::{Name, Object, Oracle, Registers, Seen, Value, root_name};
use crate::program::Operation;
use crate::support::{ARRAY, NODE};

/// A transaction of a thread: its program and its observations.
pub(crate) struct Attempt<'a> {
    pub(crate) thread: u64,
    /// How many operations the thread has run before.
    pub(crate) first: usize,
    pub(crate) operations: &'a [Operation],
    pub(crate) seen: &'a [Seen],
    /// How many commits there had been at its begin.
    pub(crate) begun_at: usize,
}

/// An attempt's place in the whole, for comparing two runs of one seed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Event {
    thread: u64,
    first: usize,
    operations: usize,
    has_committed: bool,
}

impl Event {
    pub(crate) fn has_committed(&self) -> bool {
        self.has_committed
    }
}

pub(crate) struct Ledger {
    /// The state after each commit; the first is the one at the start.
    states: Vec<Oracle>,
    identities: BTreeMap<Name, u64>,
    pub(crate) events: Vec<Event>,
}

impl Ledger {
    pub(crate) fn new() -> Ledger {
        Ledger {
            states: vec![Oracle::new()],
            identities: BTreeMap::new(),
            events: Vec::new(),
        }
    }

    /// How many commits there have been.
    pub(crate) fn commits(&self) -> usize {
        self.states.len() - 1
    }

    pub(crate) fn last(&self) -> &Oracle {
        self.states.last().expect("the one at the start")
    }

    /// The transaction has committed; moves the model's registers of its thread on.
    pub(crate) fn commit(
        &mut self,
        attempt: &Attempt<'_>,
        registers: &mut Registers,
    ) -> Result<(), String> {
        self.note(attempt, true);
        let now = self.commits();
        for at in (attempt.begun_at..=now).rev() {
            let run = self.run(at, registers, attempt);
            if at < now && run.has_written {
                break;
            }
            if self.first_difference(attempt.seen, &run.seen).is_none() {
                let mut state = self.last().clone();
                for name in run.oracle.objects.keys() {
                    let is_new = at == now || run.made.contains(name);
                    if is_new {
                        let object = run.oracle.objects[name].clone();
                        state.objects.insert(*name, object);
                    }
                }
                self.learn_identities(attempt.seen, &run.seen);
                self.states.push(state);
                *registers = run.registers;
                return Ok(());
            }
        }
        Err(self.complaint("a committed transaction", now, registers, attempt))
    }

    /// The transaction has aborted after these observations.
    pub(crate) fn abort(
        &mut self,
        attempt: &Attempt<'_>,
        registers: &Registers,
    ) -> Result<(), String> {
        self.note(attempt, false);
        let now = self.commits();
        let fits = |at| {
            let run = self.run(at, registers, attempt);
            self.first_difference(attempt.seen, &run.seen).is_none()
        };
        if (attempt.begun_at..=now).rev().any(fits) {
            return Ok(());
        }
        Err(self.complaint("an aborted transaction", now, registers, attempt))
    }

    fn note(&mut self, attempt: &Attempt<'_>, has_committed: bool) {
        self.events.push(Event {
            thread: attempt.thread,
            first: attempt.first,
            operations: attempt.operations.len(),
            has_committed,
        });
    }

    fn run(&self, at: usize, registers: &Registers, attempt: &Attempt<'_>) -> crate::oracle::Run {
        self.states[at].run(registers, attempt.thread, attempt.first, attempt.operations)
    }

    /// Compares the observations with the model; returns the place of the first difference.
    fn first_difference(&self, real: &[Seen], model: &[Seen]) -> Option<usize> {
        let mut new = BTreeMap::new();
        assert_eq!(real.len(), model.len());
        real.iter()
            .zip(model)
            .position(|(real, model)| match (real, model) {
                (Seen::Identity(number), Seen::Identity(name)) => {
                    let known = self.identities.get(name);
                    let known = known.or_else(|| new.get(name)).copied();
                    new.insert(*name, *number);
                    known.is_some_and(|known| known != *number)
                }
                (real, model) => real != model,
            })
    }

    fn learn_identities(&mut self, real: &[Seen], model: &[Seen]) {
        for pair in real.iter().zip(model) {
            if let (Seen::Identity(number), Seen::Identity(name)) = pair {
                self.identities.insert(*name, *number);
            }
        }
    }

    fn complaint(
        &self,
        what: &str,
        at: usize,
        registers: &Registers,
        attempt: &Attempt<'_>,
    ) -> String {
        let run = self.run(at, registers, attempt);
        let index = self
            .first_difference(attempt.seen, &run.seen)
            .expect("else there is nothing to complain about");
        format!(
            "{what} of thread {}, operations {} and on, begun after {} commits, ended after {at}: \
             {:?} told {:?}; the model of now says {:?}\n{:?}",
            attempt.thread,
            attempt.first,
            attempt.begun_at,
            attempt.operations[index],
            attempt.seen[index],
            run.seen[index],
            &attempt.operations[..=index],
        )
    }
}

/// Compares all that can be reached with the model: the contents, and which references lead to one
/// and the same object.
pub(crate) fn compare_graphs(
    mutator: &Mutator,
    roots: &[Pinned],
    oracle: &Oracle,
) -> Result<(), String> {
    let mut known: BTreeMap<Name, u64> = BTreeMap::new();
    let mut work: Vec<_> = roots
        .iter()
        .enumerate()
        .map(|(number, root)| (root_name(number), root.object()))
        .collect();
    while let Some((name, object)) = work.pop() {
        let identity = mutator.identity(object);
        if let Some(before) = known.insert(name, identity) {
            if before != identity {
                return Err(format!("object {name} of the model is two in the heap"));
            }
            continue;
        }
        let layout = mutator.layout_id(object);
        let (values, reals): (&[Value], Vec<_>) = match oracle.object(name) {
            Object::Node(fields) if layout == NODE => {
                let view = mutator.read(object);
                (fields, (1..4).map(|index| view.get(index)).collect())
            }
            Object::Array(elements) if layout == ARRAY => {
                let indices = 0..mutator.array_length(object);
                let reals = indices.map(|index| mutator.read_element(object, index));
                (elements, reals.collect())
            }
            Object::Raw { .. } => continue,
            other => return Err(format!("object {name} should be {other:?}")),
        };
        for (index, (value, real)) in values.iter().zip(reals).enumerate() {
            let is_equal = match (value, machine::seen(mutator, real)) {
                (Value::Nothing, Seen::Nothing) => true,
                (Value::Number(number), Seen::Number(seen)) => *number == seen,
                (Value::Object(name), Seen::Node | Seen::Array(_) | Seen::Raw(..)) => {
                    work.push((*name, real.as_object().expect("just seen")));
                    true
                }
                _ => false,
            };
            if !is_equal {
                let seen = machine::seen(mutator, real);
                return Err(format!(
                    "object {name}, place {index}: {seen:?}, in the model {value:?}"
                ));
            }
        }
    }
    let identities: std::collections::BTreeSet<_> = known.values().collect();
    if identities.len() != known.len() {
        return Err("two objects of the model are one in the heap".to_string());
    }
    Ok(())
}
