//! The matcher: follows the code of a pattern over a text, in place.
//!
//! It goes on until an operation fails and then takes back its last step: the stack holds the
//! other ways that could be tried, and the marks to restore. A sub-pattern that is to match for
//! itself (of a look around, an atomic group, a possessive repeat) stands above a *barrier* in the
//! stack; when it has matched, its other ways are cut out, and the marks to restore stay.
//!
//! How often a repeated group was passed is a list of counts that never change, so that taking back
//! needs no more than the number of the count that was the current one.
//!
//! Nothing here recurses, and nothing is kept but numbers: so a long match can pause, while the
//! thread looks after its signals, and the text may move meanwhile.

use crate::characters::{
    Codes, folding, is_line_break, is_word_ascii, is_word_unicode, length_of, op, takes,
};
use crate::hints::Hints;
use crate::memory::{Entry, Memory, Repeat, Way};
use crate::stretches::{KnownSets, find_back, literal_at, take_stretch};
use crate::text::Text;

/// The place of a mark that is not set.
pub const UNSET: usize = usize::MAX;
/// No repeat, no barrier.
const NONE: u32 = u32::MAX;
/// The most of a repeat that has no limit.
const UNLIMITED: u32 = u32::MAX;
/// How often the engine may fail before it pauses: about a millisecond.
const FUEL: u32 = 1 << 15;

/// The permitted starts and ends of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum How {
    /// Anywhere.
    Search,
    /// At the first place.
    Match,
    /// At the first place, to the last.
    Full,
}

/// The result of running.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// A match: the marks say where.
    Found,
    /// There is no match.
    Nothing,
    /// It takes long: to be called again.
    Paused,
}

/// Whether an operation has matched.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Flow {
    Go,
    Fail,
    Done,
}

/// The position of the engine in code and text.
#[derive(Clone, Copy, Default)]
struct At {
    index: usize,
    place: usize,
}

/// A matcher at work.
pub struct Engine {
    how: How,
    /// The start of the first attempt, and the end of the text.
    origin: usize,
    end: usize,
    /// Whether an empty match at `origin` does not count.
    must_advance: bool,
    /// The earliest start of the next attempt; none behind the last.
    next: Option<usize>,
    is_running: bool,
    fuel: u32,
    at: At,
    start: usize,
    marks: Vec<usize>,
    /// Whether a mark may be set.
    is_marked: bool,
    last_group: u32,
    memory: Memory,
    repeat: u32,
    barrier: u32,
    hints: Option<Hints>,
    sets: KnownSets,
}

impl Engine {
    /// A matcher that has not begun, for a text from place to place.
    pub fn new(how: How, groups: usize, origin: usize, end: usize) -> Engine {
        Engine {
            how,
            origin,
            end,
            must_advance: false,
            next: Some(origin),
            is_running: false,
            fuel: FUEL,
            at: At::default(),
            start: origin,
            marks: vec![UNSET; 2 * groups],
            is_marked: false,
            last_group: 0,
            memory: Memory::of_thread(),
            repeat: NONE,
            barrier: NONE,
            hints: None,
            sets: KnownSets::default(),
        }
    }

    /// Refuses an empty match at the first place.
    pub fn refuse_empty(&mut self, refuse: bool) {
        self.must_advance = refuse;
    }

    /// Gets ready for the match behind the one that was found.
    pub fn go_on(&mut self) {
        self.must_advance = self.at.place == self.start;
        self.origin = self.at.place;
        self.next = Some(self.origin);
    }

    /// The start and the end of the match.
    pub fn span(&self) -> (usize, usize) {
        (self.start, self.at.place)
    }

    /// The start and the end of a group, if it took part.
    pub fn group(&self, group: usize) -> Option<(usize, usize)> {
        let (start, end) = (self.marks[2 * group], self.marks[2 * group + 1]);
        (start != UNSET && end != UNSET && start <= end).then_some((start, end))
    }

    /// The group that was closed last; 0 if none was.
    pub fn last_group(&self) -> u32 {
        self.last_group
    }

