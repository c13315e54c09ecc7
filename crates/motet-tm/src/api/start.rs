//! How a runtime is made: the one place that knows all engines.

use std::sync::Arc;

use crate::config::{CommitEngine, Config, Control, Hardware, SEGMENTS_MAX};
use crate::engine::gil::GilEngine;
use crate::engine::htm;
use crate::engine::htm::HtmEngine;
use crate::engine::log::Log;
use crate::engine::sole::Sole;
use crate::engine::stm::Stm;
use crate::engine::stop_the_world::StopTheWorld;
use crate::heap::file::file_bytes_max;
use crate::heap::memory::{Extent, Memory, NULL_BYTES, PAGE_BYTES};
use crate::heap::shared::SharedHeap;
use crate::heap::space::{Nurseries, OldSpace};
use crate::object::layout::{Layout, OBJECT_ALIGNMENT_BYTES, round_up};
use crate::runtime::Runtime;
use crate::runtime::engine::Engine;
use crate::runtime::start_error::StartError;
use crate::simulation;
use crate::threads::segment::{SegmentPool, lane};

/// What the nurseries hold at most when the heap limit is noticed: it is looked at when a nursery
/// grows, and each holds at most its reserve; size classes waste a quarter.
fn nurseries(limit: u64, reserve: u64, segments: usize) -> Nurseries {
    Nurseries {
        count: segments.max(1) as u32,
        bytes_each: reserve.min(limit) / 4 * 5,
    }
}

/// How far the old space reaches beyond the heap limit: there is room for what the nurseries hold,
/// and for a transaction that passes the limit shortly before its end.
fn slack_bytes(limit: u64, reserve: u64, segments: usize) -> u64 {
    let is_limited = addresses_left().is_some() || file_bytes_max().is_some();
    let grace = match is_limited {
        false => GRACE_BYTES,
        true => GRACE_BYTES.min(limit / 4 * 3),
    };
    let wanted = nurseries(limit, reserve, segments).bytes() + grace;
    let room = Memory::SEGMENT_BYTES_MAX.saturating_sub(NULL_BYTES + reserve + limit);
    round_up(wanted, NULL_BYTES).min(room)
}

/// By how much transactions, and small pinned objects after them, may pass the heap limit. Where
/// the system limits addresses or the sizes of files it is three quarters of the heap at most.
const GRACE_BYTES: u64 = 1 << 30;

/// The least heap that is tried where the system limits addresses or the sizes of files, and the
/// part of a heap that one operation may allocate there.
const LIMITED_HEAP_BYTES_MIN: u64 = 16 << 20;
const LIMITED_NURSERY_PART: u64 = 4;
/// The part of that which is allocated there until a collection is due.
const LIMITED_NURSERY_UNTIL_DUE_PART: u64 = 16;

/// How many bytes of addresses the system allows this process (`ulimit -v`); `None` if it sets no
/// limit.
pub fn address_limit_bytes() -> Option<u64> {
    rustix::process::getrlimit(rustix::process::Resource::As).current
}

/// The addresses that the system leaves to this process, but for half, which is for stacks and
/// native memory; `None` if it limits none.
fn addresses_left() -> Option<u64> {
    let limit = address_limit_bytes()?;
    let pages = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = pages.split(' ').next()?.parse().ok()?;
    Some((limit / 2).saturating_sub(pages * PAGE_BYTES))
}

/// How a heap and the nursery of a thread are laid out.
fn extent_of(config: &Config, segments: usize, views: usize) -> Extent {
    let limit = round_up(config.heap_bytes_max, NULL_BYTES);
    let reserve = round_up(config.nursery_reserve_bytes, NULL_BYTES);
    let slack = slack_bytes(limit, reserve, segments);
    // Threads that share a view have their nurseries one behind the other.
    let nurseries = (segments - views).max(1) as u64;
    Extent::new(reserve * nurseries, limit + slack)
}

