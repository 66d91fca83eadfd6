//! The native half of the recorder: what the runtime calls when a thread's buffer is full, and for what the tables have.
//!
//! A buffer is encoded by the thread that has filled it (`tape.rs`), and becomes a part of the file in whole chunks
//! (`trace_file.rs`); there is no thread that writes, and nothing that waits.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

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
}

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
        })
    }

    fn tapes(&self) -> RwLockReadGuard<'_, Tapes> {
        self.tapes.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn tapes_to_change(&self) -> RwLockWriteGuard<'_, Tapes> {
        self.tapes.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// What a thread does; none if nothing is recorded any more.
    fn tape(&self, thread: u32) -> Option<Arc<Mutex<Tape>>> {
        if let Some(tape) = self.tapes().running.get(&thread) {
            return Some(Arc::clone(tape));
        }
        let mut tapes = self.tapes_to_change();
        let new = || Arc::new(Mutex::new(Tape::new(thread)));
        (!tapes.is_finished).then(|| Arc::clone(tapes.running.entry(thread).or_insert_with(new)))
    }

    /// A thread's buffer is filled up to an address: gives the address of one with room for so many bytes; 0 if nothing is
    /// recorded any more. No room: the thread has ended. Negative: the JVM ends while the thread still runs, and has given its
    /// buffer as often as that, counted down from -1.
    pub(crate) fn exchange(&self, thread: u32, at: i64, room: i32) -> i64 {
        let Some(tape) = self.tape(thread) else { return 0 };
        let mut tape = lock(&tape);
        // Whoever finishes has the tape's lock after this is set.
        if self.tapes().is_finished {
            return 0;
        }
        let turns = (-1 - room).cast_unsigned();
        // Else the thread has given its buffer since it was looked at: what is in it now came later.
        if room >= 0 || tape.turns == turns {
            tape.take(at, &self.file);
        }
        if room == 0 {
            tape.close(true, &self.file);
            self.tapes_to_change().running.remove(&thread);
        }
        match usize::try_from(room) {
            Ok(room) if room > 0 => tape.room(room),
            _ => 0,
        }
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

    /// The JVM ends, and threads may still run: what has later ticks may be missing.
    pub(crate) fn ending(&self, tick: i64) {
        self.file.tell([Record::Complete(Tick(tick.cast_unsigned()))]);
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