    /// Looks for a match.
    pub fn advance<T: Text>(&mut self, text: T, codes: Codes<'_>) -> Step {
        let hints = self.hints.take();
        let hints = hints.unwrap_or_else(|| Hints::new::<T>(codes, self.how == How::Search));
        let step = self.advance_by(text, codes, &hints);
        self.hints = Some(hints);
        step
    }

    fn advance_by<T: Text>(&mut self, text: T, codes: Codes<'_>, hints: &Hints) -> Step {
        loop {
            if !self.is_running {
                let from = self.next.take();
                let is_search = self.how == How::Search;
                let start = from.and_then(|from| {
                    if is_search {
                        hints.candidate(text, codes, (self.origin, from, self.end))
                    } else {
                        Some(from)
                    }
                });
                let Some(start) = start else {
                    return Step::Nothing;
                };
                self.begin(start, hints.first);
            }
            let step = self.run(text, codes);
            if step != Step::Nothing {
                self.is_running = step == Step::Paused;
                return step;
            }
            self.is_running = false;
            if self.how != How::Search || self.start >= self.end {
                return Step::Nothing;
            }
            self.next = Some(text.read(self.start).1);
            if self.is_tired() {
                return Step::Paused;
            }
        }
    }

    fn is_tired(&mut self) -> bool {
        self.fuel -= 1;
        if self.fuel == 0 {
            self.fuel = FUEL;
            return true;
        }
        false
    }

    fn begin(&mut self, start: usize, first: usize) {
        self.is_running = true;
        self.start = start;
        self.at = At {
            index: first,
            place: start,
        };
        if std::mem::take(&mut self.is_marked) {
            self.marks.fill(UNSET);
        }
        self.last_group = 0;
        self.memory.stack.clear();
        self.memory.repeats.clear();
        self.repeat = NONE;
        self.barrier = NONE;
    }

    // tidy: long because each operation of a pattern's code has its arm.
    fn run<T: Text>(&mut self, text: T, codes: Codes<'_>) -> Step {
        let mut at = self.at;
        loop {
            let flow = match codes.get(at.index) {
                op::MARK => {
                    self.mark(codes.get(at.index + 1), at.place);
                    at.index += 2;
                    continue;
                }
                op::JUMP | op::INFO => {
                    at.index = codes.jump(at.index + 1);
                    continue;
                }
                op::SUCCESS => self.succeed(codes, &mut at),
                op::BRANCH => {
                    let first = at.index + 1;
                    self.branch(text, codes, &mut at, first)
                }
                op::REPEAT_ONE => self.repeat_one(text, codes, &mut at, false),
                op::POSSESSIVE_REPEAT_ONE => self.repeat_one(text, codes, &mut at, true),
                op::MIN_REPEAT_ONE => self.repeat_one_lazily(text, codes, &mut at),
                op::REPEAT => {
                    self.push_repeat(at.index as u32, 0, UNSET, self.repeat);
                    at.index = codes.jump(at.index + 1);
                    continue;
                }
                op::MAX_UNTIL => self.until(codes, &mut at, false),
                op::MIN_UNTIL => self.until(codes, &mut at, true),
                op::AT => self.check_position(text, codes, &mut at),
                op::ASSERT => self.look_around(text, codes, &mut at, Way::LookAround),
                op::ASSERT_NOT => self.look_around(text, codes, &mut at, Way::LookAroundNot),
                op::ATOMIC_GROUP => {
                    let after = codes.jump(at.index + 1);
                    self.push_barrier(Way::Atomic, after, at.place, 0);
                    at.index += 2;
                    continue;
                }
                op::POSSESSIVE_REPEAT => {
                    let index = at.index;
                    self.possess(codes, &mut at, index, 0)
                }
                op::GROUP_EXISTS => {
                    let is_set = self.reference(codes.get(at.index + 1)).is_some();
                    at.index = if is_set {
                        at.index + 3
                    } else {
                        at.index + 1 + codes.get(at.index + 2) as usize
                    };
                    continue;
                }
                op::GROUP_REFERENCE
                | op::GROUP_REFERENCE_IGNORE
                | op::GROUP_REFERENCE_LOCALE_IGNORE
                | op::GROUP_REFERENCE_UNICODE_IGNORE => self.repeat_group(text, codes, &mut at),
                _ => take_one(text, codes, &mut at, self.end),
            };
            match flow {
                Flow::Go => continue,
                Flow::Done => {
                    self.at = at;
                    return Step::Found;
                }
                Flow::Fail => {}
            }
            if !self.backtrack(text, codes, &mut at) {
                return Step::Nothing;
            }
            if self.is_tired() {
                self.at = at;
                return Step::Paused;
            }
        }
    }

