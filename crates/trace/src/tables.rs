//! The side tables: what the numbers in events stand for.
//!
//! Tables grow by records, in a file as in memory; a record that comes twice replaces the earlier one. Numbers are
//! bounded, so that no file makes a table large that has few records.

use std::collections::BTreeMap;

use crate::error::{Error, ErrorKind, Result};
use crate::event::{FieldId, Location, MethodId, ObjectId, ReachId, SiteId, StackId, ThreadId, Tick};

/// Larger numbers of sites, fields, threads, methods, stacks and sets are refused.
pub(crate) const MOST_NUMBERS: u32 = 1 << 26;

/// A place in the code.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Site {
    /// With dots.
    pub class: String,
    /// The name.
    pub method: String,
    /// The source file, empty if unknown.
    pub file: String,
    /// The source line, 0 if unknown.
    pub line: u32,
    /// The offset of the instruction, which tells accesses of one line apart.
    pub offset: u32,
}

/// A field.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Field {
    /// The class that declares it, with dots.
    pub class: String,
    /// The name.
    pub name: String,
    /// It has no object.
    pub is_static: bool,
    /// It is volatile.
    pub is_volatile: bool,
    /// Its values are objects.
    pub is_reference: bool,
}

/// A thread.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Thread {
    /// As the program named it.
    pub name: String,
    /// Who started it, if known.
    pub parent: Option<ThreadId>,
    /// The object of class Thread, 0 if unknown.
    pub object: ObjectId,
    /// The tick when the thread was first known.
    pub tick: Tick,
}

/// One entry of the tables, as written to a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Record {
    /// Something of the whole trace: `jvm`, `command`, `placement`.
    Info(String, String),
    /// A place in the code.
    Site(SiteId, Site),
    /// A field.
    Field(FieldId, Field),
    /// A thread.
    Thread(ThreadId, Thread),
    /// The class of an object: of locks, of what may be reported.
    Object(ObjectId, String),
    /// A stack: the sites of its calls, innermost first.
    Stack(StackId, Vec<SiteId>),
    /// The stack with which a thread first came to a site.
    FirstStack(ThreadId, SiteId, StackId),
    /// Objects that a call into untraced code can reach.
    Reach(ReachId, Vec<ObjectId>),
    /// What an object referred to at a tick, when it was first asked for: what is reachable later follows from this and
    /// from the writes in the trace.
    Heap(ObjectId, Tick, Vec<(u32, ObjectId)>),
    /// A method that is not traced, with its class.
    Method(MethodId, String),
    /// What a channel stands for.
    Channel(u64, String),
    /// Something that the recorder could not see, and how often.
    Gap(String, u64),
    /// All events with this tick or an earlier one are in the file before this record.
    Complete(Tick),
    /// The recorder came to its end: nothing is missing.
    End,
}

/// See the module's description.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tables {
    /// By key.
    pub info: BTreeMap<String, String>,
    /// By site number.
    pub sites: Vec<Site>,
    /// By field number.
    pub fields: Vec<Field>,
    /// By thread number.
    pub threads: Vec<Thread>,
    /// By method number.
    pub methods: Vec<String>,
    /// By stack number.
    pub stacks: Vec<Vec<SiteId>>,
    /// By thread and site.
    pub first_stacks: BTreeMap<(ThreadId, SiteId), StackId>,
    /// By object.
    pub objects: BTreeMap<ObjectId, String>,
    /// By number of the set.
    pub reach: Vec<Vec<ObjectId>>,
    /// By object.
    pub heap: BTreeMap<ObjectId, (Tick, Vec<(u32, ObjectId)>)>,
    /// By channel.
    pub channels: BTreeMap<u64, String>,
    /// What the recorder could not see, and how often.
    pub gaps: BTreeMap<String, u64>,
    /// Up to where the trace is known to be complete.
    pub complete: Option<Tick>,
    /// The recorder came to its end.
    pub is_whole: bool,
}

