//! `_random_core`: the Mersenne Twister of `random`, with the numbers that CPython draws.
//!
//! The state of a generator is a list of 625 integers in the heap, the last of which says how many
//! of the others are used up: so an abort takes drawn numbers back, and two threads that share one
//! never draw the same. (`_random`, in the library, is the class.)
//!
//! Threads that draw from one state collide at every number, and the functions of the module
//! `random` share one generator. The numbers of a generator that was never seeded are
//! unpredictable, so it has a state for each thread: a dict from the threads' numbers to lists.
//! From the first `getstate` or `seed` on, all threads share one state, a single list.

use motet_python_objects::model::module_def::ModuleDef;
use motet_tm::{Object, Value};
use num_traits::Signed;

use motet_python_objects::model::exception::{MEMORY_ERROR, TYPE_ERROR, VALUE_ERROR};
use motet_python_objects::model::layouts::*;
use motet_python_objects::model::names;
use motet_python_objects::model::native::{Arguments, NativeFunction, Outcome};
use motet_python_objects::model::thread::Thread;
use motet_python_objects::types::tables::integer_argument;
use motet_python_objects::types::{dict, float, int, list, native_first};

/// The words of the state.
const SIZE: usize = 624;
/// Distance of the word that is mixed in.
const MIDDLE: usize = 397;
const MATRIX: u32 = 0x9908_b0df;
const UPPER: u32 = 0x8000_0000;
const LOWER: u32 = 0x7fff_ffff;

/// The functions of the module.
pub(crate) const FUNCTIONS: &[NativeFunction] = &[
    NativeFunction::leaf("seed", 2, 2, seed),
    NativeFunction::leaf("draw_bits", 2, 2, random_bits),
    NativeFunction::leaf("own", 1, 1, own),
];

/// Methods of the generators.
pub(crate) const METHODS: &[NativeFunction] = &[
    NativeFunction::leaf("random", 1, 1, random).with_quick(quick_random),
    NativeFunction::calling("getrandbits", 0, u8::MAX, get_bits)
        .with_keywords()
        .with_quick(quick_bits),
];

/// After so many threads their states are forgotten, for most of them have ended: those that live
/// get new ones.
const STATES_MAX: u64 = 64;

/// The state that a generator draws from: its one list; or, if it was never seeded, that of the
/// running thread.
fn state(thread: &Thread, arguments: Arguments) -> Outcome<Object<'_>> {
    state_of(thread, arguments.get(thread, 0))
}

fn state_of<'a>(thread: &'a Thread, given: Value<'a>) -> Outcome<Object<'a>> {
    let state = match dict::as_dict(thread, given) {
        Some(states) => own_state(thread, states)?,
        None => given,
    };
    list::as_list(thread, state)
        .filter(|list| list::length(thread, *list) == SIZE as u64 + 1)
        .ok_or_else(|| thread.raise(TYPE_ERROR, "the state of a generator is needed"))
}

fn own_state<'a>(thread: &'a Thread, states: Object<'a>) -> Outcome<Value<'a>> {
    let ident = int::from_length(thread.ident());
    if let Some(Some(known)) = dict::get_leaf(thread, states, ident)? {
        return Ok(known);
    }
    if dict::length(thread, states) >= STATES_MAX {
        dict::clear(thread, states)?;
    }
    let words = seeded(&entropic_key(thread)?);
    let used = int::from_length(SIZE as u64);
    let words = words.iter().map(|word| int::from_length((*word).into()));
    let words: Vec<Value<'_>> = words.chain([used]).collect();
    let made = list::from_values(thread, &words)?;
    dict::set_leaf(thread, states, ident, made)?;
    Ok(made)
}

/// `own(states)`: the running thread's state of a generator that was never seeded.
fn own<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    Ok(state(thread, arguments)?.value())
}

fn word(thread: &Thread, state: Object<'_>, index: usize) -> u32 {
    let value = list::get(thread, state, index as u64).and_then(Value::as_integer);
    value.unwrap_or(0) as u32
}

fn set_word(thread: &Thread, state: Object<'_>, index: usize, word: u32) -> Outcome<()> {
    let word = int::from_length(word.into());
    list::set_index(thread, state, index as i64, word)
}

