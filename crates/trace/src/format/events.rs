//! How events are written inside a chunk: differences to what was before.
//!
//! Naive model: an event is its operation, tick, site, object, slot and value in full. What the encoding makes of it: a head
//! of two bytes says how many bytes each of the others takes, and they follow, lowest byte first. What is as predicted takes
//! none. So neither side decides anything by an event's numbers: to guess wrong where the next byte belongs costs a processor
//! more than to write a few bytes that are overwritten.
//!
//! Predictions are learnt from the chunk itself, so each chunk can be read alone:
//!
//! - tick: that of the event before (the chunk's header has the first);
//! - site: the one that followed the previous site the last time;
//! - object and slot: those of the last event at this site; differences are written;
//! - value: the last one seen at this location (or another one that shares the table's place).
//!
//! The tables have 1,024 places, chosen by the low bits of a site and by a hash of a location; all begin with zeros.

use super::varint::{Bytes, encode, unzigzag, zigzag};
use crate::error::{Error, Result};
use crate::event::{Event, Op, SiteId, ThreadId, Tick};

const PLACES: usize = 1 << 10;
/// Bits of the head: the operation, whether the tick advances, and where the lengths of the others are.
const OPERATION: u16 = 0x1f;
const TICK: u16 = 0x20;
const SITE: u32 = 6;
const OBJECT: u32 = 8;
const SLOT: u32 = 11;
const VALUE: u32 = 13;
/// An event takes fewer bytes: 2, 9 for the tick, 4, 8, 4, 8. All but the last one begin below half of it.
const MOST: usize = 64;

/// How many bytes a word of 64 bits takes, by the three bits of its length; and the bits by the bytes that are needed.
const WIDE: [u8; 8] = [0, 1, 2, 3, 4, 5, 6, 8];
const WIDE_BITS: [u8; 9] = [0, 1, 2, 3, 4, 5, 6, 7, 7];
/// The same for a word of 32 bits and two bits.
const NARROW: [u8; 4] = [0, 1, 2, 4];
const NARROW_BITS: [u8; 5] = [0, 1, 2, 3, 3];

/// What both sides learn from the events of a chunk.
#[derive(Debug)]
struct Learnt {
    tick: u64,
    site: u32,
    sites: Box<[AtSite; PLACES]>,
    values: Box<[u64; PLACES]>,
}

#[derive(Debug, Clone, Copy, Default)]
struct AtSite {
    object: u64,
    slot: u32,
    next: u32,
}

impl Learnt {
    fn new(tick: Tick) -> Learnt {
        let (sites, values) = (Box::new([AtSite::default(); PLACES]), Box::new([0; PLACES]));
        Learnt { tick: tick.0, site: 0, sites, values }
    }

    fn reset(&mut self, tick: Tick) {
        (self.tick, self.site) = (tick.0, 0);
        self.sites.fill(AtSite::default());
        self.values.fill(0);
    }

    #[inline]
    fn at_site(&mut self, site: u32) -> &mut AtSite {
        &mut self.sites[site as usize % PLACES]
    }

    #[inline]
    fn value_at(&mut self, object: u64, slot: u32) -> &mut u64 {
        let hash = (object ^ (u64::from(slot) << 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 54;
        &mut self.values[hash as usize % PLACES]
    }
}

/// Which words an operation has.
#[inline]
fn has_object(op: Op) -> bool {
    !matches!(op, Op::Begin | Op::End | Op::Branch | Op::MethodEnd)
}

#[inline]
fn has_slot(op: Op) -> bool {
    op.is_access() || op as u8 >= Op::MethodBegin as u8
}

#[inline]
fn has_value(op: Op) -> bool {
    op.is_access() || matches!(op, Op::WaitBegin | Op::WaitEnd | Op::Notify)
}

/// Writes the events of one chunk; see the module's description.
#[derive(Debug)]
pub struct Encoder {
    learnt: Learnt,
    /// The bytes so far, and room for more.
    bytes: Vec<u8>,
    length: usize,
    /// How many events.
    pub count: u32,
}

/// The bytes of one event.
struct NewEvent<'a> {
    bytes: &'a mut [u8; MOST],
    at: usize,
    head: u16,
}

impl NewEvent<'_> {
    #[inline]
    fn byte(&mut self, byte: u8) {
        self.bytes[self.at % MOST] = byte;
        self.at += 1;
    }

