//! Commands and options that the documentation shows are those that the command has, by its own help.
//!
//! A shown command is `deadheat NAME …` in a code block, in a CI example, or in `code` of a line; a command may go on over lines
//! that end with a backslash. What comes after `--` is another program's.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use deadheat_harness::root;

/// The words that are commands or options of the help itself.
const ALWAYS: [&str; 4] = ["--help", "--version", "-h", "-V"];

#[test]
fn commands_in_the_documentation_are_there_with_their_options() {
    let mut helps = BTreeMap::new();
    let (mut problems, mut commands) = (Vec::new(), 0);
    for file in documents() {
        let text = fs::read_to_string(&file).expect("a document");
        for (line, words) in shown(&text) {
            commands += 1;
            let known = helps.entry(words[0].clone()).or_insert_with(|| options_of(&words[0]));
            let name = format!("{}:{line}", file.display());
            let Some(known) = known else {
                problems.push(format!("{name}: there is no deadheat {}", words[0]));
                continue;
            };
            let unknown = options(&words).into_iter().filter(|it| !known.contains(it));
            problems.extend(unknown.map(|option| format!("{name}: deadheat {} has no {option}", words[0])));
        }
    }
    assert!(commands > 100, "only {commands} commands were found");
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn what_is_not_there_is_noticed() {
    let text = "Say `deadheat check --nonsense 'a b' -q -- java --add-opens x` or\n```console\n$ target/release/deadheat \
                nothing --json \\\n    --more=3 # --not-this\n```\n";
    let found: Vec<(usize, Vec<String>)> = shown(text);
    assert_eq!(found.len(), 2, "{found:?}");
    assert_eq!(options(&found[0].1), ["--nonsense", "-q"]);
    assert_eq!((found[1].0, &*found[1].1[0]), (3, "nothing"));
    assert_eq!(options(&found[1].1), ["--json", "--more"]);
    assert!(options_of("nothing").is_none());
    assert!(
        options_of("check").is_some_and(|known| known.contains("--html") && !known.contains("--nonsense"))
    );
}

/// README.md, the book and the CI examples.
fn documents() -> Vec<PathBuf> {
    let mut found = ["README.md", "CONTRIBUTING.md"].map(|name| root().join(name)).to_vec();
    below(&root().join("docs"), &mut found);
    found
}

fn below(directory: &Path, found: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(directory).expect("a directory").flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        let is_document = path.extension().is_some_and(|it| it == "md" || it == "yml");
        match path.is_dir() {
            true => below(&path, found),
            false if is_document => found.push(path),
            false => {}
        }
    }
}

/// The commands of a document: the line, and the words behind `deadheat`.
fn shown(text: &str) -> Vec<(usize, Vec<String>)> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    let mut index = 0;
    while index < lines.len() {
        let first = index;
        let mut whole = lines[index].to_owned();
        while whole.ends_with('\\') && index + 1 < lines.len() {
            index += 1;
            whole.truncate(whole.len() - 1);
            whole.push_str(lines[index].trim_start());
        }
        index += 1;
        found.extend(commands_in(&whole).into_iter().map(|words| (first + 1, words)));
    }
    found
}

/// `code` of a line has a command each; a line without such is one itself.
fn commands_in(line: &str) -> Vec<Vec<String>> {
    let code: Vec<&str> = line.split('`').skip(1).step_by(2).collect();
    let parts = if code.is_empty() { vec![line] } else { code };
    parts.into_iter().filter_map(words_of).filter(|words| !words.is_empty()).collect()
}

/// The words behind `deadheat`, if that is what is run: at the beginning, after a prompt, `run:` or variables.
fn words_of(part: &str) -> Option<Vec<String>> {
    let part = part.split(" #").next().unwrap_or_default().trim();
    let words: Vec<&str> = part.split_whitespace().collect();
    let is_before =
        |word: &&&str| ["$", "-", "run:"].contains(*word) || (word.contains('=') && !word.starts_with("--"));
    let before = words.iter().take_while(is_before).count();
    let command = words.get(before)?;
    let is_run = before > 0 || part.starts_with("deadheat ") || part.contains("/deadheat ");
    let is_command = *command == "deadheat" || command.ends_with("/deadheat");
    let name = words.get(before + 1).filter(|_| is_run && is_command)?;
    let is_name = name.chars().all(|letter| letter.is_ascii_lowercase() || letter == '-');
    // `deadheat --version`, and sentences that begin with the name in lower case.
    (is_name && !name.starts_with('-')).then(|| words[before + 1..].iter().map(|&it| it.to_owned()).collect())
}

/// The options among words: before `--`, without values.
fn options(words: &[String]) -> Vec<String> {
    let own = words.iter().skip(1).take_while(|word| *word != "--");
    let bare = |word: &String| {
        let word = word.trim_start_matches('[').trim_end_matches([']', ',', '.', ';', ')']);
        word.split('=').next().unwrap_or_default().to_owned()
    };
    let is_option = |word: &String| {
        let name = word.trim_start_matches('-');
        word.starts_with('-') && name.chars().next().is_some_and(|first| first.is_ascii_alphabetic())
    };
    own.map(bare).filter(is_option).filter(|word| !ALWAYS.contains(&&**word)).collect()
}

/// The options that the help of a command names; none if there is no such command.
fn options_of(command: &str) -> Option<BTreeSet<String>> {
    let mut help = Command::new(env!("CARGO_BIN_EXE_deadheat"));
    let output = help.args([command, "--help"]).output().expect("it starts");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let words = text.split(|letter: char| !(letter.is_ascii_alphanumeric() || letter == '-'));
    let options = words.filter(|word| word.starts_with('-')).map(str::to_owned);
    output.status.success().then(|| options.collect())
}
