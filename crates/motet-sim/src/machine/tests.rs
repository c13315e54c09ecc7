//! The machine by itself: conflicts, capacity, learning.

use super::presets::{XEON_E3_1275V3, ZEC12};
use super::*;

const CORES: usize = 4;

fn machine(preset: Preset) -> Machine {
    let preset = Preset {
        has_page_faults: false,
        ..preset
    };
    Machine::new(preset, CORES, 1, Breakage::default())
}

/// Steps of cores: begin, read, write, end.
#[derive(Clone, Copy)]
enum Step {
    Begin(Core),
    Read(Core, u64),
    Write(Core, u64),
    End(Core),
}

fn run(machine: &mut Machine, steps: &[Step]) {
    for step in steps {
        match *step {
            Step::Begin(core) => {
                machine.begin(core, false);
            }
            Step::Read(core, address) => {
                machine.access(core, address, false);
            }
            Step::Write(core, address) => {
                machine.access(core, address, true);
            }
            Step::End(core) => {
                machine.end(core);
            }
        }
    }
}

fn cause(machine: &Machine, core: Core) -> Option<Cause> {
    machine.doom_of(core).map(|doom| doom.cause)
}

#[test]
fn conflicts_doom_whoever_had_the_line() {
    use Step::{Begin, Read, Write};
    let line = 4096;
    let cases: [(&[Step], Option<Cause>, Option<Cause>); 7] = [
        (&[Read(0, line), Read(1, line)], None, None),
        (
            &[Read(0, line), Write(1, line)],
            Some(Cause::ReadConflict),
            None,
        ),
        (
            &[Write(0, line), Read(1, line)],
            Some(Cause::WriteConflict),
            None,
        ),
        (
            &[Write(0, line), Write(1, line)],
            Some(Cause::WriteConflict),
            None,
        ),
        (
            &[Read(0, line), Write(0, line), Write(1, line)],
            Some(Cause::WriteConflict),
            None,
        ),
        // The same line, other bytes; and the next line.
        (
            &[Read(0, line), Write(1, line + 63)],
            Some(Cause::ReadConflict),
            None,
        ),
        (&[Read(0, line), Write(1, line + 64)], None, None),
    ];
    for (steps, first, second) in cases {
        let mut machine = machine(XEON_E3_1275V3);
        run(&mut machine, &[Begin(0), Begin(1)]);
        run(&mut machine, steps);
        assert_eq!((cause(&machine, 0), cause(&machine, 1)), (first, second));
    }
}

#[test]
fn lines_of_the_zec12_are_of_256_bytes() {
    for (distance, expected) in [(255, Some(Cause::ReadConflict)), (256, None)] {
        let mut machine = machine(ZEC12);
        run(
            &mut machine,
            &[
                Step::Begin(0),
                Step::Begin(1),
                Step::Read(0, 8192),
                Step::Write(1, 8192 + distance),
            ],
        );
        assert_eq!(cause(&machine, 0), expected);
    }
}

#[test]
fn a_committed_transaction_holds_nothing_any_more() {
    let mut machine = machine(XEON_E3_1275V3);
    run(
        &mut machine,
        &[
            Step::Begin(0),
            Step::Read(0, 64),
            Step::Write(0, 128),
            Step::End(0),
            Step::Begin(0),
            Step::Begin(1),
            Step::Write(1, 64),
            Step::Write(1, 128),
        ],
    );
    assert_eq!(cause(&machine, 0), None);
    assert_eq!(cause(&machine, 1), None);
}

#[test]
fn an_aborted_transaction_holds_nothing_any_more() {
    let mut machine = machine(XEON_E3_1275V3);
    run(
        &mut machine,
        &[
            Step::Begin(0),
            Step::Begin(1),
            Step::Write(0, 64),
            Step::Write(1, 64),
        ],
    );
    machine.abort(0);
    run(&mut machine, &[Step::Begin(0), Step::Read(1, 64)]);
    assert_eq!(cause(&machine, 0), None);
    assert_eq!(cause(&machine, 1), None);
}

#[test]
fn what_runs_without_a_transaction_wins() {
    let mut machine = machine(ZEC12);
    run(
        &mut machine,
        &[Step::Begin(0), Step::Read(0, 512), Step::Write(3, 512)],
    );
    let doom = machine.doom_of(0).expect("doomed");
    assert_eq!((doom.cause, doom.by), (Cause::ReadConflict, Some(3)));
}

/// How many bytes can be written, from one address on.
fn writable_bytes(preset: Preset, is_shared: bool) -> u64 {
    let mut machine = machine(preset);
    machine.begin(0, is_shared);
    let step = 16;
    let overflow = (0..).find(|index| {
        machine.access(0, index * step, true);
        machine.doom_of(0).is_some()
    });
    assert_eq!(cause(&machine, 0), Some(Cause::WriteCapacity));
    overflow.expect("it overflows") * step
}

#[test]
fn write_sets_are_as_large_as_the_paper_says() {
    // 8 KB; about 19 KB, halved beside a sibling.
    assert_eq!(writable_bytes(ZEC12, false), 8 << 10);
    let alone = writable_bytes(XEON_E3_1275V3, false);
    assert!((18 << 10..=21 << 10).contains(&alone), "{alone}");
    let shared = writable_bytes(XEON_E3_1275V3, true);
    assert!(shared <= alone / 2 && shared >= alone / 3, "{shared}");
}

