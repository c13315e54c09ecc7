//! Stress that checks itself: more threads than segments, tiny nurseries, a tiny heap, aborts,
//! collections and commits everywhere. Several operations make one transaction, as in a language.

mod support;

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use motet_tm::{Mutator, Object, Pinned, Unwind, Value};
use support::{
    ARRAY, NODE, RAW, Random, Setting, alone, carded_array, engines, engines_beside_others, number,
    pinned_nodes, run_operations, run_threads, set_number, settings, transact,
};

/// How many threads a setting is tried with: fewer than segments, and many more.
fn crews() -> impl Iterator<Item = (Setting, u64)> {
    let threads = [2, 8, 3, 5].into_iter().cycle();
    settings().into_iter().zip(threads)
}

fn operations(setting: &Setting, stepped: u64, free: u64) -> u64 {
    if setting.is_stepped() { stepped } else { free }
}

/// The number in a field.
fn field(mutator: &Mutator, object: Object<'_>, index: u64) -> i64 {
    let value = mutator.read(object).get(index);
    value.as_integer().expect("a number")
}

/// The object that a field refers to.
fn link<'a>(mutator: &'a Mutator, object: Object<'a>, index: u64) -> Option<Object<'a>> {
    mutator.read(object).get(index).as_object()
}

fn nothing() -> Value<'static> {
    Value::special(0)
}

/// Words that are always written together, within one object, over two objects and over two cards,
/// are always read equal.
#[test]
fn what_is_written_together_is_read_together() {
    const PLACES: usize = 6;
    for (setting, threads) in crews() {
        let runtime = setting.runtime();
        let nodes = pinned_nodes(&runtime, 2 * PLACES, 0);
        alone(&runtime, {
            let nodes = Arc::clone(&nodes);
            move |mutator| {
                transact(mutator, |mutator| {
                    for node in nodes.iter() {
                        let view = mutator.write(node.object())?;
                        view.set(3, Value::from_small(0));
                    }
                    Ok(())
                });
            }
        });
        let array = carded_array(&runtime, 320, 0);
        let count = operations(&setting, 150, 1_500);
        run_threads(&setting.name, &runtime, threads, move |mutator, thread| {
            run_operations(mutator, count, |mutator, index| {
                let mut random = Random::new(thread * count + index);
                let place = random.below(PLACES);
                let pair = (nodes[place], nodes[PLACES + place]);
                let value = (thread * count + index) as i64;
                if random.below(2) == 0 {
                    write_twins(mutator, pair, array, place as u64, value)
                } else {
                    read_twins(mutator, pair, array, place as u64)
                }
            });
        });
    }
}

fn write_twins(
    mutator: &mut Mutator,
    pair: (Pinned, Pinned),
    array: Pinned,
    place: u64,
    number: i64,
) -> Result<(), Unwind> {
    let value = || Value::from_integer(number).expect("fits");
    for node in [pair.0, pair.1] {
        let view = mutator.write(node.object())?;
        view.set(1, value());
        view.set(3, value());
        mutator.safepoint()?;
    }
    for element in [place, 319 - place] {
        let array = link(mutator, array.object(), 2).expect("the array");
        mutator.write_element(array, element, value())?;
        mutator.safepoint()?;
    }
    Ok(())
}

fn read_twins(
    mutator: &mut Mutator,
    pair: (Pinned, Pinned),
    array: Pinned,
    place: u64,
) -> Result<(), Unwind> {
    let mut seen = BTreeSet::new();
    for node in [pair.1, pair.0] {
        seen.insert(field(mutator, node.object(), 1));
        seen.insert(field(mutator, node.object(), 3));
        mutator.safepoint()?;
    }
    for element in [319 - place, place] {
        let array = link(mutator, array.object(), 2).expect("the array");
        let number = mutator.read_element(array, element).as_integer();
        seen.insert(number.expect("a number"));
        mutator.safepoint()?;
    }
    assert_eq!(seen.len(), 1, "torn: {seen:?}");
    Ok(())
}