fn simple_seed(seed: u32) -> [u32; SIZE] {
    let mut words = [seed; SIZE];
    for index in 1..SIZE {
        let before = words[index - 1];
        words[index] = 1_812_433_253u32
            .wrapping_mul(before ^ (before >> 30))
            .wrapping_add(index as u32);
    }
    words
}

/// The state that follows from a key of any length.
fn seeded(key: &[u32]) -> [u32; SIZE] {
    let mut words = simple_seed(19_650_218);
    let (mut place, mut at) = (1, 0);
    for _ in 0..SIZE.max(key.len()) {
        let before = words[place - 1];
        words[place] = (words[place] ^ (before ^ (before >> 30)).wrapping_mul(1_664_525))
            .wrapping_add(key[at])
            .wrapping_add(at as u32);
        place += 1;
        at = (at + 1) % key.len();
        if place >= SIZE {
            words[0] = words[SIZE - 1];
            place = 1;
        }
    }
    for _ in 1..SIZE {
        let before = words[place - 1];
        words[place] = (words[place] ^ (before ^ (before >> 30)).wrapping_mul(1_566_083_941))
            .wrapping_sub(place as u32);
        place += 1;
        if place >= SIZE {
            words[0] = words[SIZE - 1];
            place = 1;
        }
    }
    words[0] = UPPER;
    words
}

/// `seed(state, number)`.
fn seed<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let state = state(thread, arguments)?;
    let Some(number) = int::to_big(thread, arguments.get(thread, 1)) else {
        return Err(thread.raise(TYPE_ERROR, "an int is needed"));
    };
    let mut key = number.abs().to_u32_digits().1;
    if key.is_empty() {
        key.push(0);
    }
    for (index, word) in seeded(&key).iter().enumerate() {
        set_word(thread, state, index, *word)?;
    }
    set_word(thread, state, SIZE, SIZE as u32)?;
    Ok(NONE)
}

/// Makes the next words once all are used up.
fn renew(thread: &Thread, state: Object<'_>) -> Outcome<()> {
    let mut words: Vec<u32> = (0..SIZE).map(|index| word(thread, state, index)).collect();
    for index in 0..SIZE {
        let joined = (words[index] & UPPER) | (words[(index + 1) % SIZE] & LOWER);
        let odd = if joined & 1 == 1 { MATRIX } else { 0 };
        words[index] = words[(index + MIDDLE) % SIZE] ^ (joined >> 1) ^ odd;
    }
    for (index, word) in words.iter().enumerate() {
        set_word(thread, state, index, *word)?;
    }
    Ok(())
}

/// Draws the next words.
#[inline]
fn draw<const COUNT: usize>(thread: &Thread, state: Object<'_>) -> Outcome<[u32; COUNT]> {
    let mut used = word(thread, state, SIZE) as usize;
    let mut drawn = [0; COUNT];
    for word in &mut drawn {
        if used >= SIZE {
            renew(thread, state)?;
            used = 0;
        }
        *word = tempered(crate::modules::random::word(thread, state, used));
        used += 1;
    }
    set_word(thread, state, SIZE, used as u32)?;
    Ok(drawn)
}

/// As [`draw`] from the state of a generator, for shortcuts: none where there are not so many words
/// left, or the state is no list yet.
fn draw_ready<const COUNT: usize>(thread: &Thread, generator: Value<'_>) -> Option<[u32; COUNT]> {
    let state = thread.own_attribute(generator.as_object()?, names::STATE)?;
    let state = match dict::as_dict(thread, state) {
        Some(states) => {
            let ident = int::from_length(thread.ident());
            dict::get_leaf(thread, states, ident).ok()???
        }
        None => state,
    };
    let state = list::as_list(thread, state)?;
    let is_whole = list::length(thread, state) == SIZE as u64 + 1;
    if !is_whole || word(thread, state, SIZE) as usize + COUNT > SIZE {
        return None;
    }
    draw::<COUNT>(thread, state).ok()
}