/// The key of what is known of the sets of untraced calls, and what it may be.
pub const SETS: &str = "sets";
/// Exactly what was touched, each object once in a call.
pub const TOUCHED: &str = "touched";
/// The same, each object once between two callbacks, and what was only read apart.
pub const TOUCHED_ANEW: &str = "touched anew";

/// The key of the directory that the JVM ran in.
pub const DIRECTORY: &str = "directory";

/// The key of what was left out on purpose, and what it may be.
pub const LEFT_OUT: &str = "left out";
/// Accesses that happens-before shows no further pair of sites with; and so the values of some reads.
pub const REPEATED: &str = "repeated accesses";

impl Tables {
    /// Takes one record in.
    ///
    /// # Errors
    ///
    /// A number that is too large.
    pub fn add(&mut self, record: Record) -> Result<()> {
        match record {
            Record::Info(key, value) => drop(self.info.insert(key, value)),
            Record::Site(site, about) => put(&mut self.sites, site.0, about, "site")?,
            Record::Field(field, about) => put(&mut self.fields, field.0, about, "field")?,
            Record::Thread(thread, about) => put(&mut self.threads, thread.0, about, "thread")?,
            Record::Object(object, class) => drop(self.objects.insert(object, class)),
            Record::Stack(stack, sites) => put(&mut self.stacks, stack.0, sites, "stack")?,
            Record::FirstStack(thread, site, stack) => {
                self.first_stacks.insert((thread, site), stack);
            }
            Record::Reach(set, objects) => put(&mut self.reach, set.0, objects, "reachable set")?,
            Record::Heap(object, tick, children) => {
                // What an object referred to before still counts: somebody may have been given it then.
                let known = self.heap.entry(object).or_insert_with(|| (tick, Vec::new()));
                known.1.extend(children);
            }
            Record::Method(method, name) => put(&mut self.methods, method.0, name, "method")?,
            Record::Channel(channel, name) => drop(self.channels.insert(channel, name)),
            Record::Gap(what, times) => *self.gaps.entry(what).or_default() += times,
            Record::Complete(tick) => self.complete = self.complete.max(Some(tick)),
            Record::End => self.is_whole = true,
        }
        Ok(())
    }

    /// All that is known, as records.
    pub fn records(&self) -> Vec<Record> {
        let mut records = Vec::new();
        records.extend(self.info.iter().map(|(key, value)| Record::Info(key.clone(), value.clone())));
        records.extend(numbered(&self.threads, |n, it| Record::Thread(ThreadId(n), it)));
        records.extend(numbered(&self.sites, |n, it| Record::Site(SiteId(n), it)));
        records.extend(numbered(&self.fields, |n, it| Record::Field(FieldId(n), it)));
        records.extend(numbered(&self.methods, |n, it| Record::Method(MethodId(n), it)));
        records.extend(numbered(&self.stacks, |n, it| Record::Stack(StackId(n), it)));
        records.extend(numbered(&self.reach, |n, it| Record::Reach(ReachId(n), it)));
        records
            .extend(self.first_stacks.iter().map(|(&(t, site), &stack)| Record::FirstStack(t, site, stack)));
        records.extend(self.objects.iter().map(|(&object, class)| Record::Object(object, class.clone())));
        let heap = self.heap.iter();
        records.extend(heap.map(|(&object, (tick, children))| Record::Heap(object, *tick, children.clone())));
        records.extend(self.channels.iter().map(|(&channel, name)| Record::Channel(channel, name.clone())));
        records.extend(self.gaps.iter().map(|(what, &times)| Record::Gap(what.clone(), times)));
        records.extend(self.complete.map(Record::Complete));
        records
    }

    /// Whether the sets of untraced calls are exactly what these touched, and not what leads to it.
    pub fn has_touched_sets(&self) -> bool {
        self.info.get(SETS).is_some_and(|sets| sets == TOUCHED || sets == TOUCHED_ANEW)
    }

