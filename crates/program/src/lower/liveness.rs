//! Which local variables are still read later, a row per node: only those get phis.
//!
//! Backward data flow over sets of slots: in = uses ∪ (⋃ in(successors) ∖ defs) ∪ ⋃ in(pads). The
//! pads' part is not reduced by the block's own stores, because these come after everything in the
//! block that can throw.

use super::bits::BitRows;
use super::graph::{Content, Graph};
use super::scan::Scan;

/// Live variables at the entry of each node.
pub(super) fn live_in(graph: &Graph, scan: &Scan, locals: usize, live: &mut BitRows) {
    live.reset(graph.nodes.len(), locals);
    // Nothing is asked of a method without merges.
    if graph.nodes.len() == 1 {
        return;
    }
    if live.width() == 1 {
        solve_narrow(graph, scan, live);
    } else if live.width() > 1 {
        solve_wide(graph, scan, live);
    }
}

/// At most 64 variables: a row is a number.
fn solve_narrow(graph: &Graph, scan: &Scan, live: &mut BitRows) {
    let mut changed = true;
    while changed {
        changed = false;
        for node in (0..graph.nodes.len()).rev() {
            let mut row = graph.succs(node).iter().fold(0, |row, &succ| row | live.row(succ as usize)[0]);
            if let Content::Code(block) = graph.nodes[node].content {
                row = row & !scan.defs.row(block as usize)[0] | scan.uses.row(block as usize)[0];
            }
            row = graph.pads(node).iter().fold(row, |row, &pad| row | live.row(pad as usize)[0]);
            changed |= std::mem::replace(&mut live.row_mut(node)[0], row) != row;
        }
    }
}

fn solve_wide(graph: &Graph, scan: &Scan, live: &mut BitRows) {
    let mut row = vec![0; live.width()];
    let mut changed = true;
    while changed {
        changed = false;
        for node in (0..graph.nodes.len()).rev() {
            row.fill(0);
            for &succ in graph.succs(node) {
                row.iter_mut().zip(live.row(succ as usize)).for_each(|(word, &bits)| *word |= bits);
            }
            if let Content::Code(block) = graph.nodes[node].content {
                let (defs, uses) = (scan.defs.row(block as usize), scan.uses.row(block as usize));
                for ((word, defs), uses) in row.iter_mut().zip(defs).zip(uses) {
                    *word = *word & !defs | uses;
                }
            }
            for &pad in graph.pads(node) {
                row.iter_mut().zip(live.row(pad as usize)).for_each(|(word, &bits)| *word |= bits);
            }
            if live.row(node) != row {
                live.row_mut(node).copy_from_slice(&row);
                changed = true;
            }
        }
    }
}