    /// Appends a word of 64 bits, and its length to the head.
    #[inline]
    fn wide(&mut self, word: u64, shift: u32) {
        let bits = WIDE_BITS[(64 - word.leading_zeros()).div_ceil(8) as usize];
        self.append(word, WIDE[usize::from(bits)]);
        self.head |= u16::from(bits) << shift;
    }

    /// The same for 32 bits.
    #[inline]
    fn narrow(&mut self, word: u32, shift: u32) {
        let bits = NARROW_BITS[(32 - word.leading_zeros()).div_ceil(8) as usize];
        self.append(word.into(), NARROW[usize::from(bits)]);
        self.head |= u16::from(bits) << shift;
    }

    /// All bytes of a word are written; those that are too many are overwritten by what follows.
    #[inline]
    fn append(&mut self, word: u64, length: u8) {
        let at = self.at % (MOST / 2);
        self.bytes[at..at + 8].copy_from_slice(&word.to_le_bytes());
        self.at += usize::from(length);
    }
}

impl Encoder {
    /// A chunk that begins at that tick.
    pub fn new(first: Tick) -> Encoder {
        Encoder { learnt: Learnt::new(first), bytes: Vec::new(), length: 0, count: 0 }
    }

    /// Begins the next chunk of the same thread, where this one ends.
    pub fn restart(&mut self) {
        self.learnt.reset(self.last_tick());
        (self.length, self.count) = (0, 0);
    }

    /// The bytes so far.
    #[inline]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes[..self.length]
    }

    /// The last event's tick.
    #[inline]
    pub fn last_tick(&self) -> Tick {
        Tick(self.learnt.tick)
    }

    /// Appends an event; its tick is not smaller than the one before.
    #[inline]
    pub fn event(&mut self, event: &Event, tick: Tick) {
        if self.bytes.len() < self.length + MOST {
            self.bytes.resize(2 * self.length + MOST, 0);
        }
        let Encoder { learnt, bytes, length, count } = self;
        let Some(room) = bytes[*length..].first_chunk_mut() else { return };
        *count += 1;
        let mut new = NewEvent { bytes: room, at: 2, head: event.op as u16 };
        let advance = tick.0.saturating_sub(learnt.tick);
        if advance > 0 {
            new.head |= TICK;
            encode(advance, |byte| new.byte(byte));
            learnt.tick += advance;
        }
        let previous = std::mem::replace(&mut learnt.site, event.site.0);
        let next = &mut learnt.at_site(previous).next;
        new.narrow(zigzag32(event.site.0.wrapping_sub(*next)), SITE);
        *next = event.site.0;
        let is_access = event.op.is_access();
        let at = learnt.at_site(event.site.0);
        if is_access || has_object(event.op) {
            new.wide(zigzag(event.object.wrapping_sub(at.object)), OBJECT);
            at.object = event.object;
        }
        if is_access || has_slot(event.op) {
            new.narrow(zigzag32(event.slot.wrapping_sub(at.slot)), SLOT);
            at.slot = event.slot;
        }
        if is_access || has_value(event.op) {
            let last = learnt.value_at(event.object, event.slot);
            new.wide(zigzag(event.value.wrapping_sub(*last)), VALUE);
            *last = event.value;
        }
        new.bytes[..2].copy_from_slice(&new.head.to_le_bytes());
        *length += new.at;
    }
}

/// Reads the events of one chunk; see the module's description.
#[derive(Debug)]
pub struct Decoder {
    learnt: Learnt,
    thread: ThreadId,
    at: usize,
}

impl Decoder {
    /// For chunks of that thread.
    pub fn new(thread: ThreadId) -> Decoder {
        Decoder { learnt: Learnt::new(Tick(0)), thread, at: 0 }
    }

    /// The same for another thread.
    pub(crate) fn for_thread(mut self, thread: ThreadId) -> Decoder {
        (self.thread, self.at) = (thread, 0);
        self
    }

    /// Begins a chunk.
    pub fn start(&mut self, first: Tick) {
        self.learnt.reset(first);
        self.at = 0;
    }

    /// How many bytes were read.
    pub fn position(&self) -> usize {
        self.at
    }

    /// Appends the next events and their ticks, at most so many; none at the end of the chunk.
    ///
    /// # Errors
    ///
    /// Bytes that are no event; those before are given.
    pub(crate) fn events(
        &mut self,
        payload: &[u8],
        events: &mut Vec<Event>,
        ticks: &mut Vec<Tick>,
        most: usize,
    ) -> Result<()> {
        events.reserve(most);
        ticks.reserve(most);
        for _ in 0..most {
            let Some((event, tick)) = self.event(payload)? else { break };
            events.push(event);
            ticks.push(tick);
        }
        Ok(())
    }