    /// Whether such sets are told anew behind each callback.
    pub fn tells_touched_anew(&self) -> bool {
        self.info.get(SETS).is_some_and(|sets| sets == TOUCHED_ANEW)
    }

    /// Whether accesses that repeat others were left out, so that not every read's value is known.
    pub fn lacks_repeated_accesses(&self) -> bool {
        self.info.get(LEFT_OUT).is_some_and(|what| what == REPEATED)
    }

    /// A site's class, method and line, as reports show them.
    pub fn show_site(&self, site: SiteId) -> String {
        match self.sites.get(site.index()) {
            Some(at) if !at.class.is_empty() || !at.method.is_empty() => {
                let dot = if at.class.is_empty() { "" } else { "." };
                let line = if at.line > 0 { format!(":{}", at.line) } else { String::new() };
                format!("{}{dot}{}{line}", at.class, at.method)
            }
            _ => format!("site {site}"),
        }
    }

    /// A thread's name.
    pub fn show_thread(&self, thread: ThreadId) -> String {
        match self.threads.get(thread.index()) {
            Some(known) if !known.name.is_empty() => known.name.clone(),
            _ => format!("thread {thread}"),
        }
    }

    /// An object's class and identity.
    pub fn show_object(&self, object: ObjectId) -> String {
        match self.objects.get(&object) {
            Some(class) => format!("{class}@{object}"),
            None => format!("object {object}"),
        }
    }

    /// A location as reports show it.
    pub fn show_location(&self, location: Location) -> String {
        if let Some(index) = location.slot.as_element() {
            return format!("element {index} of {}", self.show_object(location.object));
        }
        let name = match self.fields.get(location.slot.0 as usize) {
            Some(field) if !field.class.is_empty() => format!("{}.{}", field.class, field.name),
            Some(field) if !field.name.is_empty() => field.name.clone(),
            _ => format!("{}", location.slot.0),
        };
        match location.object {
            ObjectId(0) => format!("static field {name}"),
            object => format!("field {name} (of {})", self.show_object(object)),
        }
    }

    /// Whether the values of a location are objects; elements of arrays that nothing is known of are taken for such.
    pub fn holds_references(&self, location: Location) -> bool {
        match location.slot.as_field() {
            Some(field) => self.fields.get(field.index()).is_some_and(|field| field.is_reference),
            None => self.objects.get(&location.object).is_none_or(|class| !is_primitive_array(class)),
        }
    }
}

fn is_primitive_array(class: &str) -> bool {
    const PRIMITIVES: [&str; 8] = ["boolean", "byte", "char", "short", "int", "long", "float", "double"];
    class.strip_suffix("[]").is_some_and(|element| PRIMITIVES.contains(&element))
}

fn put<T: Default>(table: &mut Vec<T>, number: u32, about: T, what: &str) -> Result<()> {
    if number >= MOST_NUMBERS {
        let message = format!("{what} {number}: numbers must be below {MOST_NUMBERS}");
        return Err(Error::new(ErrorKind::Limit, message));
    }
    let index = number as usize;
    // Numbers are dense: a table may not grow by more than what was there and a million.
    if index > table.len() * 2 + (1 << 20) {
        return Err(Error::new(ErrorKind::Limit, format!("{what} {number}: far above all numbers before")));
    }
    if index >= table.len() {
        table.resize_with(index + 1, T::default);
    }
    table[index] = about;
    Ok(())
}

fn numbered<T: Clone + Default + PartialEq>(
    table: &[T],
    record: impl Fn(u32, T) -> Record,
) -> impl Iterator<Item = Record> {
    let known = table.iter().enumerate().filter(|(_, about)| **about != T::default());
    known.filter_map(move |(index, about)| Some(record(u32::try_from(index).ok()?, about.clone())))
}