#[test]
fn the_ninth_line_of_a_set_overflows_and_scattered_stores_fill_the_store_cache() {
    let mut machine = machine(XEON_E3_1275V3);
    machine.begin(0, false);
    let ways = u64::from(XEON_E3_1275V3.write_set.ways);
    for way in 0..=ways {
        assert_eq!(cause(&machine, 0), None, "way {way}");
        machine.access(0, way * 64 * 64, true);
    }
    assert_eq!(cause(&machine, 0), Some(Cause::WriteCapacity));
    let mut machine = self::machine(ZEC12);
    machine.begin(0, false);
    for entry in 0..=64 {
        assert_eq!(cause(&machine, 0), None, "entry {entry}");
        machine.access(0, entry * 1024, true);
    }
    assert_eq!(cause(&machine, 0), Some(Cause::WriteCapacity));
}

/// How many bytes can be read, from one address on.
fn readable_bytes(preset: Preset) -> u64 {
    let mut machine = machine(preset);
    machine.begin(0, false);
    let overflow = (0..).find(|index| {
        machine.access(0, index * preset.line_bytes, false);
        machine.doom_of(0).is_some()
    });
    assert_eq!(cause(&machine, 0), Some(Cause::ReadCapacity));
    overflow.expect("it overflows") * preset.line_bytes
}

#[test]
fn read_sets_are_as_large_as_the_paper_says() {
    assert_eq!(readable_bytes(ZEC12), 1 << 20);
    assert_eq!(readable_bytes(XEON_E3_1275V3), 6 << 20);
}

#[test]
fn the_first_access_to_a_page_aborts_once() {
    let mut machine = Machine::new(ZEC12, 1, 1, Breakage::default());
    machine.begin(0, false);
    machine.access(0, 4096, false);
    assert_eq!(cause(&machine, 0), Some(Cause::PageFault));
    machine.abort(0);
    machine.begin(0, false);
    machine.access(0, 4096, false);
    assert_eq!(cause(&machine, 0), None);
}

/// Figure 6a (facts H2): transactions that write 24 KB, then less. After how many that fit does
/// nearly every one succeed?
#[test]
fn haswell_trusts_again_after_thousands_of_transactions_that_fit() {
    let mut machine = machine(XEON_E3_1275V3);
    let mut write = |bytes: u64| {
        machine.begin(0, false);
        for line in 0..bytes / 64 {
            machine.access(0, line * 64, true);
        }
        let succeeds = machine.doom_of(0).is_none();
        if succeeds {
            machine.end(0);
        } else {
            machine.abort(0);
        }
        succeeds
    };
    assert!((0..10_000).all(|_| !write(24 << 10)));
    let mut hundreds = (0..80).map(|_| (0..100).filter(|_| write(16 << 10)).count());
    let rates: Vec<usize> = hundreds.by_ref().collect();
    assert!(rates[0] < 20, "it starts low: {rates:?}");
    assert!(
        (30..70).contains(&rates[25]),
        "and rises gradually: {rates:?}"
    );
    let steady = rates.iter().position(|rate| *rate >= 99).expect("steady");
    assert!((30..=80).contains(&steady), "after {steady}00 iterations");
}

#[test]
fn lines_that_follow_each_other_were_fetched_ahead() {
    let mut machine = machine(ZEC12);
    let costs = ZEC12.costs;
    let mut read = |core, line| machine.access(core, line * ZEC12.line_bytes, false);
    assert_eq!(read(0, 1000), costs.memory);
    assert_eq!(read(0, 1001), costs.stream);
    assert_eq!(read(0, 1002), costs.stream);
    assert_eq!(read(0, 1004), costs.memory, "one was left out");
    assert_eq!(read(1, 1005), costs.memory, "another core's");
    assert_eq!(read(0, 1004), 0, "there");
}

#[test]
fn without_a_part_the_conflict_goes_unseen() {
    let parts = [("readers", false), ("writer", true)];
    for (part, first_writes) in parts {
        let breakage = Breakage::parse(part).expect("a part");
        let preset = Preset {
            has_page_faults: false,
            ..ZEC12
        };
        let mut machine = Machine::new(preset, 2, 1, breakage);
        machine.begin(0, false);
        machine.access(0, 0, first_writes);
        machine.begin(1, false);
        machine.access(1, 0, true);
        assert_eq!(machine.doom_of(0), None, "{part}");
    }
}

#[test]
fn who_can_wait_is_rejected_so_often_and_may_outlive_the_holder() {
    use Step::{Begin, End, Write};
    let line = 4096;
    let mut zec12 = machine(ZEC12);
    let rejection = Some(ZEC12.costs.transfer);
    run(&mut zec12, &[Begin(0), Write(0, line), Begin(1)]);
    assert_eq!(zec12.reject(1, line, false), rejection);
    assert_eq!(zec12.reject(1, line, false), rejection);
    run(&mut zec12, &[End(0)]);
    assert_eq!(zec12.reject(1, line, false), None, "nobody has it now");
    let free = zec12.access(1, line, false);
    assert_eq!(free, ZEC12.costs.transfer, "rejections were paid for");

    // A holder that stays gives up, and the access costs only the transfer.
    run(&mut zec12, &[Begin(2)]);
    for _ in 0..3 {
        assert_eq!(zec12.reject(2, line, true), rejection);
    }
    assert_eq!(zec12.reject(2, line, true), None);
    assert_eq!(cause(&zec12, 1), None);
    assert_eq!(zec12.access(2, line, true), ZEC12.costs.transfer);
    assert_eq!(cause(&zec12, 1), Some(Cause::ReadConflict));

    let mut xeon = machine(XEON_E3_1275V3);
    run(&mut xeon, &[Begin(0), Write(0, line)]);
    assert_eq!(xeon.reject(1, line, false), None, "the requester wins");
}
