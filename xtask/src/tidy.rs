//! The project's own rules on its sources, which no other tool checks.
//!
//! Every Rust and Java file starts with a description; no file is longer than 800 lines; no unfinished
//! work is left behind; links in the documents lead to files.

use std::path::{Path, PathBuf};

use crate::root;
use crate::steps::say;

/// STYLE: files of about 300 lines, a second thought at 800.
const LONGEST: usize = 800;

pub(crate) fn run() -> Result<(), String> {
    let mut files = Vec::new();
    collect(&root(), &mut files);
    files.sort();
    let mut problems = Vec::new();
    for file in &files {
        let Ok(text) = std::fs::read_to_string(file) else { continue };
        let name = file.strip_prefix(root()).unwrap_or(file).display().to_string();
        check(file, &text, &mut |line, what| problems.push(format!("{name}:{line}: {what}")));
    }
    for problem in &problems {
        say(problem);
    }
    match problems.len() {
        0 => {
            say(&format!("{} files are tidy", files.len()));
            Ok(())
        }
        count => Err(format!("{count} problems")),
    }
}

fn collect(directory: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(directory) else { return };
    for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        if path.is_dir() {
            if !matches!(name.as_str(), "target" | ".git" | "corpus" | "artifacts") {
                collect(&path, files);
            }
        } else if matches!(path.extension().and_then(|e| e.to_str()), Some("rs" | "java" | "md" | "toml")) {
            files.push(path);
        }
    }
}

fn check(file: &Path, text: &str, problem: &mut dyn FnMut(usize, String)) {
    let extension = file.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    let lines = text.lines().count();
    if matches!(extension, "rs" | "java") && lines > LONGEST {
        problem(lines, format!("{lines} lines; split it at {LONGEST}"));
    }
    match extension {
        "rs" if !text.starts_with("//!") => problem(1, "no module header (//!)".to_owned()),
        "md" => check_links(file, text, problem),
        _ => {}
    }
    // Spelled apart, so that this file passes itself.
    let unfinished = [concat!("TO", "DO"), concat!("FIX", "ME"), concat!("XX", "X:")];
    for (index, line) in text.lines().enumerate() {
        if let Some(word) = unfinished.iter().find(|word| line.contains(**word)) {
            problem(index + 1, format!("{word}: finish it or say why it is as it is"));
        }
        if line.ends_with(' ') && extension != "md" {
            problem(index + 1, "white space at the end of the line".to_owned());
        }
    }
}

/// `[text](path)`: the path exists, seen from the document.
fn check_links(file: &Path, text: &str, problem: &mut dyn FnMut(usize, String)) {
    for (index, line) in text.lines().enumerate() {
        for part in line.split("](").skip(1) {
            let target = part.split(')').next().unwrap_or_default();
            let path = target.split('#').next().unwrap_or_default();
            if path.is_empty() || path.contains("://") || path.starts_with("mailto:") {
                continue;
            }
            let base = file.parent().unwrap_or(Path::new("."));
            if !base.join(path).exists() {
                problem(index + 1, format!("{target}: no such file"));
            }
        }
    }
}
