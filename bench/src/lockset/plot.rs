//! TREE's figures 5.2 and 5.3: time, memory and what is left out, as threads, turns or locks become more; a table of
//! numbers and a picture for each.

use std::fmt::Write as _;
use std::fs;
use std::time::Duration;

use deadheat_harness::Jdk;

use super::measure::{Row, Variant, directory, measure};
use crate::run::programs::Program;
use crate::table::print;

const VARIANTS: &[Variant] = &[
    Variant::new("FastTrack", "fasttrack", "fasttrack"),
    Variant::new("FastTrack+TREE", "fasttrack", "fasttrack+tree"),
];

/// What grows, how far; the others stay at 4 threads, 100,000 turns, 4 locks.
const SWEEPS: [(&str, usize, [u32; 5]); 3] = [
    ("threads", 0, [1, 2, 4, 8, 16]),
    ("thousands of turns", 1, [25, 50, 100, 200, 400]),
    ("locks", 2, [1, 2, 4, 8, 16]),
];

/// Measures both figures and writes a picture for each sweep.
pub(super) fn sweeps(jdk: &Jdk, repeat: u16, limit: Duration) -> Result<(), String> {
    let program = Program::kernel("redundant", "Redundant");
    for (figure, word) in [("5.2", None), ("5.3", Some("own"))] {
        for (what, at, values) in SWEEPS {
            let mut rows = Vec::new();
            for value in values {
                let mut arguments = ["4", "100", "4"].map(str::to_owned).to_vec();
                arguments[at] = value.to_string();
                arguments.extend(word.map(str::to_owned));
                rows.push(measure(&program, &arguments, jdk, VARIANTS, (repeat, limit))?);
            }
            println!("\nfigure {figure}: {what}");
            let lines: Vec<Vec<String>> =
                values.iter().zip(&rows).map(|(value, row)| line(*value, row)).collect();
            print(&[what, "bare s", "FT s", "FT+TREE s", "FT MB", "FT+TREE MB", "left out"], &lines);
            let file = directory().join(format!("figure-{figure}-{}.svg", what.replace(' ', "-")));
            fs::write(&file, picture(what, &values, &rows))
                .map_err(|error| format!("{}: {error}", file.display()))?;
            println!("{}", file.display());
        }
    }
    Ok(())
}

fn line(value: u32, row: &Row) -> Vec<String> {
    let mut cells = vec![value.to_string(), format!("{:.2}", row.bare)];
    cells.extend(row.outcomes.iter().map(|it| it.seconds.map_or("–".to_owned(), |it| format!("{it:.2}"))));
    cells.extend(row.outcomes.iter().map(|it| (it.kilobytes / 1024).to_string()));
    let with = &row.outcomes[1];
    let asked = (with.left_out + with.compared).max(1);
    cells.push(format!("{:.1}%", 100.0 * with.left_out as f64 / asked as f64));
    cells
}

const WIDTH: f64 = 480.0;
const HEIGHT: f64 = 280.0;
const EDGE: f64 = 44.0;

/// Two lines, seconds over what grows; steps are of equal width.
fn picture(what: &str, values: &[u32], rows: &[Row]) -> String {
    let seconds = |row: &Row, at: usize| row.outcomes[at].seconds.unwrap_or(0.0);
    let most = rows.iter().flat_map(|row| [seconds(row, 0), seconds(row, 1)]).fold(0.1, f64::max);
    let x = |at: usize| EDGE + (WIDTH - 2.0 * EDGE) * at as f64 / (values.len() - 1).max(1) as f64;
    let y = |value: f64| HEIGHT - EDGE - (HEIGHT - 2.0 * EDGE) * value / most;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{HEIGHT}\" font-family=\"sans-serif\" \
         font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    for (at, (label, colour)) in [("FastTrack", "#b03030"), ("FastTrack+TREE", "#3050b0")].iter().enumerate()
    {
        let points: Vec<String> = rows
            .iter()
            .enumerate()
            .map(|(step, row)| format!("{:.1},{:.1}", x(step), y(seconds(row, at))))
            .collect();
        let points = points.join(" ");
        let _ = writeln!(
            svg,
            "<polyline points=\"{points}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>"
        );
        let place = 16 + 16 * at;
        let _ = writeln!(svg, "<text x=\"{EDGE}\" y=\"{place}\" fill=\"{colour}\">{label}</text>");
    }
    for (step, value) in values.iter().enumerate() {
        let (x, y) = (x(step), HEIGHT - EDGE + 16.0);
        let _ = writeln!(svg, "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"middle\">{value}</text>");
    }
    let (middle, low, top) = (WIDTH / 2.0, HEIGHT - 8.0, y(most));
    let _ = writeln!(svg, "<text x=\"{middle}\" y=\"{low}\" text-anchor=\"middle\">{what}</text>");
    let _ = writeln!(svg, "<text x=\"4\" y=\"{top:.1}\">{most:.1} s</text>\n</svg>");
    svg
}
