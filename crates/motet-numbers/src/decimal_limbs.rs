//! Whole numbers as decimal digits: sums, products, quotients.
//!
//! They are computed with in limbs of nine digits, the lowest first, so that nothing is converted
//! to base two and back.

use std::cmp::Ordering;

use num_bigint::BigUint;

/// The base, which is above all values of a limb.
pub(crate) const BASE: u64 = 1_000_000_000;
/// Digits of a limb.
pub(crate) const WIDTH: usize = 9;
/// The ASCII of the numbers below hundred.
const PAIRS: [u8; 200] = pairs();

const fn pairs() -> [u8; 200] {
    let mut all = [0; 200];
    let mut number = 0;
    while number < 100 {
        all[2 * number] = b'0' + (number / 10) as u8;
        all[2 * number + 1] = b'0' + (number % 10) as u8;
        number += 1;
    }
    all
}

/// Some elements, on the stack where they are few.
pub struct Room<T, const COUNT: usize> {
    inline: [T; COUNT],
    heap: Vec<T>,
    pub(crate) length: usize,
}

impl<T: Copy + Default, const COUNT: usize> Room<T, COUNT> {
    fn new(length: usize) -> Room<T, COUNT> {
        let heap = if length > COUNT {
            vec![T::default(); length]
        } else {
            Vec::new()
        };
        Room {
            inline: [T::default(); COUNT],
            heap,
            length,
        }
    }

    /// The elements.
    pub fn all(&self) -> &[T] {
        if self.heap.is_empty() {
            &self.inline[..self.length]
        } else {
            &self.heap[..self.length]
        }
    }

    pub(crate) fn all_mut(&mut self) -> &mut [T] {
        if self.heap.is_empty() {
            &mut self.inline[..self.length]
        } else {
            &mut self.heap[..self.length]
        }
    }

    /// Leaves the first of them.
    pub(crate) fn truncate(&mut self, length: usize) {
        self.length = length.min(self.length);
    }
}

/// ASCII digits.
pub type Digits = Room<u8, 72>;
/// Limbs, the highest not 0.
pub(crate) type Limbs = Room<u32, 16>;

impl Digits {
    /// Both, one behind the other.
    pub(crate) fn joined(front: &[u8], back: &[u8]) -> Digits {
        let mut made = Digits::new(front.len() + back.len());
        let (first, second) = made.all_mut().split_at_mut(front.len());
        first.copy_from_slice(front);
        second.copy_from_slice(back);
        made
    }

    /// These, with zeros behind them.
    pub fn padded(digits: &[u8], zeros: usize) -> Digits {
        let mut made = Digits::new(digits.len() + zeros);
        let (front, back) = made.all_mut().split_at_mut(digits.len());
        front.copy_from_slice(digits);
        back.fill(b'0');
        made
    }
}

/// The number of eight digits, or fewer.
fn number_of(digits: &[u8]) -> u32 {
    let Ok(eight) = <[u8; 8]>::try_from(digits) else {
        return digits
            .iter()
            .fold(0, |sum, digit| sum * 10 + u32::from(digit - b'0'));
    };
    // Neighbours are put together: digits, then pairs, then fours.
    let ones = u64::from_le_bytes(eight) & 0x0f0f_0f0f_0f0f_0f0f;
    let twos = (ones.wrapping_mul(2561) >> 8) & 0x00ff_00ff_00ff_00ff;
    let fours = (twos.wrapping_mul(6_553_601) >> 16) & 0x0000_ffff_0000_ffff;
    (fours.wrapping_mul(42_949_672_960_001) >> 32) as u32
}

/// The number of nine digits, or fewer.
pub(crate) fn limb_of(digits: &[u8]) -> u32 {
    match digits.split_first_chunk::<8>() {
        Some((eight, [last])) => number_of(eight) * 10 + u32::from(last - b'0'),
        _ => number_of(digits),
    }
}

/// The limbs of digits with zeros behind them.
pub(crate) fn limbs_of(digits: &[u8], zeros: usize) -> Limbs {
    if !zeros.is_multiple_of(WIDTH) {
        let padded = Digits::padded(digits, zeros % WIDTH);
        return limbs_of(padded.all(), zeros - zeros % WIDTH);
    }
    let low = zeros / WIDTH;
    let mut limbs = Limbs::new(low + digits.len().div_ceil(WIDTH));
    for (limb, part) in limbs.all_mut()[low..].iter_mut().zip(digits.rchunks(WIDTH)) {
        *limb = limb_of(part);
    }
    trim(&mut limbs);
    limbs
}

