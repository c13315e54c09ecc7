//! How a runtime is made: the one place that knows all engines.

use std::sync::Arc;

use crate::config::{CommitEngine, Config, Control, Hardware, SEGMENTS_MAX};
use crate::engine::gil::GilEngine;
use crate::engine::htm;
use crate::engine::htm::HtmEngine;
use crate::engine::log::Log;
use crate::engine::stm::Stm;
use crate::engine::stop_the_world::StopTheWorld;
use crate::heap::memory::{Extent, Memory, NULL_BYTES};
use crate::heap::shared::SharedHeap;
use crate::heap::space::OldSpace;
use crate::object::layout::{Layout, round_up};
use crate::runtime::Runtime;
use crate::runtime::engine::Engine;
use crate::runtime::start_error::StartError;
use crate::simulation;
use crate::threads::segment::{SegmentPool, lane};

/// How far the old space reaches beyond the heap limit: there is room for what nurseries hold when
/// the limit is noticed (it is looked at when a nursery grows, and each holds at most its reserve;
/// size classes waste a quarter).
fn slack_bytes(limit: u64, reserve: u64, segments: usize) -> u64 {
    let nurseries = segments.max(1) as u64 * reserve.min(limit);
    let wanted = SLACK_BYTES_MIN.max(nurseries / 2 * 3);
    let room = Memory::SEGMENT_BYTES_MAX.saturating_sub(NULL_BYTES + reserve + limit);
    round_up(wanted, NULL_BYTES).min(room)
}

const SLACK_BYTES_MIN: u64 = 1 << 30;

impl Runtime {
    /// Makes a runtime for objects of the given layouts.
    ///
    /// # Errors
    /// When the kernel refuses the mappings, or the configuration is out of range.
    pub fn new(config: Config, layouts: Vec<Layout>) -> Result<Arc<Runtime>, StartError> {
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
        let limit = round_up(config.heap_bytes_max, NULL_BYTES);
        let reserve = round_up(config.nursery_reserve_bytes, NULL_BYTES);
        let slack = slack_bytes(limit, reserve, segments);
        // Threads that share a view have their nurseries one behind the other.
        let nurseries = (segments - views).max(1) as u64;
        let extent = Extent::new(reserve * nurseries, limit + slack);
        let memory = Memory::map(views, extent).map_err(StartError::Mapping)?;
        let memory = memory.with_names(segments - views);
        let stepped = config.stepping_seed.is_some() || simulation::is_simulated();
        let always = stepped || config.injection.wants_every_yield_point();
        let engine = new_engine(&config, segments)?;
        let space = OldSpace::new(extent, limit, config.major_bytes_min.min(limit / 2));
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
