//! What every object can be asked: its text, hash, truth, length, items, order, arithmetic.

pub mod arithmetic;
pub mod compare;
pub mod contains;
pub mod hash;
pub mod item;
pub mod iterate;
pub mod operator;
pub mod repr;
pub mod truth;