/// Takes the zeros away above the highest limb.
fn trim(limbs: &mut Limbs) {
    let zeros = limbs.all().iter().rev().take_while(|limb| **limb == 0);
    let zeros = zeros.count();
    limbs.truncate(limbs.length - zeros);
}

pub(crate) fn digits_of(limbs: &Limbs) -> Digits {
    let Some((top, rest)) = limbs.all().split_last() else {
        return Digits::padded(b"0", 0);
    };
    let first = top.ilog10() as usize + 1;
    let mut made = Digits::new(first + rest.len() * WIDTH);
    let (front, back) = made.all_mut().split_at_mut(first);
    write_limb(*top, front);
    for (limb, target) in rest.iter().rev().zip(back.chunks_exact_mut(WIDTH)) {
        write_limb(*limb, target);
    }
    made
}

/// Numbers of so many digits are computed with in one word.
pub(crate) const WORD_DIGITS: usize = 18;

/// The number of few digits.
pub(crate) fn word_of(digits: &[u8]) -> u64 {
    let (high, low) = digits.split_at(digits.len().saturating_sub(WIDTH));
    u64::from(limb_of(high)) * BASE + u64::from(limb_of(low))
}

/// The digits of a number of at most two limbs.
pub(crate) fn digits_of_word(number: u64) -> Digits {
    let mut made = Digits::new(number.checked_ilog10().map_or(1, |last| last as usize + 1));
    let target = made.all_mut();
    let (high, low) = target.split_at_mut(target.len().saturating_sub(WIDTH));
    write_limb((number % BASE) as u32, low);
    if !high.is_empty() {
        write_limb((number / BASE) as u32, high);
    }
    made
}

/// Writes the digits of a number, as many as there is room for.
fn write_limb(mut limb: u32, target: &mut [u8]) {
    let mut pairs = target.rchunks_exact_mut(2);
    for pair in pairs.by_ref() {
        let place = 2 * (limb % 100) as usize;
        pair.copy_from_slice(&PAIRS[place..place + 2]);
        limb /= 100;
    }
    if let [digit] = pairs.into_remainder() {
        *digit = b'0' + (limb % 10) as u8;
    }
}

pub(crate) fn compare_limbs(a: &Limbs, b: &Limbs) -> Ordering {
    let longer = a.length.cmp(&b.length);
    longer.then_with(|| a.all().iter().rev().cmp(b.all().iter().rev()))
}

pub(crate) fn sum(a: &Limbs, b: &Limbs) -> Limbs {
    let (long, short) = if a.length < b.length { (b, a) } else { (a, b) };
    let mut made = Limbs::new(long.length + 1);
    let shorts = short.all().iter().copied().chain(std::iter::repeat(0));
    let mut carry = 0;
    for ((target, x), y) in made.all_mut().iter_mut().zip(long.all()).zip(shorts) {
        let sum = u64::from(*x) + u64::from(y) + carry;
        carry = u64::from(sum >= BASE);
        *target = (sum - carry * BASE) as u32;
    }
    made.all_mut()[long.length] = carry as u32;
    trim(&mut made);
    made
}

/// The difference of two numbers, the first of which is not the smaller one.
pub(crate) fn difference(a: &Limbs, b: &Limbs) -> Limbs {
    let mut made = Limbs::new(a.length);
    let others = b.all().iter().copied().chain(std::iter::repeat(0));
    let mut borrow = 0;
    for ((target, x), y) in made.all_mut().iter_mut().zip(a.all()).zip(others) {
        let less = u64::from(y) + borrow;
        borrow = u64::from(u64::from(*x) < less);
        *target = (u64::from(*x) + borrow * BASE - less) as u32;
    }
    trim(&mut made);
    made
}

pub(crate) fn product(a: &Limbs, b: &Limbs) -> Limbs {
    let mut made = Limbs::new(a.length + b.length);
    let target = made.all_mut();
    for (place, x) in a.all().iter().enumerate() {
        let mut carry = 0;
        for (y, sum) in b.all().iter().zip(&mut target[place..]) {
            let next = u64::from(*x) * u64::from(*y) + u64::from(*sum) + carry;
            carry = next / BASE;
            *sum = (next % BASE) as u32;
        }
        target[place + b.length] = carry as u32;
    }
    trim(&mut made);
    made
}

