//! `deadheat points-to`: which objects a variable or field may refer to.

use std::fmt::Write;
use std::path::PathBuf;

use anyhow::{Result, bail};
use deadheat_points_to::{ObjectId, PointsTo};
use deadheat_program::ir::Value;
use deadheat_program::{LowerOptions, MethodId};
use serde_json::json;

use crate::Common;
use crate::analysis::{AnalysisArguments, analyse};
use crate::names::{field_named, find, methods_named};

/// One line of the answer: where, and the objects there.
struct Found {
    place: String,
    objects: Vec<ObjectId>,
}

pub(crate) fn run(
    variable: &str,
    paths: &[PathBuf],
    arguments: &AnalysisArguments,
    common: &Common,
    out: &mut String,
) -> Result<()> {
    analyse(paths, arguments, common, |_, result| {
        let result = &result;
        let found = match variable.rsplit_once(':') {
            Some((method, local)) => local_variable(result, method, local)?,
            None => field(result, variable)?,
        };
        show(result, variable, &found, common.json, out)
    })
}

fn local_variable(result: &PointsTo<'_>, method: &str, local: &str) -> Result<Vec<Found>> {
    let program = result.program();
    let mut found = Vec::new();
    let mut known: Vec<String> = Vec::new();
    for id in methods_named(program, method)? {
        let Some(body) = program.lower_with(id, LowerOptions { names: true, ..LowerOptions::default() })?
        else {
            continue;
        };
        for value in body.insts() {
            let names: Vec<String> =
                body.names(value).map(|name| program.symbols().text(name).into_owned()).collect();
            let is_meant = names.iter().any(|name| name == local) || value.to_string() == local;
            known.extend(names);
            if is_meant {
                of_value(result, id, value, body.line(value), &mut found);
            }
        }
        if !result.is_reachable(id) {
            found.push(Found {
                place: format!("{} is not reachable", program.display_method(id)),
                objects: vec![],
            });
        }
    }
    if found.is_empty() {
        known.sort();
        known.dedup();
        let known = match known.is_empty() {
            true => "; the class file names no variables, so use those of `deadheat ir`".to_owned(),
            false => format!("; there is {}", known.join(", ")),
        };
        bail!("{method} has no variable {local}{known}");
    }
    Ok(found)
}

fn of_value(
    result: &PointsTo<'_>,
    method: MethodId,
    value: Value,
    line: Option<u16>,
    found: &mut Vec<Found>,
) {
    for &instance in result.instances(method) {
        let objects = result.points_to(instance, value);
        let line = line.map_or(String::new(), |line| format!(", line {line}"));
        let context = result.display_context(instance);
        found.push(Found { place: format!("{value}{line} in context {context}"), objects });
    }
}

fn field(result: &PointsTo<'_>, name: &str) -> Result<Vec<Found>> {
    let program = result.program();
    if let (_, None) = find(program, name)? {
        bail!("{name} is a class; name a field ({name}.field) or a variable (CLASS.METHOD:NAME)");
    }
    let id = field_named(program, name)?;
    if program.field(id)?.flags.is_static() {
        return Ok(vec![Found { place: "static".to_owned(), objects: result.static_field(id) }]);
    }
    Ok(result
        .holders(id)
        .into_iter()
        .map(|holder| Found {
            place: format!("of {}", result.display_object(holder)),
            objects: result.field(holder, id),
        })
        .collect())
}

fn show(
    result: &PointsTo<'_>,
    variable: &str,
    found: &[Found],
    as_json: bool,
    out: &mut String,
) -> Result<()> {
    let mut names: Vec<String> = Vec::new();
    if as_json {
        let places: Vec<_> = found
            .iter()
            .map(|found| {
                let objects: Vec<_> = found
                    .objects
                    .iter()
                    .map(|&object| {
                        let sites: Vec<String> =
                            result.sites(object).into_iter().map(|site| result.display_site(site)).collect();
                        json!({ "type": result.type_name(object), "sites": sites })
                    })
                    .collect();
                json!({ "place": found.place, "objects": objects })
            })
            .collect();
        let whole = json!({ "version": 1, "variable": variable, "places": places });
        writeln!(out, "{}", serde_json::to_string_pretty(&whole)?)?;
        return Ok(());
    }
    for found in found {
        writeln!(out, "{}", found.place)?;
        names.clear();
        names.extend(found.objects.iter().map(|&object| result.display_object(object)));
        names.sort();
        if names.is_empty() {
            writeln!(out, "  nothing")?;
        }
        names.iter().try_for_each(|name| writeln!(out, "  {name}"))?;
    }
    Ok(())
}
