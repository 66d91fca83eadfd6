//! How events are written inside a chunk: differences to what was before.
//!
//! Naive model: an event is its operation, tick, site, object, slot and value in full. What the encoding makes of it: the
//! first byte has the operation in its five low bits, and says with its three high bits which of tick, site and value are
//! as predicted and take no room. Predictions are learnt from the chunk itself, so each chunk can be read alone:
//!
//! - tick: that of the event before (the chunk's header has the first);
//! - site: the one that followed the previous site the last time;
//! - object and slot: those of the last event at this site; differences are written;
//! - value: the last one seen at this location (or another one that shares the table's place).
//!
//! The tables have 1,024 places, chosen by the low bits of a site and by a hash of a location; all begin with zeros.

use super::varint::{Bytes, SHORT, Short, unzigzag, zigzag};
use crate::error::{Error, Result};
use crate::event::{Event, Op, SiteId, ThreadId, Tick};

const PLACES: usize = 1 << 10;
const TICK: u8 = 0x20;
const SITE: u8 = 0x40;
const VALUE: u8 = 0x80;
const OPERATION: u8 = 0x1f;

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

impl Encoder {
    /// A chunk that begins at that tick.
    pub fn new(first: Tick) -> Encoder {
        Encoder { learnt: Learnt::new(first), bytes: Vec::new(), length: 0, count: 0 }
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
    pub fn event(&mut self, event: &Event, tick: Tick) {
        if self.bytes.len() < self.length + SHORT {
            self.bytes.resize(2 * self.length + SHORT, 0);
        }
        let Encoder { learnt, bytes, length, count } = self;
        *count += 1;
        let Some(room) = bytes[*length..].first_chunk_mut() else { return };
        // The first byte is known last.
        let mut new = Short { bytes: room, length: 1 };
        let mut first = event.op as u8;
        let advance = tick.0.saturating_sub(learnt.tick);
        if advance > 0 {
            first |= TICK;
            new.number(advance);
            learnt.tick += advance;
        }
        let previous = std::mem::replace(&mut learnt.site, event.site.0);
        let next = &mut learnt.at_site(previous).next;
        if *next != event.site.0 {
            first |= SITE;
            new.number(zigzag(u64::from(event.site.0).wrapping_sub(u64::from(*next))));
            *next = event.site.0;
        }
        Self::operands(learnt, &mut new, event);
        if has_value(event.op) {
            let last = learnt.value_at(event.object, event.slot);
            if *last != event.value {
                first |= VALUE;
                new.number(zigzag(event.value.wrapping_sub(*last)));
                *last = event.value;
            }
        }
        new.bytes[0] = first;
        *length += new.length;
    }

    #[inline]
    fn operands(learnt: &mut Learnt, new: &mut Short<'_>, event: &Event) {
        let at = learnt.at_site(event.site.0);
        if has_object(event.op) {
            new.number(zigzag(event.object.wrapping_sub(at.object)));
            at.object = event.object;
        }
        if has_slot(event.op) {
            new.number(zigzag(i64::from(event.slot.wrapping_sub(at.slot) as i32) as u64));
            at.slot = event.slot;
        }
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
        let mut bytes = Bytes::new(payload, self.at);
        if bytes.is_empty() {
            return Ok(None);
        }
        let head = bytes.byte()?;
        let Some(op) = Op::from_code(head & OPERATION) else {
            return Err(Error::malformed(format!("there is no operation {}", head & OPERATION)));
        };
        let learnt = &mut self.learnt;
        if head & TICK != 0 {
            learnt.tick = learnt.tick.checked_add(bytes.number()?).ok_or_else(ticks)?;
        }
        let next = &mut learnt.sites[learnt.site as usize % PLACES].next;
        if head & SITE != 0 {
            let site = u64::from(*next).wrapping_add(unzigzag(bytes.number()?));
            *next = u32::try_from(site).map_err(|_| Error::malformed(format!("there is no site {site}")))?;
        }
        learnt.site = *next;
        let mut event = Event::new(self.thread, SiteId(learnt.site), op);
        let at = &mut learnt.sites[learnt.site as usize % PLACES];
        // Most events are accesses, which have all words: one question instead of three.
        let is_access = op.is_access();
        if is_access || has_object(op) {
            at.object = at.object.wrapping_add(unzigzag(bytes.number()?));
            event.object = at.object;
        }
        if is_access || has_slot(op) {
            at.slot = at.slot.wrapping_add(unzigzag(bytes.number()?) as u32);
            event.slot = at.slot;
        }
        if is_access || has_value(op) {
            let last = learnt.value_at(event.object, event.slot);
            if head & VALUE != 0 {
                *last = last.wrapping_add(unzigzag(bytes.number()?));
            }
            event.value = *last;
        }
        self.at = bytes.at;
        Ok(Some((event, Tick(learnt.tick))))
    }
}

#[cold]
fn ticks() -> Error {
    Error::malformed("the ticks go beyond 64 bits")
}
