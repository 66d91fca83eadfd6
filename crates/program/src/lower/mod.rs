//! Bytecode to SSA: what [`crate::Program::lower`] does.
//!
//! 1. [`scan`]: instruction boundaries, blocks, reads and writes of local variables;
//! 2. [`graph`] (or [`subroutines`]): reachable blocks and landing pads in reverse post-order;
//! 3. [`liveness`]: which variables are read later;
//! 4. [`ssa`] with [`translate`]: one pass over the blocks, executing the bytecode on names of values;
//!    merges make phis only for live variables that differ, loop heads only for live variables that
//!    the loop may write;
//! 5. [`simplify`]: phis that turn out to merge one value are removed.
//!
//! Operand kinds are checked on the way, so a body never mixes an `int` with a reference. Code that
//! cannot be reached is left out. What the JVM's verifier would refuse for other reasons (uninitialised
//! objects, class types, access rights) may still be lowered.

mod bits;
mod graph;
mod liveness;
mod scan;
mod simplify;
mod ssa;
mod subroutines;
mod translate;

pub use scan::instruction_length;

use std::cell::RefCell;

use crate::classfile::{Class, Method};
use crate::error::Result;
use crate::ir::Body;
use crate::program::MethodId;
use crate::symbols::Symbols;

/// How to lower.
#[derive(Debug, Clone, Copy, Default)]
pub struct LowerOptions {
    /// Keep the names of source variables; see [`Body::names`].
    pub names: bool,
    /// Keep the local variables that phis merge; see [`Body::slot`].
    pub slots: bool,
}

/// Memory of all passes, used again from method to method: half of the time would go to the allocator.
#[derive(Default)]
struct Scratch {
    scan: scan::Scan,
    raw: graph::Graph,
    graph: graph::Graph,
    order: graph::OrderScratch,
    live: bits::BitRows,
    frames: ssa::Frames,
}

thread_local! {
    static SCRATCH: RefCell<Scratch> = RefCell::default();
}

/// Lowers one method; `None` when it has no code.
pub(crate) fn lower(
    symbols: &Symbols,
    class: &Class,
    method: &Method,
    id: MethodId,
    options: LowerOptions,
) -> Result<Option<Body>> {
    let place = |error: crate::Error| {
        let descriptor = symbols.descriptor_data(method.descriptor).text;
        let name = format!("{}{}", symbols.text(method.name), symbols.text(descriptor));
        error.in_method(name).in_class(symbols.text(class.name))
    };
    let Some(code) = class.code(method).map_err(place)? else { return Ok(None) };
    let body = SCRATCH.with_borrow_mut(|scratch| {
        let Scratch { scan, raw, graph, order, live, frames } = scratch;
        scan::scan(class, &code, scan)?;
        let entry = if scan.has_subroutines {
            let entry;
            (*raw, entry) = subroutines::build(symbols, class, &code, scan)?;
            entry
        } else {
            graph::build(code.bytes, scan, raw, order)?
        };
        raw.order(entry, graph, order);
        liveness::live_in(graph, scan, usize::from(code.max_locals), live);
        let source = ssa::Source { symbols, class, method, id, code: &code, scan, graph, live };
        let body = ssa::build(&source, options, frames);
        if frames.is_large() {
            *scratch = Scratch::default();
        }
        body
    });
    body.map(Some).map_err(place)
}
