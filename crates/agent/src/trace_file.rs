//! The file of a trace: whole chunks of threads' events, behind the records of the tables that they need (docs/trace-format.md).
//!
//! When the file cannot be written any more, what is there stays as it is, the rest is counted and dropped, and the program runs
//! on.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use deadheat_trace::format::{Chunk, ChunkKind, encode_record, file_header};
use deadheat_trace::{
    Field, FieldId, MethodId, ObjectId, Op, ReachId, Record, Site, SiteId, Thread, ThreadId, Tick,
};
use rustc_hash::FxHashMap;

use crate::numbers::Numbers;

/// Records of the tables that wait at most.
const MOST_RECORDS: usize = 1 << 12;
/// A static field stands in a set as its number and this.
const STATIC: u64 = 1 << 63;
/// Sets of objects that are remembered.
const MOST_SETS: usize = 1 << 16;

/// Events by operation.
pub(crate) type Counts = [u64; 32];

/// What was written.
#[derive(Debug, Default, Clone)]
pub(crate) struct Written {
    pub(crate) file: PathBuf,
    /// Events by operation.
    pub(crate) events: BTreeMap<&'static str, u64>,
    pub(crate) threads: u64,
    pub(crate) bytes: u64,
    /// Why not all of it is in the file, and how many events were not.
    pub(crate) problem: Option<String>,
    pub(crate) dropped: u64,
}

/// See the module's description.
pub(crate) struct TraceFile {
    state: Mutex<State>,
    /// What every call can reach.
    globals: Vec<ObjectId>,
    /// The tick when the last thread became known.
    near: AtomicU64,
    /// How long the file is.
    length: AtomicU64,
}

/// Guarded by a mutex.
struct State {
    file: File,
    numbers: Arc<Numbers>,
    sets: FxHashMap<Vec<ObjectId>, u32>,
    last_set: u32,
    records: Vec<Record>,
    record_chunks: u32,
    /// How many sites, fields and methods are in the tables.
    known: [usize; 3],
    counts: Counts,
    written: Written,
    is_finished: bool,
}

