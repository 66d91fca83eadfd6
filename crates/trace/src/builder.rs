//! Makes traces by hand: for tests, for import from other formats.
//!
//! Names become numbers on first use. Each event gets a site of its own unless one was set by [`TraceBuilder::at`].

use rustc_hash::FxHashMap;

use crate::event::{Event, FieldId, Location, MethodId, ObjectId, Op, ReachId, SiteId, Slot, ThreadId};
use crate::tables::{Field, Site, Thread};
use crate::trace::Trace;

/// See the module's description.
#[derive(Debug, Default)]
pub struct TraceBuilder {
    trace: Trace,
    threads: FxHashMap<String, ThreadId>,
    locations: FxHashMap<String, Location>,
    objects: FxHashMap<String, ObjectId>,
    sites: FxHashMap<String, SiteId>,
    methods: FxHashMap<String, MethodId>,
    next_site: Option<SiteId>,
    notifications: u64,
}

impl TraceBuilder {
    /// An empty trace.
    pub fn new() -> TraceBuilder {
        TraceBuilder::default()
    }

    /// The trace so far.
    pub fn build(self) -> Trace {
        self.trace
    }

    /// The events so far.
    pub fn events(&self) -> &[Event] {
        &self.trace.events
    }

    /// The thread of that name.
    pub fn thread(&mut self, name: &str) -> ThreadId {
        if let Some(&thread) = self.threads.get(name) {
            return thread;
        }
        let thread = ThreadId(number(self.trace.tables.threads.len()));
        let object = self.object(&format!("thread {name}"));
        self.trace.tables.threads.push(Thread { name: name.to_owned(), object, ..Thread::default() });
        self.threads.insert(name.to_owned(), thread);
        thread
    }

    /// The object, lock or channel of that name.
    pub fn object(&mut self, name: &str) -> ObjectId {
        let next = ObjectId(self.objects.len() as u64 + 1);
        let object = *self.objects.entry(name.to_owned()).or_insert(next);
        if object == next {
            self.trace.tables.objects.insert(object, name.to_owned());
        }
        object
    }

    /// The static variable of that name; `object.field` is a field of that object, `object[7]` an element.
    pub fn location(&mut self, name: &str) -> Location {
        if let Some(&location) = self.locations.get(name) {
            return location;
        }
        let location = self.new_location(name);
        self.locations.insert(name.to_owned(), location);
        location
    }

    fn new_location(&mut self, name: &str) -> Location {
        if let Some((array, index)) = name.strip_suffix(']').and_then(|name| name.split_once('['))
            && let Ok(index) = index.parse::<u32>()
            && index < 1 << 31
        {
            return Location { object: self.object(array), slot: Slot::element(index) };
        }
        let (object, field) = match name.rsplit_once('.') {
            Some((object, field)) if !object.is_empty() => (self.object(object), field),
            _ => (ObjectId(0), name),
        };
        let known =
            self.trace.tables.fields.iter().position(|it| it.name == field && object.0 != 0 && !it.is_static);
        let slot = known.unwrap_or_else(|| {
            let is_static = object.0 == 0;
            self.trace.tables.fields.push(Field { name: field.to_owned(), is_static, ..Field::default() });
            self.trace.tables.fields.len() - 1
        });
        Location { object, slot: Slot::field(FieldId(number(slot))) }
    }

    /// The place of that name: `name:12` has a line.
    pub fn site(&mut self, name: &str) -> SiteId {
        if let Some(&site) = self.sites.get(name) {
            return site;
        }
        let site = self.new_site(name);
        self.sites.insert(name.to_owned(), site);
        site
    }

    fn new_site(&mut self, name: &str) -> SiteId {
        let sites = &mut self.trace.tables.sites;
        if sites.is_empty() {
            sites.push(Site::default());
        }
        let (method, line) = match name.rsplit_once(':').map(|(method, line)| (method, line.parse::<u32>())) {
            Some((method, Ok(line))) => (method, line),
            _ => (name, 0),
        };
        let (class, method) = method.rsplit_once('.').unwrap_or(("", method));
        let site = Site { class: class.to_owned(), method: method.to_owned(), line, ..Site::default() };
        sites.push(site);
        SiteId(number(sites.len() - 1))
    }

    /// The next event happens there.
    pub fn at(&mut self, name: &str) -> &mut TraceBuilder {
        self.next_site = Some(self.site(name));
        self
    }

    /// Appends an event as it is.
    pub fn push(&mut self, event: Event) -> &mut TraceBuilder {
        self.trace.events.push(event);
        self
    }

