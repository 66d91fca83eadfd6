//! The shape of a trace, so that two recordings of a program that does the same each time can be compared: per thread, what it
//! does, with numbers of objects by the order in which threads meet them.

use std::collections::{BTreeMap, BTreeSet};

use deadheat_trace::Touched;
use deadheat_trace::{Event, ObjectId, Op, ThreadId, Trace};

/// By the name of each thread, its events as text.
pub(crate) type Shape = BTreeMap<String, Vec<String>>;

/// What is visible of a trace, as if only what untraced code touches were recorded of it.
pub(crate) fn view(trace: &Trace) -> Trace {
    let mut touched = Touched::default();
    let events = trace.events.iter().filter_map(|event| touched.see(event, &trace.tables)).collect();
    Trace { events, tables: touched.tables(&trace.tables) }
}

/// All that is done, without what is told of calls.
pub(crate) fn without_calls(trace: &Trace) -> Trace {
    let is_told = |op: Op| op.has_reach() || op == Op::MethodEnd;
    let events = trace.events.iter().filter(|event| !is_told(event.op)).copied().collect();
    Trace { events, tables: trace.tables.clone() }
}

/// See the module's description.
pub(crate) fn shape(trace: &Trace) -> Shape {
    let names = names(trace);
    let mut names_of_objects: BTreeMap<(bool, u64), usize> = BTreeMap::new();
    let events = |thread: &ThreadId| {
        let thread = *thread;
        trace.events.iter().filter(move |event| event.thread == thread)
    };
    let is_reach = |event: &&Event| event.op == Op::Reach;
    for thread in names.values() {
        events(thread).filter(|event| !is_reach(event)).for_each(|event| {
            let value = holds_reference(event, trace).then_some((false, event.value));
            for key in object(event).into_iter().chain(value) {
                let next = names_of_objects.len();
                names_of_objects.entry(key).or_insert(next);
            }
        });
    }
    let mut shape = Shape::new();
    for (name, thread) in &names {
        let mut lines = Vec::new();
        let (mut told, mut received) = (BTreeSet::new(), BTreeSet::new());
        for event in events(thread) {
            if event.op == Op::Reach {
                let objects = trace.tables.reach.get(event.reach().index()).into_iter().flatten();
                // What native code did is in no trace.
                told.extend(objects.copied().filter(|&object| object != ObjectId::ANYTHING));
                continue;
            }
            // What is received a second time is told or not; an end may be seen several times.
            let is_received = matches!(event.op, Op::Receive | Op::Join);
            if is_received && !received.insert((event.op == Op::Join, event.object)) {
                continue;
            }
            if !told.is_empty() {
                lines.push(show_told(&told, &names_of_objects, trace));
                told.clear();
            }
            lines.push(show(event, &names_of_objects, trace));
        }
        shape.insert(name.clone(), lines);
    }
    shape
}

/// Threads by their names; the JVM's own are left out.
fn names(trace: &Trace) -> BTreeMap<String, ThreadId> {
    let own = ["DestroyJavaVM", "Signal Dispatcher", "Finalizer", "Reference Handler", "Common-Cleaner"];
    let threads = (0u32..).zip(&trace.tables.threads);
    let threads = threads.filter(|(_, thread)| !own.contains(&thread.name.as_str()));
    threads.map(|(number, thread)| (thread.name.clone(), ThreadId(number))).collect()
}

/// What an event is about: whether that is a channel, and its number.
fn object(event: &Event) -> Option<(bool, u64)> {
    match event.op {
        Op::Send | Op::Receive => Some((true, event.object)),
        Op::Begin | Op::End | Op::MethodBegin | Op::MethodEnd | Op::CallbackBegin | Op::CallbackEnd => None,
        Op::Fork | Op::Join => None,
        _ => Some((false, event.object)),
    }
}

fn holds_reference(event: &Event, trace: &Trace) -> bool {
    event.op.is_access() && trace.tables.holds_references(event.location())
}

fn is_channel(object: ObjectId) -> bool {
    object.0 >> 60 & 1 == 1
}

type Names = BTreeMap<(bool, u64), usize>;

fn show(event: &Event, names: &Names, trace: &Trace) -> String {
    let site = trace.tables.sites.get(event.site.index());
    let site =
        site.map_or_else(String::new, |at| format!("{}.{}:{} {}", at.class, at.method, at.line, at.offset));
    let about = object(event).map(|key| names.get(&key).copied().unwrap_or_default());
    let part = match event.location().slot.as_field() {
        _ if !event.op.is_access() => String::new(),
        Some(field) => trace.tables.fields.get(field.index()).map_or_else(String::new, |it| it.name.clone()),
        None => format!("[{}]", event.location().slot.as_element().unwrap_or_default()),
    };
    let value = match event.op.is_access() {
        true if holds_reference(event, trace) => {
            format!("object {:?}", names.get(&(false, event.value)))
        }
        // A state of the JDK's objects has numbers that mean nothing.
        true if event.value >> 40 == 0 => event.value.to_string(),
        _ => String::new(),
    };
    let other = match event.op {
        Op::Fork | Op::Join => trace.tables.show_thread(event.other()),
        Op::MethodBegin => trace.tables.methods.get(event.method().index()).cloned().unwrap_or_default(),
        _ => String::new(),
    };
    format!("{} {about:?}.{part} = {value} {other} at {site}", event.op.word())
}

/// What was told between two events: objects that traced code meets, statics by their names, how many others.
fn show_told(told: &BTreeSet<ObjectId>, names: &Names, trace: &Trace) -> String {
    let mut known = BTreeSet::new();
    let mut others = [0, 0];
    for object in told {
        let how = if object.is_only_read() { "read" } else { "written" };
        let number = object.anyhow().0;
        let named = names.get(&(is_channel(*object), number & !(1 << 60)));
        if number >> 63 == 1 {
            let field = trace.tables.fields.get((number << 1 >> 1) as usize);
            known.insert(format!("{how} {}", field.map_or("?", |field| field.name.as_str())));
        } else if let Some(named) = named {
            known.insert(format!("{how} {named}"));
        } else {
            others[usize::from(object.is_only_read())] += 1;
        }
    }
    format!("told {known:?} and {others:?}")
}
