//! All threads' events in one order, block by block.
//!
//! Events are ordered by their ticks. With equal ticks, synchronisation comes first (an access with tick t was made behind
//! the synchronisation with tick t); among accesses of several threads, the order of [`Merge::by_values`] lets reads see
//! the last value written as far as that is possible, and that of [`Merge::new`] is by threads. Analyses that compare
//! accesses by clocks only need no order among those.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rustc_hash::FxHashMap;

use super::events::Decoder;
use super::reader::{Reader, ThreadChunk};
use crate::error::Error;
use crate::event::{Event, Location, ThreadId, Tick};
use crate::trace::Trace;

/// Events of a block.
const BLOCK: usize = 4096;

/// Events of a thread that are decoded at once.
const BATCH: usize = 256;

/// See the module's description.
#[derive(Debug)]
pub struct Merge<'a> {
    reader: &'a Reader,
    limit: Tick,
    cursors: Vec<Cursor<'a>>,
    /// Cursors by their next event.
    heap: BinaryHeap<Reverse<Turn>>,
    /// Decoders whose threads have ended.
    idle: Vec<Decoder>,
    values: Option<FxHashMap<Location, u64>>,
    /// Events behind the limit.
    pub left_out: u64,
    /// What went wrong; nothing more is read then.
    pub error: Option<Error>,
}

/// Tick, then synchronisation first, then the thread.
type Turn = (Tick, bool, usize);

/// A thread's events, decoded some at a time.
#[derive(Debug)]
struct Cursor<'a> {
    thread: ThreadId,
    chunks: &'a [ThreadChunk],
    payload: Vec<u8>,
    decoder: Option<Decoder>,
    events: Vec<Event>,
    ticks: Vec<Tick>,
    /// The next one of them.
    at: usize,
    /// What is wrong behind them.
    error: Option<Error>,
}

impl Cursor<'_> {
    #[inline]
    fn next(&self) -> Option<(Event, Tick)> {
        self.events.get(self.at).map(|event| (*event, self.ticks[self.at]))
    }

    /// Tick, then synchronisation first.
    #[inline]
    fn turn(&self) -> Option<(Tick, bool)> {
        self.events.get(self.at).map(|event| (self.ticks[self.at], !event.op.is_sync()))
    }
}

