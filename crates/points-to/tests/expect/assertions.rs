//! The assertions of a program, found in its compiled code, and whether a solution fulfils them.
//! `tests/points-to/README.md` defines them.

use std::collections::BTreeSet;

use deadheat_points_to::{InstanceId, ObjectId, PointsTo};
use deadheat_program::MethodId;
use deadheat_program::dynamic::Meaning;
use deadheat_program::ir::{Body, Const, Inst, InstId, Value};

use crate::names::{Code, class_name};

/// A call of `Expect`.
#[derive(Debug)]
pub struct Assertion {
    method: MethodId,
    inst: InstId,
    pub line: u16,
    what: String,
    values: Vec<Value>,
    names: BTreeSet<String>,
    count: usize,
    ks: Ks,
}

#[derive(Debug)]
enum Ks {
    All,
    From(u8),
    These(Vec<u8>),
}

impl Assertion {
    /// Whether it is about this k.
    pub fn is_for(&self, k: u8) -> bool {
        match &self.ks {
            Ks::All => true,
            Ks::From(first) => k >= *first,
            Ks::These(these) => these.contains(&k),
        }
    }
}

/// All assertions of a program, in the order of methods and instructions.
pub fn find(code: &Code<'_>) -> Vec<Assertion> {
    let bodies = code.bodies.values();
    bodies.flat_map(|body| body.insts().filter_map(|inst| assertion(code, body, inst))).collect()
}

/// The class and name of the `Expect` method that an instruction calls.
fn expect_call(code: &Code<'_>, body: &Body, inst: InstId) -> Option<(bool, String, Vec<Value>)> {
    let Inst::Invoke(_, method, args) = body.inst(inst) else { return None };
    let symbols = code.program.symbols();
    let data = symbols.method_data(method);
    let is_for = match symbols.bytes(data.owner.class_name()?) {
        b"Expect" => false,
        b"Expect$For" => true,
        _ => return None,
    };
    Some((is_for, symbols.text(data.name).into_owned(), body.list(args).to_vec()))
}

fn assertion(code: &Code<'_>, body: &Body, inst: InstId) -> Option<Assertion> {
    let (is_for, what, mut args) = expect_call(code, body, inst)?;
    if matches!(what.as_str(), "k" | "fromK") {
        return None;
    }
    let ks = if is_for { ks(code, body, args.remove(0)) } else { Ks::All };
    let values = match what.as_str() {
        "distinct" | "mayAlias" => 2,
        "calls" | "mayCall" | "neverCalls" | "reachable" | "unreachable" => 0,
        _ => 1,
    };
    let rest = args.split_off(values);
    let names = rest.first().map_or(BTreeSet::new(), |&array| strings(code, body, array));
    let count = rest.first().and_then(|&count| number(body.inst(count))).map_or(0, usize::from);
    Some(Assertion {
        method: body.method,
        inst,
        line: body.line(inst).unwrap_or(0),
        what,
        values: args,
        names,
        count,
        ks,
    })
}

/// What is stored into an array that the code makes for variable arguments.
fn stored(body: &Body, array: Value) -> impl Iterator<Item = Inst> {
    body.insts().filter_map(move |inst| match body.inst(inst) {
        Inst::ArrayStore(_, into, _, value) if into == array => Some(body.inst(value)),
        _ => None,
    })
}

fn strings(code: &Code<'_>, body: &Body, array: Value) -> BTreeSet<String> {
    let text = |inst| match inst {
        Inst::Const(Const::String(text)) => Some(code.program.symbols().text(text).into_owned()),
        _ => None,
    };
    stored(body, array).filter_map(text).collect()
}

fn number(inst: Inst) -> Option<u8> {
    match inst {
        Inst::Const(Const::Int(number)) => u8::try_from(number).ok(),
        _ => None,
    }
}

fn ks(code: &Code<'_>, body: &Body, receiver: Value) -> Ks {
    match expect_call(code, body, receiver) {
        Some((_, name, args)) if name == "fromK" => {
            number(body.inst(args[0])).map_or(Ks::These(Vec::new()), Ks::From)
        }
        Some((_, _, args)) => Ks::These(stored(body, args[0]).filter_map(number).collect()),
        None => Ks::These(Vec::new()),
    }
}

