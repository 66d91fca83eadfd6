//! `predict` on a generated trace: happens-before in events a second, maximal causality by size of the window.
//!
//! Everything runs on one thread; processor time is measured. `--events N` chooses the trace's length (100 million), `--trace FILE`
//! takes a recorded one instead, `--windows A,B` the sizes of windows, `--window-events N` how many events of the trace are
//! analysed in windows. `--experiment` is RDIT's table 5.3 on real programs (`experiment.rs`).

mod experiment;
mod generate;

use std::fs::File;
use std::io::BufWriter;
use std::path::{Path, PathBuf};
use std::time::Duration;

use deadheat_predict::{Analysis, Options, Predictor};
use deadheat_trace::format::{Merge, Reader};

use crate::table;
use generate::{Shape, generate};

/// How Linux counts in /proc/self/stat.
const TICKS_PER_SECOND: f64 = 100.0;

struct Arguments {
    events: u64,
    trace: Option<PathBuf>,
    windows: Vec<usize>,
    window_events: u64,
}

pub(crate) fn run(rest: &[&str]) -> Result<(), String> {
    if let Some((&"--experiment", rest)) = rest.split_first() {
        return experiment::run_all(rest);
    }
    let arguments = parse(rest)?;
    let path = match &arguments.trace {
        Some(path) => path.clone(),
        None => generated(arguments.events)?,
    };
    let reader = Reader::open(&path).map_err(|error| error.to_string())?;
    let events = reader.events();
    println!(
        "{events} events of {} threads, {:.2} bytes an event",
        reader.threads.len(),
        per(reader.length, events)
    );
    streaming(&reader, events)?;
    windows(&reader, &arguments)
}

fn per(bytes: u64, events: u64) -> f64 {
    bytes as f64 / events.max(1) as f64
}

fn parse(rest: &[&str]) -> Result<Arguments, String> {
    let windows = vec![1_000, 10_000, 100_000];
    let mut arguments = Arguments { events: 100_000_000, trace: None, windows, window_events: u64::MAX };
    let mut rest = rest.iter();
    while let Some(&option) = rest.next() {
        let value = *rest.next().ok_or_else(|| format!("{option} needs a value"))?;
        let number = || value.parse::<u64>().map_err(|_| format!("{value} is no number"));
        match option {
            "--events" => arguments.events = number()?,
            "--window-events" => arguments.window_events = number()?,
            "--trace" => arguments.trace = Some(PathBuf::from(value)),
            "--windows" => {
                let sizes =
                    value.split(',').map(|size| size.parse().map_err(|_| format!("{size} is no number")));
                arguments.windows = sizes.collect::<Result<_, String>>()?;
            }
            _ => {
                return Err("usage: predict [--events N] [--trace FILE] [--windows A,B] [--window-events N], or predict --experiment"
                    .to_owned());
            }
        }
    }
    Ok(arguments)
}

/// Made once for each length.
fn generated(events: u64) -> Result<PathBuf, String> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/deadheat-bench");
    std::fs::create_dir_all(&directory).map_err(|error| error.to_string())?;
    let path = directory.join(format!("generated-300-{events}.trace"));
    if !path.exists() {
        let part = path.with_extension("part");
        let file = File::create(&part).map_err(|error| error.to_string())?;
        let shape = Shape { events, threads: 16, shared: 300, racy: 500 };
        generate(&shape, BufWriter::new(file))?;
        std::fs::rename(&part, &path).map_err(|error| error.to_string())?;
    }
    Ok(path)
}

fn streaming(reader: &Reader, events: u64) -> Result<(), String> {
    let mut rows = Vec::new();
    for (what, analyses) in
        [("reading and merging", vec![]), ("happens-before", vec![Analysis::HappensBefore])]
    {
        let before = cpu_seconds();
        let options = Options { analyses, ..Options::default() };
        let mut predictor = Predictor::new(&reader.tables, &options);
        let (mut merge, mut block) = (Merge::new(reader), Vec::new());
        while merge.next_block(&mut block) {
            predictor.block(&block);
        }
        if let Some(error) = merge.error {
            return Err(error.to_string());
        }
        let races: usize = predictor.finish().iter().map(|prediction| prediction.races.len()).sum();
        let seconds = cpu_seconds() - before;
        let speed = events as f64 / seconds.max(0.01) / 1e6;
        rows.push(vec![what.to_owned(), format!("{seconds:.2}"), format!("{speed:.1}"), races.to_string()]);
    }
    table::print(&["one thread", "cpu s", "M events/s", "races"], &rows);
    println!();
    Ok(())
}

fn windows(reader: &Reader, arguments: &Arguments) -> Result<(), String> {
    let mut rows = Vec::new();
    for &window in &arguments.windows {
        let before = cpu_seconds();
        let options = Options {
            analyses: vec![Analysis::Maximal],
            window,
            time: Some(Duration::from_secs(600)),
            ..Options::default()
        };
        let mut predictor = Predictor::new(&reader.tables, &options);
        let (mut merge, mut block, mut done) = (Merge::by_values(reader), Vec::new(), 0);
        while done < arguments.window_events && merge.next_block(&mut block) {
            predictor.block(&block);
            done += block.len() as u64;
        }
        let prediction = predictor.finish().remove(0);
        let (seconds, counts) = (cpu_seconds() - before, &prediction.counts);
        let speed = counts.events as f64 / seconds.max(0.01) / 1e6;
        rows.push(vec![
            window.to_string(),
            counts.events.to_string(),
            format!("{seconds:.1}"),
            format!("{speed:.2}"),
            counts.pairs.to_string(),
            counts.preserving.to_string(),
            counts.solved.to_string(),
            (counts.unknown + counts.skipped).to_string(),
            counts.rejected.to_string(),
            prediction.races.len().to_string(),
        ]);
    }
    let head =
        ["mc, window", "events", "cpu s", "M/s", "pairs", "sp", "solved", "not decided", "rejected", "races"];
    table::print(&head, &rows);
    Ok(())
}

/// Of this process, on all its threads.
fn cpu_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let ticks = |at: usize| fields.get(at).and_then(|field| field.parse::<f64>().ok()).unwrap_or(0.0);
    (ticks(11) + ticks(12)) / TICKS_PER_SECOND
}
