//! The sequential model: the same operations on a plain map of objects, one transaction at a time.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::program::{ARRAY_LENGTHS, Operation, REGISTERS, ROOTS};

/// Names an object of the model, by its maker and operation. (Not by the order of commits, so
/// that a transaction makes the same objects wherever it is put in the order.)
pub(crate) type Name = u64;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Value {
    Nothing,
    Number(i64),
    Object(Name),
}

#[derive(Clone, Debug)]
pub(crate) enum Object {
    Node([Value; 3]),
    Array(Vec<Value>),
    Raw { bytes: u64, fill: u8 },
}

/// The observation of an operation; equal in the runtime and the model if both are right.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Seen {
    /// Nothing to tell.
    Done,
    /// The register held no object of the right kind.
    Refused,
    Nothing,
    Number(i64),
    Node,
    Array(u64),
    /// Immutable bytes: their number, and their common value.
    Raw(u64, u8),
    /// A digest of the numbers met on a walk.
    Walk(u64),
    /// The identity of the object: a number in the runtime, a name in the model.
    Identity(u64),
}

/// One step of the digest of a walk.
pub(crate) fn digest(walk: u64, number: u64) -> u64 {
    (walk ^ number).wrapping_mul(0x100_0000_01b3)
}

pub(crate) type Registers = [Value; REGISTERS];

/// The committed state.
#[derive(Clone)]
pub(crate) struct Oracle {
    pub(crate) objects: BTreeMap<Name, Arc<Object>>,
}

/// A transaction in the model.
pub(crate) struct Run {
    pub(crate) oracle: Oracle,
    pub(crate) registers: Registers,
    pub(crate) seen: Vec<Seen>,
    /// Objects that the transaction made.
    pub(crate) made: Vec<Name>,
    /// Whether it wrote an object that it did not make.
    pub(crate) has_written: bool,
    next_name: Name,
}

/// The name of a root node.
pub(crate) fn root_name(root: usize) -> Name {
    root as Name
}

/// The name of the array that a root node holds.
fn array_name(root: usize) -> Name {
    (ROOTS + root) as Name
}

/// Room for the names of one transaction: more than a program has operations.
const NAMES: u64 = 1 << 20;

impl Oracle {
    /// The state that the programs begin with.
    pub(crate) fn new() -> Oracle {
        let mut objects = BTreeMap::new();
        for root in 0..ROOTS {
            let mut fields = [Value::Number(root as i64), Value::Nothing, Value::Nothing];
            if let Some(length) = ARRAY_LENGTHS.get(root) {
                fields[1] = Value::Object(array_name(root));
                let elements = vec![Value::Number(0); *length as usize];
                objects.insert(array_name(root), Arc::new(Object::Array(elements)));
            }
            objects.insert(root_name(root), Arc::new(Object::Node(fields)));
        }
        Oracle { objects }
    }

    /// Runs operations of a thread as one transaction on a copy of this state. `first`: how many
    /// operations the thread has run before.
    pub(crate) fn run(
        &self,
        registers: &Registers,
        thread: u64,
        first: usize,
        operations: &[Operation],
    ) -> Run {
        let mut run = Run {
            oracle: self.clone(),
            registers: *registers,
            seen: Vec::new(),
            made: Vec::new(),
            has_written: false,
            next_name: (thread + 1) * NAMES + first as u64,
        };
        for operation in operations {
            let seen = run.execute(operation);
            run.seen.push(seen);
            run.next_name += 1;
        }
        run
    }

    pub(crate) fn object(&self, name: Name) -> &Object {
        &self.objects[&name]
    }

    fn seen(&self, value: Value) -> Seen {
        match value {
            Value::Nothing => Seen::Nothing,
            Value::Number(number) => Seen::Number(number),
            Value::Object(name) => match self.object(name) {
                Object::Node(_) => Seen::Node,
                Object::Array(elements) => Seen::Array(elements.len() as u64),
                Object::Raw { bytes: 0, .. } => Seen::Raw(0, 0),
                Object::Raw { bytes, fill } => Seen::Raw(*bytes, *fill),
            },
        }
    }
}

impl Run {
    fn execute(&mut self, operation: &Operation) -> Seen {
        match *operation {
            Operation::Root { to, root } => {
                self.registers[to] = Value::Object(root_name(root));
                Seen::Done
            }
            Operation::Number { to, number } => {
                self.registers[to] = Value::Number(i64::from(number));
                Seen::Done
            }
            Operation::Load { to, from, index } => self.load(to, from, index),
            Operation::Store { into, index, from } => self.store(into, index, from),
            Operation::Walk { from, steps } => self.walk(from, steps),
            Operation::NewNode {
                to,
                number,
                link,
                other,
            } => {
                let fields = [
                    Value::Number(i64::from(number)),
                    self.registers[link],
                    self.registers[other],
                ];
                self.make(to, Object::Node(fields))
            }
            Operation::NewArray { to, length, fill } => {
                let elements = vec![self.registers[fill]; length as usize];
                self.make(to, Object::Array(elements))
            }
            Operation::NewRaw { to, bytes, fill } => self.make(to, Object::Raw { bytes, fill }),
            Operation::Identity { of } => match self.registers[of] {
                Value::Object(name) => Seen::Identity(name),
                _ => Seen::Refused,
            },
            Operation::Collect
            | Operation::BecomeInevitable
            | Operation::DoomAll
            | Operation::Safepoints(_)
            | Operation::YieldPoints(_)
            | Operation::Commit => Seen::Done,
        }
    }

    fn make(&mut self, to: usize, object: Object) -> Seen {
        self.oracle.objects.insert(self.next_name, Arc::new(object));
        self.made.push(self.next_name);
        self.registers[to] = Value::Object(self.next_name);
        Seen::Done
    }

    fn load(&mut self, to: usize, from: usize, index: u64) -> Seen {
        let Value::Object(name) = self.registers[from] else {
            return Seen::Refused;
        };
        let value = match self.oracle.object(name) {
            Object::Node(fields) => fields[index as usize % fields.len()],
            Object::Array(elements) => elements[index as usize % elements.len()],
            Object::Raw { .. } => return Seen::Refused,
        };
        self.registers[to] = value;
        self.oracle.seen(value)
    }

    fn store(&mut self, into: usize, index: u64, from: usize) -> Seen {
        let (Value::Object(name), value) = (self.registers[into], self.registers[from]) else {
            return Seen::Refused;
        };
        let object = self.oracle.objects.get_mut(&name).expect("known");
        match Arc::make_mut(object) {
            Object::Node(fields) => fields[index as usize % fields.len()] = value,
            Object::Array(elements) => {
                let index = index as usize % elements.len();
                elements[index] = value;
            }
            Object::Raw { .. } => return Seen::Refused,
        }
        self.has_written |= !self.made.contains(&name);
        Seen::Done
    }

    fn walk(&mut self, from: usize, steps: usize) -> Seen {
        let mut value = self.registers[from];
        let mut walk = 0;
        for _ in 0..steps {
            let Value::Object(name) = value else { break };
            let Object::Node([number, link, _]) = self.oracle.object(name) else {
                break;
            };
            let number = match number {
                Value::Number(number) => *number as u64,
                _ => 1,
            };
            walk = digest(walk, number);
            value = *link;
        }
        Seen::Walk(walk)
    }
}