    // ---- the stack

    fn push(&mut self, way: Way, index: usize, place: usize, extra: usize) {
        self.memory.stack.push(Entry {
            way,
            index: index as u32,
            place,
            extra,
            repeat: self.repeat,
            repeats: self.memory.repeats.len() as u32,
            barrier: self.barrier,
        });
    }

    fn push_barrier(&mut self, way: Way, index: usize, place: usize, extra: usize) {
        self.push(way, index, place, extra);
        self.barrier = self.memory.stack.len() as u32 - 1;
    }

    fn push_repeat(&mut self, index: u32, count: u32, last: usize, previous: u32) {
        self.memory.repeats.push(Repeat {
            index,
            count,
            last,
            previous,
        });
        self.repeat = self.memory.repeats.len() as u32 - 1;
    }

    fn mark(&mut self, mark: u32, place: usize) {
        let Some(old) = self.marks.get(mark as usize).copied() else {
            return;
        };
        // A mark behind which nothing can be taken back needs no restoring.
        if !self.memory.stack.is_empty() {
            let last_group = self.last_group as usize;
            self.push(Way::Restore, mark as usize, old, last_group);
        }
        self.marks[mark as usize] = place;
        self.is_marked = true;
        if mark & 1 == 1 {
            self.last_group = mark / 2 + 1;
        }
    }

    fn restore(&mut self, entry: Entry) {
        self.marks[entry.index as usize] = entry.place;
        self.last_group = entry.extra as u32;
    }

    /// Takes back until something else can be tried; false if there is nothing.
    fn backtrack<T: Text>(&mut self, text: T, codes: Codes<'_>, at: &mut At) -> bool {
        while let Some(entry) = self.memory.stack.pop() {
            if entry.way == Way::Restore {
                self.restore(entry);
                continue;
            }
            self.repeat = entry.repeat;
            self.memory.repeats.truncate(entry.repeats as usize);
            self.barrier = entry.barrier;
            let index = entry.index as usize;
            *at = At {
                index,
                place: entry.place,
            };
            let flow = match entry.way {
                Way::Continue | Way::LookAroundNot => Flow::Go,
                Way::Branch => self.branch(text, codes, at, index),
                Way::Greedy => {
                    at.place = text.read_back(entry.place).1;
                    self.give_back(text, codes, at, entry.extra)
                }
                Way::Lazy => self.take_more(text, codes, at, entry.extra as u32),
                Way::LazyBody => self.pass_again(codes, at),
                Way::Possessive if entry.extra as u32 >= codes.get(index + 2) => {
                    at.index = codes.jump(index + 1) + 1;
                    Flow::Go
                }
                Way::Possessive | Way::LookAround | Way::Atomic | Way::Restore => Flow::Fail,
            };
            if flow == Flow::Go {
                return true;
            }
        }
        false
    }

    /// Cuts the other ways of the sub-pattern above the barrier, which has matched.
    fn cut(&mut self, barrier: Entry) {
        let mut kept = self.barrier as usize;
        for index in kept + 1..self.memory.stack.len() {
            if self.memory.stack[index].way == Way::Restore {
                self.memory.stack[kept] = self.memory.stack[index];
                kept += 1;
            }
        }
        self.memory.stack.truncate(kept);
        self.barrier = barrier.barrier;
        self.repeat = barrier.repeat;
    }