    /// The next event and its tick; none at the end of the chunk.
    ///
    /// # Errors
    ///
    /// Bytes that are no event.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "the loop of `events` is what reading costs")]
    pub fn event(&mut self, payload: &[u8]) -> Result<Option<(Event, Tick)>> {
        let rest = payload.get(self.at..).unwrap_or_default();
        match rest.first_chunk() {
            Some(bytes) => self.next(bytes, MOST).map(Some),
            None if rest.is_empty() => Ok(None),
            None => {
                let mut bytes = [0; MOST];
                bytes[..rest.len()].copy_from_slice(rest);
                self.next(&bytes, rest.len()).map(Some)
            }
        }
    }

    /// An event from bytes of which so many are the chunk's.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "the loop of `events` is what reading costs")]
    fn next(&mut self, bytes: &[u8; MOST], length: usize) -> Result<(Event, Tick)> {
        let head = u16::from_le_bytes([bytes[0], bytes[1]]);
        let Some(op) = Op::from_code((head & OPERATION) as u8) else {
            return Err(Error::malformed(format!("there is no operation {}", head & OPERATION)));
        };
        let learnt = &mut self.learnt;
        let mut words = Words { bytes, at: 2, head };
        if head & TICK != 0 {
            let mut number = Bytes::new(bytes, 2);
            learnt.tick = learnt.tick.checked_add(number.number()?).ok_or_else(ticks)?;
            words.at = number.at;
        }
        let next = &mut learnt.sites[learnt.site as usize % PLACES].next;
        *next = next.wrapping_add(unzigzag32(words.narrow(SITE)));
        learnt.site = *next;
        let mut event = Event::new(self.thread, SiteId(learnt.site), op);
        let at = &mut learnt.sites[learnt.site as usize % PLACES];
        // Most events are accesses, which have all words: one question instead of three.
        let is_access = op.is_access();
        if is_access || has_object(op) {
            at.object = at.object.wrapping_add(unzigzag(words.wide(OBJECT)));
            event.object = at.object;
        }
        if is_access || has_slot(op) {
            at.slot = at.slot.wrapping_add(unzigzag32(words.narrow(SLOT)));
            event.slot = at.slot;
        }
        if is_access || has_value(op) {
            let last = learnt.value_at(event.object, event.slot);
            *last = last.wrapping_add(unzigzag(words.wide(VALUE)));
            event.value = *last;
        }
        if words.at > length {
            return Err(Error::malformed("ends inside an event"));
        }
        self.at += words.at;
        Ok((event, Tick(learnt.tick)))
    }
}

/// The words of an event.
struct Words<'a> {
    bytes: &'a [u8; MOST],
    at: usize,
    head: u16,
}

impl Words<'_> {
    #[inline]
    fn wide(&mut self, shift: u32) -> u64 {
        let length = WIDE[usize::from(self.head >> shift & 7)];
        self.take(length)
    }

    #[inline]
    fn narrow(&mut self, shift: u32) -> u32 {
        let length = NARROW[usize::from(self.head >> shift & 3)];
        self.take(length) as u32
    }

    #[inline]
    fn take(&mut self, length: u8) -> u64 {
        let at = self.at % (MOST / 2);
        let mut word = [0; 8];
        word.copy_from_slice(&self.bytes[at..at + 8]);
        self.at += usize::from(length);
        u64::from_le_bytes(word) & MASKS[usize::from(length)]
    }
}

/// By a number of bytes: these bits.
const MASKS: [u64; 9] = {
    let mut masks = [u64::MAX; 9];
    let mut length = 0;
    while length < 8 {
        masks[length] = (1 << (8 * length)) - 1;
        length += 1;
    }
    masks
};

/// [`zigzag`] for 32 bits.
#[inline]
fn zigzag32(difference: u32) -> u32 {
    (difference << 1) ^ ((difference.cast_signed() >> 31).cast_unsigned())
}

#[inline]
fn unzigzag32(number: u32) -> u32 {
    (number >> 1) ^ (number & 1).wrapping_neg()
}

#[cold]
fn ticks() -> Error {
    Error::malformed("the ticks go beyond 64 bits")
}