/// Makes the heap as small as the addresses that are left, and the limit of the sizes of files (the
/// old space is one), want it.
fn fit(config: &mut Config, segments: usize, views: usize) {
    let (left, file_max) = (addresses_left(), file_bytes_max());
    if (left, file_max) == (None, None) {
        return;
    }
    let fits = |config: &Config| {
        let extent = extent_of(config, segments, views);
        let view = extent.end + extent.marker_bytes();
        let tables = views as u64 + 2;
        let needed =
            view * (views as u64 + 1) + extent.old_bytes() / OBJECT_ALIGNMENT_BYTES * tables;
        left.is_none_or(|left| needed <= left)
            && file_max.is_none_or(|most| extent.old_bytes() <= most)
    };
    while !fits(config) && config.heap_bytes_max > LIMITED_HEAP_BYTES_MIN {
        config.heap_bytes_max = config.heap_bytes_max / 8 * 7;
        let nursery = config.heap_bytes_max / LIMITED_NURSERY_PART;
        config.nursery_reserve_bytes = config.nursery_reserve_bytes.min(nursery);
        // Most of the reserve is for the operation that runs when a collection is due.
        let until_due = config.nursery_reserve_bytes / LIMITED_NURSERY_UNTIL_DUE_PART;
        config.nursery_bytes = config.nursery_bytes.min(until_due);
    }
}

impl Runtime {
    /// Makes a runtime for objects of the given layouts.
    ///
    /// # Errors
    /// When the kernel refuses the mappings, or the configuration is out of range.
    pub fn new(mut config: Config, layouts: Vec<Layout>) -> Result<Arc<Runtime>, StartError> {
        if !(1..=SEGMENTS_MAX).contains(&config.segments) {
            return Err(StartError::Segments(config.segments));
        }
        let (segments, views) = match config.control {
            Control::Gil => (0, 0),
            Control::Stm => (config.segments, config.segments),
            Control::Htm => (config.segments, 0),
        };
        let wanted = config
            .heap_bytes_max
            .saturating_add(config.nursery_reserve_bytes)
            .saturating_add(4 * NULL_BYTES);
        if wanted > Memory::SEGMENT_BYTES_MAX {
            return Err(StartError::HeapBytes(config.heap_bytes_max));
        }
        fit(&mut config, segments, views);
        let limit = round_up(config.heap_bytes_max, NULL_BYTES);
        let extent = extent_of(&config, segments, views);
        let memory = Memory::map(views, extent).map_err(StartError::Mapping)?;
        let memory = memory.with_names(segments - views);
        let stepped = config.stepping_seed.is_some() || simulation::is_simulated();
        let always = stepped || config.injection.wants_every_yield_point();
        let engine = new_engine(&config, segments)?;
        let mut nurseries = nurseries(limit, config.nursery_reserve_bytes, segments);
        // The largest heaps have little behind their limit.
        let held = (extent.old_bytes() - limit) / nurseries.bytes_each;
        nurseries.count = nurseries.count.min(held as u32);
        let due = config.major_bytes_min.min(limit / 2);
        let space = OldSpace::new(extent, limit, nurseries, due);
        let heap = SharedHeap::new(layouts, memory, space);
        let pool = SegmentPool::new(segments, if always { lane::ALWAYS } else { 0 });
        Ok(Runtime::assemble(config, heap, pool, engine))
    }
}

/// The engine that the configuration asks for.
fn new_engine(config: &Config, segments: usize) -> Result<Box<dyn Engine>, StartError> {
    Ok(match config.control {
        Control::Gil => Box::new(GilEngine),
        Control::Htm => htm_engine(config)?,
        #[cfg(simulated)]
        Control::Stm if simulation::is_simulated() => {
            Box::new(crate::engine::simulated::Simulated(Stm(Log::new(segments))))
        }
        Control::Stm => match config.commit_engine {
            CommitEngine::StopTheWorld => Box::new(Stm(StopTheWorld)),
            CommitEngine::Log if config.sole => Box::new(Sole::new(segments)),
            CommitEngine::Log => Box::new(Stm(Log::new(segments))),
        },
    })
}

fn htm_engine(config: &Config) -> Result<Box<dyn Engine>, StartError> {
    match config.hardware {
        Hardware::Imagined => Ok(Box::new(HtmEngine::imagined())),
        Hardware::Real => match htm::hardware_transactions() {
            Ok(()) => Ok(Box::new(HtmEngine::real())),
            Err(reason) => Err(StartError::NoHardware(reason)),
        },
    }
}
