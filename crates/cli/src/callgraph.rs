//! `deadheat callgraph`: who calls whom.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use deadheat_points_to::{EdgeKind, MethodEdge, PointsTo};
use deadheat_program::ir::Body;
use deadheat_program::{MethodId, Program};
use serde_json::{Value, json};

use crate::Common;
use crate::analysis::{AnalysisArguments, analyse, gap_counts, missing_classes, unreadable, write_gaps};
use crate::names::{dotted, methods_named};

/// What to show.
pub(crate) struct Show<'a> {
    pub(crate) of: Option<&'a str>,
    pub(crate) dot: bool,
    pub(crate) list: bool,
    pub(crate) methods: Option<&'a Path>,
}

pub(crate) fn run(
    paths: &[PathBuf],
    show: &Show<'_>,
    arguments: &AnalysisArguments,
    common: &Common,
    out: &mut String,
) -> Result<()> {
    analyse(paths, arguments, common, |_, result| {
        let result = &result;
        if let Some(file) = show.methods {
            write_methods(result, file)?;
        }
        match (show.of, show.list) {
            (Some(method), _) => neighbourhood(result, method, show.dot, common.json, out),
            (None, true) => list(result, common.json, out),
            (None, false) => statistics(result, common.json, out),
        }
    })
}

/// `class.name:descriptor`, sorted.
fn write_methods(result: &PointsTo<'_>, file: &Path) -> Result<()> {
    let program = result.program();
    let symbols = program.symbols();
    let mut lines: Vec<String> = Vec::new();
    for method in result.methods() {
        if let Ok(declaration) = program.method(method)
            && program.is_application(method.class)
        {
            let descriptor = symbols.text(symbols.descriptor_data(declaration.descriptor).text);
            let class = dotted(program, method.class);
            lines.push(format!("{class}.{}:{descriptor}", symbols.text(declaration.name)));
        }
    }
    lines.sort();
    lines.push(String::new());
    std::fs::write(file, lines.join("\n")).with_context(|| format!("cannot write {}", file.display()))
}

fn statistics(result: &PointsTo<'_>, as_json: bool, out: &mut String) -> Result<()> {
    let counts = result.statistics();
    let gaps = gap_counts(result);
    if as_json {
        let gaps: serde_json::Map<String, Value> =
            gaps.iter().map(|(kind, count)| (kind.to_string(), json!(count))).collect();
        let whole = json!({
            "version": env!("CARGO_PKG_VERSION"),
            "k": result.options().k,
            "methods": counts.methods,
            "application_methods": counts.application_methods,
            "call_edges": counts.call_edges,
            "method_edges": counts.method_edges,
            "method_contexts": counts.instances,
            "objects": counts.objects,
            "pointers": counts.pointers,
            "initialised_classes": counts.initialised_classes,
            "gaps": gaps,
            "missing_classes": missing_classes(result),
            "unreadable": unreadable(result),
            "fallbacks": result.fallbacks(),
        });
        writeln!(out, "{whole}")?;
        return Ok(());
    }
    writeln!(
        out,
        "{:>10}  reachable methods, {} of the application",
        counts.methods, counts.application_methods
    )?;
    writeln!(out, "{:>10}  methods in contexts", counts.instances)?;
    writeln!(
        out,
        "{:>10}  call edges (call, callee), {} between methods",
        counts.call_edges, counts.method_edges
    )?;
    writeln!(out, "{:>10}  classes initialised", counts.initialised_classes)?;
    writeln!(out, "{:>10}  abstract objects, {} pointers", counts.objects, counts.pointers)?;
    for fallback in result.fallbacks() {
        writeln!(out, "note: {fallback}")?;
    }
    write_gaps(result, out)
}

/// Every call of the application's methods.
fn list(result: &PointsTo<'_>, as_json: bool, out: &mut String) -> Result<()> {
    let program = result.program();
    let edges: Vec<MethodEdge> =
        result.method_edges().into_iter().filter(|edge| program.is_application(edge.caller.class)).collect();
    if as_json {
        return edges_as_json(program, &edges, out);
    }
    let mut caller = None;
    let mut body = None;
    for edge in &edges {
        if caller != Some(edge.caller) {
            caller = Some(edge.caller);
            body = program.lower(edge.caller).ok().flatten();
            writeln!(out, "{}", program.display_method(edge.caller))?;
        }
        write_callee(program, edge, body.as_ref(), out)?;
    }
    Ok(())
}