/// One thread writes all nodes in each transaction; others find them equal, whenever they look.
/// Some of them write rubbish first and take it back, some cannot abort while they look. Those that
/// only read come after the nodes were written, and never have a reason to copy anything.
#[test]
fn a_sweep_over_many_objects_is_seen_whole_or_not_at_all() {
    for setting in engines_beside_others() {
        let four = setting.with("4 segments", |config| config.segments = 4);
        // The events of a segment's first use happen often here.
        for _ in 0..40 {
            sweep_and_look(&setting, 75);
            sweep_and_look(&four, 75);
        }
    }
}

fn sweep_and_look(setting: &Setting, rounds: i64) {
    const NODES: usize = 300;
    let runtime = setting.runtime();
    let nodes = pinned_nodes(&runtime, NODES, 0);
    let swept = Arc::clone(&nodes);
    alone(&runtime, move |mutator| sweep(mutator, &swept, 1));
    run_threads(&setting.name, &runtime, 4, move |mutator, thread| {
        let mut random = Random::new(thread);
        for round in 0..rounds {
            match thread {
                0 => sweep(mutator, &nodes, 2 + round),
                1 => (0..20).for_each(|_| vandalise(mutator, nodes[random.below(NODES)])),
                2 => transact(mutator, |mutator| {
                    mutator.become_inevitable()?;
                    look(mutator, &nodes)?;
                    mutator.while_safe(std::thread::yield_now);
                    look(mutator, &nodes)
                }),
                _ => {}
            }
            transact(mutator, |mutator| look(mutator, &nodes));
        }
    });
}

fn sweep(mutator: &mut Mutator, nodes: &[Pinned], value: i64) {
    transact(mutator, |mutator| {
        let mut nodes = nodes.iter();
        nodes.try_for_each(|node| set_number(mutator, *node, value))
    });
}

/// Writes a value that no other thread may ever see.
fn vandalise(mutator: &mut Mutator, node: Pinned) {
    match set_number(mutator, node, -1) {
        Ok(()) => {
            mutator.roll_back_and_end();
            mutator.begin();
        }
        Err(_) => mutator.roll_back(),
    }
}

fn look(mutator: &mut Mutator, nodes: &[Pinned]) -> Result<(), Unwind> {
    let first = number(mutator, nodes[0]);
    for (index, node) in nodes.iter().enumerate() {
        assert_eq!(number(mutator, *node), first, "half of a sweep");
        if index % 50 == 0 {
            mutator.safepoint()?;
        }
    }
    Ok(())
}

/// A sorted list that all threads insert into and remove from; each counts its changes in the same
/// transaction.
#[test]
fn a_sorted_list_stays_sorted_and_whole() {
    const KEYS: usize = 40;
    for (setting, threads) in crews() {
        let runtime = setting.runtime();
        let head = pinned_nodes(&runtime, 1, -1)[0];
        let balances = pinned_nodes(&runtime, threads as usize, 0);
        let count = operations(&setting, 100, 1_000);
        let shared = Arc::clone(&balances);
        run_threads(&setting.name, &runtime, threads, move |mutator, thread| {
            run_operations(mutator, count, |mutator, index| {
                let mut random = Random::new(thread * count + index);
                let key = random.below(KEYS) as i64;
                let change = if random.below(2) == 0 {
                    insert(mutator, head, key)?
                } else {
                    remove(mutator, head, key)?
                };
                let own = shared[thread as usize];
                mutator.safepoint()?;
                set_number(mutator, own, number(mutator, own) + change)
            });
        });
        alone(&runtime, move |mutator| {
            let expected: i64 = balances.iter().map(|node| number(mutator, *node)).sum();
            assert_eq!(sorted_length(mutator, head), expected, "{}", setting.name);
        });
    }
}

/// The last node whose key is below `key`.
fn before<'a>(mutator: &'a Mutator, head: Pinned, key: i64) -> Object<'a> {
    let mut at = head.object();
    while let Some(next) = link(mutator, at, 2) {
        if field(mutator, next, 1) >= key {
            break;
        }
        at = next;
    }
    at
}

