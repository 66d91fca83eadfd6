//! Finds the chunks of a file, and how far they can be trusted.
//!
//! All chunks are looked at once, in the file's order, and their checksums compared; the tables are read. What follows a
//! damaged chunk is not looked at. If chunks are missing, because the recorder was killed or the file is damaged, some
//! threads' events reach further than others', and synchronisation that would have ordered the further ones is lost.
//! Events behind the last tick up to which every thread is known are left out: an analysis of them would report races
//! that are none.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::chunk::{CHUNK_HEADER, Chunk, ChunkKind, FILE_HEADER, check_file_header};
use super::records::decode_records;
use crate::error::{Error, Result};
use crate::event::{ThreadId, Tick};
use crate::tables::{MOST_NUMBERS, Tables};

/// Where a file stops to be a trace, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Damage {
    /// What is wrong, and where.
    pub error: Error,
    /// Bytes from there on, which are not looked at.
    pub lost: u64,
}

/// A chunk of events and its place.
#[derive(Debug, Clone, Copy)]
pub struct ThreadChunk {
    /// The header.
    pub chunk: Chunk,
    /// Where its header begins.
    pub offset: u64,
}

/// See the module's description.
#[derive(Debug)]
pub struct Reader {
    source: Source,
    file: Option<PathBuf>,
    /// What the numbers in events stand for.
    pub tables: Tables,
    /// The chunks of each thread, in their order.
    pub threads: BTreeMap<ThreadId, Vec<ThreadChunk>>,
    /// Where the file is damaged.
    pub damage: Option<Damage>,
    /// Events with later ticks are left out: what is missing might have ordered them.
    pub limit: Option<Tick>,
    /// The file's length.
    pub length: u64,
}

impl Reader {
    /// Opens a file.
    ///
    /// # Errors
    ///
    /// It cannot be read, it is no trace, or one of another version. Damage behind the header is no error.
    pub fn open(path: &Path) -> Result<Reader> {
        let open = || -> Result<Reader> {
            let file = File::open(path).map_err(|error| Error::io(&error))?;
            let length = file.metadata().map_err(|error| Error::io(&error))?.len();
            Reader::new(Source::File(Arc::new(file)), length, Some(path.to_owned()))
        };
        open().map_err(|error| error.in_file(path))
    }

    /// Reads a trace that is in memory.
    ///
    /// # Errors
    ///
    /// It is no trace, or one of another version.
    pub fn from_bytes(bytes: Vec<u8>) -> Result<Reader> {
        let length = bytes.len() as u64;
        Reader::new(Source::Memory(Arc::new(bytes)), length, None)
    }

    fn new(source: Source, length: u64, file: Option<PathBuf>) -> Result<Reader> {
        let mut header = vec![0; FILE_HEADER.min(usize::try_from(length).unwrap_or(FILE_HEADER))];
        source.read(0, &mut header)?;
        check_file_header(&header)?;
        let (tables, threads) = (Tables::default(), BTreeMap::new());
        let mut reader = Reader { source, file, tables, threads, damage: None, limit: None, length };
        let mut scan = Scan { at: FILE_HEADER as u64, records: 0 };
        while scan.at < length && reader.damage.is_none() {
            let offset = scan.at;
            if let Err(error) = reader.scan(&mut scan) {
                let error = error.at(offset);
                let error = reader.file.iter().fold(error, |error, file| error.in_file(file));
                reader.damage = Some(Damage { error, lost: length - offset });
            }
        }
        reader.limit = reader.trusted();
        Ok(reader)
    }

    /// Reads one chunk and takes it in.
    fn scan(&mut self, scan: &mut Scan) -> Result<()> {
        let left = self.length - scan.at;
        if left < CHUNK_HEADER as u64 {
            return Err(Error::malformed("the file was cut off inside the header of a chunk"));
        }
        let mut header = [0; CHUNK_HEADER];
        self.source.read(scan.at, &mut header)?;
        let chunk = Chunk::parse(&header)?;
        if left - (CHUNK_HEADER as u64) < u64::from(chunk.stored) {
            return Err(Error::malformed("the file was cut off inside a chunk"));
        }
        let mut stored = vec![0; chunk.stored as usize];
        self.source.read(scan.at + CHUNK_HEADER as u64, &mut stored)?;
        if !chunk.is_intact(&stored) {
            return Err(Error::malformed("a chunk is damaged: its checksum is another one"));
        }
        match chunk.kind {
            ChunkKind::Records => self.take_records(&chunk, stored, scan)?,
            ChunkKind::Events => self.take_events(chunk, scan.at)?,
        }
        scan.at += CHUNK_HEADER as u64 + u64::from(chunk.stored);
        Ok(())
    }

