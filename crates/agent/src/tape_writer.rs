//! Writes a trace: what the threads' buffers have, encoded, compressed and appended in whole chunks (docs/trace-format.md).
//!
//! Tables come before the events that need them. When the file cannot be written any more, what is there stays as it is, the rest
//! is counted and dropped, and the program runs on.

use std::collections::{BTreeMap, HashMap};
use std::fs::File;
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::sync::mpsc::Receiver;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use deadheat_trace::format::{Chunk, ChunkKind, Encoder, encode_record, file_header};
use deadheat_trace::{
    Event, Field, FieldId, MethodId, ObjectId, Op, ReachId, Record, Site, SiteId, ThreadId, Tick,
};
use rustc_hash::FxHashMap;

use crate::numbers::Numbers;
use crate::recorder::{Buffer, Message, RECORD, Shared};

/// A chunk is closed when its payload is that long.
const CHUNK: usize = 1 << 16;
/// Records of the tables that wait at most.
const MOST_RECORDS: usize = 1 << 12;
/// Bits of a record's first word that are the operation.
const OPERATION: u32 = 0x1f;
const OPERATION_BITS: u32 = 5;
/// Stands for an object that the next call is given.
const GIVEN: u8 = 30;
/// An object has come to refer to another one.
const STORED: u8 = 29;
/// A static field stands in a set as its number and this.
const STATIC: u64 = 1 << 63;
/// In which time threads fill no more than a part of the buffers that may wait.
const SOME: Duration = Duration::from_micros(200);
/// Sets of objects that are remembered.
const MOST_SETS: usize = 1 << 16;

/// What was written.
#[derive(Debug, Default)]
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
pub(crate) struct TapeWriter {
    file: File,
    numbers: Arc<Numbers>,
    shared: Arc<Mutex<Shared>>,
    tapes: BTreeMap<u32, Tape>,
    /// The thread whose events come now, and its tape.
    current: Option<(u32, Tape)>,
    /// Objects that the next call is given; the same for threads whose buffer ended before the call; and what calls were given before, by
    /// their numbers.
    given: Vec<ObjectId>,
    waiting: HashMap<u32, Vec<ObjectId>>,
    /// What every call can reach.
    globals: Vec<ObjectId>,
    sets: FxHashMap<Vec<ObjectId>, u32>,
    first_set: u32,
    records: Vec<Record>,
    record_chunks: u32,
    /// How many sites, fields and methods are in the tables.
    known: [usize; 3],
    counts: [u64; 32],
    written: Written,
}

/// The next message. If there is none, some are waited for: to be woken for each buffer costs more than to write it.
fn next(messages: &Receiver<Message>) -> Option<Message> {
    messages.try_recv().ok().or_else(|| {
        std::thread::sleep(SOME);
        messages.recv().ok()
    })
}

/// What one thread did since its last chunk.
struct Tape {
    encoder: Encoder,
    first: Tick,
    sequence: u32,
}

impl TapeWriter {
    pub(crate) fn new(
        path: PathBuf,
        numbers: Arc<Numbers>,
        shared: Arc<Mutex<Shared>>,
        globals: &[u32],
    ) -> Result<TapeWriter, String> {
        let failed = |error: std::io::Error| format!("{}: {error}", path.display());
        let file = File::create(&path).map_err(failed)?;
        let written = Written { file: path, ..Written::default() };
        let mut writer = TapeWriter {
            file,
            numbers,
            shared,
            tapes: BTreeMap::new(),
            current: None,
            given: Vec::new(),
            waiting: HashMap::new(),
            globals: globals.iter().map(|&field| ObjectId(STATIC | u64::from(field))).collect(),
            sets: FxHashMap::default(),
            first_set: 0,
            records: Vec::new(),
            record_chunks: 0,
            known: [0; 3],
            counts: [0; 32],
            written,
        };
        writer.put(&file_header());
        Ok(writer)
    }

    /// Writes until the JVM ends.
    pub(crate) fn run(mut self, messages: &Receiver<Message>) -> Written {
        while let Some(message) = next(messages) {
            match message {
                Message::Tape { thread, buffer, words, is_last } => {
                    self.tape(thread, &buffer, words);
                    if is_last {
                        self.close(thread, true);
                        self.tapes.remove(&thread);
                    }
                    self.shared.lock().unwrap_or_else(PoisonError::into_inner).give_back(buffer);
                }
                Message::Record(record) => {
                    self.records.push(record);
                    if self.records.len() >= MOST_RECORDS {
                        self.tables();
                    }
                }
                Message::Finish(gaps) => {
                    self.finish(gaps);
                    break;
                }
            }
        }
        let kinds = Op::ALL.iter().map(|&op| (op.word(), self.counts[op as usize]));
        self.written.events = kinds.filter(|&(_, count)| count > 0).collect();
        self.written
    }

