//! The frame of a chunk, and the file's header.
//!
//! | bytes | file header |
//! |---|---|
//! | 0–7 | `DHTRACE` and a line feed |
//! | 8–9 | version |
//! | 10–15 | 0 |
//!
//! | bytes | chunk header, all numbers little-endian |
//! |---|---|
//! | 0–3 | `DHCK` |
//! | 4 | kind: 1 events, 2 records |
//! | 5 | flags: 1 the payload is compressed (an LZ4 block), 2 the thread has ended: this is its last chunk |
//! | 6–7 | 0 |
//! | 8–11 | length of the payload in the file |
//! | 12–15 | length of the payload when it is not compressed |
//! | 16–19 | thread; 0 for records |
//! | 20–23 | sequence: how many chunks of that thread (or of records) came before |
//! | 24–27 | number of events; 0 for records |
//! | 28–31 | CRC-32 of the header with these four bytes 0, and of the payload as in the file |
//! | 32–39 | tick of the first event (of events: that the encoding begins with) |
//! | 40–47 | tick of the last event |

use lz4_flex::block::{compress_into, get_maximum_output_size};

use crate::error::{Error, ErrorKind, Result};
use crate::event::{ThreadId, Tick};

/// The first bytes of a file.
pub const MAGIC: [u8; 8] = *b"DHTRACE\n";
/// The version that is written and read.
pub const VERSION: u16 = 5;
/// The length of the file's header.
pub const FILE_HEADER: usize = 16;
/// The length of a chunk's header.
pub const CHUNK_HEADER: usize = 48;
/// The longest payload that is accepted, unpacked.
pub const MOST_CHUNK: u32 = 1 << 26;

const MARK: [u8; 4] = *b"DHCK";
const COMPRESSED: u8 = 1;
const LAST: u8 = 2;

/// The first bytes of a file of this version.
pub fn file_header() -> [u8; FILE_HEADER] {
    let mut header = [0; FILE_HEADER];
    header[..8].copy_from_slice(&MAGIC);
    header[8..10].copy_from_slice(&VERSION.to_le_bytes());
    header
}

/// Checks the first bytes of a file.
pub(crate) fn check_file_header(header: &[u8]) -> Result<()> {
    let magic = &header[..header.len().min(MAGIC.len())];
    if header.len() < FILE_HEADER && MAGIC.starts_with(magic) {
        return Err(Error::malformed("ends inside the file's header").at(0));
    }
    if !header.starts_with(&MAGIC) {
        return Err(Error::malformed("this is no trace: it does not begin with `DHTRACE`").at(0));
    }
    match u16::from_le_bytes([header[8], header[9]]) {
        VERSION if header[10..FILE_HEADER].iter().all(|&byte| byte == 0) => Ok(()),
        VERSION => Err(Error::malformed("the file's header has unknown flags").at(10)),
        version => {
            let message =
                format!("the trace has format version {version}; this command reads version {VERSION}");
            Err(Error::new(ErrorKind::Unsupported, message).at(8))
        }
    }
}

/// What a chunk holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChunkKind {
    /// Events of one thread.
    Events,
    /// Records of the tables.
    Records,
}

/// A chunk's header.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Chunk {
    /// What it holds.
    pub kind: ChunkKind,
    /// The payload is compressed.
    pub is_compressed: bool,
    /// The thread has no further chunk, because it has ended.
    pub is_last: bool,
    /// The payload's length in the file.
    pub stored: u32,
    /// The payload's length when unpacked.
    pub unpacked: u32,
    /// Whose events.
    pub thread: ThreadId,
    /// How many chunks of that thread, or of records, came before.
    pub sequence: u32,
    /// How many events.
    pub events: u32,
    /// Of header and payload.
    pub checksum: u32,
    /// The tick with which the encoding begins.
    pub first: Tick,
    /// The last event's tick.
    pub last: Tick,
}

impl Chunk {
    /// A chunk's header with nothing in it yet.
    pub fn empty(kind: ChunkKind, thread: ThreadId, sequence: u32) -> Chunk {
        Chunk {
            kind,
            is_compressed: false,
            is_last: false,
            stored: 0,
            unpacked: 0,
            thread,
            sequence,
            events: 0,
            checksum: 0,
            first: Tick(0),
            last: Tick(0),
        }
    }