fn insert(mutator: &mut Mutator, head: Pinned, key: i64) -> Result<i64, Unwind> {
    let mutator = &*mutator;
    let at = before(mutator, head, key);
    let next = link(mutator, at, 2);
    if next.is_some_and(|next| field(mutator, next, 1) == key) {
        return Ok(0);
    }
    let next = next.map_or(nothing(), |next| next.value());
    let node = mutator.allocate(NODE, 0, &[Value::from_small(key as i32), next, nothing()]);
    mutator.write(at)?.set(2, node.value());
    Ok(1)
}

fn remove(mutator: &mut Mutator, head: Pinned, key: i64) -> Result<i64, Unwind> {
    let mutator = &*mutator;
    let at = before(mutator, head, key);
    let Some(node) = link(mutator, at, 2).filter(|node| field(mutator, *node, 1) == key) else {
        return Ok(0);
    };
    let next = mutator.read(node).get(2);
    // A thread that removes the next node at the same time must find out.
    mutator.write(node)?.set(2, nothing());
    mutator.write(at)?.set(2, next);
    Ok(-1)
}

fn sorted_length(mutator: &Mutator, head: Pinned) -> i64 {
    let (mut at, mut length, mut last) = (head.object(), 0, -1);
    while let Some(next) = link(mutator, at, 2) {
        let key = field(mutator, next, 1);
        assert!(key > last, "the list is sorted: {last}, {key}");
        (at, last) = (next, key);
        length += 1;
    }
    length
}

/// Tokens on stacks that are moved about: none is lost, none is on two stacks. Half of the moves
/// put a copy in the place of the token, so that the nursery takes part.
#[test]
fn moved_tokens_are_neither_lost_nor_doubled() {
    const STACKS: usize = 5;
    const TOKENS: i32 = 40;
    for (setting, threads) in crews() {
        let runtime = setting.runtime();
        let stacks = pinned_nodes(&runtime, STACKS, 0);
        let shared = Arc::clone(&stacks);
        alone(&runtime, move |mutator| {
            transact(mutator, |mutator| {
                for token in 0..TOKENS {
                    let stack = shared[token as usize % STACKS].object();
                    let below = mutator.read(stack).get(2);
                    let fields = [Value::from_small(token), below, nothing()];
                    let token = mutator.allocate(NODE, 0, &fields);
                    mutator.write(stack)?.set(2, token.value());
                }
                Ok(())
            });
        });
        let count = operations(&setting, 150, 1_500);
        let shared = Arc::clone(&stacks);
        run_threads(&setting.name, &runtime, threads, move |mutator, thread| {
            run_operations(mutator, count, |mutator, index| {
                let mut random = Random::new(thread * count + index);
                let (from, to) = (shared[random.below(STACKS)], shared[random.below(STACKS)]);
                move_token(mutator, from, to, random.below(2) == 0)
            });
        });
        alone(&runtime, move |mutator| {
            let mut tokens = Vec::new();
            for stack in stacks.iter() {
                let mut next = link(mutator, stack.object(), 2);
                while let Some(token) = next {
                    tokens.push(field(mutator, token, 1));
                    next = link(mutator, token, 2);
                }
            }
            tokens.sort_unstable();
            let all: Vec<i64> = (0..i64::from(TOKENS)).collect();
            assert_eq!(tokens, all, "{}", setting.name);
        });
    }
}

fn move_token(mutator: &mut Mutator, from: Pinned, to: Pinned, copies: bool) -> Result<(), Unwind> {
    let roots = mutator.root_count();
    let Some(token) = link(mutator, from.object(), 2) else {
        return Ok(());
    };
    let below = mutator.read(token).get(2);
    mutator.write(from.object())?.set(2, below);
    let taken = mutator.root(token.value());
    // In between, the token is on no stack.
    mutator.safepoint()?;
    let mutator = &*mutator;
    let token = mutator.get(taken).as_object().expect("a token");
    let below = mutator.read(to.object()).get(2);
    let moved = if copies {
        let fields = [mutator.read(token).get(1), below, nothing()];
        mutator.allocate(NODE, 0, &fields)
    } else {
        mutator.write(token)?.set(2, below);
        token
    };
    mutator.write(to.object())?.set(2, moved.value());
    mutator.truncate_roots(roots);
    Ok(())
}