fn write_callee(program: &Program, edge: &MethodEdge, body: Option<&Body>, out: &mut String) -> Result<()> {
    let line = body.and_then(|body| body.line(edge.inst)).map_or(String::new(), |line| format!("{line}:"));
    writeln!(out, "  {line:>6} {}{}", arrow(edge.kind), program.display_method(edge.callee))?;
    Ok(())
}

fn arrow(kind: EdgeKind) -> &'static str {
    match kind {
        EdgeKind::Call => "",
        EdgeKind::Callback => "calls back ",
        EdgeKind::Spawn => "starts ",
        EdgeKind::Stage => "runs in a stream ",
    }
}

fn edges_as_json(program: &Program, edges: &[MethodEdge], out: &mut String) -> Result<()> {
    let mut all = Vec::new();
    let mut body: Option<Body> = None;
    for edge in edges {
        if body.as_ref().is_none_or(|body| body.method != edge.caller) {
            body = program.lower(edge.caller).ok().flatten();
        }
        let kind = match edge.kind {
            EdgeKind::Call => "call",
            EdgeKind::Callback => "callback",
            EdgeKind::Spawn => "spawn",
            EdgeKind::Stage => "stage",
        };
        all.push(json!({
            "caller": program.display_method(edge.caller),
            "offset": body.as_ref().map(|body| body.pc(edge.inst)),
            "line": body.as_ref().and_then(|body| body.line(edge.inst)),
            "callee": program.display_method(edge.callee),
            "kind": kind,
        }));
    }
    writeln!(out, "{}", serde_json::to_string_pretty(&json!({ "version": 1, "calls": all }))?)?;
    Ok(())
}

/// The callers and callees of the methods of a name.
fn neighbourhood(
    result: &PointsTo<'_>,
    name: &str,
    dot: bool,
    as_json: bool,
    out: &mut String,
) -> Result<()> {
    let program = result.program();
    let methods = methods_named(program, name)?;
    let edges = result.method_edges();
    let near: Vec<MethodEdge> = edges
        .into_iter()
        .filter(|edge| methods.contains(&edge.caller) || methods.contains(&edge.callee))
        .collect();
    if dot {
        return write_dot(program, &methods, &near, out);
    }
    if as_json {
        return edges_as_json(program, &near, out);
    }
    for &method in &methods {
        let contexts = result.instances(method).len();
        let how = match contexts {
            0 => "is not reachable".to_owned(),
            1 => "in 1 context".to_owned(),
            _ => format!("in {contexts} contexts"),
        };
        writeln!(out, "{} {how}", program.display_method(method))?;
        let mut callers: Vec<String> = near
            .iter()
            .filter(|edge| edge.callee == method)
            .map(|edge| format!("  from {}{}", arrow(edge.kind), program.display_method(edge.caller)))
            .collect();
        callers.dedup();
        callers.iter().try_for_each(|line| writeln!(out, "{line}"))?;
        let body = program.lower(method).ok().flatten();
        for edge in near.iter().filter(|edge| edge.caller == method) {
            write_callee(program, edge, body.as_ref(), out)?;
        }
    }
    Ok(())
}

fn write_dot(program: &Program, methods: &[MethodId], edges: &[MethodEdge], out: &mut String) -> Result<()> {
    let name = |method: MethodId| format!("{:?}", program.display_method(method));
    writeln!(out, "digraph calls {{\n  node [shape=box];")?;
    for &method in methods {
        writeln!(out, "  {} [style=bold];", name(method))?;
    }
    let mut lines: Vec<String> = edges
        .iter()
        .map(|edge| {
            let style = match edge.kind {
                EdgeKind::Call => "",
                EdgeKind::Callback => " [style=dashed, label=\"calls back\"]",
                EdgeKind::Spawn => " [style=bold, label=\"starts\"]",
                EdgeKind::Stage => " [style=bold, label=\"stage\"]",
            };
            format!("  {} -> {}{style};", name(edge.caller), name(edge.callee))
        })
        .collect();
    lines.sort();
    lines.dedup();
    lines.iter().try_for_each(|line| writeln!(out, "{line}"))?;
    writeln!(out, "}}")?;
    Ok(())
}
