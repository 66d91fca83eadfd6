//! What untraced calls were told to touch, held against what they did, in one trace that has both (`barriers=audited`).
//!
//! By definition (docs/trace-format.md): when untraced code touches an object, the call that runs has been told of it, by its kind, since it
//! began or since its last callback; and nothing is told that it does not touch.

pub(crate) mod shape;

use std::collections::{BTreeMap, BTreeSet};

use deadheat_trace::Visible;
use deadheat_trace::{Event, ObjectId, Op, ThreadId, Trace};

/// What was found in a trace.
#[derive(Debug, Default)]
pub(crate) struct Audit {
    /// What was touched without being told; and what was told and not touched, by the event that told it.
    pub(crate) untold: Vec<String>,
    pub(crate) untouched: Vec<String>,
    /// What traced code did and is not visible, but for constructors and static initialisers, which are parts of calls.
    pub(crate) hidden: Vec<String>,
    /// How often something was told: at all, as only read, of a static field, again behind a callback.
    pub(crate) told: usize,
    pub(crate) only_read: usize,
    pub(crate) statics: usize,
    pub(crate) renewed: usize,
    /// How often it was told that anything may be touched.
    pub(crate) anything: usize,
    /// What untraced code did.
    pub(crate) touches: usize,
    /// Calls, and callbacks inside of them.
    pub(crate) calls: usize,
    pub(crate) callbacks: usize,
}

/// What a call has been told of, since its last callback; and before that.
#[derive(Debug, Default)]
struct Call {
    told: BTreeSet<ObjectId>,
    touched: BTreeSet<ObjectId>,
    before: BTreeSet<ObjectId>,
}

/// See the module's description.
pub(crate) fn audit(trace: &Trace, is_traced: &dyn Fn(&str) -> bool) -> Audit {
    let mut audit = Audit::default();
    let mut visible = Visible::default();
    let mut open: BTreeMap<ThreadId, Vec<Option<Call>>> = BTreeMap::new();
    for event in &trace.events {
        let is_seen = visible.sees(event);
        let calls = open.entry(event.thread).or_default();
        match event.op {
            Op::MethodBegin => calls.push(Some(Call::default())),
            Op::CallbackBegin => calls.push(None),
            Op::MethodEnd | Op::CallbackEnd => {
                let ended = calls.pop().flatten();
                let next = calls.last_mut().and_then(Option::as_mut).filter(|_| event.op == Op::CallbackEnd);
                audit.count_end(event.op);
                for call in ended.iter().chain(next.as_deref()) {
                    audit.end(call, trace);
                }
                if let Some(call) = next {
                    let told = std::mem::take(&mut call.told);
                    *call = Call { before: told, ..Call::default() };
                }
            }
            Op::Reach => audit.reach(event, calls.last_mut().and_then(Option::as_mut), trace),
            _ if !is_seen => {
                audit.touch(event, calls.last_mut().and_then(Option::as_mut), trace);
                let site = trace.tables.sites.get(event.site.index());
                if site.is_some_and(|it| {
                    !it.class.is_empty() && !it.method.starts_with('<') && is_traced(&it.class)
                }) {
                    audit.hidden.push(show(event, trace));
                }
            }
            _ => {}
        }
    }
    audit
}

impl Audit {
    fn count_end(&mut self, op: Op) {
        self.calls += usize::from(op == Op::MethodEnd);
        self.callbacks += usize::from(op == Op::CallbackEnd);
    }

    fn reach(&mut self, event: &Event, call: Option<&mut Call>, trace: &Trace) {
        let objects = trace.tables.reach.get(event.reach().index());
        let Some(call) = call else { return self.untouched.push(format!("{event:?} outside of a call")) };
        for &object in objects.into_iter().flatten() {
            self.told += 1;
            self.only_read += usize::from(object.is_only_read());
            self.statics += usize::from(object.0 >> 63 == 1);
            self.renewed += usize::from(call.before.contains(&object));
            match object {
                ObjectId::ANYTHING => self.anything += 1,
                object => drop(call.told.insert(object)),
            }
        }
    }

    fn touch(&mut self, event: &Event, call: Option<&mut Call>, trace: &Trace) {
        let Some(object) = touched(event, trace) else { return };
        self.touches += 1;
        match call {
            Some(call) if call.told.contains(&object) => drop(call.touched.insert(object)),
            _ => self.untold.push(show(event, trace)),
        }
    }

    fn end(&mut self, call: &Call, trace: &Trace) {
        let more = call.told.difference(&call.touched);
        self.untouched.extend(more.map(|object| show_object(*object, trace)));
    }
}

/// The object that an event touches, by its kind.
fn touched(event: &Event, trace: &Trace) -> Option<ObjectId> {
    let object =
        event.touched(|thread| trace.tables.threads.get(thread.index()).map(|thread| thread.object))?;
    Some(if event.op.only_reads() { object.only_read() } else { object })
}

fn show(event: &Event, trace: &Trace) -> String {
    let site = trace.tables.show_site(event.site);
    match event.op.is_access() {
        true => {
            format!("{} of {} at {site}", event.op.word(), trace.tables.show_location(event.location()))
        }
        false => format!("{event:?}"),
    }
}

fn show_object(object: ObjectId, trace: &Trace) -> String {
    let how = if object.is_only_read() { "read" } else { "written" };
    let is_it = |event: &&Event| touched(event, trace).is_some_and(|it| it.anyhow() == object.anyhow());
    match trace.events.iter().find(is_it) {
        Some(event) => format!("{how}: what is touched by {}", show(event, trace)),
        None => format!("{how}: {object:?}, which nothing touches"),
    }
}
