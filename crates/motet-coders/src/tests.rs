//! Round trips in pieces, and broken input: it never panics and never runs without end.

use super::*;

const KINDS: &[(&str, &str, &[i64], &[i64])] = &[
    ("bzip2 write", "bzip2 read", &[9], &[]),
    ("xz write", "auto read", &[4, 0x21, 1, 6], &[-1]),
    ("alone write", "auto read", &[0x4000_0000_0000_0001, 1, 6], &[-1]),
    ("raw write", "raw read", &[3, 1, 1, 0x21, 1, 6], &[3, 1, 1, 0x21, 1, 6]),
    ("zstd write", "zstd read", &[100, 3, 201, 1], &[]),
];

/// A generator of numbers that is the same in every run.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }
}

fn sample(numbers: &mut Numbers, length: usize) -> Vec<u8> {
    let mut out = Vec::new();
    while out.len() < length {
        let byte = numbers.next() as u8;
        let count = 1 + numbers.below(40);
        out.extend(std::iter::repeat_n(byte, count));
    }
    out.truncate(length);
    out
}

#[test]
fn what_goes_in_comes_out() {
    let mut numbers = Numbers(7);
    for (write, read, settings, reading) in KINDS {
        for length in [0, 1, 5000, 300_000] {
            let data = sample(&mut numbers, length);
            let mut writer = Coder::open(write, settings, b"").expect("a coder");
            let mut packed = Vec::new();
            for piece in data.chunks(1 + numbers.below(70_000)) {
                let step = writer.step(piece, Action::Run, usize::MAX).expect("a step");
                assert_eq!(step.taken, piece.len());
                packed.extend(step.out);
            }
            let step = writer.step(b"", Action::Finish, usize::MAX).expect("an end");
            packed.extend(step.out);
            let whole = once(read, reading, b"", &packed, Action::Run, usize::MAX);
            let whole = whole.expect("a stream");
            assert!(whole.is_ended, "{read} {length}");
            assert_eq!(whole.out, data);
            // Byte by byte in, few bytes out at a time.
            let mut reader = Coder::open(read, reading, b"").expect("a coder");
            let (mut out, mut place, mut is_ended) = (Vec::new(), 0, false);
            while !is_ended {
                let end = (place + 997).min(packed.len());
                let step = reader.step(&packed[place..end], Action::Run, 1021);
                let step = step.expect("a step");
                assert!(step.taken > 0 || !step.out.is_empty() || step.is_ended);
                place += step.taken;
                out.extend(step.out);
                is_ended = step.is_ended;
            }
            assert_eq!(out, data);
        }
    }
}

#[test]
fn broken_input_fails_or_ends() {
    let mut numbers = Numbers(11);
    for (write, read, settings, reading) in KINDS {
        let data = sample(&mut numbers, 3000);
        let packed = once(write, settings, b"", &data, Action::Finish, usize::MAX);
        let packed = packed.expect("a stream").out;
        for _ in 0..300 {
            let mut broken = packed.clone();
            for _ in 0..1 + numbers.below(4) {
                let place = numbers.below(broken.len());
                broken[place] = numbers.next() as u8;
            }
            broken.truncate(1 + numbers.below(broken.len() * 2));
            let _ = once(read, reading, b"", &broken, Action::Run, 1 << 20);
        }
        let random = sample(&mut numbers, 500);
        let _ = once(read, reading, b"", &random, Action::Run, 1 << 20);
    }
}

#[test]
fn settings_without_meaning_are_refused() {
    for (kind, settings) in [
        ("bzip2 write", &[0][..]),
        ("xz write", &[4, 0x21, 5, 6]),
        ("xz write", &[3, 0x21, 1, 6]),
        ("raw read", &[99, 1, 1]),
        ("zstd write", &[107, 77]),
        ("nothing", &[]),
    ] {
        assert!(Coder::open(kind, settings, b"").is_err(), "{kind}");
    }
}
