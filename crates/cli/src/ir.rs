//! `deadheat ir`: the SSA form of a class or method.

use std::fmt::Write;
use std::path::PathBuf;

use anyhow::{Result, anyhow};
use deadheat_program::classfile::Flags;
use deadheat_program::ir::Body;
use deadheat_program::{LowerOptions, MethodId, Program};
use serde_json::{Value, json};

use crate::Common;
use crate::names::{dotted, find, methods_of};
use crate::open::open;

pub(crate) fn run(target: &str, paths: &[PathBuf], common: &Common, out: &mut String) -> Result<()> {
    let opened = open(paths, common.jdk.as_deref())?;
    let program = &opened.program;
    let (class, method) = find(program, target)?;
    let methods: Vec<MethodId> = match method {
        Some(name) => methods_of(program, class, name)?,
        None => program.methods(class)?.collect(),
    };
    let mut json = Vec::new();
    let mut failed = Vec::new();
    for id in methods {
        let body = match program.lower_with(id, LowerOptions { names: true, ..LowerOptions::default() }) {
            Ok(body) => body,
            Err(error) => {
                failed.push(error.to_string());
                continue;
            }
        };
        if common.json {
            json.push(to_json(program, id, body.as_ref()));
        } else {
            to_text(program, id, body.as_ref(), out)?;
        }
    }
    if common.json {
        let whole =
            json!({ "version": 1, "class": dotted(program, class), "methods": json, "errors": failed });
        writeln!(out, "{}", serde_json::to_string_pretty(&whole)?)?;
    }
    if failed.is_empty() {
        Ok(())
    } else {
        Err(anyhow!("not all methods can be read\n  {}", failed.join("\n  ")))
    }
}

fn to_text(program: &Program, id: MethodId, body: Option<&Body>, out: &mut String) -> Result<()> {
    let flags = program.method(id)?.flags;
    writeln!(out, "{}{}", flag_words(flags), program.display_method(id))?;
    match body {
        Some(body) => writeln!(out, "{}", body.display(program))?,
        None => writeln!(out, "  no code\n")?,
    }
    Ok(())
}

fn flag_words(flags: Flags) -> String {
    let words = [
        (Flags::STATIC, "static "),
        (Flags::SYNCHRONIZED, "synchronized "),
        (Flags::ABSTRACT, "abstract "),
        (Flags::NATIVE, "native "),
    ];
    words.into_iter().filter(|&(bit, _)| flags.has(bit)).map(|(_, word)| word).collect()
}

fn to_json(program: &Program, id: MethodId, body: Option<&Body>) -> Value {
    let blocks = body.map(|body| {
        let names = |blocks: &[_]| blocks.iter().map(ToString::to_string).collect::<Vec<String>>();
        let display = body.display(program);
        let block = |block| {
            let insts = body.block_insts(block).map(|inst| {
                json!({
                    "id": inst.to_string(),
                    "text": display.inst(inst),
                    "kind": body.kind(inst).to_string(),
                    "offset": body.pc(inst),
                    "line": body.line(inst),
                    "variables": body.names(inst).map(|name| program.symbols().text(name)).collect::<Vec<_>>(),
                })
            });
            json!({
                "id": format!("{block}"),
                "predecessors": names(body.preds(block)),
                "successors": names(body.succs(block)),
                "pads": names(body.pads(block)),
                "instructions": insts.collect::<Vec<_>>(),
            })
        };
        body.blocks().map(block).collect::<Vec<_>>()
    });
    json!({ "method": program.display_method(id), "blocks": blocks })
}
