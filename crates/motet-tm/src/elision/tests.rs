//! The algorithm on scripted machines: which calls it makes, in which order, for which aborts.

use super::*;
use crate::support::random::Random;
use std::collections::VecDeque;

use HardwareCause::{
    Conflict, Interrupt, LockHeld, NeedsLock, Overflow, ReadSetConflict, Restricted,
    WriteSetOverflow,
};

/// The behaviour of a scripted machine at its next begin.
#[derive(Clone, Copy, Debug)]
enum Step {
    /// Starts.
    Starts,
    /// Aborts for a reason that may pass.
    Transient(HardwareCause),
    /// Aborts for one that stays.
    Persistent(HardwareCause),
    /// Another thread takes the lock and this aborts; it holds it for so many spins.
    LockTaken(u32),
    /// Starts, but finds the lock taken inside, for so many spins.
    LockInside(u32),
}

/// A machine and a lock that follow a script, and write down their calls.
struct Scripted {
    steps: VecDeque<Step>,
    status: HardwareStatus,
    is_running: bool,
    /// How many more spins another thread holds the lock for.
    held_spins: u32,
    is_mine: bool,
    is_alone: bool,
    log: Vec<&'static str>,
}

impl Scripted {
    fn new(steps: &[Step]) -> Scripted {
        Scripted {
            steps: steps.iter().copied().collect(),
            status: HardwareStatus::transient(HardwareCause::Unknown),
            is_running: false,
            held_spins: 0,
            is_mine: false,
            is_alone: false,
            log: Vec::new(),
        }
    }

    fn log(&self) -> String {
        self.log.join(" ")
    }
}

impl HardwareTransactions for Scripted {
    fn begin(&mut self) -> bool {
        assert!(!self.is_running && !self.is_mine, "nothing nests");
        assert_eq!(
            self.held_spins, 0,
            "no begin while the lock is known to be held"
        );
        let step = self.steps.pop_front().unwrap_or(Step::Starts);
        let aborts = match step {
            Step::Starts => None,
            Step::Transient(cause) => Some(HardwareStatus::transient(cause)),
            Step::Persistent(cause) => Some(HardwareStatus::persistent(cause)),
            Step::LockTaken(spins) => {
                self.held_spins = spins;
                Some(HardwareStatus::transient(Conflict))
            }
            Step::LockInside(spins) => {
                self.held_spins = spins;
                None
            }
        };
        self.log
            .push(if aborts.is_some() { "aborts" } else { "starts" });
        self.is_running = aborts.is_none();
        self.status = aborts.unwrap_or(self.status);
        self.is_running
    }

    fn end(&mut self) {
        assert!(self.is_running);
        self.is_running = false;
        self.log.push("ends");
    }

    fn abort(&mut self, cause: HardwareCause) {
        assert!(self.is_running);
        self.is_running = false;
        self.status = HardwareStatus::transient(cause);
        self.log.push("tabort");
    }

    fn test(&self) -> bool {
        self.is_running
    }

    fn status(&self) -> HardwareStatus {
        self.status
    }
}

/// A spin of the script waits for so long.
const SPINS: u32 = 10;

impl GlobalLock for Scripted {
    fn is_held(&self) -> bool {
        self.held_spins > 0 || self.is_mine
    }

    fn spin_while_held(&mut self) -> bool {
        assert!(!self.is_running, "waiting is outside of transactions");
        self.log.push("spins");
        self.held_spins = self.held_spins.saturating_sub(SPINS);
        self.held_spins == 0
    }

    fn acquire(&mut self) {
        assert!(!self.is_running && !self.is_mine);
        self.held_spins = 0;
        self.is_mine = true;
        self.log.push("takes");
    }

    fn release(&mut self) {
        assert!(self.is_mine);
        self.is_mine = false;
        self.log.push("releases");
    }

    fn is_alone(&self) -> bool {
        self.is_alone
    }

    fn back_off(&mut self, _: u32) {
        assert!(!self.is_running, "waiting is outside of transactions");
        self.log.push("backs-off");
    }
}

fn fixed(policy: Policy, length: u32) -> Elision {
    Elision::new(Policy {
        length: LengthRule::Fixed(length),
        ..policy
    })
}

