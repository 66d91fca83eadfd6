//! Races of every schedule that one recorded run allows: a trace in, predictions out.
//!
//! ```text
//! trace ──▶ happens_before (streaming)                                             ──▶ Prediction
//!      └──▶ windows ──▶ candidates ──▶ order (hard, barrier) ──▶ sync_preserving
//!                                         causally_precedes        │ no schedule
//!                                                                  ▼
//!                                          maximal ──▶ solver ──▶ schedule ──▶ check ──▶ Prediction
//! ```
//!
//! Start reading at [`predict`] and [`search`]. Every predicted race of a window has a schedule that the checker has executed.
//!
//! Architecture Invariant: this crate reads traces, never classes.

pub mod causally_precedes;
pub mod check;
pub mod happens_before;
pub mod maximal;
mod options;
pub mod order;
mod prediction;
mod reach;
pub mod schedule;
pub mod search;
pub mod solver;
mod state;
pub mod sync_preserving;
pub mod window;

pub use options::{Clock, Options};
pub use prediction::{Access, Analysis, Counts, PairKey, Prediction, Race, Step, key};
pub use state::State;

use std::time::Instant;

use deadheat_trace::{Event, Op, Tables, ThreadId, Trace};

use happens_before::HappensBefore;
use order::barrier::Barriers;
use search::{Candidates, Search};
use window::Window;

/// How far a window may grow so that no atomic update is cut.
const MOST_GROWTH: usize = 64;

/// Analyses of one trace, fed with its events block by block.
#[derive(Debug)]
pub struct Predictor<'a> {
    tables: &'a Tables,
    options: Options,
    clock: Clock,
    happens_before: Option<HappensBefore>,
    predictions: Vec<Prediction>,
    state: State,
    barriers: Barriers,
    waiting: Vec<Event>,
    /// How many of them were in the window before, unless there was none; else where the second half begins.
    half: usize,
    is_first: bool,
    /// Threads between the two halves of an atomic update.
    updating: Vec<ThreadId>,
    done: u64,
}

impl<'a> Predictor<'a> {
    /// Analyses as the options say.
    pub fn new(tables: &'a Tables, options: &Options) -> Predictor<'a> {
        let streams = options.analyses.contains(&Analysis::HappensBefore);
        let windowed = options.analyses.iter().copied().filter(|it| *it != Analysis::HappensBefore);
        Predictor {
            tables,
            clock: Clock::start(options.time),
            happens_before: streams.then(HappensBefore::default),
            predictions: windowed.map(Prediction::new).collect(),
            options: options.clone(),
            state: State::default(),
            barriers: Barriers::default(),
            waiting: Vec::new(),
            half: 0,
            is_first: true,
            updating: Vec::new(),
            done: 0,
        }
    }

    /// Takes the next events in.
    pub fn block(&mut self, events: &[Event]) {
        if let Some(streaming) = &mut self.happens_before {
            let start = Instant::now();
            streaming.block(events);
            streaming.add_time(start.elapsed());
        }
        if self.predictions.is_empty() {
            return;
        }
        for event in events {
            self.waiting.push(*event);
            match event.op {
                Op::UpdateRead => self.updating.push(event.thread),
                Op::VolatileWrite => self.updating.retain(|thread| *thread != event.thread),
                _ => {}
            }
            let (length, most) = (self.waiting.len() - self.half, (self.options.window / 2).max(1));
            if length >= most + MOST_GROWTH || (length >= most && self.updating.is_empty()) {
                self.half_window();
            }
        }
    }

    /// The results, in the order of the options.
    pub fn finish(mut self) -> Vec<Prediction> {
        if self.waiting.len() > self.half || self.is_first && self.half > 0 {
            self.window(self.waiting.len());
        }
        let mut all: Vec<Prediction> = self.happens_before.map(HappensBefore::finish).into_iter().collect();
        all.append(&mut self.predictions);
        let place = |analysis: Analysis| self.options.analyses.iter().position(|it| *it == analysis);
        all.sort_by_key(|prediction| place(prediction.analysis));
        all
    }

    /// Windows overlap by half, so that no pair is missed because an end of a window is between its accesses, unless they are far apart.
    fn half_window(&mut self) {
        if self.half == 0 {
            self.half = self.waiting.len();
        } else {
            self.window(self.half);
            self.half = self.waiting.len();
        }
    }

    /// Analyses what has gathered, then goes on behind the first events of it.
    fn window(&mut self, next: usize) {
        let mut events = std::mem::take(&mut self.waiting);
        let fresh = if std::mem::take(&mut self.is_first) { 0 } else { self.half };
        let plain = Window::new(&events, &self.state, self.tables, None);
        let first = u32::try_from(fresh).unwrap_or(u32::MAX);
        let candidates = Candidates::new(&plain, first, self.options.wants_all);
        let rdit = self.predictions.iter().find(|it| it.analysis == Analysis::Rdit);
        let wants_rdit = rdit.is_some_and(|rdit| candidates.has_open(&plain, rdit));
        let untraced = if !wants_rdit || self.clock.is_over() {
            self.barriers.pass(&events[..next], self.tables);
            None
        } else {
            Some(self.barriers.window_of(&events, next, &self.state, self.tables))
                .filter(|untraced| !untraced.is_empty())
        };
        for prediction in &mut self.predictions {
            let start = Instant::now();
            let (options, clock, candidates, base) = (&self.options, &self.clock, &candidates, self.done);
            if prediction.analysis == Analysis::Rdit && untraced.is_some() {
                let window = Window::new(&events, &self.state, self.tables, untraced.as_ref());
                Search { window: &window, base, candidates, options, clock }.run(prediction);
            } else {
                Search { window: &plain, base, candidates, options, clock }.run(prediction);
            }
            prediction.time += start.elapsed();
            prediction.counts.windows += 1;
            prediction.counts.events += (events.len() - fresh) as u64;
        }
        for event in &events[..next] {
            self.state.step(event);
        }
        self.done += next as u64;
        events.drain(..next);
        self.waiting = events;
    }
}

/// Analyses a trace in memory.
pub fn predict(trace: &Trace, options: &Options) -> Vec<Prediction> {
    let mut predictor = Predictor::new(&trace.tables, options);
    predictor.block(&trace.events);
    predictor.finish()
}
