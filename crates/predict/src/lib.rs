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
            let length = self.waiting.len();
            if length >= self.options.window + MOST_GROWTH
                || (length >= self.options.window && self.updating.is_empty())
            {
                self.window();
            }
        }
    }

    /// The results, in the order of the options.
    pub fn finish(mut self) -> Vec<Prediction> {
        if !self.waiting.is_empty() {
            self.window();
        }
        let mut all: Vec<Prediction> = self.happens_before.map(HappensBefore::finish).into_iter().collect();
        all.append(&mut self.predictions);
        let place = |analysis: Analysis| self.options.analyses.iter().position(|it| *it == analysis);
        all.sort_by_key(|prediction| place(prediction.analysis));
        all
    }

    /// Analyses what has gathered, then goes on from there.
    fn window(&mut self) {
        let events = std::mem::take(&mut self.waiting);
        let plain = Window::new(&events, &self.state, self.tables, None);
        let candidates = Candidates::new(&plain, self.options.wants_all);
        let rdit = self.predictions.iter().find(|it| it.analysis == Analysis::Rdit);
        let wants_rdit = rdit.is_some_and(|rdit| candidates.has_open(&plain, rdit));
        let untraced = if !wants_rdit || self.clock.is_over() {
            self.barriers.pass(&events, self.tables);
            None
        } else {
            Some(self.barriers.window(&events, &self.state, self.tables))
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
            prediction.counts.events += events.len() as u64;
        }
        for event in &events {
            self.state.step(event);
        }
        self.done += events.len() as u64;
        self.waiting = events;
        self.waiting.clear();
    }
}

/// Analyses a trace in memory.
pub fn predict(trace: &Trace, options: &Options) -> Vec<Prediction> {
    let mut predictor = Predictor::new(&trace.tables, options);
    predictor.block(&trace.events);
    predictor.finish()
}
