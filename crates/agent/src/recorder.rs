//! The native half of the recorder: buffers that the runtime's threads fill, and the queue to the thread that writes.
//!
//! A thread exchanges a full buffer for an empty one. Full ones wait in a queue of bounded length: if whoever writes cannot follow, the
//! threads of the program wait. Nothing is written by halves: see `tape_writer.rs`.
//!
//! A buffer is a row of 32-bit words, seven for a record (`DeadheatTape.java`): operation and site, the low half of the tick,
//! object and value with the low half first, slot. The runtime writes to it by its address while this side has nothing but
//! shared references to atomics; it is read when the runtime has said how far it is filled.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::AtomicU32;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

use deadheat_trace::{Field, FieldId, ObjectId, Record, Thread, ThreadId, Tick};

use crate::numbers::Numbers;
use crate::tape_writer::{TapeWriter, Written};

/// Words of a record.
pub(crate) const RECORD: usize = 7;
/// Full buffers that wait at most.
const QUEUE: usize = 64;
/// Empty buffers that are kept.
const SPARE: usize = 64;

/// Words that the runtime writes.
pub(crate) type Buffer = Arc<[AtomicU32]>;

/// Something for whoever writes.
pub(crate) enum Message {
    /// Records of one thread, and whether they are its last.
    Tape { thread: u32, buffer: Buffer, words: usize, is_last: bool },
    /// Something for the tables.
    Record(Record),
    /// The JVM ends: what could not be seen.
    Finish(Vec<Record>),
}

/// See the module's description.
pub(crate) struct Recorder {
    queue: SyncSender<Message>,
    shared: Arc<Mutex<Shared>>,
    /// `None` when it was waited for.
    writer: Mutex<Option<JoinHandle<Written>>>,
    numbers: Arc<Numbers>,
}

/// Guarded by a mutex.
#[derive(Default)]
pub(crate) struct Shared {
    /// By thread: the buffer that it fills.
    live: HashMap<u32, Buffer>,
    spare: Vec<Buffer>,
    /// Numbers of fields that have none from the code, and whether all is known of them.
    fields: HashMap<[String; 3], (u32, bool)>,
    is_finished: bool,
}

impl Shared {
    /// Takes a buffer back.
    pub(crate) fn give_back(&mut self, buffer: Buffer) {
        if self.spare.len() < SPARE {
            self.spare.push(buffer);
        }
    }

    /// The number of a static field of which only class and name are known.
    fn global(&mut self, (class, name): (&str, &str)) -> u32 {
        let next = 2 * self.fields.len() as u32 + 1;
        self.fields.entry([class.to_owned(), name.to_owned(), String::new()]).or_insert((next, false)).0
    }

    fn empty(&mut self, words: usize) -> Buffer {
        match self.spare.iter().rposition(|buffer| buffer.len() == words) {
            Some(at) => self.spare.swap_remove(at),
            None => (0..words).map(|_| AtomicU32::new(0)).collect(),
        }
    }
}

impl Recorder {
    /// Begins a file and the thread that writes it.
    ///
    /// All calls of methods that are not traced are taken to reach the globals: static fields, as class and name.
    pub(crate) fn new(file: PathBuf, numbers: Arc<Numbers>, globals: &[String]) -> Result<Recorder, String> {
        let mut first = Shared::default();
        let known: Vec<u32> =
            globals.iter().filter_map(|it| it.rsplit_once('.')).map(|it| first.global(it)).collect();
        let shared = Arc::new(Mutex::new(first));
        let (queue, messages): (_, Receiver<Message>) = sync_channel(QUEUE);
        let writer = TapeWriter::new(file, Arc::clone(&numbers), Arc::clone(&shared), &known)?;
        let writer = std::thread::Builder::new()
            .name("deadheat-trace".to_owned())
            .spawn(move || writer.run(&messages))
            .map_err(|error| format!("there is no thread to write the trace: {error}"))?;
        Ok(Recorder { queue, shared, writer: Mutex::new(Some(writer)), numbers })
    }

    fn shared(&self) -> std::sync::MutexGuard<'_, Shared> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A thread's buffer is filled up to an address: gives the address of one with room for so many bytes; 0 if nothing is
    /// recorded any more. No room: the thread has ended. Negative: the JVM ends while the thread still runs.
    pub(crate) fn exchange(&self, thread: u32, at: i64, room: i32) -> i64 {
        let (full, next) = {
            let mut shared = self.shared();
            if shared.is_finished {
                return 0;
            }
            let full = if room < 0 { shared.live.get(&thread).cloned() } else { shared.live.remove(&thread) };
            let next = usize::try_from(room).ok().filter(|&room| room > 0).map(|room| shared.empty(room / 4));
            if let Some(next) = &next {
                shared.live.insert(thread, Arc::clone(next));
            }
            (full, next)
        };
        if let Some(buffer) = full {
            let filled = at.wrapping_sub(buffer.as_ptr() as i64) / 4;
            let words = usize::try_from(filled).unwrap_or(0).min(buffer.len());
            let _ = self.queue.send(Message::Tape { thread, buffer, words, is_last: room == 0 });
        }
        next.map_or(0, |next| next.as_ptr() as i64)
    }

    /// A thread became known, or has a name.
    pub(crate) fn thread(&self, number: u32, parent: i32, object: i64, tick: i64, name: String) {
        let parent = u32::try_from(parent).ok().map(ThreadId);
        let (object, tick) = (ObjectId(object.cast_unsigned()), Tick(tick.cast_unsigned()));
        self.tell(Record::Thread(ThreadId(number), Thread { name, parent, object, tick }));
    }

    /// What an object refers to: its identity, the tick, pairs of a part and of what is there.
    pub(crate) fn heap(&self, numbers: &[i64]) {
        let [object, tick, pairs @ ..] = numbers else { return };
        let pairs = pairs.chunks_exact(2);
        let pairs = pairs.map(|pair| (pair[0] as u32, ObjectId(pair[1].cast_unsigned()))).collect();
        self.tell(Record::Heap(ObjectId(object.cast_unsigned()), Tick(tick.cast_unsigned()), pairs));
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
            let mut shared = self.shared();
            let next = 2 * shared.fields.len() as u32 + 1;
            let entry = shared.fields.entry(key).or_insert((next, false));
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
            self.tell(Record::Field(FieldId(number), about));
        }
        number
    }

    /// Something about the whole trace.
    pub(crate) fn info(&self, key: &str, value: &str) {
        self.tell(Record::Info(key.to_owned(), value.to_owned()));
    }

    fn tell(&self, record: Record) {
        if !self.shared().is_finished {
            let _ = self.queue.send(Message::Record(record));
        }
    }

    /// The JVM ends: waits until all is written. Nothing more is recorded.
    pub(crate) fn finish(&self, gaps: Vec<Record>) -> Written {
        self.shared().is_finished = true;
        let _ = self.queue.send(Message::Finish(gaps));
        let writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner).take();
        writer.and_then(|writer| writer.join().ok()).unwrap_or_default()
    }
}