impl<'a> Merge<'a> {
    /// All events of the file, accesses with equal ticks by threads.
    pub fn new(reader: &'a Reader) -> Merge<'a> {
        let limit = reader.limit.unwrap_or(Tick(u64::MAX));
        let mut merge = Merge {
            reader,
            limit,
            cursors: Vec::new(),
            heap: BinaryHeap::new(),
            idle: Vec::new(),
            values: None,
            left_out: 0,
            error: None,
        };
        for (&thread, chunks) in &reader.threads {
            // A thread is opened when its turn comes, so that thousands of short ones need no room.
            let first = chunks.first().map_or(Tick(0), |at| at.chunk.first);
            merge.heap.push(Reverse((first, false, merge.cursors.len())));
            merge.cursors.push(Cursor {
                thread,
                chunks,
                payload: Vec::new(),
                decoder: None,
                events: Vec::new(),
                ticks: Vec::new(),
                at: 0,
                error: None,
            });
        }
        merge
    }

    /// All events of the file; among accesses with equal ticks, reads see what was written last where possible.
    pub fn by_values(reader: &'a Reader) -> Merge<'a> {
        Merge { values: Some(FxHashMap::default()), ..Merge::new(reader) }
    }

    /// Fills a block with the next events; false at the end. After an error, all events before it have been given.
    pub fn next_block(&mut self, block: &mut Vec<Event>) -> bool {
        block.clear();
        while block.len() < BLOCK && self.error.is_none() {
            let Some(Reverse((tick, _, index))) = self.heap.pop() else { break };
            if tick > self.limit {
                self.count_rest(index);
            } else if self.cursors[index].next().is_none() {
                self.open(index);
            } else if self.values.is_some() {
                self.run_by_values(index, block);
            } else {
                self.run(index, block);
            }
        }
        !block.is_empty()
    }

    /// Begins with a thread.
    fn open(&mut self, index: usize) {
        let cursor = &mut self.cursors[index];
        let thread = cursor.thread;
        cursor.decoder =
            Some(self.idle.pop().map_or_else(|| Decoder::new(thread), |it| it.for_thread(thread)));
        self.refill(index);
        self.push(index);
    }

    fn push(&mut self, index: usize) {
        let cursor = &mut self.cursors[index];
        match cursor.turn() {
            Some((tick, is_access)) => self.heap.push(Reverse((tick, is_access, index))),
            None => {
                (cursor.events, cursor.ticks, cursor.payload) = (Vec::new(), Vec::new(), Vec::new());
                self.idle.extend(cursor.decoder.take());
            }
        }
    }

    /// Gives events of one thread as long as no other's turn has come.
    fn run(&mut self, index: usize, block: &mut Vec<Event>) {
        let other = self.heap.peek().map_or((self.limit, true, usize::MAX), |Reverse(turn)| *turn);
        let bound = other.min((self.limit, true, usize::MAX));
        loop {
            let cursor = &mut self.cursors[index];
            let (events, ticks) = (&cursor.events[cursor.at..], &cursor.ticks[cursor.at..]);
            let most = events.len().min(BLOCK.saturating_sub(block.len()));
            let is_in_turn = |(event, tick): &(&Event, &Tick)| (**tick, !event.op.is_sync(), index) <= bound;
            let count = events[..most].iter().zip(ticks).take_while(is_in_turn).count();
            block.extend_from_slice(&events[..count]);
            cursor.at += count;
            let is_over = cursor.at == cursor.events.len();
            if is_over {
                self.refill(index);
            }
            if !is_over || self.cursors[index].next().is_none() || block.len() >= BLOCK {
                break;
            }
        }
        self.push(index);
    }

    /// Gives events of one thread as long as no other thread has an event with the same tick.
    fn run_by_values(&mut self, index: usize, block: &mut Vec<Event>) {
        let bound = self.heap.peek().map(|Reverse((tick, is_access, _))| (*tick, *is_access));
        let is_alone = |turn: (Tick, bool)| bound.is_none_or(|bound| turn < bound);
        if !self.turn(index).is_some_and(is_alone) {
            return self.choose_by_values(index, block);
        }
        while let Some((event, tick)) = self.cursors[index].next() {
            if tick > self.limit || block.len() >= BLOCK || !is_alone((tick, !event.op.is_sync())) {
                break;
            }
            self.give(event, block);
            self.advance(index);
        }
        self.push(index);
    }

    fn give(&mut self, event: Event, block: &mut Vec<Event>) {
        if event.op.is_write() {
            self.values.get_or_insert_default().insert(event.location(), event.value);
        }
        block.push(event);
    }

    /// Gives one event: of the threads with this tick, one whose read sees what was written last.
    fn choose_by_values(&mut self, index: usize, block: &mut Vec<Event>) {
        let mut tied = vec![index];
        let turn = self.turn(index);
        while let Some(&Reverse((tick, is_access, other))) = self.heap.peek() {
            if (Some(tick), Some(is_access)) != (turn.map(|it| it.0), turn.map(|it| it.1)) {
                break;
            }
            self.heap.pop();
            if self.cursors[other].next().is_none() {
                self.open(other);
                continue;
            }
            tied.push(other);
        }
        let best = self.best(&tied);
        if let Some((event, _)) = self.cursors[best].next() {
            self.give(event, block);
            self.advance(best);
        }
        tied.iter().for_each(|&index| self.push(index));
    }

    fn turn(&self, index: usize) -> Option<(Tick, bool)> {
        self.cursors[index].turn()
    }

    /// A read of the last value; else a write that another one waits for; else any write; else the first.
    fn best(&self, tied: &[usize]) -> usize {
        let events = || tied.iter().filter_map(|&index| Some((index, self.cursors[index].next()?.0)));
        let last =
            |event: &Event| self.values.as_ref().and_then(|values| values.get(&event.location()).copied());
        let is_met =
            |event: &Event| !event.op.is_write() && last(event).is_none_or(|value| value == event.value);
        let waits_for = |write: &Event| {
            events().any(|(_, read)| {
                read.op.is_read() && read.location() == write.location() && read.value == write.value
            })
        };
        let find =
            |is: &dyn Fn(&Event) -> bool| events().find(|(_, event)| is(event)).map(|(index, _)| index);
        find(&is_met)
            .or_else(|| find(&|event| event.op.is_write() && waits_for(event)))
            .or_else(|| find(&|event| event.op.is_write()))
            .unwrap_or(tied[0])
    }

    /// Goes on to the next event of a thread.
    #[inline]
    fn advance(&mut self, index: usize) {
        let cursor = &mut self.cursors[index];
        cursor.at += 1;
        if cursor.at >= cursor.events.len() {
            self.refill(index);
        }
    }

    /// Decodes the next events of a thread; none at its end.
    fn refill(&mut self, index: usize) {
        let cursor = &mut self.cursors[index];
        cursor.at = 0;
        cursor.events.clear();
        cursor.ticks.clear();
        if let Some(error) = cursor.error.take() {
            self.error.get_or_insert(error);
            return;
        }
        let Some(decoder) = &mut cursor.decoder else { return };
        while cursor.events.is_empty() {
            let outcome = decoder.events(&cursor.payload, &mut cursor.events, &mut cursor.ticks, BATCH);
            if let Err(error) = outcome {
                cursor.error = Some(self.reader.locate(error));
                break;
            }
            if !cursor.events.is_empty() {
                return;
            }
            let Some((first, rest)) = cursor.chunks.split_first() else { return };
            cursor.chunks = rest;
            match self.reader.payload(first) {
                Ok(payload) => cursor.payload = payload,
                Err(error) => {
                    cursor.error = Some(error);
                    break;
                }
            }
            decoder.start(first.chunk.first);
        }
        if cursor.events.is_empty()
            && let Some(error) = cursor.error.take()
        {
            self.error.get_or_insert(error);
        }
    }

    /// Counts what a thread has behind the limit.
    fn count_rest(&mut self, index: usize) {
        while self.error.is_none() {
            let cursor = &mut self.cursors[index];
            self.left_out += (cursor.events.len() - cursor.at) as u64;
            if cursor.decoder.is_none() {
                self.left_out += cursor.chunks.iter().map(|it| u64::from(it.chunk.events)).sum::<u64>();
                return;
            }
            self.refill(index);
            if self.cursors[index].events.is_empty() {
                return;
            }
        }
    }
}

/// A whole trace in memory, ordered by values; and what was wrong with it.
pub fn read_trace(reader: &Reader) -> (Trace, Option<Error>) {
    let mut merge = Merge::by_values(reader);
    let (mut events, mut block) = (Vec::new(), Vec::new());
    while merge.next_block(&mut block) {
        events.extend_from_slice(&block);
    }
    (Trace { events, tables: reader.tables.clone() }, merge.error)
}
