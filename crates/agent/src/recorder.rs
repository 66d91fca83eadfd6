//! The native half of the recorder: what the runtime calls when a thread's buffer is full, and for what the tables have.
//!
//! A buffer is encoded by the thread that has filled it (`tape.rs`), and becomes a part of the file in whole chunks
//! (`trace_file.rs`); there is no thread that writes, and nothing that waits.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::time::Instant;

use deadheat_trace::{Field, FieldId, ObjectId, Record, Thread, ThreadId, Tick};

use crate::numbers::Numbers;
use crate::tape::Tape;
use crate::trace_file::{TraceFile, Written};

/// See the module's description.
pub(crate) struct Recorder {
    file: TraceFile,
    tapes: RwLock<Tapes>,
    fields: Mutex<Fields>,
    numbers: Arc<Numbers>,
    begun: Instant,
    /// When the next checkpoint is due, in milliseconds since then; and how long the file was at the last one.
    due: AtomicU64,
    last_length: AtomicU64,
}

/// Milliseconds between checkpoints, and bytes of the file.
const OFTEN: u64 = 200;
const FAR: u64 = 1 << 21;

/// By number: the threads that have not ended; they stay when all is written, since those that still run have their buffers.
#[derive(Default)]
struct Tapes {
    running: HashMap<u32, Arc<Mutex<Tape>>>,
    is_finished: bool,
}

/// Numbers of fields that have none from the code, and whether all is known of them.
type Fields = HashMap<[String; 3], (u32, bool)>;

