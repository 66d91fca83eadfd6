//! The binary file: chunks of one thread each, with what is needed to read them alone.
//!
//! `varint` (numbers), `events` (the encoding inside a chunk), `records` (the tables), `chunk` (frame, checksum,
//! compression), `writer`, `reader` (finds all chunks, and how far they can be trusted), `merge` (all threads in one order).
//! docs/trace-format.md is the reference.

mod chunk;
mod events;
mod merge;
mod reader;
mod records;
mod varint;
mod writer;

pub use chunk::{CHUNK_HEADER, Chunk, ChunkKind, FILE_HEADER, MAGIC, MOST_CHUNK, VERSION, file_header};
pub use events::{Decoder, Encoder};
pub use merge::{Merge, read_trace};
pub use reader::{Damage, Reader, ThreadChunk};
pub use records::{decode_records, encode_record};
pub use writer::{Ticks, Writer, write_trace};