    /// Appends an event with an object.
    pub fn event(&mut self, thread: &str, op: Op, object: u64) -> &mut TraceBuilder {
        let thread = self.thread(thread);
        let site = match self.next_site.take() {
            Some(site) => site,
            None => self.new_site(&format!("event {}", self.trace.events.len())),
        };
        self.push(Event { object, ..Event::new(thread, site, op) })
    }

    fn last(&mut self, change: impl FnOnce(&mut Event)) -> &mut TraceBuilder {
        if let Some(event) = self.trace.events.last_mut() {
            change(event);
        }
        self
    }

    /// Appends a read, write, volatile or not.
    pub fn access(&mut self, thread: &str, op: Op, location: &str, value: u64) -> &mut TraceBuilder {
        let location = self.location(location);
        self.event(thread, op, location.object.0);
        self.last(|event| (event.slot, event.value) = (location.slot.0, value))
    }

    /// `thread` reads `value`.
    pub fn read(&mut self, thread: &str, location: &str, value: u64) -> &mut TraceBuilder {
        self.access(thread, Op::Read, location, value)
    }

    /// `thread` writes `value`.
    pub fn write(&mut self, thread: &str, location: &str, value: u64) -> &mut TraceBuilder {
        self.access(thread, Op::Write, location, value)
    }

    /// `thread` takes the lock.
    pub fn acquire(&mut self, thread: &str, lock: &str) -> &mut TraceBuilder {
        let lock = self.object(lock);
        self.event(thread, Op::Acquire, lock.0)
    }

    /// `thread` gives the lock back.
    pub fn release(&mut self, thread: &str, lock: &str) -> &mut TraceBuilder {
        let lock = self.object(lock);
        self.event(thread, Op::Release, lock.0)
    }

    /// Any operation on a lock or channel.
    pub fn on(&mut self, thread: &str, op: Op, lock: &str) -> &mut TraceBuilder {
        let lock = self.object(lock);
        self.event(thread, op, lock.0)
    }

    /// `thread` wakes what waits for the lock; gives the number that [`TraceBuilder::woken`] needs.
    pub fn notify(&mut self, thread: &str, lock: &str) -> u64 {
        self.notifications += 1;
        let notification = self.notifications;
        self.on(thread, Op::Notify, lock).last(|event| event.value = notification);
        notification
    }

    /// `thread` has waited enough, by that notification or by none (0).
    pub fn woken(&mut self, thread: &str, lock: &str, notification: u64) -> &mut TraceBuilder {
        self.on(thread, Op::WaitEnd, lock).last(|event| event.value = notification)
    }

    /// `thread` starts `child`.
    pub fn fork(&mut self, thread: &str, child: &str) -> &mut TraceBuilder {
        let (parent, other) = (self.thread(thread), self.thread(child));
        self.trace.tables.threads[other.index()].parent = Some(parent);
        self.event(thread, Op::Fork, u64::from(other.0))
    }

    /// `thread` has seen `child` end.
    pub fn join(&mut self, thread: &str, child: &str) -> &mut TraceBuilder {
        let other = self.thread(child);
        self.event(thread, Op::Join, u64::from(other.0))
    }

    /// The first event of `thread`.
    pub fn begin(&mut self, thread: &str) -> &mut TraceBuilder {
        self.event(thread, Op::Begin, 0)
    }

    /// The last event of `thread`.
    pub fn end(&mut self, thread: &str) -> &mut TraceBuilder {
        self.event(thread, Op::End, 0)
    }

    /// The set of these objects; `static x` is the static variable x, `thread t` the object of thread t.
    pub fn reach(&mut self, objects: &[&str]) -> ReachId {
        let objects = objects.iter().map(|name| match name.strip_prefix("static ") {
            Some(variable) => self.location(variable).owner(),
            None => self.object(name),
        });
        let objects = objects.collect();
        self.trace.tables.reach.push(objects);
        ReachId(number(self.trace.tables.reach.len() - 1))
    }

    /// `thread` calls a method that is not traced and that can reach these objects.
    pub fn method_begin(&mut self, thread: &str, method: &str, objects: &[&str]) -> &mut TraceBuilder {
        let (reach, method) = (self.reach(objects), self.method(method));
        self.event(thread, Op::MethodBegin, u64::from(reach.0)).last(|event| event.slot = method.0)
    }

    /// The call is back.
    pub fn method_end(&mut self, thread: &str, method: &str) -> &mut TraceBuilder {
        let method = self.method(method);
        self.event(thread, Op::MethodEnd, 0).last(|event| event.slot = method.0)
    }

    /// The untraced method of that name.
    pub fn method(&mut self, name: &str) -> MethodId {
        let methods = &mut self.trace.tables.methods;
        *self.methods.entry(name.to_owned()).or_insert_with(|| {
            methods.push(name.to_owned());
            MethodId(number(methods.len() - 1))
        })
    }
}

fn number(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}