    /// The end of the pattern, or of a sub-pattern that stands above a barrier.
    fn succeed(&mut self, codes: Codes<'_>, at: &mut At) -> Flow {
        let Some(barrier) = self.memory.stack.get(self.barrier as usize).copied() else {
            let is_short = self.how == How::Full && at.place != self.end;
            let is_refused = self.must_advance && at.place == self.origin;
            return if is_short || is_refused {
                Flow::Fail
            } else {
                Flow::Done
            };
        };
        if barrier.way == Way::LookAroundNot {
            // A sub-pattern that must not match has matched: as if it had never been tried.
            while self.memory.stack.len() > self.barrier as usize {
                let entry = self
                    .memory
                    .stack
                    .pop()
                    .expect("the loop ends at the barrier, which lies below");
                if entry.way == Way::Restore {
                    self.restore(entry);
                }
            }
            self.barrier = barrier.barrier;
            self.repeat = barrier.repeat;
            return Flow::Fail;
        }
        self.cut(barrier);
        let index = barrier.index as usize;
        at.index = index;
        match barrier.way {
            Way::LookAround => at.place = barrier.place,
            Way::Possessive if at.place == barrier.place => at.index = codes.jump(index + 1) + 1,
            Way::Possessive => return self.possess(codes, at, index, barrier.extra + 1),
            _ => {}
        }
        Flow::Go
    }

    // ---- alternatives and repeats

    /// Tries the alternatives from the one whose length is at `cell`.
    fn branch<T: Text>(&mut self, text: T, codes: Codes<'_>, at: &mut At, cell: usize) -> Flow {
        let Some(cell) = self.next_branch(text, codes, cell, at.place) else {
            return Flow::Fail;
        };
        // Most alternatives exclude each other by their first characters.
        let other = self.next_branch(text, codes, codes.jump(cell), at.place);
        if let Some(other) = other {
            self.push(Way::Branch, other, at.place, 0);
        }
        at.index = cell + 1;
        Flow::Go
    }

    /// The first alternative from the one whose length is at `cell` that can begin at a place.
    fn next_branch<T: Text>(
        &self,
        text: T,
        codes: Codes<'_>,
        cell: usize,
        place: usize,
    ) -> Option<usize> {
        let mut cell = cell;
        while codes.get(cell) != 0 {
            if self.can_begin(text, codes, cell + 1, place) {
                return Some(cell);
            }
            cell = codes.jump(cell);
        }
        None
    }

    /// Whether code can match at a place, as far as its first operation tells.
    fn can_begin<T: Text>(&self, text: T, codes: Codes<'_>, index: usize, place: usize) -> bool {
        match codes.get(index) {
            op::LITERAL | op::IN => place < self.end && takes(codes, index, text.read(place).0),
            _ => true,
        }
    }

    /// Passes one character so often as it can, then the rest.
    fn repeat_one<T: Text>(
        &mut self,
        text: T,
        codes: Codes<'_>,
        at: &mut At,
        is_possessive: bool,
    ) -> Flow {
        let (least, most) = (codes.get(at.index + 2), codes.get(at.index + 3));
        let item = at.index + 4;
        let more = if most == UNLIMITED {
            usize::MAX
        } else {
            most.saturating_sub(least) as usize
        };
        let bounds = (at.place, self.end);
        let sets = &mut self.sets;
        let stretch = take_stretch(text, codes, item, sets, bounds, (least as usize, more));
        let Some((low, place)) = stretch else {
            return Flow::Fail;
        };
        at.index = codes.jump(at.index + 1);
        at.place = place;
        if is_possessive {
            return Flow::Go;
        }
        self.give_back(text, codes, at, low)
    }