/// Runs one stretch by a script; returns the calls of machine and lock, and how it ran.
fn stretch(elision: &Elision, steps: &[Step]) -> (String, Running, ElidingThread) {
    let mut machine = Scripted::new(steps);
    let mut thread = ElidingThread::new();
    let running = thread.begin(&mut machine, elision, 7);
    assert_eq!(thread.running(), Some(running));
    assert_eq!(thread.is_speculating(), machine.is_running);
    assert_eq!(thread.is_holding(), machine.is_mine);
    thread.end(&mut machine);
    assert!(!machine.is_running && !machine.is_mine);
    assert!(machine.steps.is_empty(), "the whole script was run");
    (machine.log(), running, thread)
}

const SPECULATES: Running = Running::Speculating;

fn holds(reason: Fallback) -> Running {
    Running::Holding(reason)
}

#[test]
fn transitions_of_the_paper() {
    use Step::{LockInside, LockTaken, Persistent, Starts, Transient};
    let table: &[(&[Step], &str, Running)] = &[
        (&[Starts], "starts ends", SPECULATES),
        // Lines 31 to 35: three attempts.
        (
            &[Transient(Conflict), Transient(Interrupt), Starts],
            "aborts aborts starts ends",
            SPECULATES,
        ),
        (
            &[
                Transient(Conflict),
                Transient(Conflict),
                Transient(Conflict),
            ],
            "aborts aborts aborts takes releases",
            holds(Fallback::TransientBudget),
        ),
        // Lines 28, 29.
        (
            &[Persistent(Overflow)],
            "aborts takes releases",
            holds(Fallback::Persistent),
        ),
        (
            &[Transient(Conflict), Persistent(Restricted)],
            "aborts aborts takes releases",
            holds(Fallback::Persistent),
        ),
        // Line 15: the lock is found taken inside; the machine's status of that abort is the
        // algorithm's own, and when the lock is free again, transient.
        (
            &[LockInside(1), Starts],
            "starts tabort spins starts ends",
            SPECULATES,
        ),
        // Lines 21 to 26: the lock's aborts have a budget of their own.
        (
            &[
                Transient(Conflict),
                LockTaken(1),
                LockTaken(1),
                LockTaken(1),
                Transient(Conflict),
                Starts,
            ],
            "aborts aborts spins aborts spins aborts spins aborts starts ends",
            SPECULATES,
        ),
        // Lines 41 to 43: a thread that has spun for long enough takes the lock.
        (
            &[LockTaken(SPINS + 1)],
            "aborts spins takes releases",
            holds(Fallback::Waited),
        ),
    ];
    for (steps, log, running) in table {
        let (found_log, found, _) = stretch(&fixed(Policy::PAPER, 16), steps);
        assert_eq!((found_log.as_str(), found), (*log, *running), "{steps:?}");
    }
}

#[test]
fn the_lock_s_budget_is_sixteen_attempts() {
    let elision = fixed(Policy::PAPER, 16);
    let mut steps = vec![Step::LockTaken(1); 15];
    steps.push(Step::Starts);
    let (_, running, _) = stretch(&elision, &steps);
    assert_eq!(running, SPECULATES, "fifteen aborts leave one attempt");
    let steps = [Step::LockTaken(1); 16];
    let (log, running, thread) = stretch(&elision, &steps);
    assert_eq!(running, holds(Fallback::LockBudget));
    assert!(
        log.ends_with("aborts takes releases"),
        "no spin before: {log}"
    );
    assert_eq!(thread.counts().begins, 16);
    assert_eq!(thread.counts().aborts[Conflict as usize], 16);
}

#[test]
fn every_stretch_has_its_own_budgets() {
    let elision = fixed(Policy::PAPER, 16);
    let mut thread = ElidingThread::new();
    for _ in 0..10 {
        let mut steps = vec![Step::LockTaken(1); 9];
        steps.extend([Step::Transient(Conflict); 2]);
        let mut machine = Scripted::new(&steps);
        assert_eq!(thread.begin(&mut machine, &elision, 0), SPECULATES);
        thread.end(&mut machine);
    }
}

#[test]
fn before_the_first_attempt_the_lock_is_waited_for() {
    let elision = fixed(Policy::PAPER, 16);
    for (spins, log, running) in [
        (SPINS, "spins starts ends", SPECULATES),
        (SPINS + 1, "spins takes releases", holds(Fallback::Waited)),
    ] {
        let mut machine = Scripted::new(&[]);
        machine.held_spins = spins;
        let mut thread = ElidingThread::new();
        assert_eq!(thread.begin(&mut machine, &elision, 0), running);
        thread.end(&mut machine);
        assert_eq!(machine.log(), log);
    }
}

