//! The built-in functions that need no knowledge of classes.

pub mod aggregates;
pub mod conversions;
pub mod iteration;
pub mod printing;

use crate::native::NativeFunction;

const PARTS: [&[NativeFunction]; 4] = [
    aggregates::FUNCTIONS,
    conversions::FUNCTIONS,
    iteration::FUNCTIONS,
    printing::FUNCTIONS,
];

const COUNT: usize = PARTS[0].len() + PARTS[1].len() + PARTS[2].len() + PARTS[3].len();

const ALL: [NativeFunction; COUNT] = {
    let mut all = [PARTS[0][0]; COUNT];
    let (mut part, mut at) = (0, 0);
    while part < PARTS.len() {
        let mut index = 0;
        while index < PARTS[part].len() {
            all[at] = PARTS[part][index];
            at += 1;
            index += 1;
        }
        part += 1;
    }
    all
};

/// The built-in functions of this module's parts.
pub const FUNCTIONS: &[NativeFunction] = &ALL;
