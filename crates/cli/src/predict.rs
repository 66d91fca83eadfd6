//! `deadheat predict TRACE`: the races of every schedule that a recorded run allows.

mod report;
mod schedule;

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Result, bail};
use clap::Args;

use deadheat_predict::{Analysis, Options, Predictor};
use deadheat_report::text::fitted;
use deadheat_trace::format::{Merge, Reader};

use crate::progress::Spinner;
use report::Report;
pub(crate) use schedule::what;

/// What `predict` is told.
#[derive(Debug, Args)]
pub(crate) struct PredictArguments {
    /// The trace that deadheat record wrote.
    #[arg(value_name = "TRACE")]
    trace: PathBuf,
    /// Which analyses: hb, cp, sp, mc, rdit, several with commas.
    #[arg(long, value_name = "NAMES", value_delimiter = ',', default_value = "rdit")]
    analysis: Vec<String>,
    /// How many events are reordered together.
    #[arg(long, value_name = "EVENTS", default_value_t = 10_000)]
    window: usize,
    /// How many pairs of the same two sites are looked at in depth, in each window.
    #[arg(long, value_name = "N", default_value_t = 10)]
    tries: usize,
    /// Searches in vain, in all windows together, after which a pair of sites is given up; the rest counts as skipped.
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    patience: u64,
    /// Conflicts after which the solver gives a pair up.
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    conflicts: u64,
    /// Stop to look for schedules after that many seconds; what is left is counted.
    #[arg(long, value_name = "SECONDS")]
    time: Option<u64>,
    /// All steps of the schedules, not only the last.
    #[arg(long)]
    all_steps: bool,
    /// Print JSON.
    #[arg(long)]
    json: bool,
    /// Show no progress.
    #[arg(long, short)]
    quiet: bool,
}

impl PredictArguments {
    fn options(&self) -> Result<Options> {
        let mut analyses = Vec::new();
        for name in &self.analysis {
            match Analysis::from_name(name) {
                Some(analysis) if !analyses.contains(&analysis) => analyses.push(analysis),
                Some(_) => {}
                None => bail!("there is no analysis {name:?}: hb, cp, sp, mc, rdit"),
            }
        }
        if self.window < 2 {
            bail!("a window needs at least two events");
        }
        let (window, tries, most_conflicts) = (self.window, self.tries.max(1), self.conflicts.max(1));
        let time = self.time.map(Duration::from_secs);
        let patience = self.patience.max(1);
        Ok(Options { analyses, window, tries, patience, most_conflicts, wants_all: false, time })
    }
}

/// True if races were predicted.
pub(crate) fn run(arguments: &PredictArguments, text: &mut String) -> Result<bool> {
    let options = arguments.options()?;
    let reader = Reader::open(&arguments.trace)?;
    let is_streaming = options.analyses == [Analysis::HappensBefore];
    if !is_streaming && reader.tables.lacks_repeated_accesses() {
        bail!(
            "{} was recorded with --tree, so values of reads are missing that schedules have to agree with: \
             predict with --analysis hb, or record without --tree",
            arguments.trace.display()
        );
    }
    // Happens-before compares by clocks alone; schedules need an order that agrees with the values.
    let mut merge = if is_streaming { Merge::new(&reader) } else { Merge::by_values(&reader) };
    let mut predictor = Predictor::new(&reader.tables, &options);
    let mut spinner = Spinner::new(arguments.quiet || arguments.json);
    let (mut block, mut done, total) = (Vec::new(), 0, reader.events());
    while merge.next_block(&mut block) {
        predictor.block(&block);
        done += block.len() as u64;
        spinner.say(|| format!("{done} of {total} events"));
    }
    drop(spinner);
    let predictions = predictor.finish();
    let left_out = merge.left_out;
    let report = Report { reader: &reader, predictions: &predictions, left_out, error: merge.error.as_ref() };
    if arguments.json {
        text.push_str(&serde_json::to_string_pretty(&report.json())?);
        text.push('\n');
    } else {
        let mut said = String::new();
        report.describe(arguments.all_steps, &mut said)?;
        text.push_str(&fitted(&said));
    }
    Ok(predictions.iter().any(|prediction| !prediction.races.is_empty()))
}
