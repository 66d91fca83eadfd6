//! Writes a trace from one thread: what a recorder does with one encoder in each thread of the program.

use std::collections::BTreeMap;
use std::io::Write;

use super::chunk::{Chunk, ChunkKind, file_header};
use super::events::Encoder;
use super::records::encode_record;
use crate::error::{Error, Result};
use crate::event::{Event, Op, ThreadId, Tick};
use crate::tables::Record;
use crate::trace::Trace;

/// A chunk is closed when its payload is that long.
const CHUNK: usize = 1 << 16;

/// See the module's description.
#[derive(Debug)]
pub struct Writer<W> {
    out: W,
    compress: bool,
    chunk_size: usize,
    threads: BTreeMap<ThreadId, (Encoder, Tick, u32)>,
    record_chunks: u32,
    /// Bytes that were written.
    pub written: u64,
}

impl<W: Write> Writer<W> {
    /// Begins a file.
    ///
    /// # Errors
    ///
    /// What writing fails with.
    pub fn new(out: W, compress: bool) -> Result<Writer<W>> {
        Writer::with_chunks(out, compress, CHUNK)
    }

    /// Begins a file whose chunks have about that many bytes.
    ///
    /// # Errors
    ///
    /// What writing fails with.
    pub fn with_chunks(out: W, compress: bool, chunk_size: usize) -> Result<Writer<W>> {
        let threads = BTreeMap::new();
        let mut writer = Writer { out, compress, chunk_size, threads, record_chunks: 0, written: 0 };
        writer.put(&file_header())?;
        Ok(writer)
    }

    /// Writes records at once, in a chunk of their own.
    ///
    /// # Errors
    ///
    /// What writing fails with.
    pub fn records(&mut self, records: &[Record]) -> Result<()> {
        for records in records.chunks(1 << 12) {
            let mut payload = Vec::new();
            records.iter().for_each(|record| encode_record(record, &mut payload));
            let sequence = self.record_chunks;
            self.record_chunks += 1;
            let chunk = Chunk::empty(ChunkKind::Records, ThreadId(0), sequence);
            self.put(&chunk.seal(&payload, self.compress))?;
        }
        Ok(())
    }

    /// Appends an event; ticks of a thread never decrease.
    ///
    /// # Errors
    ///
    /// What writing fails with.
    pub fn event(&mut self, event: &Event, tick: Tick) -> Result<()> {
        let new = || (Encoder::new(tick), tick, 0);
        let (encoder, _, _) = self.threads.entry(event.thread).or_insert_with(new);
        encoder.event(event, tick);
        let is_last = event.op == Op::End;
        if is_last || encoder.bytes().len() >= self.chunk_size {
            self.flush(event.thread, is_last)?;
        }
        Ok(())
    }

    /// Closes the chunk of a thread, if it has events.
    ///
    /// # Errors
    ///
    /// What writing fails with.
    pub fn flush(&mut self, thread: ThreadId, is_last: bool) -> Result<()> {
        let Some((encoder, first, sequence)) = self.threads.get_mut(&thread) else { return Ok(()) };
        if encoder.count == 0 {
            return Ok(());
        }
        let last = encoder.last_tick();
        let chunk = Chunk {
            is_last,
            events: encoder.count,
            first: *first,
            last,
            ..Chunk::empty(ChunkKind::Events, thread, *sequence)
        };
        *first = last;
        *sequence += 1;
        let sealed = chunk.seal(encoder.bytes(), self.compress);
        encoder.restart();
        self.put(&sealed)
    }

    /// Closes all chunks and says that nothing is missing.
    ///
    /// # Errors
    ///
    /// What writing fails with.
    pub fn finish(mut self) -> Result<W> {
        let threads: Vec<ThreadId> = self.threads.keys().copied().collect();
        for thread in threads {
            self.flush(thread, false)?;
        }
        self.records(&[Record::End])?;
        self.out.flush().map_err(|error| Error::io(&error))?;
        Ok(self.out)
    }

    fn put(&mut self, bytes: &[u8]) -> Result<()> {
        self.written += bytes.len() as u64;
        self.out.write_all(bytes).map_err(|error| Error::io(&error))
    }
}

/// Gives ticks to events of a known order, so that merging gives this order back.
#[derive(Debug, Default)]
pub struct Ticks {
    tick: u64,
    thread: Option<ThreadId>,
}

impl Ticks {
    /// The tick of the next event.
    pub fn of(&mut self, event: &Event) -> Tick {
        if event.op.is_sync() || self.thread != Some(event.thread) {
            self.tick += 1;
        }
        self.thread = Some(event.thread);
        Tick(self.tick)
    }
}

/// Writes a whole trace; reading gives the same events in the same order.
///
/// # Errors
///
/// What writing fails with.
pub fn write_trace<W: Write>(trace: &Trace, out: W, compress: bool) -> Result<W> {
    let mut writer = Writer::new(out, compress)?;
    writer.records(&trace.tables.records())?;
    let mut ticks = Ticks::default();
    for event in &trace.events {
        writer.event(event, ticks.of(event))?;
    }
    writer.finish()
}