    /// Makes the bytes of a whole chunk of a payload; lengths, flags and checksum are filled in.
    pub fn seal(mut self, payload: &[u8], compress: bool) -> Vec<u8> {
        let mut bytes = vec![0; CHUNK_HEADER];
        if compress {
            bytes.resize(CHUNK_HEADER + get_maximum_output_size(payload.len()), 0);
            let stored = compress_into(payload, &mut bytes[CHUNK_HEADER..]);
            let stored = stored.ok().filter(|&stored| stored < payload.len());
            self.is_compressed = stored.is_some();
            bytes.truncate(CHUNK_HEADER + stored.unwrap_or_default());
        }
        if !self.is_compressed {
            bytes.extend_from_slice(payload);
        }
        let (header, stored) = bytes.split_at_mut(CHUNK_HEADER);
        self.stored = u32::try_from(stored.len()).unwrap_or(u32::MAX);
        self.unpacked = u32::try_from(payload.len()).unwrap_or(u32::MAX);
        self.checksum = 0;
        self.checksum = checksum(&self.header(), stored);
        header.copy_from_slice(&self.header());
        bytes
    }

    fn header(&self) -> [u8; CHUNK_HEADER] {
        let mut header = [0; CHUNK_HEADER];
        header[..4].copy_from_slice(&MARK);
        header[4] = if self.kind == ChunkKind::Events { 1 } else { 2 };
        header[5] = if self.is_compressed { COMPRESSED } else { 0 } | if self.is_last { LAST } else { 0 };
        let words = [self.stored, self.unpacked, self.thread.0, self.sequence, self.events, self.checksum];
        for (index, word) in words.into_iter().enumerate() {
            header[8 + 4 * index..12 + 4 * index].copy_from_slice(&word.to_le_bytes());
        }
        header[32..40].copy_from_slice(&self.first.0.to_le_bytes());
        header[40..48].copy_from_slice(&self.last.0.to_le_bytes());
        header
    }

    /// Reads a header.
    pub(crate) fn parse(header: &[u8; CHUNK_HEADER]) -> Result<Chunk> {
        if header[..4] != MARK {
            return Err(Error::malformed("there is no chunk here: `DHCK` is missing"));
        }
        let kind = match header[4] {
            1 => ChunkKind::Events,
            2 => ChunkKind::Records,
            kind => return Err(Error::malformed(format!("there is no chunk of kind {kind}"))),
        };
        let (is_compressed, is_last) = (header[5] & COMPRESSED != 0, header[5] & LAST != 0);
        if header[5] & !(COMPRESSED | LAST) != 0 || header[6..8] != [0, 0] {
            return Err(Error::malformed(format!("a chunk has unknown flags {:02x?}", &header[5..8])));
        }
        let word =
            |at: usize| u32::from_le_bytes([header[at], header[at + 1], header[at + 2], header[at + 3]]);
        let long = |at: usize| u64::from(word(at)) | (u64::from(word(at + 4)) << 32);
        let chunk = Chunk {
            kind,
            is_compressed,
            is_last,
            stored: word(8),
            unpacked: word(12),
            thread: ThreadId(word(16)),
            sequence: word(20),
            events: word(24),
            checksum: word(28),
            first: Tick(long(32)),
            last: Tick(long(40)),
        };
        chunk.check()?;
        Ok(chunk)
    }

    fn check(&self) -> Result<()> {
        if self.unpacked > MOST_CHUNK || self.stored > MOST_CHUNK {
            let message =
                format!("a chunk of {} bytes: {MOST_CHUNK} are accepted", self.unpacked.max(self.stored));
            return Err(Error::new(ErrorKind::Limit, message));
        }
        if !self.is_compressed && self.stored != self.unpacked {
            return Err(Error::malformed("a chunk has two lengths, but is not compressed"));
        }
        Ok(())
    }

    /// Whether header and payload are as they were written.
    pub(crate) fn is_intact(&self, stored: &[u8]) -> bool {
        checksum(&Chunk { checksum: 0, ..*self }.header(), stored) == self.checksum
    }

    /// The payload as it was encoded.
    pub(crate) fn unpack(&self, stored: Vec<u8>) -> Result<Vec<u8>> {
        if !self.is_compressed {
            return Ok(stored);
        }
        let mut payload = vec![0; self.unpacked as usize];
        match lz4_flex::block::decompress_into(&stored, &mut payload) {
            Ok(length) if length == payload.len() => Ok(payload),
            Ok(_) => Err(Error::malformed("a chunk does not have the length that it states")),
            Err(error) => Err(Error::malformed(format!("a chunk cannot be unpacked: {error}"))),
        }
    }
}

fn checksum(header: &[u8; CHUNK_HEADER], stored: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(header);
    hasher.update(stored);
    hasher.finalize()
}