/// A heap so small that it is used up: a refusal, not a crash, and its contents stay.
#[test]
fn a_heap_that_is_used_up_refuses_and_stays_whole() {
    for engine in engines() {
        let setting = engine.with("heap of 2 MB", |config| {
            config.heap_bytes_max = 2 << 20;
            config.nursery_bytes = 16 << 10;
        });
        let runtime = setting.runtime();
        let lists = pinned_nodes(&runtime, 4, 0);
        let refusals = Arc::new(AtomicU64::new(0));
        let shared = (Arc::clone(&lists), Arc::clone(&refusals));
        run_threads(&setting.name, &runtime, 4, move |mutator, thread| {
            let list = shared.0[thread as usize];
            let mut is_refused = false;
            for round in 0..200_000 {
                transact(mutator, |mutator| grow(mutator, list));
                if mutator.take_out_of_memory() || !has_room_for_a_large_array(mutator) {
                    is_refused = true;
                    shared.1.fetch_add(1, Ordering::SeqCst);
                    break;
                }
                assert!(round < 199_999, "the heap has an end");
            }
            assert!(is_refused);
            // Operations that need no memory go on.
            for _ in 0..100 {
                transact(mutator, |mutator| {
                    set_number(mutator, list, number(mutator, list))
                });
            }
        });
        assert_eq!(refusals.load(Ordering::SeqCst), 4);
        alone(&runtime, move |mutator| {
            for list in lists.iter() {
                let mut expected = number(mutator, *list);
                let mut next = link(mutator, list.object(), 2);
                while let Some(node) = next {
                    assert_eq!(field(mutator, node, 1), expected);
                    expected -= 1;
                    next = link(mutator, node, 2);
                }
                assert_eq!(expected, 0, "the list is whole");
            }
        });
    }
}

/// Puts a node on a list, numbered by the list's length, which the list's head holds.
fn grow(mutator: &mut Mutator, list: Pinned) -> Result<(), Unwind> {
    let mutator = &*mutator;
    let length = number(mutator, list) + 1;
    let below = mutator.read(list.object()).get(2);
    let fields = [Value::from_small(length as i32), below, nothing()];
    let node = mutator.allocate(NODE, 0, &fields);
    let head = mutator.write(list.object())?;
    head.set(1, Value::from_small(length as i32));
    head.set(2, node.value());
    Ok(())
}

fn has_room_for_a_large_array(mutator: &Mutator) -> bool {
    mutator.allocate_array(ARRAY, 0, 100, nothing()).is_ok()
}

/// Batches of objects that die together, so that whole groups become free, also groups that have
/// private copies; the next batches that lie there are of other kinds: small objects that are
/// written, small ones that never are, large ones (I-HEAP-5).
#[test]
fn batches_take_the_place_of_others_of_any_kind() {
    const PLACES: usize = 4;
    for (setting, threads) in crews() {
        let runtime = setting.runtime();
        let places = pinned_nodes(&runtime, PLACES, 0);
        let count = operations(&setting, 40, 140);
        run_threads(&setting.name, &runtime, threads, move |mutator, thread| {
            run_operations(mutator, count, |mutator, index| {
                let mut random = Random::new(thread * count + index);
                let place = places[random.below(PLACES)];
                let number = (thread * count + index) as i64;
                match random.below(8) {
                    0..3 => make_batch(mutator, place, number, random.pick(&BATCHES)),
                    3 => {
                        mutator.write(place.object())?.set(2, nothing());
                        mutator.collect_major();
                        Ok(())
                    }
                    4..6 => write_batch(mutator, place, number),
                    _ => check_batch(mutator, place),
                }
            });
        });
    }
}