    fn take_records(&mut self, chunk: &Chunk, stored: Vec<u8>, scan: &mut Scan) -> Result<()> {
        check_sequence(chunk.sequence, scan.records, "records")?;
        scan.records += 1;
        for record in decode_records(&chunk.unpack(stored)?)? {
            self.tables.add(record)?;
        }
        Ok(())
    }

    fn take_events(&mut self, chunk: Chunk, offset: u64) -> Result<()> {
        let thread = chunk.thread;
        if thread.0 >= MOST_NUMBERS {
            return Err(Error::malformed(format!(
                "a chunk of thread {thread}: numbers must be below {MOST_NUMBERS}"
            )));
        }
        if chunk.first > chunk.last {
            return Err(Error::malformed("a chunk ends before it begins: its ticks are out of order"));
        }
        let chunks = self.threads.entry(thread).or_default();
        check_sequence(chunk.sequence, chunks.len(), &format!("thread {thread}"))?;
        if let Some(before) = chunks.last() {
            if before.chunk.last > chunk.first {
                let (first, last) = (chunk.first, before.chunk.last);
                let message = format!(
                    "out of order: thread {thread} goes on at tick {first}, but was at {last} before"
                );
                return Err(Error::malformed(message));
            }
            if before.chunk.is_last {
                return Err(Error::malformed(format!("thread {thread} goes on behind its last chunk")));
            }
        }
        chunks.push(ThreadChunk { chunk, offset });
        Ok(())
    }

    /// Whether the recorder came to its end, and the file is as it left it.
    pub fn is_whole(&self) -> bool {
        self.tables.is_whole && self.damage.is_none()
    }

    /// The last tick up to which nothing is missing.
    fn trusted(&self) -> Option<Tick> {
        if self.is_whole() {
            // Threads ran on while the recorder came to its end.
            return self.tables.complete;
        }
        let running =
            self.threads.values().filter_map(|chunks| chunks.last()).filter(|last| !last.chunk.is_last);
        let reached = running.map(|last| last.chunk.last);
        let known = self.tables.threads.iter().enumerate();
        let silent = known.filter(|(index, thread)| {
            let number = ThreadId(u32::try_from(*index).unwrap_or(u32::MAX));
            !thread.name.is_empty() && !self.threads.contains_key(&number)
        });
        let all = reached.chain(silent.map(|(_, thread)| thread.tick)).min();
        all.map(|tick| tick.max(self.tables.complete.unwrap_or_default()))
    }

    /// How many events the chunks have, those behind the limit included.
    pub fn events(&self) -> u64 {
        self.threads.values().flatten().map(|it| u64::from(it.chunk.events)).sum()
    }

    /// The payload of a chunk.
    pub(crate) fn payload(&self, at: &ThreadChunk) -> Result<Vec<u8>> {
        let mut stored = vec![0; at.chunk.stored as usize];
        let payload = || -> Result<Vec<u8>> {
            self.source.read(at.offset + CHUNK_HEADER as u64, &mut stored)?;
            at.chunk.unpack(stored)
        };
        payload().map_err(|error| self.locate(error.at(at.offset)))
    }

    pub(crate) fn locate(&self, error: Error) -> Error {
        self.file.iter().fold(error, |error, file| error.in_file(file))
    }
}

struct Scan {
    at: u64,
    records: usize,
}

fn check_sequence(found: u32, expected: usize, what: &str) -> Result<()> {
    if found as usize == expected {
        return Ok(());
    }
    Err(Error::malformed(format!(
        "out of order: chunk {found} of {what} follows, but {expected} is the next"
    )))
}

#[derive(Debug, Clone)]
enum Source {
    File(Arc<File>),
    Memory(Arc<Vec<u8>>),
}

impl Source {
    fn read(&self, offset: u64, into: &mut [u8]) -> Result<()> {
        match self {
            Source::File(file) => {
                let mut file: &File = file;
                let read = file.seek(SeekFrom::Start(offset)).and_then(|_| file.read_exact(into));
                read.map_err(|error| Error::io(&error).at(offset))
            }
            Source::Memory(bytes) => {
                let start = usize::try_from(offset).unwrap_or(usize::MAX);
                let end = start.saturating_add(into.len());
                let part =
                    bytes.get(start..end).ok_or_else(|| Error::malformed("the trace ends").at(offset))?;
                into.copy_from_slice(part);
                Ok(())
            }
        }
    }
}
