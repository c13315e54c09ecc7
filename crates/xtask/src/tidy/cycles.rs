//! Cycles in a graph of names: between crates, between the folders of a crate, between its files.

use std::collections::{BTreeMap, BTreeSet};

/// The graph of uses.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Graph {
    edges: BTreeMap<String, BTreeSet<String>>,
}

impl Graph {
    pub(super) fn add(&mut self, from: &str, to: &str) {
        self.edges.entry(to.to_string()).or_default();
        let used = self.edges.entry(from.to_string()).or_default();
        if from != to {
            used.insert(to.to_string());
        }
    }

    /// The same graph between groups of names.
    pub(super) fn grouped(&self, group: impl Fn(&str) -> String) -> Graph {
        let mut grouped = Graph::default();
        for (from, used) in &self.edges {
            for to in used {
                grouped.add(&group(from), &group(to));
            }
        }
        grouped
    }

    /// The names that can be reached from a name.
    fn reach(&self, start: &str) -> BTreeSet<&str> {
        let mut reached = BTreeSet::new();
        let mut pending = vec![start];
        while let Some(name) = pending.pop() {
            for next in &self.edges[name] {
                if reached.insert(next.as_str()) {
                    pending.push(next);
                }
            }
        }
        reached
    }

    /// The names that use one another in a circle, one set for each circle, the largest first.
    pub(super) fn cycles(&self) -> Vec<BTreeSet<&str>> {
        let reached: BTreeMap<&str, BTreeSet<&str>> = self
            .edges
            .keys()
            .map(|name| (name.as_str(), self.reach(name)))
            .collect();
        let mut cycles: Vec<BTreeSet<&str>> = Vec::new();
        for (&name, reach) in &reached {
            let is_known = cycles.iter().any(|cycle| cycle.contains(name));
            if !is_known && reach.contains(name) {
                let is_with = |other: &&str| reached[other].contains(name);
                cycles.push(reach.iter().copied().filter(is_with).collect());
            }
        }
        cycles.sort_by_key(|cycle| std::cmp::Reverse(cycle.len()));
        cycles
    }

    /// How many names stand in cycles.
    pub(super) fn in_cycles(&self) -> usize {
        self.cycles().iter().map(BTreeSet::len).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cycles_are_found_and_what_only_leads_to_one_is_none() {
        let mut graph = Graph::default();
        for (from, to) in [
            ("a/x", "b/y"),
            ("b/y", "c/z"),
            ("c/z", "a/x"),
            ("d", "a/x"),
            ("c/z", "e"),
            ("f", "g"),
            ("g", "f"),
            ("e", "e"),
        ] {
            graph.add(from, to);
        }
        let cycles = graph.cycles();
        assert_eq!(cycles.len(), 2);
        assert_eq!(cycles[0], BTreeSet::from(["a/x", "b/y", "c/z"]));
        assert_eq!(graph.in_cycles(), 5);
        let folders = graph.grouped(|name| name.split('/').next().unwrap_or(name).to_string());
        assert_eq!(folders.cycles()[0], BTreeSet::from(["a", "b", "c"]));
    }
}
