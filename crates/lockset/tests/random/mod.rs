//! Random traces: a few threads that start and wait for each other, locks that are given back in any order, locks for
//! reading, channels, volatile variables, waiting, and accesses of few locations at few code places.

use deadheat_trace::{Op, Trace, TraceBuilder};

/// Numbers that look random, the same for the same seed (xorshift).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub(crate) fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % most
    }
}

#[derive(Default, Clone)]
struct Thread {
    is_running: bool,
    is_ended: bool,
    held: Vec<usize>,
    shared: Vec<usize>,
}

const THREADS: usize = 4;
const LOCKS: usize = 3;

/// The trace of a seed; `events` steps, some of which do nothing.
pub(crate) fn trace(seed: u64, events: usize) -> Trace {
    let mut random = Random::new(seed);
    let mut builder = TraceBuilder::new();
    let mut threads = vec![Thread::default(); THREADS];
    threads[0].is_running = true;
    builder.begin("t0");
    // Some traces are mostly accesses, some mostly synchronisation.
    let accesses = 3 + random.below(8);
    for _ in 0..events {
        let running: Vec<usize> = (0..THREADS).filter(|&at| threads[at].is_running).collect();
        let at = running[random.below(running.len())];
        if random.below(12) < accesses {
            access(&mut builder, &mut random, at);
        } else {
            synchronise(&mut builder, &mut random, at, &mut threads);
        }
    }
    builder.build()
}

fn access(builder: &mut TraceBuilder, random: &mut Random, at: usize) {
    let (thread, location) = (format!("t{at}"), ["x", "y", "o.f", "o.g"][random.below(4)]);
    let site = format!("m:{}", 1 + random.below(6));
    let is_write = random.below(3) == 0;
    // A code place reads or writes.
    builder.at(&format!("{site}{}", if is_write { 1 } else { 0 }));
    match is_write {
        true => builder.write(&thread, location, 0),
        false => builder.read(&thread, location, 0),
    };
}

fn synchronise(builder: &mut TraceBuilder, random: &mut Random, at: usize, threads: &mut [Thread]) {
    let name = format!("t{at}");
    let lock = random.below(LOCKS);
    let text = format!("l{lock}");
    let is_free = |threads: &[Thread]| threads.iter().all(|it| !it.held.contains(&lock));
    match random.below(10) {
        0 | 1 if is_free(threads) && threads.iter().all(|it| !it.shared.contains(&lock)) => {
            threads[at].held.push(lock);
            builder.acquire(&name, &text);
        }
        2 | 3 if !threads[at].held.is_empty() => {
            let which = random.below(threads[at].held.len());
            let lock = threads[at].held.remove(which);
            builder.release(&name, &format!("l{lock}"));
        }
        4 if is_free(threads) => {
            threads[at].shared.push(lock);
            builder.on(&name, Op::AcquireShared, &text);
        }
        5 if !threads[at].shared.is_empty() => {
            let which = random.below(threads[at].shared.len());
            let lock = threads[at].shared.remove(which);
            builder.on(&name, Op::ReleaseShared, &format!("l{lock}"));
        }
        6 | 7 => start_or_end(builder, random, at, threads),
        8 => {
            let op = if random.below(2) == 0 { Op::Send } else { Op::Receive };
            builder.on(&name, op, "channel");
        }
        9 => {
            let op = if random.below(2) == 0 { Op::VolatileWrite } else { Op::VolatileRead };
            builder.access(&name, op, "v", 0);
        }
        _ => {}
    }
}

fn start_or_end(builder: &mut TraceBuilder, random: &mut Random, at: usize, threads: &mut [Thread]) {
    let other = 1 + random.below(THREADS - 1);
    let (name, its) = (format!("t{at}"), format!("t{other}"));
    let is_new = !threads[other].is_running && !threads[other].is_ended;
    if is_new {
        threads[other].is_running = true;
        builder.fork(&name, &its);
        builder.begin(&its);
    } else if threads[other].is_ended {
        builder.join(&name, &its);
    } else if other == at && threads[at].held.is_empty() && threads[at].shared.is_empty() {
        threads[at].is_running = false;
        threads[at].is_ended = true;
        builder.end(&name);
    }
}