/// What is wrong: what was expected, what was found.
pub fn failure(code: &Code<'_>, result: &PointsTo<'_>, assertion: &Assertion) -> Option<String> {
    let instances = result.instances(assertion.method);
    let expected = || match assertion.what.as_str() {
        "objects" => format!("objects({})", assertion.count),
        what => format!("{what}({})", join(&assertion.names)),
    };
    if instances.is_empty() {
        return Some(format!("{}, but the method is not reachable", expected()));
    }
    let names = &assertion.names;
    let (holds, found) = match assertion.what.as_str() {
        "distinct" | "mayAlias" => {
            let (first, second) = (assertion.values[0], assertion.values[1]);
            let shared = shared(result, instances, first, second);
            (shared.is_empty() == (assertion.what == "distinct"), shared)
        }
        "objects" => {
            let objects = union(result, instances, assertion.values[0]);
            let found = objects.iter().map(|&object| result.display_object(object)).collect();
            (objects.len() == assertion.count, found)
        }
        "pointsTo" | "mayPointTo" | "neverPointsTo" | "pointsToNothing" => {
            let objects = union(result, instances, assertion.values[0]);
            let found: BTreeSet<String> =
                objects.iter().flat_map(|&object| code.object_names(result, object)).collect();
            (compare(&assertion.what, names, &found), found)
        }
        "calls" | "mayCall" | "neverCalls" => {
            let found = next_call(code, &code.bodies[&assertion.method], assertion.inst)
                .map_or(BTreeSet::new(), |inst| leads_to(code, result, instances, inst));
            (compare(&assertion.what, names, &found), found)
        }
        "reachable" | "unreachable" => {
            let reachable = reachable(code, result);
            let found: BTreeSet<String> = names.intersection(&reachable).cloned().collect();
            (compare(&assertion.what, names, &found), found)
        }
        other => (false, BTreeSet::from([format!("an unknown assertion {other}")])),
    };
    (!holds).then(|| format!("{}, found {{{}}}", expected(), join(&found)))
}

fn compare(what: &str, expected: &BTreeSet<String>, found: &BTreeSet<String>) -> bool {
    match what {
        "pointsTo" | "calls" => found == expected,
        "mayPointTo" | "mayCall" | "reachable" => found.is_superset(expected),
        "neverPointsTo" | "neverCalls" | "unreachable" => found.is_disjoint(expected),
        _ => found.is_empty(),
    }
}

fn join(names: &BTreeSet<String>) -> String {
    const SHOWN: usize = 12;
    let shown = names.iter().map(String::as_str).take(SHOWN).collect::<Vec<_>>().join(", ");
    if names.len() > SHOWN { format!("{shown}, … {} in all", names.len()) } else { shown }
}

fn union(result: &PointsTo<'_>, instances: &[InstanceId], value: Value) -> BTreeSet<ObjectId> {
    instances.iter().flat_map(|&instance| result.points_to(instance, value)).collect()
}

fn shared(result: &PointsTo<'_>, instances: &[InstanceId], first: Value, second: Value) -> BTreeSet<String> {
    let mut shared = BTreeSet::new();
    for &instance in instances {
        let first: BTreeSet<ObjectId> = result.points_to(instance, first).into_iter().collect();
        let both = result.points_to(instance, second).into_iter().filter(|object| first.contains(object));
        shared.extend(both.map(|object| result.display_object(object)));
    }
    shared
}

/// The next call behind an assertion, in the order of the bytecode.
fn next_call(code: &Code<'_>, body: &Body, assertion: InstId) -> Option<InstId> {
    let is_call = |&inst: &InstId| match body.inst(inst) {
        Inst::Invoke(..) => expect_call(code, body, inst).is_none(),
        Inst::InvokeDynamic(dynamic, _) => !matches!(body.dynamic(dynamic).meaning, Meaning::Lambda(_)),
        _ => false,
    };
    let behind = body.insts().filter(|&inst| body.pc(inst) > body.pc(assertion)).filter(is_call);
    behind.min_by_key(|&inst| body.pc(inst))
}

/// The application methods that a call leads to, through library code only.
fn leads_to(
    code: &Code<'_>,
    result: &PointsTo<'_>,
    instances: &[InstanceId],
    inst: InstId,
) -> BTreeSet<String> {
    let callees = |&instance: &InstanceId| result.callees(instance, inst);
    let mut open: Vec<InstanceId> = instances.iter().flat_map(callees).map(|(callee, _)| callee).collect();
    let mut seen: BTreeSet<InstanceId> = open.iter().copied().collect();
    let mut found = BTreeSet::new();
    while let Some(instance) = open.pop() {
        let Some(method) = result.method(instance) else { continue };
        if code.is_own(method) {
            found.insert(code.method_name(method));
            continue;
        }
        open.extend(
            result.calls(instance).into_iter().map(|call| call.1).filter(|&callee| seen.insert(callee)),
        );
    }
    found.retain(|name| !name.ends_with(".<clinit>"));
    found
}

/// The names of all methods of the program that are reachable, and of all classes that are initialised.
fn reachable(code: &Code<'_>, result: &PointsTo<'_>) -> BTreeSet<String> {
    let own = result.methods().into_iter().filter(|&method| code.is_own(method));
    let mut all: BTreeSet<String> = own.map(|method| code.method_name(method)).collect();
    for class in code.program.application_classes().filter(|&class| result.is_initialised(class)) {
        all.insert(format!("{}.<clinit>", class_name(code.program, class)));
    }
    all
}

/// The program's `main`.
pub fn main_method(code: &Code<'_>, class: &str) -> Option<MethodId> {
    let class = code.program.find_class(class)?;
    let symbols = code.program.symbols();
    let is_main = |method: &MethodId| {
        let Ok(method) = code.program.method(*method) else { return false };
        symbols.bytes(method.name) == b"main" && method.flags.is_static()
    };
    code.program.methods(class).ok()?.find(is_main)
}