/// How many items a batch has, and how one is made of a number: each batch takes some groups of
/// 64 KB.
type Batch = (u64, fn(&Mutator, i64) -> Value<'_>);

const BATCHES: [Batch; 3] = [(30, written_item), (30, immutable_item), (2, large_item)];

/// How many elements a small array has, and how many bytes an object that is never written.
const ITEM_ELEMENTS: u64 = 1_000;
const ITEM_BYTES: u64 = 8_000;

fn written_item(mutator: &Mutator, number: i64) -> Value<'_> {
    array_of(mutator, ITEM_ELEMENTS, number)
}

fn large_item(mutator: &Mutator, number: i64) -> Value<'_> {
    array_of(mutator, 20_000, number)
}

fn array_of(mutator: &Mutator, length: u64, number: i64) -> Value<'_> {
    let fill = Value::from_integer(number).expect("fits");
    let array = mutator.allocate_array(ARRAY, 0, length, fill);
    array.expect("room").object().value()
}

fn immutable_item(mutator: &Mutator, number: i64) -> Value<'_> {
    let mut fresh = mutator.allocate_raw(RAW, 0, ITEM_BYTES).expect("room");
    for start in (0..ITEM_BYTES).step_by(8) {
        let bytes = fresh.bytes_mut(2, ITEM_BYTES);
        bytes[start as usize..][..8].copy_from_slice(&number.to_le_bytes());
    }
    fresh.object().value()
}

/// Puts a new batch at a place, instead of the one that is there.
fn make_batch(
    mutator: &mut Mutator,
    place: Pinned,
    number: i64,
    (count, make): Batch,
) -> Result<(), Unwind> {
    mutator.write(place.object())?.set(2, nothing());
    set_number(mutator, place, number)?;
    let mutator = &*mutator;
    let items = mutator
        .allocate_array(ARRAY, 0, count, nothing())
        .expect("room");
    for index in 0..count {
        mutator.write_element(items.object(), index, make(mutator, number))?;
    }
    mutator
        .write(place.object())?
        .set(2, items.object().value());
    Ok(())
}

/// The items of the batch at a place.
fn items(mutator: &Mutator, place: Pinned) -> Vec<Object<'_>> {
    let Some(items) = link(mutator, place.object(), 2) else {
        return Vec::new();
    };
    let item = |index| mutator.read_element(items, index).as_object();
    (0..mutator.array_length(items))
        .map(|index| item(index).expect("an item"))
        .collect()
}

/// The elements of an item that are written again and checked: some in each group.
fn looked_at(mutator: &Mutator, item: Object<'_>) -> impl Iterator<Item = u64> + use<> {
    (0..mutator.array_length(item)).step_by(999)
}

/// Writes another number into all items of the batch at a place, if they can be written.
fn write_batch(mutator: &mut Mutator, place: Pinned, number: i64) -> Result<(), Unwind> {
    let mutator = &*mutator;
    let items = items(mutator, place);
    if items.iter().any(|item| mutator.layout_id(*item) == RAW) {
        return Ok(());
    }
    set_number(mutator, place, number)?;
    for item in items {
        for index in looked_at(mutator, item) {
            let value = Value::from_integer(number).expect("fits");
            mutator.write_element(item, index, value)?;
        }
    }
    Ok(())
}

/// All items of the batch at a place have the place's number.
fn check_batch(mutator: &mut Mutator, place: Pinned) -> Result<(), Unwind> {
    let mutator = &*mutator;
    let expected = number(mutator, place);
    for item in items(mutator, place) {
        if mutator.layout_id(item) == RAW {
            let bytes = mutator.read_immutable(item).bytes(2, ITEM_BYTES);
            let words = bytes.chunks_exact(8);
            assert!(words.clone().all(|word| word == expected.to_le_bytes()));
        } else {
            for index in looked_at(mutator, item) {
                let number = mutator.read_element(item, index).as_integer();
                assert_eq!(number, Some(expected), "element {index}");
            }
        }
    }
    Ok(())
}