    /// Goes on behind a greedy repeat, at the last place from `low` on where that can be.
    fn give_back<T: Text>(&mut self, text: T, codes: Codes<'_>, at: &mut At, low: usize) -> Flow {
        if let Some(wanted) = literal_at(codes, at.index) {
            let place = find_back(text, wanted, low, at.place, self.end);
            let Some(place) = place else {
                return Flow::Fail;
            };
            at.place = place;
        }
        if at.place > low {
            self.push(Way::Greedy, at.index, at.place, low);
        }
        Flow::Go
    }

    fn take_least<T: Text>(
        &self,
        text: T,
        codes: Codes<'_>,
        item: usize,
        place: usize,
        least: u32,
    ) -> Option<usize> {
        let mut place = place;
        for _ in 0..least {
            if place >= self.end {
                return None;
            }
            let (code, next) = text.read(place);
            if !takes(codes, item, code) {
                return None;
            }
            place = next;
        }
        Some(place)
    }

    fn repeat_one_lazily<T: Text>(&mut self, text: T, codes: Codes<'_>, at: &mut At) -> Flow {
        let least = codes.get(at.index + 2);
        match self.take_least(text, codes, at.index + 4, at.place, least) {
            Some(place) => {
                at.place = place;
                self.take_lazily(text, codes, at, least)
            }
            None => Flow::Fail,
        }
    }

    /// Goes on behind a lazy repeat that has taken `count` characters, or more where it must.
    fn take_lazily<T: Text>(&mut self, text: T, codes: Codes<'_>, at: &mut At, count: u32) -> Flow {
        let most = codes.get(at.index + 3);
        let tail = codes.jump(at.index + 1);
        let wanted = literal_at(codes, tail);
        let mut count = count;
        loop {
            let here = (at.place < self.end).then(|| text.read(at.place));
            let can_go_on =
                wanted.is_none_or(|wanted| here.is_some_and(|(code, _)| code == wanted));
            if can_go_on {
                if most == UNLIMITED || count < most {
                    self.push(Way::Lazy, at.index, at.place, count as usize);
                }
                at.index = tail;
                return Flow::Go;
            }
            match here {
                Some((code, next))
                    if (most == UNLIMITED || count < most) && takes(codes, at.index + 4, code) =>
                {
                    at.place = next;
                    count = count.saturating_add(1);
                }
                _ => return Flow::Fail,
            }
        }
    }

    fn take_more<T: Text>(&mut self, text: T, codes: Codes<'_>, at: &mut At, count: u32) -> Flow {
        if at.place >= self.end {
            return Flow::Fail;
        }
        let (code, next) = text.read(at.place);
        if !takes(codes, at.index + 4, code) {
            return Flow::Fail;
        }
        at.place = next;
        self.take_lazily(text, codes, at, count.saturating_add(1))
    }

    /// The end of the body of a repeat.
    fn until(&mut self, codes: Codes<'_>, at: &mut At, is_lazy: bool) -> Flow {
        let Some(repeat) = self.memory.repeats.get(self.repeat as usize).copied() else {
            return Flow::Fail;
        };
        let index = repeat.index as usize;
        let (least, most) = (codes.get(index + 2), codes.get(index + 3));
        if repeat.count < least {
            self.pass_body(at, repeat, repeat.last);
            return Flow::Go;
        }
        if is_lazy {
            self.push(Way::LazyBody, at.index, at.place, 0);
        } else if (most == UNLIMITED || repeat.count < most) && at.place != repeat.last {
            let inner = std::mem::replace(&mut self.repeat, repeat.previous);
            self.push(Way::Continue, at.index + 1, at.place, 0);
            self.repeat = inner;
            self.pass_body(at, repeat, at.place);
            return Flow::Go;
        }
        self.repeat = repeat.previous;
        at.index += 1;
        Flow::Go
    }

    fn pass_body(&mut self, at: &mut At, repeat: Repeat, last: usize) {
        let count = repeat.count.saturating_add(1);
        self.push_repeat(repeat.index, count, last, repeat.previous);
        at.index = repeat.index as usize + 4;
    }

