//! Root causes: findings that one fix removes are shown with the one to fix.
//!
//! 1. Where a race publishes an object before it is complete, whoever sees the object races with its constructor: a safe
//!    publication removes all of it.
//! 2. Fields of one class that race in the same methods are state that belongs together: a lock around these methods
//!    removes all of it. Only fields count whose pairs are all listed, and of which the same accesses hold a lock or not.

use std::collections::{BTreeMap, BTreeSet};

use crate::finding::{Finding, Kind};

/// Says of each finding whose fix removes it. `published`: by finding, the one that publishes its object.
pub(crate) fn attach(findings: &mut [Finding], published: &[Option<usize>]) {
    let mut leader: Vec<Option<usize>> = published.to_vec();
    // Two that publish each other are two findings.
    for index in 0..leader.len() {
        if leads_back(&leader, index) {
            leader[index] = None;
        }
    }
    let mut by_methods: BTreeMap<(String, BTreeSet<[String; 2]>), Vec<usize>> = BTreeMap::new();
    for (index, finding) in findings.iter().enumerate() {
        let is_field = matches!(finding.location.kind, Kind::Field | Kind::Static);
        if is_field && leader[index].is_none() && finding.more_pairs == 0 {
            let key =
                (format!("{} {}", finding.location.class, finding.location.kind.rule()), methods(finding));
            by_methods.entry(key).or_default().push(index);
        }
    }
    for group in by_methods.into_values() {
        let best = group.iter().copied().max_by_key(|&index| {
            (findings[index].strength(), std::cmp::Reverse(findings[index].title.clone()))
        });
        for index in group {
            leader[index] = best.filter(|&best| best != index).or(leader[index]);
        }
    }
    for index in 0..findings.len() {
        let Some(first) = leader[index] else { continue };
        let top = top(&leader, first);
        let (id, own) = (findings[top].id.clone(), findings[index].id.clone());
        findings[index].removed_with = Some(id);
        findings[top].removes.push(own);
    }
    findings.iter_mut().for_each(|finding| finding.removes.sort());
}

fn leads_back(leader: &[Option<usize>], start: usize) -> bool {
    let mut seen = BTreeSet::new();
    let mut next = leader[start];
    while let Some(index) = next {
        if index == start || !seen.insert(index) {
            return index == start;
        }
        next = leader[index];
    }
    false
}

fn top(leader: &[Option<usize>], mut index: usize) -> usize {
    while let Some(next) = leader[index] {
        index = next;
    }
    index
}

/// Which methods race, and which of them hold locks.
fn methods(finding: &Finding) -> BTreeSet<[String; 2]> {
    let of = |access: &crate::finding::Access| {
        format!("{}.{} {}", access.class, access.method, if access.locks.is_empty() { "" } else { "locked" })
    };
    let sorted = |mut pair: [String; 2]| {
        pair.sort();
        pair
    };
    finding.pairs.iter().map(|pair| sorted(pair.accesses().map(of))).collect()
}
