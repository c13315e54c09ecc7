//! Size classes: objects of about the same size share groups.

use crate::object::layout::round_up;

/// Number of size classes; larger objects take whole groups of their own.
pub(crate) const CLASSES: usize = 44;
/// The largest object that shares a group.
pub(crate) const SHARED_BYTES_MAX: u64 = 32 * 1024;
/// Up to here, classes are 16 bytes apart.
const FINE_BYTES_MAX: u64 = 256;

/// The size class of an object and the bytes that it takes in its group.
/// Fine classes by 16 bytes, then four classes to each doubling.
pub(crate) fn size_class(bytes: u64) -> (usize, u64) {
    debug_assert!(bytes > 0 && bytes.is_multiple_of(16) && bytes <= SHARED_BYTES_MAX);
    if bytes <= FINE_BYTES_MAX {
        return ((bytes / 16 - 1) as usize, bytes);
    }
    let doubling = (bytes - 1).ilog2();
    let step = 1u64 << (doubling - 2);
    let rounded = round_up(bytes, step);
    let class =
        16 + (doubling as usize - 8) * 4 + ((rounded - (1 << doubling)) / step) as usize - 1;
    (class, rounded)
}

/// The bytes that an object of a class (of either mutability) takes in its group.
pub(crate) fn room_of(class: usize) -> u64 {
    let class = class % CLASSES;
    if class < 16 {
        return (class as u64 + 1) * 16;
    }
    let doubling = 8 + (class - 16) / 4;
    let quarters = (class - 16) as u64 % 4 + 1;
    (1 << doubling) + quarters * (1 << (doubling - 2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn size_classes_are_dense_and_monotonous() {
        let mut last = None;
        for bytes in (16..=SHARED_BYTES_MAX).step_by(16) {
            let (class, room) = size_class(bytes);
            assert!(room >= bytes && class < CLASSES);
            assert_eq!(room_of(class), room);
            assert_eq!(room_of(class + CLASSES), room);
            assert!(room <= bytes + bytes / 4, "at most a quarter is wasted");
            if let Some((last_class, last_room)) = last {
                assert!(class == last_class && room == last_room || class == last_class + 1);
            }
            last = Some((class, room));
        }
        assert_eq!(last.map(|(class, _)| class), Some(CLASSES - 1));
    }
}
