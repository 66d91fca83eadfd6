//! Reads one contract: `{ acquires = "this", when = "true" }`.

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::source::{Source, entries};
use crate::contract::{
    AtomicAccess, Callbacks, Contract, DataAccess, LockUse, Made, Message, Ordering, Position, RunsOn, Slot,
    Spawning, Store, Task, Threads, Values,
};
use crate::error::ErrorKind;
use crate::object::Object;
use crate::words::{self, AtomicKind, MemoryOrder, Part, Times, View};

#[rustfmt::skip]
pub(super) const CONTRACT_KEYS: &[&str] = &[
    "starts", "on", "times", "handle", "after", "after-either", "threads", "entry",
    "acquires", "releases", "waits", "sends", "receives", "meets", "joins", "ends", "when", "barrier-action",
    "needs", "permits",
    "atomic", "order", "at", "fence", "meaning",
    "reads", "writes", "touches", "reorders", "ranges", "elementwise", "stores", "returns", "throws", "makes", "mode", "numbers", "calls", "summary",
    "safety", "instantiates", "circulates", "since", "until",
];

/// Keys that belong to more than one group or need each other, until all are read.
#[derive(Default)]
struct Loose {
    times: Option<Times>,
    kind: Option<AtomicKind>,
    order: Option<MemoryOrder>,
    position: Option<Position>,
    since: Option<u16>,
    until: Option<u16>,
}

/// The contract, and the releases that it holds for.
pub(super) fn read(source: &mut Source, table: &DeTable<'_>) -> (Contract, Option<u16>, Option<u16>) {
    let mut contract = Contract::default();
    let mut loose = Loose::default();
    for (key, value) in entries(table) {
        let key_name = key.get_ref().as_ref();
        let known = spawning(source, &mut contract.spawning, key_name, value)
            || ordering(source, &mut contract.ordering, key_name, value)
            || values(source, &mut contract.values, key_name, value)
            || effects(source, &mut contract, key_name, value)
            || others(source, &mut contract, &mut loose, key_name, value);
        if !known {
            source.unknown_key(key, CONTRACT_KEYS);
        }
    }
    finish(source, table, &mut contract, &loose);
    (contract, loose.since, loose.until)
}

fn spawning(
    source: &mut Source,
    group: &mut Option<Spawning>,
    key: &str,
    value: &Spanned<DeValue<'_>>,
) -> bool {
    match key {
        "starts" => group.get_or_insert_default().starts = source.list(value, task),
        "on" => group.get_or_insert_default().on = source.one(value, runs_on),
        "handle" => group.get_or_insert_default().handle = source.one(value, Object::parse),
        "after" => group.get_or_insert_default().after = source.list(value, Object::parse),
        "after-either" => group.get_or_insert_default().after_either = source.list(value, Object::parse),
        "threads" => group.get_or_insert_default().threads = threads(source, value),
        _ => return false,
    }
    true
}

fn ordering(
    source: &mut Source,
    group: &mut Option<Ordering>,
    key: &str,
    value: &Spanned<DeValue<'_>>,
) -> bool {
    match key {
        "acquires" => group.get_or_insert_default().acquires = source.list(value, lock_use),
        "releases" => group.get_or_insert_default().releases = source.list(value, lock_use),
        "waits" => group.get_or_insert_default().waits = source.list(value, lock_use),
        "sends" => group.get_or_insert_default().sends = source.list(value, message),
        "receives" => group.get_or_insert_default().receives = source.list(value, message),
        "meets" => group.get_or_insert_default().meets = source.list(value, Object::parse),
        "joins" => group.get_or_insert_default().joins = source.list(value, Object::parse),
        "ends" => group.get_or_insert_default().ends = source.list(value, Object::parse),
        "when" => group.get_or_insert_default().when = source.word(value),
        "needs" => group.get_or_insert_default().needs = source.one(value, Object::parse),
        "permits" => group.get_or_insert_default().permits = source.one(value, Object::parse),
        "barrier-action" => group.get_or_insert_default().barrier_action = source.one(value, task),
        _ => return false,
    }
    true
}