impl TraceFile {
    /// Begins a file.
    ///
    /// All calls of methods that are not traced are taken to reach the globals, by their numbers.
    pub(crate) fn new(path: PathBuf, numbers: Arc<Numbers>, globals: &[u32]) -> Result<TraceFile, String> {
        let file = File::create(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let mut state = State {
            file,
            numbers,
            sets: FxHashMap::default(),
            last_set: 0,
            // Sets are numbered from 1: without objects, it is this one.
            records: vec![Record::Reach(ReachId(0), Vec::new())],
            record_chunks: 0,
            known: [0; 3],
            counts: [0; 32],
            written: Written { file: path, ..Written::default() },
            is_finished: false,
        };
        state.put(&file_header());
        let globals = globals.iter().map(|&field| ObjectId(STATIC | u64::from(field))).collect();
        Ok(TraceFile {
            state: Mutex::new(state),
            globals,
            near: AtomicU64::new(0),
            length: AtomicU64::new(0),
        })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What every call can reach.
    pub(crate) fn globals(&self) -> &[ObjectId] {
        &self.globals
    }

    /// A tick that is not far from those of threads that begin now.
    pub(crate) fn near(&self) -> u64 {
        self.near.load(Ordering::Relaxed)
    }

    /// A thread became known, or has a name.
    pub(crate) fn thread(&self, number: ThreadId, thread: Thread) {
        self.near.fetch_max(thread.tick.0, Ordering::Relaxed);
        self.tell([Record::Thread(number, thread)]);
    }

    /// Records for the tables; they are in the file before all events that are appended later.
    pub(crate) fn tell(&self, records: impl IntoIterator<Item = Record>) {
        let mut state = self.state();
        state.records.extend(records);
        if state.records.len() >= MOST_RECORDS && !state.is_finished {
            state.tables();
        }
    }

    /// The number of a set of objects; the same ones mostly have the same.
    pub(crate) fn set(&self, objects: &[ObjectId]) -> u32 {
        let mut state = self.state();
        if let Some(&number) = state.sets.get(objects) {
            return number;
        }
        if state.sets.len() >= MOST_SETS {
            state.sets.clear();
        }
        state.last_set += 1;
        let number = state.last_set;
        state.records.push(Record::Reach(ReachId(number), objects.to_vec()));
        state.sets.insert(objects.to_vec(), number);
        number
    }

    /// Appends a chunk of a thread, as it is in the file, behind the tables that it needs.
    pub(crate) fn append(&self, chunk: &Chunk, bytes: &[u8], counts: &Counts) {
        let mut state = self.state();
        state.tables();
        state.counts.iter_mut().zip(counts).for_each(|(all, new)| *all += new);
        state.written.threads += u64::from(chunk.sequence == 0);
        if !state.put(bytes) {
            state.written.dropped += u64::from(chunk.events);
        }
        self.length.store(state.written.bytes, Ordering::Relaxed);
    }

    /// How long the file is.
    pub(crate) fn length(&self) -> u64 {
        self.length.load(Ordering::Relaxed)
    }

    /// Nothing is missing up to that tick: all chunks that have it were appended.
    pub(crate) fn complete(&self, tick: Tick) {
        let mut state = self.state();
        state.records.push(Record::Complete(tick));
        if !state.is_finished {
            state.tables();
        }
    }

    /// All is there: the last records, and that nothing is missing.
    pub(crate) fn finish(&self, records: Vec<Record>) -> Written {
        let mut state = self.state();
        state.records.extend(records);
        state.records.push(Record::End);
        state.tables();
        state.is_finished = true;
        if let Err(error) = state.file.flush() {
            state.fail(&error);
        }
        let kinds = Op::ALL.iter().map(|&op| (op.word(), state.counts[op as usize]));
        state.written.events = kinds.filter(|&(_, count)| count > 0).collect();
        state.written.clone()
    }
}

impl State {
    /// Writes what the tables have that is new.
    fn tables(&mut self) {
        let mut records = std::mem::take(&mut self.records);
        let [sites, fields, methods] = &mut self.known;
        for (number, site) in self.numbers.sites_from(*sites) {
            *sites = number as usize + 1;
            let about = Site {
                class: site.class,
                method: site.method,
                file: String::new(),
                line: site.line.unwrap_or(0).into(),
                offset: site.offset.into(),
            };
            records.push(Record::Site(SiteId(number + 1), about));
        }
        for (number, [class, name, descriptor]) in self.numbers.fields_from(*fields) {
            *fields = number as usize + 1;
            let is_reference = descriptor.starts_with(['L', '[']);
            let about = Field { class, name, is_reference, ..Field::default() };
            records.push(Record::Field(FieldId(deadheat_instrument::recorded_field(number)), about));
        }
        for (number, name) in self.numbers.untraced_from(*methods) {
            *methods = number as usize + 1;
            records.push(Record::Method(MethodId(number), name));
        }
        for records in records.chunks(MOST_RECORDS) {
            let mut payload = Vec::new();
            records.iter().for_each(|record| encode_record(record, &mut payload));
            let chunk = Chunk::empty(ChunkKind::Records, ThreadId(0), self.record_chunks);
            self.record_chunks += 1;
            self.put(&chunk.seal(&payload, true));
        }
    }

    /// Appends; tells whether that is done.
    fn put(&mut self, bytes: &[u8]) -> bool {
        if self.written.problem.is_some() {
            return false;
        }
        match self.file.write_all(bytes) {
            Ok(()) => {
                self.written.bytes += bytes.len() as u64;
                true
            }
            Err(error) => {
                self.fail(&error);
                false
            }
        }
    }

    fn fail(&mut self, error: &std::io::Error) {
        let text = format!("{}: {error}", self.written.file.display());
        crate::agent::complain(&format!("the trace ends here: {text}"));
        self.written.problem = Some(text);
    }
}