    /// Passes the body of a lazy repeat once more, since the pattern behind it has failed.
    fn pass_again(&mut self, codes: Codes<'_>, at: &mut At) -> Flow {
        let Some(repeat) = self.memory.repeats.get(self.repeat as usize).copied() else {
            return Flow::Fail;
        };
        let most = codes.get(repeat.index as usize + 3);
        if (most != UNLIMITED && repeat.count >= most) || at.place == repeat.last {
            return Flow::Fail;
        }
        self.pass_body(at, repeat, at.place);
        Flow::Go
    }

    /// Passes the body of a possessive repeat, which was passed `count` times, if it may be.
    fn possess(&mut self, codes: Codes<'_>, at: &mut At, index: usize, count: usize) -> Flow {
        let most = codes.get(index + 3);
        if most != UNLIMITED && count >= most as usize {
            at.index = codes.jump(index + 1) + 1;
            return Flow::Go;
        }
        self.push_barrier(Way::Possessive, index, at.place, count);
        at.index = index + 4;
        Flow::Go
    }

    // ---- operations that take no character

    fn look_around<T: Text>(&mut self, text: T, codes: Codes<'_>, at: &mut At, way: Way) -> Flow {
        let after = codes.jump(at.index + 1);
        let back = codes.get(at.index + 2) as usize;
        let Some(place) = text.back(at.place, back) else {
            if way == Way::LookAround {
                return Flow::Fail;
            }
            at.index = after;
            return Flow::Go;
        };
        self.push_barrier(way, after, at.place, 0);
        at.index += 3;
        at.place = place;
        Flow::Go
    }

    fn check_position<T: Text>(&self, text: T, codes: Codes<'_>, at: &mut At) -> Flow {
        let (place, end) = (at.place, self.end);
        let is_at_break = || place < end && is_line_break(text.read(place).0);
        let holds = match codes.get(at.index + 1) {
            0 | 2 => place == 0,
            1 => place == 0 || is_line_break(text.read_back(place).0),
            3 | 8 => self.is_boundary(text, place, is_word_ascii),
            4 | 9 => !self.is_boundary(text, place, is_word_ascii),
            10 => self.is_boundary(text, place, is_word_unicode),
            11 => !self.is_boundary(text, place, is_word_unicode),
            5 => place == end || (is_at_break() && place + 1 == end),
            6 => place == end || is_at_break(),
            7 => place == end,
            _ => false,
        };
        at.index += 2;
        if holds { Flow::Go } else { Flow::Fail }
    }

    fn is_boundary<T: Text>(&self, text: T, place: usize, is_word: fn(u32) -> bool) -> bool {
        let before = place > 0 && is_word(text.read_back(place).0);
        let behind = place < self.end && is_word(text.read(place).0);
        before != behind
    }

    /// The start and the end of a group to which code refers.
    fn reference(&self, group: u32) -> Option<(usize, usize)> {
        let is_known = (group as usize) < self.marks.len() / 2;
        is_known.then(|| self.group(group as usize)).flatten()
    }

    /// Matches the text of a group once more.
    fn repeat_group<T: Text>(&self, text: T, codes: Codes<'_>, at: &mut At) -> Flow {
        let fold = folding(codes.get(at.index));
        let Some((start, end)) = self.reference(codes.get(at.index + 1)) else {
            return Flow::Fail;
        };
        let mut place = start;
        while place < end {
            if at.place >= self.end {
                return Flow::Fail;
            }
            let (before, next) = text.read(place);
            let (here, next_here) = text.read(at.place);
            if before != here && fold(before) != fold(here) {
                return Flow::Fail;
            }
            place = next;
            at.place = next_here;
        }
        at.index += 2;
        Flow::Go
    }
}

/// An operation that takes one character.
#[inline(always)]
fn take_one<T: Text>(text: T, codes: Codes<'_>, at: &mut At, end: usize) -> Flow {
    if at.place >= end {
        return Flow::Fail;
    }
    let (code, next) = text.read(at.place);
    if !takes(codes, at.index, code) {
        return Flow::Fail;
    }
    at.index += length_of(codes, at.index);
    at.place = next;
    Flow::Go
}