#[test]
fn a_lone_thread_takes_the_lock_and_counts_no_yield_points() {
    let elision = Elision::new(Policy::PAPER);
    let mut machine = Scripted::new(&[]);
    machine.is_alone = true;
    let mut thread = ElidingThread::new();
    let running = thread.begin(&mut machine, &elision, 3);
    assert_eq!(running, holds(Fallback::Alone));
    assert!(thread.is_alone() && thread.length() == u32::MAX);
    thread.end(&mut machine);
    assert!(elision.lengths.snapshot().is_empty(), "nothing is learned");
    machine.is_alone = false;
    assert_eq!(thread.begin(&mut machine, &elision, 3), SPECULATES);
    assert_eq!(thread.length(), DynamicLength::INITIAL);
    thread.end(&mut machine);
    assert_eq!(machine.log(), "takes releases starts ends");
}

#[test]
fn the_length_stays_when_the_lock_is_taken() {
    let (_, running, thread) = stretch(&fixed(Policy::PAPER, 16), &[Step::Persistent(Restricted)]);
    assert_eq!(running, holds(Fallback::Persistent));
    assert_eq!(thread.length(), 16);
}

#[test]
fn overflow_is_halved_down_to_one_before_the_lock_is_taken() {
    let elision = fixed(Policy::IMPROVED, 5);
    let steps = [
        Step::Persistent(WriteSetOverflow),
        Step::Persistent(Overflow),
    ];
    let (log, running, thread) = stretch(&elision, &[&steps[..], &[Step::Starts]].concat());
    assert_eq!(
        (log.as_str(), running),
        ("aborts aborts starts ends", SPECULATES)
    );
    assert_eq!(thread.length(), 1);
    let (_, running, thread) = stretch(
        &elision,
        &[&steps[..], &[Step::Persistent(Overflow)]].concat(),
    );
    assert_eq!(running, holds(Fallback::Persistent));
    assert_eq!(thread.length(), 1, "little is done while the lock is held");
    assert_eq!(thread.counts().acquisitions_after[Overflow as usize], 1);
}

#[test]
fn improved_attempts_back_off_after_transient_aborts_only() {
    let elision = fixed(Policy::IMPROVED, 5);
    let (log, _, _) = stretch(
        &elision,
        &[
            Step::Transient(ReadSetConflict),
            Step::LockTaken(1),
            Step::Transient(Overflow),
            Step::Starts,
        ],
    );
    assert_eq!(log, "aborts backs-off aborts spins aborts starts ends");
}

#[test]
fn an_abort_that_comes_back_as_an_error_goes_the_same_ways() {
    // The script with aborts at begins, and the same aborts of transactions that had started.
    let table: &[(&[HardwareStatus], Running)] = &[
        (&[HardwareStatus::transient(Conflict)], SPECULATES),
        (
            &[HardwareStatus::transient(Conflict); 3],
            holds(Fallback::TransientBudget),
        ),
        (
            &[HardwareStatus::persistent(NeedsLock)],
            holds(Fallback::Persistent),
        ),
    ];
    for (statuses, expected) in table {
        let elision = Elision::new(Policy::PAPER);
        let mut machine = Scripted::new(&[]);
        let mut thread = ElidingThread::new();
        let mut running = thread.begin(&mut machine, &elision, 7);
        for status in *statuses {
            assert_eq!(running, SPECULATES);
            machine.is_running = false;
            thread.aborted(*status);
            running = thread.begin(&mut machine, &elision, 7);
        }
        assert_eq!(running, *expected, "{statuses:?}");
        thread.end(&mut machine);
        let steps: Vec<_> = statuses
            .iter()
            .map(|status| match status.is_persistent {
                false => Step::Transient(status.cause),
                true => Step::Persistent(status.cause),
            })
            .collect();
        let at_begin = Elision::new(Policy::PAPER);
        let (_, at_begin_running, other) = stretch(&at_begin, &steps);
        assert_eq!(at_begin_running, *expected);
        assert_eq!(thread.counts(), other.counts(), "{statuses:?}");
        assert_eq!(at_begin.lengths.snapshot(), elision.lengths.snapshot());
    }
}