fn values(source: &mut Source, group: &mut Option<Values>, key: &str, value: &Spanned<DeValue<'_>>) -> bool {
    match key {
        "stores" => group.get_or_insert_default().stores = source.list(value, store),
        "returns" => group.get_or_insert_default().returns = source.list(value, Object::parse),
        "makes" => group.get_or_insert_default().makes = source.list(value, made),
        "throws" => group.get_or_insert_default().throws = source.list(value, thrown),
        "mode" => group.get_or_insert_default().mode = source.word(value),
        "numbers" => group.get_or_insert_default().numbers = source.word(value),
        _ => return false,
    }
    true
}

/// An argument, or the class of an exception.
fn thrown(text: &str) -> Result<Object, String> {
    match Object::parse(text) {
        Ok(argument @ Object::Argument(_)) => Ok(argument),
        _ => Ok(Object::New(text.trim().into())),
    }
}

fn effects(source: &mut Source, contract: &mut Contract, key: &str, value: &Spanned<DeValue<'_>>) -> bool {
    let data = &mut contract.data;
    let callbacks = &mut contract.callbacks;
    match key {
        "reads" => data.get_or_insert_with(DataAccess::default).reads = source.list(value, Object::parse),
        "writes" => data.get_or_insert_with(DataAccess::default).writes = source.list(value, Object::parse),
        "touches" => data.get_or_insert_with(DataAccess::default).touches = source.list(value, Object::parse),
        "reorders" => {
            data.get_or_insert_with(DataAccess::default).reorders = source.one(value, Object::parse)
        }
        "ranges" => data.get_or_insert_with(DataAccess::default).ranges = source.word(value),
        "elementwise" => {
            data.get_or_insert_with(DataAccess::default).elementwise = source.boolean(value);
        }
        "calls" => callbacks.get_or_insert_with(Callbacks::default).calls = source.list(value, task),
        _ => return false,
    }
    true
}

fn others(
    source: &mut Source,
    contract: &mut Contract,
    loose: &mut Loose,
    key: &str,
    value: &Spanned<DeValue<'_>>,
) -> bool {
    match key {
        "times" => loose.times = source.word(value),
        "atomic" => loose.kind = source.word(value),
        "order" => loose.order = source.word(value),
        "at" => loose.position = source.one(value, position),
        "entry" => contract.entry = source.word(value),
        "fence" => contract.fence = source.word(value),
        "meaning" => contract.meaning = source.word(value),
        "summary" => contract.summary = source.boolean(value),
        "safety" => contract.safety.safety = source.word(value),
        "instantiates" => contract.safety.instantiates = source.word(value),
        "circulates" => contract.safety.circulates = source.word(value),
        "since" => loose.since = source.number(value),
        "until" => loose.until = source.number(value),
        _ => return false,
    }
    true
}

/// Joins the loose keys to their groups and refuses those that lack their main key.
fn finish(source: &mut Source, table: &DeTable<'_>, contract: &mut Contract, loose: &Loose) {
    if let Some(kind) = loose.kind {
        let order = loose.order.unwrap_or(MemoryOrder::Volatile);
        let position = loose.position.unwrap_or(Position::This);
        contract.atomic = Some(AtomicAccess { kind, order, position });
    }
    if let Some(spawning) = &mut contract.spawning {
        spawning.times = loose.times;
    }
    if let Some(callbacks) = &mut contract.callbacks {
        callbacks.times = loose.times;
    }
    let needs: [(&str, &[&str]); 7] = [
        ("times", &["starts", "calls"]),
        ("order", &["atomic"]),
        ("at", &["atomic"]),
        ("on", &["starts"]),
        ("after", &["starts", "handle"]),
        ("after-either", &["starts"]),
        ("when", &["acquires", "receives", "meets", "joins"]),
    ];
    for (key, mains) in needs {
        let given = table.iter().find(|(name, _)| name.get_ref() == key);
        if let Some((name, _)) = given
            && !mains.iter().any(|main| table.contains_key(*main))
        {
            let message = format!("`{key}` says nothing without {}", mains.join(" or "));
            source.error(ErrorKind::Mismatch, name.span(), message);
        }
    }
}

