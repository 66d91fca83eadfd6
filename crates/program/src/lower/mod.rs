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

pub(crate) use scan::instruction_length;

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
}

/// Lowers one method; `None` when it has no code.
pub(crate) fn lower(
    symbols: &Symbols,
    class: &Class,
    method: &Method,
    id: MethodId,
    options: LowerOptions,
) -> Result<Option<Body>> {
    let lower = || {
        let Some(code) = class.code(method)? else { return Ok(None) };
        let scan = scan::scan(class, &code)?;
        let graph = if scan.has_subroutines {
            subroutines::build(symbols, class, &code, &scan)?
        } else {
            graph::build(code.bytes, &scan)?
        };
        let live = liveness::live_in(&graph, &scan, usize::from(code.max_locals));
        let source =
            ssa::Source { symbols, class, method, id, code: &code, scan: &scan, graph: &graph, live: &live };
        ssa::build(&source, options).map(Some)
    };
    lower().map_err(|error: crate::Error| {
        let descriptor = symbols.descriptor_data(method.descriptor).text;
        let name = format!("{}{}", symbols.text(method.name), symbols.text(descriptor));
        error.in_method(name).in_class(symbols.text(class.name))
    })
}