#[test]
fn an_abort_that_is_not_tried_again_does_not_charge_the_next_stretch() {
    let elision = Elision::new(Policy::PAPER);
    let mut machine = Scripted::new(&[]);
    let mut thread = ElidingThread::new();
    thread.begin(&mut machine, &elision, 1);
    machine.is_running = false;
    thread.aborted(HardwareStatus::persistent(NeedsLock));
    thread.forget_abort();
    assert_eq!(thread.running(), None);
    assert_eq!(thread.begin(&mut machine, &elision, 2), SPECULATES);
    assert_eq!(thread.position(), 2);
    assert_eq!(thread.counts().aborts[NeedsLock as usize], 1);
}

#[test]
fn what_only_the_holder_does_takes_the_lock() {
    let elision = fixed(Policy::PAPER, 16);
    let mut machine = Scripted::new(&[]);
    let mut thread = ElidingThread::new();
    thread.begin(&mut machine, &elision, 1);
    thread.need_lock(&mut machine);
    assert_eq!(thread.running(), Some(holds(Fallback::Needed)));
    thread.need_lock(&mut machine);
    thread.end(&mut machine);
    assert_eq!(machine.log(), "starts tabort takes releases", "once");
}

// ---- the length

const ZEC12: DynamicLength = DynamicLength::paper(Machine::Zec12);

/// Begins and aborts so many transactions once each.
fn first_aborts(place: &mut YieldPointLength, rule: &DynamicLength, count: u32) {
    for _ in 0..count {
        place.begin(rule);
        place.aborted(rule);
    }
}

#[test]
fn the_lengths_are_the_paper_s() {
    // facts of the figure: a shrink needs threshold + 2 first aborts; the lengths to 1.
    let expected = [
        255, 191, 143, 107, 80, 60, 45, 33, 24, 18, 13, 9, 6, 4, 3, 2, 1,
    ];
    for machine in [Machine::Zec12, Machine::Xeon] {
        let rule = DynamicLength::paper(machine);
        let mut place = YieldPointLength::default();
        assert_eq!(place.begin(&rule), expected[0]);
        let mut aborts = 0;
        for pair in expected.windows(2) {
            first_aborts(&mut place, &rule, rule.threshold + 1);
            assert_eq!(place.length, pair[0], "as many as are allowed");
            first_aborts(&mut place, &rule, 1);
            assert_eq!(place.length, pair[1], "one more");
            assert_eq!((place.begun, place.aborted), (0, 0), "a new period");
            aborts += rule.threshold + 2;
        }
        assert_eq!(aborts, 16 * (rule.threshold + 2));
        first_aborts(&mut place, &rule, 101);
        assert_eq!(place.length, 1, "no shorter");
        assert_eq!(place.aborted, 0, "and nothing is counted any more");
    }
}

#[test]
fn a_period_with_few_aborts_settles_the_length_but_not_as_printed() {
    let printed = DynamicLength {
        never_settles: true,
        ..ZEC12
    };
    for (rule, after) in [(ZEC12, 255), (printed, 191)] {
        let mut place = YieldPointLength::default();
        first_aborts(&mut place, &rule, ZEC12.threshold);
        for _ in ZEC12.threshold..ZEC12.period {
            place.begin(&rule);
        }
        assert_eq!(place.begun, ZEC12.period);
        first_aborts(&mut place, &rule, 2);
        assert_eq!(place.length, after);
        first_aborts(&mut place, &rule, 1_000);
        assert_eq!(place.length == 255, !rule.never_settles);
    }
}

#[test]
fn a_ratio_below_the_target_never_shortens_and_one_above_does() {
    // 1 % and 6 % of 300, the counter of begins reset by each shortening.
    for machine in [Machine::Zec12, Machine::Xeon] {
        let rule = DynamicLength::paper(machine);
        let every = |period: u32| {
            let mut place = YieldPointLength::default();
            for number in 1..=rule.period * 4 {
                place.begin(&rule);
                if number % period == 0 {
                    place.aborted(&rule);
                }
            }
            place.length
        };
        let allowed = rule.period / rule.threshold;
        assert_eq!(every(allowed), 255);
        assert!(every(allowed / 2) < 255);
    }
}

