//! What one thread does, on its way into the trace: a buffer that the runtime fills, and the chunk that it becomes.
//!
//! A buffer is a row of 32-bit words, seven for a record (`DeadheatTape.java`): operation and site, the low half of the tick,
//! object and value with the low half first, slot. The runtime writes to it by its address while this side has nothing but
//! shared references to atomics; it is read when the runtime has said how far it is filled.
//!
//! The thread itself encodes its full buffer, which is in its processor's cache then, and compresses full chunks; it meets others
//! only where a chunk is appended (`trace_file.rs`). There is no other order between threads than ticks.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use deadheat_trace::format::{Chunk, ChunkKind, Encoder};
use deadheat_trace::{Event, ObjectId, Op, Record, SiteId, ThreadId, Tick};
use rustc_hash::FxHashMap;

use crate::trace_file::{Counts, TraceFile};

/// Words of a record.
const RECORD: usize = 7;
/// A chunk is closed when its payload is that long.
const CHUNK: usize = 1 << 16;
/// Bits of a record's first word that are the operation.
const OPERATION: u32 = 0x1f;
const OPERATION_BITS: u32 = 5;
/// Stands for an object that the next call is given.
const GIVEN: u8 = 30;
/// An object has come to refer to another one.
const STORED: u8 = 29;
/// Sets of objects that a thread remembers.
const MOST_SETS: usize = 1 << 12;

/// See the module's description. Used by its thread, and at checkpoints.
pub(crate) struct Tape {
    thread: ThreadId,
    buffer: Arc<[AtomicU32]>,
    /// How many of the buffer's words are taken already: more than none behind a checkpoint.
    taken: usize,
    /// How often the thread has given its buffer.
    pub(crate) turns: u32,
    chunk: Option<OpenChunk>,
    sequence: u32,
    counts: Counts,
    /// What objects have come to refer to since the last chunk: in the file before what follows it.
    heap: Vec<Record>,
    /// Objects that the next call is given, and what calls were given before, by their numbers.
    given: Vec<ObjectId>,
    sets: FxHashMap<Vec<ObjectId>, u32>,
}

/// What is encoded and not yet in the file.
struct OpenChunk {
    encoder: Encoder,
    first: Tick,
}

impl Tape {
    pub(crate) fn new(thread: u32) -> Tape {
        Tape {
            thread: ThreadId(thread),
            buffer: Arc::default(),
            taken: 0,
            turns: 0,
            chunk: None,
            sequence: 0,
            counts: [0; 32],
            heap: Vec::new(),
            given: Vec::new(),
            sets: FxHashMap::default(),
        }
    }

    /// An empty buffer of so many bytes, in place of the one before: its address.
    pub(crate) fn room(&mut self, bytes: usize) -> i64 {
        let words = bytes / size_of::<AtomicU32>();
        if self.buffer.len() != words {
            self.buffer = (0..words).map(|_| AtomicU32::new(0)).collect();
        }
        self.taken = 0;
        self.turns = self.turns.wrapping_add(1);
        self.buffer.as_ptr() as i64
    }

    /// Takes what the buffer has up to an address.
    pub(crate) fn take(&mut self, at: i64, file: &TraceFile) {
        let filled = at.wrapping_sub(self.buffer.as_ptr() as i64) / size_of::<AtomicU32>() as i64;
        let filled = usize::try_from(filled).unwrap_or(0).min(self.buffer.len());
        let buffer = Arc::clone(&self.buffer);
        for record in buffer[self.taken.min(filled)..filled].chunks_exact(RECORD) {
            self.record(record, file);
        }
        self.taken = filled;
    }

    fn record(&mut self, record: &[AtomicU32], file: &TraceFile) {
        let word = |at: usize| record[at].load(Ordering::Relaxed);
        let long = |at: usize| u64::from(word(at)) | u64::from(word(at + 1)) << 32;
        let code = (word(0) & OPERATION) as u8;
        let Some(op) = Op::from_code(code) else {
            match code {
                GIVEN => self.given.push(ObjectId(long(2))),
                STORED => {
                    let there = vec![(0, ObjectId(long(2)))];
                    self.heap.push(Record::Heap(ObjectId(long(4)), Tick(0), there));
                }
                _ => {}
            }
            return;
        };
        let mut event = Event {
            object: long(2),
            value: long(4),
            slot: word(6),
            thread: self.thread,
            site: SiteId(word(0) >> OPERATION_BITS),
            op,
        };
        if op.has_reach() {
            event.object = self.set(op == Op::MethodBegin, file);
        }
        self.event(&event, word(1), file);
    }

    /// The number of the set that a call is given; the same objects are one set.
    fn set(&mut self, is_call: bool, file: &TraceFile) -> u64 {
        if is_call {
            self.given.extend_from_slice(file.globals());
        } else if self.given.is_empty() {
            return 0;
        }
        let number = self.sets.get(&self.given).copied().unwrap_or_else(|| {
            if self.sets.len() >= MOST_SETS {
                self.sets.clear();
            }
            let number = file.set(&self.given);
            self.sets.insert(self.given.clone(), number);
            number
        });
        self.given.clear();
        number.into()
    }

    /// Ticks come as their low halves; in a thread they do not decrease, and it begins near the last thread's begin.
    #[inline]
    fn event(&mut self, event: &Event, low: u32, file: &TraceFile) {
        self.counts[event.op as usize] += 1;
        let chunk = self.chunk.get_or_insert_with(|| {
            let near = file.near();
            let first = Tick(near.wrapping_add_signed(low.wrapping_sub(near as u32).cast_signed().into()));
            OpenChunk { encoder: Encoder::new(first), first }
        });
        let last = chunk.encoder.last_tick().0;
        let ahead = low.wrapping_sub(last as u32).cast_signed().max(0);
        chunk.encoder.event(event, Tick(last + u64::from(ahead.unsigned_abs())));
        if chunk.encoder.bytes().len() >= CHUNK {
            self.close(false, file);
        }
    }

    /// Appends the chunk to the file, if it has events.
    pub(crate) fn close(&mut self, is_last: bool, file: &TraceFile) {
        if !self.heap.is_empty() {
            file.tell(std::mem::take(&mut self.heap));
        }
        let Some(OpenChunk { encoder, first }) = self.chunk.as_mut().filter(|it| it.encoder.count > 0) else {
            return;
        };
        let last = encoder.last_tick();
        let chunk = Chunk {
            is_last,
            events: encoder.count,
            first: *first,
            last,
            ..Chunk::empty(ChunkKind::Events, self.thread, self.sequence)
        };
        file.append(&chunk, &chunk.seal(encoder.bytes(), true), &std::mem::take(&mut self.counts));
        encoder.restart();
        *first = last;
        self.sequence += 1;
    }
}