    fn finish(&mut self, gaps: Vec<Record>) {
        self.put_away();
        let open: Vec<u32> = self.tapes.keys().copied().collect();
        for thread in open {
            self.close(thread, false);
        }
        self.records.extend(gaps);
        self.records.push(Record::End);
        self.tables();
        if let Err(error) = self.file.flush() {
            self.fail(&error);
        }
    }

    fn tape(&mut self, thread: u32, buffer: &Buffer, words: usize) {
        self.given = self.waiting.remove(&thread).unwrap_or_default();
        for record in buffer[..words].chunks_exact(RECORD) {
            let word = |at: usize| record[at].load(Ordering::Relaxed);
            let long = |at: usize| u64::from(word(at)) | u64::from(word(at + 1)) << 32;
            let (code, low) = ((word(0) & OPERATION) as u8, word(1));
            if code == GIVEN {
                self.given.push(ObjectId(long(2)));
                continue;
            }
            if code == STORED {
                let (value, owner) = (ObjectId(long(2)), ObjectId(long(4)));
                self.records.push(Record::Heap(owner, Tick(0), vec![(0, value)]));
                continue;
            }
            let Some(op) = Op::from_code(code) else { continue };
            let mut event = Event {
                object: long(2),
                value: long(4),
                slot: word(6),
                thread: ThreadId(thread),
                site: SiteId(word(0) >> OPERATION_BITS),
                op,
            };
            if op.has_reach() {
                event.object = self.set(op == Op::MethodBegin);
            }
            self.event(thread, &event, low);
        }
        if !self.given.is_empty() {
            self.waiting.insert(thread, std::mem::take(&mut self.given));
        }
    }

    /// The number of the set that a call is given; the same objects are one set.
    fn set(&mut self, is_call: bool) -> u64 {
        if is_call {
            self.given.extend_from_slice(&self.globals);
        } else if self.given.is_empty() {
            return 0;
        }
        let number = self.sets.get(&self.given).copied().unwrap_or_else(|| self.new_set());
        self.given.clear();
        number.into()
    }

    fn new_set(&mut self) -> u32 {
        if self.sets.len() >= MOST_SETS {
            self.sets.retain(|objects, _| objects.is_empty());
        }
        self.first_set += 1;
        self.records.push(Record::Reach(ReachId(self.first_set), self.given.clone()));
        self.sets.insert(self.given.clone(), self.first_set);
        self.first_set
    }

    /// Ticks come as their low halves; in a thread they do not decrease.
    fn event(&mut self, thread: u32, event: &Event, low: u32) {
        self.counts[event.op as usize] += 1;
        let is_open = self.current.as_ref().is_some_and(|(number, _)| *number == thread);
        if !is_open {
            self.open(thread, low);
        }
        let Some((_, tape)) = &mut self.current else { return };
        let last = tape.encoder.last_tick().0;
        let ahead = low.wrapping_sub(last as u32).cast_signed().max(0);
        tape.encoder.event(event, Tick(last + u64::from(ahead.unsigned_abs())));
        if tape.encoder.bytes().len() >= CHUNK {
            self.close(thread, false);
        }
    }

    /// Makes a thread the one whose events come.
    fn open(&mut self, thread: u32, low: u32) {
        self.put_away();
        let tape = self.tapes.remove(&thread).unwrap_or_else(|| {
            self.written.threads += 1;
            let first = Tick(u64::from(low));
            Tape { encoder: Encoder::new(first), first, sequence: 0 }
        });
        self.current = Some((thread, tape));
    }

    fn put_away(&mut self) {
        if let Some((thread, tape)) = self.current.take() {
            self.tapes.insert(thread, tape);
        }
    }

    /// Writes the chunk of a thread, behind the tables that it needs.
    fn close(&mut self, thread: u32, is_last: bool) {
        self.tables();
        self.put_away();
        let Some(tape) = self.tapes.get_mut(&thread).filter(|tape| tape.encoder.count > 0) else { return };
        let last = tape.encoder.last_tick();
        let full = std::mem::replace(&mut tape.encoder, Encoder::new(last));
        let chunk = Chunk {
            is_last,
            events: full.count,
            first: tape.first,
            last,
            ..Chunk::empty(ChunkKind::Events, ThreadId(thread), tape.sequence)
        };
        tape.first = last;
        tape.sequence += 1;
        let is_written = self.put(&chunk.seal(full.bytes(), true));
        if !is_written {
            self.written.dropped += u64::from(full.count);
        }
    }

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
        // Sets are numbered from 1: without objects, it is this one.
        if self.record_chunks == 0 {
            records.push(Record::Reach(ReachId(0), Vec::new()));
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
