//! A trace of a program that is not there: threads with private and shared objects, locks, arrays, now and then a race.

use std::io::Write;

use deadheat_trace::format::Writer;
use deadheat_trace::{Event, Op, Record, Site, SiteId, Slot, Thread, ThreadId, Tick};

/// What it is like.
pub(super) struct Shape {
    pub(super) events: u64,
    pub(super) threads: u32,
    /// Objects that threads share under locks.
    pub(super) shared: u64,
    /// One in so many shared accesses has no lock.
    pub(super) racy: u64,
}

/// Writes it; gives the number of bytes.
pub(super) fn generate<W: Write>(shape: &Shape, out: W) -> Result<u64, String> {
    let mut writer = Writer::new(out, true).map_err(|error| error.to_string())?;
    let mut run =
        Run { random: 0x1234_5678_9abc_def1, tick: 0, values: vec![0; shape.shared as usize + 1], count: 0 };
    run.tables(shape, &mut writer)?;
    let mut turn = 0;
    while run.count < shape.events {
        let thread = turn % shape.threads;
        turn += 1 + run.below(3) as u32;
        run.turn(shape, thread, &mut writer)?;
    }
    let written = writer.written;
    writer.finish().map_err(|error| error.to_string())?;
    Ok(written)
}

struct Run {
    random: u64,
    tick: u64,
    values: Vec<u64>,
    count: u64,
}

impl Run {
    fn below(&mut self, bound: u64) -> u64 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        (self.random >> 11) % bound.max(1)
    }

    fn tables<W: Write>(&mut self, shape: &Shape, writer: &mut Writer<W>) -> Result<(), String> {
        let site = |line: u32| {
            Record::Site(
                SiteId(line),
                Site { class: "Generated".to_owned(), method: "run".to_owned(), line, ..Site::default() },
            )
        };
        let mut records: Vec<Record> = (1..200).map(site).collect();
        let thread = |number: u32| Thread { name: format!("worker {number}"), ..Thread::default() };
        records.extend((0..shape.threads).map(|number| Record::Thread(ThreadId(number), thread(number))));
        writer.records(&records).map_err(|error| error.to_string())
    }

    /// A thread computes on its own, then touches something shared.
    fn turn<W: Write>(&mut self, shape: &Shape, thread: u32, writer: &mut Writer<W>) -> Result<(), String> {
        let array = 1_000_000 + u64::from(thread) * 4_096 + self.below(256);
        for index in 0..16 + self.below(32) as u32 {
            let slot = Slot::element(index).0;
            self.put(writer, thread, 1, Op::Read, array, slot, u64::from(index))?;
            self.put(writer, thread, 2, Op::Write, array, slot, u64::from(index))?;
        }
        let object = self.below(shape.shared) + 1;
        let site = 10 + (object % 180) as u32;
        let lock = 5_000_000 + object;
        let is_locked = self.below(shape.racy) != 0;
        if is_locked {
            self.put(writer, thread, 3, Op::Acquire, lock, 0, 0)?;
        }
        for slot in 0..4 {
            let value = self.values[object as usize];
            self.put(writer, thread, site, Op::Read, object, slot, if slot == 0 { value } else { 7 })?;
        }
        let value = self.values[object as usize] + 1;
        self.values[object as usize] = value;
        self.put(writer, thread, site + 1, Op::Write, object, 0, value)?;
        if is_locked {
            self.put(writer, thread, 4, Op::Release, lock, 0, 0)?;
        }
        Ok(())
    }

    #[expect(clippy::too_many_arguments, reason = "the words of an event")]
    fn put<W: Write>(
        &mut self,
        writer: &mut Writer<W>,
        thread: u32,
        site: u32,
        op: Op,
        object: u64,
        slot: u32,
        value: u64,
    ) -> Result<(), String> {
        // As a recorder does: synchronisation has a tick of its own. Shared values would tell orders apart that ticks do not, so a turn
        // is a tick as well.
        self.tick += u64::from(op.is_sync() || (site == 1 && slot == Slot::element(0).0));
        self.count += 1;
        let event = Event { object, slot, value, ..Event::new(ThreadId(thread), SiteId(site), op) };
        writer.event(&event, Tick(self.tick)).map_err(|error| error.to_string())
    }
}