/// `arg0.run()`, `arg1.apply(arg0)`, `element of arg0.call()`, `supplier() of arg0.get()`.
fn task(text: &str) -> Result<Task, String> {
    let wrong = || format!("`{text}` is no call; expected one such as arg0.run() or arg1.apply(arg0)");
    let (object, call) = text.split_once('.').ok_or_else(wrong)?;
    let (method, rest) = call.split_once('(').ok_or_else(wrong)?;
    let arguments = rest.strip_suffix(')').ok_or_else(wrong)?.trim();
    if method.is_empty() {
        return Err(wrong());
    }
    let arguments = match arguments {
        "" => Vec::new(),
        list => list.split(',').map(|argument| Object::parse(argument.trim())).collect::<Result<_, _>>()?,
    };
    Ok(Task { object: Object::parse(object)?, method: method.into(), arguments })
}

fn runs_on(text: &str) -> Result<RunsOn, String> {
    Ok(match text {
        "new-thread" => RunsOn::NewThread,
        "common-pool" => RunsOn::CommonPool,
        "any-thread" => RunsOn::AnyThread,
        "shutdown" => RunsOn::Shutdown,
        _ => RunsOn::Pool(Object::parse(text).map_err(|_| {
            format!(
                "`{text}` is no place to run; expected new-thread, common-pool, any-thread, shutdown, or a \
                 pool such as this or arg1"
            )
        })?),
    })
}

fn threads(source: &mut Source, value: &Spanned<DeValue<'_>>) -> Option<Threads> {
    if value.get_ref().is_integer() {
        return source.number(value).map(|count| Threads::Exactly(count.into()));
    }
    source.one(value, |text| match text {
        "many" => Ok(Threads::Many),
        _ => Object::parse(text).map(Threads::As),
    })
}

fn lock_use(text: &str) -> Result<LockUse, String> {
    let (shared, rest) = text.strip_prefix("shared ").map_or((false, text), |rest| (true, rest));
    Ok(LockUse { shared, object: Object::parse(rest)? })
}

fn message(text: &str) -> Result<Message, String> {
    Ok(match text.split_once(" through ") {
        Some((object, through)) => {
            Message { object: Object::parse(object)?, through: Some(Object::parse(through)?) }
        }
        None => Message { object: Object::parse(text)?, through: None },
    })
}

/// `arg0`, `arg0 as key`, `element of arg0 as element of arg1`.
fn store(text: &str) -> Result<Store, String> {
    let (again, text) = text.strip_prefix("repeated ").map_or((false, text), |rest| (true, rest));
    let (value, target) = text.split_once(" as ").unwrap_or((text, "element"));
    let target = if target.contains(" of ") { target.to_owned() } else { format!("{target} of this") };
    match Object::parse(&target)? {
        Object::Part(part, into) => {
            Ok(Store { value: Object::parse(value)?, slot: Slot::Part(part), into: *into, again })
        }
        Object::Field(field, into) => {
            Ok(Store { value: Object::parse(value)?, slot: Slot::Field(field), into: *into, again })
        }
        _ => Err(format!("`{target}` is no part; expected {}", words::all::<Part>().join(", "))),
    }
}

/// `view of this`, `shared lock-part of this`.
fn made(text: &str) -> Result<Made, String> {
    let (shared, rest) = text.strip_prefix("shared ").map_or((false, text), |rest| (true, rest));
    let found = rest.split_once(" of ").and_then(|(kind, of)| Some((words::parse(kind)?, of)));
    let (kind, of) = found.ok_or_else(|| {
        format!("`{text}` is nothing to make; expected {} of an object", words::all::<View>().join(", "))
    })?;
    Ok(Made { kind, shared, of: Object::parse(of)? })
}

/// `this`, `element arg0`, `field of arg0`, `variable`.
fn position(text: &str) -> Result<Position, String> {
    let argument = |prefix: &str| {
        text.strip_prefix(prefix).and_then(|rest| match Object::parse(rest) {
            Ok(Object::Argument(index)) => Some(index),
            _ => None,
        })
    };
    match text {
        "this" => Ok(Position::This),
        "variable" => Ok(Position::Variable),
        _ => (argument("element ").map(Position::Element))
            .or_else(|| argument("field of ").map(Position::FieldOf))
            .ok_or_else(|| {
                format!("`{text}` is no variable; expected this, element arg0, field of arg0 or variable")
            }),
    }
}
