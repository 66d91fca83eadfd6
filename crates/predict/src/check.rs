//! The independent checker: executes a schedule on the trace model, event by event.
//!
//! It shares nothing with the analyses but the events and what was true before the window. Its rules:
//!
//! 1. Each thread does its own events, in its order, none left out.
//! 2. A thread that is started in the window does nothing before its fork; a join comes when all that the thread did
//!    before it in the trace is done.
//! 3. A lock that one has is taken by nobody else, unless both read.
//! 4. A read sees the value that it saw in the trace. If no write in the trace explains that value, the last write is the
//!    one that was the last in the trace.
//! 5. Between the two halves of an atomic update nobody else writes the location.
//! 6. A receive comes after all sends on the channel that were before it in the trace; a wait ends after its
//!    notification, which is given after it began.
//! 7. What was before a send in the trace does not come behind it: what the channel stands for may have been looked at in
//!    between, and have been found as it was.
//! 8. At the end both accesses are the next of their threads, they conflict, and they are of different threads.
//!
//! Order that untraced code may have made (RDIT) is given as pairs that keep their order, and as writes that must be in
//! order when untraced code begins that read the later one; a value is not explained by a write across untraced code.

use std::collections::{BTreeMap, HashMap};

use deadheat_trace::{Event, Op};

use crate::order::barrier::Untraced;
use crate::schedule::Schedule;
use crate::state::State;

type Place = (u64, u32);

/// What each event of a window waits for, worked out once.
#[derive(Debug)]
pub struct Checker<'a> {
    events: &'a [Event],
    start: &'a State,
    /// Events that come first, besides those of the own thread.
    needs: Vec<Vec<usize>>,
    /// The first event of each thread.
    first: HashMap<u32, usize>,
    /// Behind each event, the next one of its thread.
    following: Vec<Option<usize>>,
    /// For reads: the last write in the trace.
    observed: Vec<Option<usize>>,
    /// The value of a location before the window.
    initial: HashMap<Place, u64>,
    /// By the event behind which untraced code begins: writes that are in order then.
    recalls: HashMap<usize, Vec<[usize; 2]>>,
    untraced: Option<&'a Untraced>,
}