#[test]
fn a_length_grows_again_if_it_may() {
    let rule = DynamicLength {
        grows: true,
        ..ZEC12
    };
    for (rule, grown) in [(rule, 134), (ZEC12, 107)] {
        let mut place = YieldPointLength::default();
        first_aborts(&mut place, &rule, 3 * (rule.threshold + 2));
        assert_eq!(place.length, 107);
        for _ in 0..=rule.period {
            place.begin(&rule);
        }
        assert_eq!(place.length, grown);
        place.begin(&rule);
        assert_eq!(place.length, grown, "once a period");
        for _ in 0..100 * rule.period {
            place.begin(&rule);
        }
        assert_eq!(place.length == 255, rule.grows, "and no further");
    }
}

#[test]
fn a_settled_yield_point_stays_as_it_is_for_ever() {
    let mut place = YieldPointLength::default();
    for _ in 0..1 << 21 {
        place = YieldPointLength::from_word(place.word());
        assert_eq!(place.begin(&ZEC12), 255);
    }
    assert_eq!((place.begun, place.aborted), (ZEC12.period, 0));
}

#[test]
fn yield_points_that_lie_together_in_the_table_are_told_apart() {
    let table = LengthTable::new();
    let rule = LengthRule::Dynamic(ZEC12);
    let positions = (0..3_000_u64).map(|number| number * number);
    for position in positions.clone().filter(|position| position % 2 == 1) {
        for _ in 0..ZEC12.threshold + 2 {
            table.begin(&rule, position);
            table.aborted(&rule, position);
        }
    }
    for position in positions {
        let expected = if position % 2 == 1 { 191 } else { 255 };
        assert_eq!(table.begin(&rule, position), expected, "{position}");
    }
}

#[test]
fn every_yield_point_has_its_own_length_even_when_the_table_is_full() {
    let table = LengthTable::new();
    let rule = LengthRule::Dynamic(ZEC12);
    for _ in 0..ZEC12.threshold + 2 {
        table.begin(&rule, 4);
        table.aborted(&rule, 4);
    }
    assert_eq!((table.begin(&rule, 4), table.begin(&rule, 5)), (191, 255));
    assert_eq!(table.begin(&LengthRule::Fixed(16), 4), 16);
    // More places than there is room for: they share, and nothing breaks.
    for position in 0..100_000 {
        assert!(table.begin(&rule, position * 8) >= 1);
    }
    assert_eq!(table.begin(&rule, 4), 191);
}

#[test]
fn only_the_first_abort_of_a_stretch_counts_and_the_lock_s_only_in_the_paper() {
    let lock_first = [Step::LockTaken(1), Step::Transient(Conflict), Step::Starts];
    let paper = Elision::new(Policy::PAPER);
    stretch(&paper, &lock_first);
    assert_eq!(paper.lengths.snapshot()[0].1.aborted, 1, "once");
    let spared = Elision::new(Policy {
        charges_lock_aborts: false,
        ..Policy::PAPER
    });
    stretch(
        &spared,
        &[Step::LockTaken(1), Step::LockInside(1), Step::Starts],
    );
    assert_eq!(spared.lengths.snapshot()[0].1.aborted, 0);
    // The lock is free again when the abort is looked at; the machine has told why it was.
    let mut machine = Scripted::new(&[]);
    let mut thread = ElidingThread::new();
    thread.begin(&mut machine, &spared, 7);
    machine.is_running = false;
    thread.aborted(HardwareStatus::transient(LockHeld));
    thread.begin(&mut machine, &spared, 7);
    assert_eq!(spared.lengths.snapshot()[0].1.aborted, 0);
    stretch(&spared, &lock_first);
    assert_eq!(spared.lengths.snapshot()[0].1.aborted, 1);
}

// ---- at random