fn quick_random<'a>(thread: &'a Thread, [own, ..]: [Value<'a>; 3]) -> Option<Value<'a>> {
    let drawn = draw_ready(thread, own)?;
    Some(float::from_f64(thread, fraction(drawn)))
}

fn quick_bits<'a>(thread: &'a Thread, [own, bits, more]: [Value<'a>; 3]) -> Option<Value<'a>> {
    if more != UNBOUND {
        return None;
    }
    let bits = bits.as_integer().filter(|bits| (1..=32).contains(bits))?;
    let [drawn] = draw_ready(thread, own)?;
    Some(int::from_length((drawn >> (32 - bits)).into()))
}

/// The number from 0 to before 1 that two words make.
fn fraction([high, low]: [u32; 2]) -> f64 {
    let (high, low) = (f64::from(high >> 5), f64::from(low >> 6));
    (high * 67_108_864.0 + low) * (1.0 / 9_007_199_254_740_992.0)
}

fn tempered(mut word: u32) -> u32 {
    word ^= word >> 11;
    word ^= (word << 7) & 0x9d2c_5680;
    word ^= (word << 15) & 0xefc6_0000;
    word ^ (word >> 18)
}

fn next(thread: &Thread, state: Object<'_>) -> Outcome<u32> {
    draw::<1>(thread, state).map(|[word]| word)
}

/// What the generator that is the receiver has as its state.
fn state_attribute(thread: &Thread, arguments: Arguments) -> Option<Value<'_>> {
    let generator = arguments.get(thread, 0).as_object()?;
    thread.own_attribute(generator, names::STATE)
}

/// `random(self)`.
fn random<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let state = state_attribute(thread, arguments);
    let state = state_of(thread, state.unwrap_or(NONE))?;
    let number = fraction(draw(thread, state)?);
    Ok(float::from_f64(thread, number))
}

/// `getrandbits(self, k)`.
fn get_bits<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let names = ["_random.Random", ".slowgetrandbits"];
    native_first::attempt(thread, arguments, names, 2, bits_of_a_word)
}

/// So many bits as one word has, or fewer.
fn bits_of_a_word<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Option<Value<'a>>> {
    if arguments.len() != 2 || arguments.keyword_count() > 0 {
        return Ok(None);
    }
    let bits = arguments.get(thread, 1).as_integer();
    let bits = bits.filter(|bits| (1..=32).contains(bits));
    let Some((state, bits)) = state_attribute(thread, arguments).zip(bits) else {
        return Ok(None);
    };
    let drawn = next(thread, state_of(thread, state)?)?;
    Ok(Some(int::from_length((drawn >> (32 - bits)).into())))
}

/// `draw_bits(state, count)`.
fn random_bits<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let state = state(thread, arguments)?;
    let bits = arguments.get(thread, 1);
    let is_negative = int::to_i64_clamped(thread, bits).is_some_and(|bits| bits < 0);
    if is_negative {
        return Err(thread.raise(VALUE_ERROR, "Cannot convert negative int"));
    }
    let mut bits = integer_argument(thread, bits)?;
    let mut words = Vec::new();
    let count = usize::try_from(bits / 32 + 1).unwrap_or(usize::MAX);
    if words.try_reserve_exact(count).is_err() {
        return Err(thread.raise(MEMORY_ERROR, ""));
    }
    while bits > 0 {
        let drawn = next(thread, state)?;
        words.push(if bits < 32 {
            drawn >> (32 - bits)
        } else {
            drawn
        });
        bits -= 32;
    }
    int::from_big(thread, &num_bigint::BigUint::new(words).into())
}

/// A key from the system, of as many bits as a state has room for.
fn entropic_key(thread: &Thread) -> Outcome<Vec<u32>> {
    let mut content = [0u8; 4 * SIZE];
    crate::modules::posix::fill_random(thread, &mut content)?;
    let words = content.as_chunks::<4>().0.iter();
    Ok(words.map(|bytes| u32::from_le_bytes(*bytes)).collect())
}

/// The module that the program imports.
pub(crate) const MODULES: &[ModuleDef] = &[ModuleDef::new("_random_core")
    .methods(&[METHODS])
    .functions(&[FUNCTIONS])
    .listed_as(&["_random"])];