/// The number of a field that has none from the code; the numbers of others are even.
fn number(fields: &mut Fields, field: [String; 3]) -> &mut (u32, bool) {
    let next = 2 * fields.len() as u32 + 1;
    fields.entry(field).or_insert((next, false))
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Recorder {
    /// Begins a file.
    ///
    /// All calls of methods that are not traced are taken to reach the globals: static fields, as class and name.
    pub(crate) fn new(file: PathBuf, numbers: Arc<Numbers>, globals: &[String]) -> Result<Recorder, String> {
        let mut fields = Fields::new();
        let globals = globals.iter().filter_map(|it| it.rsplit_once('.'));
        let known = globals
            .map(|(class, name)| number(&mut fields, [class.to_owned(), name.to_owned(), String::new()]).0);
        let known: Vec<u32> = known.collect();
        Ok(Recorder {
            file: TraceFile::new(file, Arc::clone(&numbers), &known)?,
            tapes: RwLock::default(),
            fields: Mutex::new(fields),
            numbers,
            begun: Instant::now(),
            due: AtomicU64::new(OFTEN),
            last_length: AtomicU64::new(0),
        })
    }

    fn tapes(&self) -> RwLockReadGuard<'_, Tapes> {
        self.tapes.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn tapes_to_change(&self) -> RwLockWriteGuard<'_, Tapes> {
        self.tapes.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// For a thread that has none; none if nothing is recorded any more.
    fn new_tape(&self, thread: u32) -> Option<Arc<Mutex<Tape>>> {
        let mut tapes = self.tapes_to_change();
        let new = || Arc::new(Mutex::new(Tape::new(thread)));
        (!tapes.is_finished).then(|| Arc::clone(tapes.running.entry(thread).or_insert_with(new)))
    }

    /// A thread's buffer is filled up to an address: gives the address of one with room for so many bytes, with the lowest bit set if it
    /// is time for a checkpoint; 0 if nothing is recorded any more. No room: the thread has ended. Negative: it goes on with its buffer,
    /// and has given it as often as that, counted down from -1; what there is goes to the file.
    pub(crate) fn exchange(&self, thread: u32, at: i64, room: i32) -> i64 {
        let known = self.tapes().running.get(&thread).map(Arc::clone);
        // Who looks at another thread's tape may be late: it has ended, or has given its buffer.
        let Some(tape) = known.or_else(|| (room >= 0).then(|| self.new_tape(thread)).flatten()) else {
            return 0;
        };
        let mut tape = lock(&tape);
        // Whoever finishes has the tape's lock after this is set.
        if self.tapes().is_finished {
            return 0;
        }
        if room >= 0 || tape.turns == (-1 - room).cast_unsigned() {
            tape.take(at, &self.file);
        }
        if room == 0 {
            self.tapes_to_change().running.remove(&thread);
        }
        if room <= 0 {
            tape.close(room == 0, &self.file);
            return 0;
        }
        tape.room(usize::try_from(room).unwrap_or_default()) | i64::from(self.is_due())
    }

    /// Whether it is time for a checkpoint; says so to one thread. If it takes longer than the next one is away, both are made.
    fn is_due(&self) -> bool {
        let (now, length) = (self.begun.elapsed().as_millis() as u64, self.file.length());
        let due = self.due.load(Ordering::Relaxed);
        if now < due && length.saturating_sub(self.last_length.load(Ordering::Relaxed)) < FAR {
            return false;
        }
        self.last_length.store(length, Ordering::Relaxed);
        self.due.compare_exchange(due, now + OFTEN, Ordering::Relaxed, Ordering::Relaxed).is_ok()
    }

    /// What all threads did up to that tick is in the file.
    pub(crate) fn complete(&self, tick: i64) {
        self.file.complete(Tick(tick.cast_unsigned()));
    }

    /// A thread became known, or has a name.
    pub(crate) fn thread(&self, number: u32, parent: i32, object: i64, tick: i64, name: String) {
        let parent = u32::try_from(parent).ok().map(ThreadId);
        let (object, tick) = (ObjectId(object.cast_unsigned()), Tick(tick.cast_unsigned()));
        self.file.thread(ThreadId(number), Thread { name, parent, object, tick });
    }

    /// What an object refers to: its identity, the tick, pairs of a part and of what is there.
    pub(crate) fn heap(&self, numbers: &[i64]) {
        let [object, tick, pairs @ ..] = numbers else { return };
        let pairs = pairs.chunks_exact(2);
        let pairs = pairs.map(|pair| (pair[0] as u32, ObjectId(pair[1].cast_unsigned()))).collect();
        self.file.tell([Record::Heap(ObjectId(object.cast_unsigned()), Tick(tick.cast_unsigned()), pairs)]);
    }

    /// The number of a field: kind, class, name, descriptor, and whether it is volatile. Instance fields that the code names
    /// have theirs from there.
    pub(crate) fn field(&self, field: &[String]) -> u32 {
        let [kind, class, name, descriptor, volatile] = field else { return 0 };
        let mut key = [class.clone(), name.clone(), descriptor.clone()];
        if let Some(number) = self.numbers.field_of(&key).filter(|_| kind == "field") {
            return deadheat_instrument::recorded_field(number);
        }
        if kind == "static" {
            key[2].clear();
        }
        let (number, was_known) = {
            let mut fields = lock(&self.fields);
            let entry = number(&mut fields, key);
            (entry.0, std::mem::replace(&mut entry.1, true))
        };
        if !was_known {
            let about = Field {
                class: class.clone(),
                name: name.clone(),
                is_static: kind == "static",
                is_volatile: !volatile.is_empty(),
                is_reference: descriptor.starts_with(['L', '[']),
            };
            self.file.tell([Record::Field(FieldId(number), about)]);
        }
        number
    }

    /// Something about the whole trace.
    pub(crate) fn info(&self, key: &str, value: &str) {
        self.file.tell([Record::Info(key.to_owned(), value.to_owned())]);
    }

    /// Writes all that there is. Nothing more is recorded.
    pub(crate) fn finish(&self, gaps: Vec<Record>) -> Written {
        self.tapes_to_change().is_finished = true;
        let mut tapes: Vec<_> =
            self.tapes().running.iter().map(|(&thread, tape)| (thread, Arc::clone(tape))).collect();
        tapes.sort_unstable_by_key(|&(thread, _)| thread);
        for (_, tape) in tapes {
            lock(&tape).close(false, &self.file);
        }
        self.file.finish(gaps)
    }
}