/// Random aborts at every begin, and of every running transaction, by one of both ways.
#[test]
fn random_aborts_end_in_a_stretch_that_runs() {
    for seed in 0..200 {
        let random = Random::new(seed);
        let policy = if seed % 2 == 0 {
            Policy::PAPER
        } else {
            Policy::IMPROVED
        };
        let elision = Elision::new(policy);
        let mut machine = Scripted::new(&[]);
        let mut thread = ElidingThread::new();
        let (mut stretches, mut aborted) = (0, 0);
        for _ in 0..300 {
            if machine.steps.is_empty() {
                machine.steps.extend(random_steps(&random));
            }
            machine.is_alone = random.chance(0.02);
            let before = thread.counts().begins;
            let running = thread.begin(&mut machine, &elision, random.below(5) as u64);
            assert_eq!(running == SPECULATES, machine.is_running);
            assert_eq!(running != SPECULATES, machine.is_mine);
            assert!(thread.length() >= 1);
            let attempts = thread.counts().begins - before;
            let most = policy.transient_retries + policy.lock_retries + 9;
            assert!(attempts <= u64::from(most), "{attempts} attempts");
            if running == SPECULATES && random.chance(0.5) {
                machine.is_running = false;
                thread.aborted(random_status(&random));
                aborted += 1;
            } else {
                thread.end(&mut machine);
                stretches += 1;
            }
        }
        let counts = thread.counts();
        let held: u64 = counts.acquisitions.iter().sum();
        assert_eq!(counts.commits + held, stretches);
        let aborts: u64 = counts.aborts.iter().sum();
        assert!(aborts >= aborted - 1);
        assert!(counts.begins >= counts.commits + aborts.saturating_sub(1));
        assert!(held > 0 && counts.commits > 0, "{counts:?}");
    }
}

fn random_status(random: &Random) -> HardwareStatus {
    HardwareStatus {
        cause: HardwareCause::ALL[random.below(HardwareCause::ALL.len())],
        is_persistent: random.chance(0.2),
    }
}

fn random_steps(random: &Random) -> Vec<Step> {
    (0..4)
        .map(|_| match random.below(5) {
            0 => Step::Transient(random_status(random).cause),
            1 => Step::Persistent(random_status(random).cause),
            2 => Step::LockTaken(1 + random.below(15) as u32),
            3 => Step::LockInside(1 + random.below(15) as u32),
            _ => Step::Starts,
        })
        .collect()
}

// ---- options

#[test]
fn policies_are_read_or_refused() {
    assert_eq!(Policy::parse("paper"), Ok(Policy::PAPER));
    assert_eq!(Policy::parse(""), Ok(Policy::IMPROVED));
    assert_eq!(
        Policy::parse("paper,zec12"),
        Ok(Policy::paper(Machine::Zec12))
    );
    let policy = Policy::parse("paper,length=16,fine,no-charge,lock=4").expect("good");
    assert_eq!(policy.length, LengthRule::Fixed(16));
    assert_eq!(policy.yield_points, YieldPoints::Fine);
    assert!(!policy.charges_lock_aborts && policy.lock_retries == 4);
    let policy = Policy::parse("paper,printed,initial=64,period=1000").expect("good");
    let LengthRule::Dynamic(dynamic) = policy.length else {
        panic!("dynamic")
    };
    assert!(dynamic.never_settles && dynamic.initial == 64 && dynamic.period == 1000);
    for wrong in [
        "length=0",
        "length=x",
        "no-paper",
        "sometimes",
        "attenuation=100",
    ] {
        assert!(Policy::parse(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn lock_held_is_transient_in_the_paper_s_sense() {
    // The lock was free again when the abort was looked at: tried again, from the other budget.
    let elision = fixed(Policy::PAPER, 4);
    let mut machine = Scripted::new(&[]);
    let mut thread = ElidingThread::new();
    thread.begin(&mut machine, &elision, 0);
    machine.is_running = false;
    thread.aborted(HardwareStatus::transient(LockHeld));
    assert_eq!(thread.begin(&mut machine, &elision, 0), SPECULATES);
}

#[test]
fn what_was_learned_elsewhere_is_gone_on_with() {
    let rule = LengthRule::Dynamic(ZEC12);
    let table = LengthTable::new();
    let known = YieldPointLength {
        length: 24,
        begun: 10,
        aborted: ZEC12.threshold,
    };
    table.learn(5, known);
    assert_eq!(table.begin(&rule, 5), 24);
    assert_eq!(table.begin(&rule, 6), DynamicLength::INITIAL);
    table.aborted(&rule, 5);
    table.aborted(&rule, 5);
    assert_eq!(table.begin(&rule, 5), 18);
    let places: Vec<u64> = table.snapshot().iter().map(|(place, _)| *place).collect();
    assert_eq!(places, [5, 6]);
}
