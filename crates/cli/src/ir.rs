//! `deadheat ir`: the SSA form of a class or method.

use std::fmt::Write;
use std::path::PathBuf;

use anyhow::{Result, anyhow, bail};
use deadheat_program::classfile::Flags;
use deadheat_program::ir::Body;
use deadheat_program::{ClassId, LowerOptions, MethodId, Program};
use serde_json::{Value, json};

use crate::Common;
use crate::open::open;

pub(crate) fn run(target: &str, paths: &[PathBuf], common: &Common, out: &mut String) -> Result<()> {
    let opened = open(paths, common.jdk.as_deref())?;
    let program = &opened.program;
    let (class, method) = find(program, target)?;
    let all = program.methods(class)?;
    let named = |id: &MethodId| match (method, program.method(*id)) {
        (Some(name), Ok(declaration)) => program.symbols().text(declaration.name) == name,
        (None, Ok(_)) => true,
        _ => false,
    };
    let methods: Vec<MethodId> = all.filter(named).collect();
    if methods.is_empty() && method.is_some() {
        bail!("{} has no method {}", dotted(program, class), method.unwrap_or_default());
    }
    let mut json = Vec::new();
    let mut failed = Vec::new();
    for id in methods {
        let body = match program.lower_with(id, LowerOptions { names: true }) {
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

pub(crate) fn dotted(program: &Program, class: ClassId) -> String {
    program.symbols().text(program.class_name(class)).replace('/', ".")
}

/// The class, and the method if the last part names no class.
pub(crate) fn find<'a>(program: &Program, target: &'a str) -> Result<(ClassId, Option<&'a str>)> {
    let class = |name: &str| program.find_class(&name.replace('.', "/"));
    if let Some(found) = class(target) {
        return Ok((found, None));
    }
    if let Some((head, method)) = target.rsplit_once('.')
        && let Some(found) = class(head)
    {
        return Ok((found, Some(method)));
    }
    let similar = similar_classes(program, target);
    if similar.is_empty() {
        bail!("no class {target} on the class path or in the JDK");
    }
    bail!("no class {target} on the class path or in the JDK; did you mean {}?", similar.join(" or "))
}

/// Classes whose simple name is the target's last part, or the one before a method.
fn similar_classes(program: &Program, target: &str) -> Vec<String> {
    let parts: Vec<&str> = target.rsplit(['.', '/']).take(2).collect();
    let simple = |name: &str| name.rsplit(['/', '$']).next().map(str::to_owned);
    let is_similar = |class: &ClassId| {
        let name = program.symbols().text(program.class_name(*class));
        simple(&name).is_some_and(|simple| parts.contains(&simple.as_str()))
    };
    program.classes().filter(is_similar).take(3).map(|class| dotted(program, class)).collect()
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