/// Multiplies by a small number; returns the carry out of the limbs.
fn scale(limbs: &mut [u32], factor: u64) -> u32 {
    let mut carry = 0;
    for limb in limbs {
        let next = u64::from(*limb) * factor + carry;
        carry = next / BASE;
        *limb = (next % BASE) as u32;
    }
    carry as u32
}

/// Divides by a small number; gives the remainder.
fn divide_by_limb(limbs: &mut [u32], divisor: u64) -> u64 {
    let mut rest = 0;
    for limb in limbs.iter_mut().rev() {
        let next = rest * BASE + u64::from(*limb);
        rest = next % divisor;
        *limb = (next / divisor) as u32;
    }
    rest
}

/// Quotient and remainder; the divisor is not 0. (Knuth, volume 2, algorithm D.)
pub(crate) fn quotient(a: &Limbs, b: &Limbs) -> (Limbs, Limbs) {
    let count = b.length;
    let mut rest = Limbs::new(a.length + 1);
    rest.all_mut()[..a.length].copy_from_slice(a.all());
    if count == 1 {
        let remainder = divide_by_limb(rest.all_mut(), u64::from(b.all()[0]));
        trim(&mut rest);
        let mut one = Limbs::new(1);
        one.all_mut()[0] = remainder as u32;
        trim(&mut one);
        return (rest, one);
    }
    if compare_limbs(a, b) == Ordering::Less {
        trim(&mut rest);
        return (Limbs::new(0), rest);
    }
    // The highest limb of the divisor is made at least half of the base.
    let mut divisor = Limbs::new(count);
    divisor.all_mut().copy_from_slice(b.all());
    let factor = BASE / (u64::from(b.all()[count - 1]) + 1);
    scale(divisor.all_mut(), factor);
    scale(rest.all_mut(), factor);
    let (top, next) = (divisor.all()[count - 1], divisor.all()[count - 2]);
    let (top, next) = (u64::from(top), u64::from(next));
    let mut made = Limbs::new(a.length - count + 1);
    for place in (0..made.length).rev() {
        let part = &mut rest.all_mut()[place..=place + count];
        let high = u64::from(part[count]) * BASE + u64::from(part[count - 1]);
        let (mut digit, mut left) = (high / top, high % top);
        while digit >= BASE || digit * next > left * BASE + u64::from(part[count - 2]) {
            digit -= 1;
            left += top;
            if left >= BASE {
                break;
            }
        }
        if take_multiple(part, divisor.all(), digit) {
            digit -= 1;
            give_back(part, divisor.all());
        }
        made.all_mut()[place] = digit as u32;
    }
    divide_by_limb(rest.all_mut(), factor);
    trim(&mut rest);
    trim(&mut made);
    (made, rest)
}

/// Subtracts a multiple of the divisor; whether that was more than there is.
fn take_multiple(part: &mut [u32], divisor: &[u32], digit: u64) -> bool {
    let mut carry = 0;
    for (limb, other) in part.iter_mut().zip(divisor.iter().chain(&[0])) {
        let taken = digit * u64::from(*other) + carry;
        carry = taken / BASE;
        let low = taken % BASE;
        if u64::from(*limb) < low {
            *limb = (u64::from(*limb) + BASE - low) as u32;
            carry += 1;
        } else {
            *limb -= low as u32;
        }
    }
    carry > 0
}

/// Adds the divisor again: the carry out of it was borrowed before.
fn give_back(part: &mut [u32], divisor: &[u32]) {
    let mut carry = 0;
    for (limb, other) in part.iter_mut().zip(divisor.iter().chain(&[0])) {
        let sum = u64::from(*limb) + u64::from(*other) + carry;
        carry = u64::from(sum >= BASE);
        *limb = (sum - carry * BASE) as u32;
    }
}

/// The number of digits with zeros behind them.
pub(crate) fn big_of(digits: &[u8], zeros: usize) -> Option<BigUint> {
    let padded = Digits::padded(digits, zeros);
    BigUint::parse_bytes(padded.all(), 10)
}
