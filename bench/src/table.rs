//! Tables in plain text: the first column to the left, all others to the right.

/// Prints rows under a head.
pub(crate) fn print(head: &[&str], rows: &[Vec<String>]) {
    let width = |column: usize| {
        let cells = rows.iter().map(|row| row[column].chars().count());
        cells.chain([head[column].chars().count()]).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..head.len()).map(width).collect();
    let line = |cells: Vec<&str>| {
        let padded = cells.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| match column {
            0 => format!("{cell:<width$}"),
            _ => format!("{cell:>width$}"),
        });
        println!("{}", padded.collect::<Vec<_>>().join("  ").trim_end());
    };
    line(head.to_vec());
    line(widths.iter().map(|&width| &DASHES[..width.min(DASHES.len())]).collect());
    rows.iter().for_each(|row| line(row.iter().map(String::as_str).collect()));
}

const DASHES: &str = "------------------------------------------------------------------------";
