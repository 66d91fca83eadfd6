//! The tables: one per program, and one of growth with the programs' sizes.

use super::programs::{BenchProgram, Size};
use super::record::{Outcome, Record};
use super::tools::Tool;
use crate::table;

const HEAD: [&str; 12] = [
    "",
    "CPU s",
    "÷ ours",
    "wall s",
    "÷ ours",
    "peak MB",
    "÷ ours",
    "methods",
    "application",
    "call edges",
    "method edges",
    "notes",
];

const LONGEST_MESSAGE: usize = 100;

pub(super) fn print_program(program: &BenchProgram, records: &[Record]) {
    println!("\n{}: {}\n", program.name, program.main);
    let rows: Vec<Vec<String>> = records.iter().map(|record| row(record, ours(record, records))).collect();
    table::print(&HEAD, &rows);
}

/// Deadheat's finished run on the same question.
fn ours<'a>(record: &Record, records: &'a [Record]) -> Option<&'a Record> {
    let same = |other: &&Record| {
        other.tool == Tool::Deadheat
            && other.outcome == Outcome::Finished
            && (other.program, &other.sensitivity) == (record.program, &record.sensitivity)
    };
    records.iter().find(same)
}

fn row(record: &Record, ours: Option<&Record>) -> Vec<String> {
    if let Outcome::Failed(message) = &record.outcome {
        let mut row = vec![String::new(); HEAD.len()];
        row[0] = label(record);
        row[HEAD.len() - 1] =
            format!("failed: {}", message.chars().take(LONGEST_MESSAGE).collect::<String>());
        return row;
    }
    let ratio = |figure: fn(&Record) -> f64| match ours {
        Some(ours) if figure(ours) > 0.0 => {
            format!("{}{:.1}", at_least(record), figure(record) / figure(ours))
        }
        _ => String::new(),
    };
    let count = |name: &str| record.count(name).map(|count| count.to_string()).unwrap_or_default();
    vec![
        label(record),
        seconds(record, record.cpu_seconds()),
        ratio(Record::cpu_seconds),
        seconds(record, record.wall_seconds()),
        ratio(Record::wall_seconds),
        format!("{}{:.0}", at_least(record), record.peak_kilobytes() / 1024.0),
        ratio(Record::peak_kilobytes),
        count("methods"),
        count("application_methods"),
        count("call_edges"),
        count("method_edges"),
        match record.outcome {
            Outcome::Unfinished(limit) => format!("unfinished ({limit})"),
            _ => record.notes(),
        },
    ]
}

fn label(record: &Record) -> String {
    format!("{} {}", record.tool.name(), record.sensitivity)
}

/// An unfinished run would have used more.
fn at_least(record: &Record) -> &'static str {
    if record.outcome == Outcome::Finished { "" } else { ">" }
}

fn seconds(record: &Record, seconds: f64) -> String {
    format!("{}{seconds:.2}", at_least(record))
}

/// Processor seconds against size, the smallest program first.
pub(super) fn print_growth(programs: &[&BenchProgram], sizes: &[Size], records: &[Record]) {
    let mut columns: Vec<String> = Vec::new();
    for label in records.iter().map(label) {
        if !columns.contains(&label) {
            columns.push(label);
        }
    }
    let mut order: Vec<(&&BenchProgram, &Size)> = programs.iter().zip(sizes).collect();
    order.sort_by_key(|(_, size)| size.bytes);
    let rows: Vec<Vec<String>> =
        order.iter().map(|(program, size)| growth_row(program, size, &columns, records)).collect();
    let fixed = ["processor seconds", "classes", "class files MB"];
    let head: Vec<&str> = fixed.into_iter().chain(columns.iter().map(String::as_str)).collect();
    println!("\nGrowth with the size of the class path (the JDK, the same for all, comes on top)\n");
    table::print(&head, &rows);
}

fn growth_row(program: &BenchProgram, size: &Size, columns: &[String], records: &[Record]) -> Vec<String> {
    let cell = |column: &String| {
        let found = records.iter().find(|record| record.program == program.name && label(record) == *column);
        match found {
            Some(record) if matches!(record.outcome, Outcome::Failed(_)) => "failed".to_owned(),
            Some(record) => seconds(record, record.cpu_seconds()),
            None => String::new(),
        }
    };
    let megabytes = format!("{:.1}", size.bytes as f64 / 1e6);
    [program.name.to_owned(), size.classes.to_string(), megabytes]
        .into_iter()
        .chain(columns.iter().map(cell))
        .collect()
}