impl<'a> Checker<'a> {
    /// For a window, with what untraced code means or without.
    pub fn new(events: &'a [Event], start: &'a State, untraced: Option<&'a Untraced>) -> Checker<'a> {
        let mut checker = Checker {
            events,
            start,
            needs: vec![Vec::new(); events.len()],
            first: HashMap::new(),
            following: vec![None; events.len()],
            observed: vec![None; events.len()],
            initial: HashMap::new(),
            recalls: HashMap::new(),
            untraced,
        };
        for (index, event) in events.iter().enumerate().rev() {
            checker.following[index] = checker.first.insert(event.thread.0, index);
        }
        for &(before, then) in untraced.into_iter().flat_map(|untraced| &untraced.edges) {
            checker.needs[then as usize].push(before as usize);
        }
        for &[begin, earlier, last] in untraced.into_iter().flat_map(|untraced| &untraced.recalls) {
            checker.recalls.entry(begin as usize).or_default().push([earlier as usize, last as usize]);
        }
        checker.learn_needs();
        checker.learn_values();
        checker
    }

    /// Rules 2 and 6.
    fn learn_needs(&mut self) {
        let mut forks: HashMap<u64, usize> = HashMap::new();
        let mut last_of: HashMap<u32, usize> = HashMap::new();
        let mut sends: HashMap<u64, BTreeMap<u32, usize>> = HashMap::new();
        let mut waits: HashMap<u32, usize> = HashMap::new();
        let mut notifies: HashMap<u64, Vec<usize>> = HashMap::new();
        // Of each lock, the last event of each thread: that took it or gave it back, and that asked.
        let mut used: HashMap<u64, BTreeMap<u32, usize>> = HashMap::new();
        let mut asked: HashMap<u64, BTreeMap<u32, usize>> = HashMap::new();
        for (index, event) in self.events.iter().enumerate() {
            let thread = event.thread.0;
            if self.first.get(&thread) == Some(&index) {
                self.needs[index].extend(forks.get(&u64::from(thread)));
            }
            if event.op == Op::Asked || event.op.is_of_lock() {
                let is_asked = event.op == Op::Asked;
                let (own, others) = if is_asked { (&mut asked, &used) } else { (&mut used, &asked) };
                own.entry(event.object).or_default().insert(thread, index);
                self.needs[index].extend(others.get(&event.object).into_iter().flat_map(|it| it.values()));
            }
            match event.op {
                Op::Fork => drop(forks.insert(event.object, index)),
                Op::Join => self.needs[index].extend(last_of.get(&event.other().0)),
                Op::Send => drop(sends.entry(event.object).or_default().insert(thread, index)),
                Op::Receive => {
                    self.needs[index].extend(sends.get(&event.object).into_iter().flat_map(|it| it.values()))
                }
                Op::WaitBegin => drop(waits.insert(thread, index)),
                Op::Notify => notifies.entry(event.object).or_default().push(index),
                Op::WaitEnd => {
                    let begin = waits.remove(&thread).filter(|&it| self.events[it].object == event.object);
                    let all = notifies.get(&event.object).into_iter().flatten().copied();
                    let is_one = |it: &usize| event.value == 0 || self.events[*it].value == event.value;
                    for notify in all.filter(|&it| it >= begin.unwrap_or(0)).filter(is_one) {
                        self.needs[index].push(notify);
                        self.needs[notify].extend(begin);
                    }
                }
                _ => {}
            }
            last_of.insert(thread, index);
        }
    }

    fn learn_values(&mut self) {
        let mut written: HashMap<Place, usize> = HashMap::new();
        for (index, event) in self.events.iter().enumerate().filter(|(_, event)| event.op.is_access()) {
            let place = (event.object, event.slot);
            let carried = self.start.values.get(&event.location()).copied();
            if event.op.is_write() {
                written.insert(place, index);
            } else {
                self.observed[index] = written.get(&place).copied();
                if self.observed[index].is_none() {
                    self.initial.entry(place).or_insert(carried.unwrap_or(event.value));
                }
            }
            if let Some(value) = carried {
                self.initial.insert(place, value);
            }
        }
    }

    /// What is wrong with a schedule, in a sentence; nothing if it can happen.
    ///
    /// # Errors
    ///
    /// The first event that cannot happen, and why.
    pub fn check(&self, schedule: &Schedule) -> Result<(), String> {
        let mut run = Run {
            checker: self,
            done: vec![false; self.events.len()],
            times: vec![0; self.events.len()],
            time: 0,
            next: self.first.clone(),
            owner: self.start.owners.iter().map(|(lock, thread)| (lock.0, thread.0)).collect(),
            readers: HashMap::new(),
            written: HashMap::new(),
            updating: HashMap::new(),
            sent: None,
        };
        let readers = self.start.readers.iter();
        run.readers.extend(readers.map(|(lock, all)| (lock.0, all.iter().map(|thread| thread.0).collect())));
        for &event in &schedule.events {
            run.execute(event as usize)?;
        }
        run.both_are_next(schedule.first as usize, schedule.second as usize)
    }
}

struct Run<'a> {
    checker: &'a Checker<'a>,
    done: Vec<bool>,
    /// When an event was done, from 1.
    times: Vec<u32>,
    time: u32,
    /// The next event of each thread.
    next: HashMap<u32, usize>,
    owner: HashMap<u64, u32>,
    readers: HashMap<u64, Vec<u32>>,
    /// The last write of a location.
    written: HashMap<Place, usize>,
    /// Atomic updates that are half done.
    updating: HashMap<Place, u32>,
    /// The latest send that is done.
    sent: Option<usize>,
}

impl Run<'_> {
    fn execute(&mut self, index: usize) -> Result<(), String> {
        let event = *self.checker.events.get(index).ok_or("there is no such event")?;
        self.is_next(index, &event)?;
        self.is_enabled(index, &event).map_err(|why| format!("event {index} ({event:?}): {why}"))?;
        match self.checker.following[index] {
            Some(next) => self.next.insert(event.thread.0, next),
            None => self.next.remove(&event.thread.0),
        };
        self.done[index] = true;
        self.time += 1;
        self.times[index] = self.time;
        let recalls = self.checker.recalls.get(&index).into_iter().flatten();
        if recalls.into_iter().any(|[earlier, last]| self.times[*earlier] >= self.times[*last]) {
            return Err(format!(
                "event {index} ({event:?}): untraced code behind it would see another value"
            ));
        }
        self.apply(index, &event);
        Ok(())
    }

    fn is_next(&self, index: usize, event: &Event) -> Result<(), String> {
        if self.next.get(&event.thread.0) != Some(&index) {
            return Err(format!("event {index} is not the next of its thread"));
        }
        match self.checker.needs[index].iter().find(|&&need| !self.done[need]) {
            Some(need) => Err(format!("event {index} ({event:?}) waits for event {need}")),
            None => Ok(()),
        }
    }

    fn is_enabled(&self, index: usize, event: &Event) -> Result<(), String> {
        if self.sent.is_some_and(|sent| sent > index) {
            return Err("a later send is done".to_owned());
        }
        let (lock, thread) = (event.object, event.thread.0);
        let others_read = || self.readers.get(&lock).into_iter().flatten().any(|&reader| reader != thread);
        let is_taken = || self.owner.get(&lock).is_some_and(|&owner| owner != thread);
        match event.op {
            Op::Acquire | Op::WaitEnd if is_taken() || others_read() => {
                Err("another thread has the lock".to_owned())
            }
            Op::AcquireShared if is_taken() => Err("another thread has the lock".to_owned()),
            op if op.is_read() => self.reads_right(index, event),
            op if op.is_write() => match self.updating.get(&(event.object, event.slot)) {
                Some(&updater) if updater != thread => Err("an atomic update is half done".to_owned()),
                _ => Ok(()),
            },
            _ => Ok(()),
        }
    }

    fn reads_right(&self, index: usize, event: &Event) -> Result<(), String> {
        let place = (event.object, event.slot);
        let initial = self.checker.initial.get(&place).copied();
        let value =
            |write: Option<usize>| write.map_or(initial, |write| Some(self.checker.events[write].value));
        let (observed, now) = (self.checker.observed[index], self.written.get(&place).copied());
        if value(observed) != Some(event.value) {
            let message = "its value is not explained, and another write is the last one";
            return if now == observed { Ok(()) } else { Err(message.to_owned()) };
        }
        let write = now.map(|write| u32::try_from(write).unwrap_or(u32::MAX));
        let read = u32::try_from(index).unwrap_or(u32::MAX);
        let is_separated = |untraced: &Untraced| {
            now != observed && untraced.separates(event.location().owner(), write, read)
        };
        if self.checker.untraced.is_some_and(is_separated) {
            return Err("untraced code may have written in between".to_owned());
        }
        match value(now) == Some(event.value) {
            true => Ok(()),
            false => Err(format!("it would read {:?}", value(now))),
        }
    }

    fn apply(&mut self, index: usize, event: &Event) {
        let (lock, thread, place) = (event.object, event.thread.0, (event.object, event.slot));
        match event.op {
            Op::Acquire | Op::WaitEnd => drop(self.owner.insert(lock, thread)),
            Op::Release | Op::WaitBegin => drop(self.owner.remove(&lock)),
            Op::AcquireShared => self.readers.entry(lock).or_default().push(thread),
            Op::ReleaseShared => {
                let readers = self.readers.entry(lock).or_default();
                if let Some(at) = readers.iter().position(|&reader| reader == thread) {
                    readers.remove(at);
                }
            }
            Op::UpdateRead => drop(self.updating.insert(place, thread)),
            Op::Send => self.sent = self.sent.max(Some(index)),
            op if op.is_write() => {
                self.updating.remove(&place);
                self.written.insert(place, index);
            }
            _ => {}
        }
    }

    fn both_are_next(&self, first: usize, second: usize) -> Result<(), String> {
        let events = self.checker.events;
        let (Some(one), Some(other)) = (events.get(first), events.get(second)) else {
            return Err("there is no such access".to_owned());
        };
        if !one.conflicts(other) {
            return Err("the accesses do not conflict".to_owned());
        }
        self.is_next(first, one)?;
        self.is_next(second, other)
    }
}
