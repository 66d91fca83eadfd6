//! The techniques that can be switched off one by one, as in tables III and V of the paper, and what the command
//! at hand knows of them: its own help says which it accepts.

use std::process::Command;

/// A technique: the paper's letter, its name there, and the word for `--without`.
pub(super) struct Technique {
    pub(super) letter: &'static str,
    pub(super) name: &'static str,
    word: &'static str,
}

const TECHNIQUES: [Technique; 4] = [
    Technique { letter: "T", name: "2-Threads", word: "tasks" },
    Technique { letter: "F", name: "Filtering", word: "filtering" },
    Technique { letter: "B", name: "Bubble-up", word: "bubble-up" },
    Technique { letter: "S", name: "Synchronized", word: "locks" },
];

/// Filters that are switched off alone: the paper's fifth, and Chord's.
const OTHERS: [&str; 4] = ["call-locks", "escape", "parallel", "initialisation"];

/// What a version of the command can do.
pub(super) struct Abilities {
    pub(super) techniques: Vec<&'static Technique>,
    pub(super) others: Vec<&'static str>,
    /// Whether packages can be marked as a library's.
    pub(super) can_fold: bool,
}

/// What is switched on or off in one run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Configuration {
    /// A bit for each technique that the command knows, the first one highest, as the rows of the tables.
    Techniques(u32),
    /// All techniques, without one of the other filters.
    Without(&'static str),
}

impl Abilities {
    /// Reads the command's help.
    pub(super) fn probe(mut command: Command) -> Result<Abilities, String> {
        let output = command.args(["scan", "--help"]).output().map_err(|error| error.to_string())?;
        Ok(Abilities::of(&String::from_utf8_lossy(&output.stdout)))
    }

    fn of(help: &str) -> Abilities {
        let words = filters(help);
        Abilities {
            techniques: TECHNIQUES.iter().filter(|technique| words.contains(&technique.word)).collect(),
            others: OTHERS.into_iter().filter(|word| words.contains(word)).collect(),
            can_fold: help.lines().any(|line| line.trim().starts_with("--fold")),
        }
    }

    /// All techniques switched on.
    pub(super) fn full(&self) -> Configuration {
        Configuration::Techniques((1 << self.techniques.len()) - 1)
    }

    /// All combinations, from none to all, as the paper's rows.
    pub(super) fn combinations(&self) -> Vec<Configuration> {
        (0..1 << self.techniques.len()).map(Configuration::Techniques).collect()
    }

    pub(super) fn is_on(&self, bits: u32, technique: usize) -> bool {
        bits & self.bit(technique) != 0
    }

    pub(super) fn bit(&self, technique: usize) -> u32 {
        1 << (self.techniques.len() - 1 - technique)
    }

    /// The command's options.
    pub(super) fn options(&self, configuration: &Configuration, libraries: &[&str]) -> Vec<String> {
        let off: Vec<&str> = match configuration {
            Configuration::Techniques(bits) => {
                let all = self.techniques.iter().enumerate();
                all.filter(|(index, _)| !self.is_on(*bits, *index))
                    .map(|(_, technique)| technique.word)
                    .collect()
            }
            Configuration::Without(word) => vec![word],
        };
        // Marked packages mean nothing without Bubble-up.
        let fold = self.can_fold && !off.contains(&"bubble-up");
        let folded = (fold && !libraries.is_empty()).then(|| ["--fold".to_owned(), libraries.join(",")]);
        let without = off.iter().flat_map(|word| ["--without", word]).map(str::to_owned);
        without.chain(folded.into_iter().flatten()).collect()
    }
}

/// The values of `--without`: each on a line of its own with what it means, or all in one list.
fn filters<'a>(help: &'a str) -> Vec<&'a str> {
    let lines = help.lines().map(str::trim).skip_while(|line| !line.starts_with("--without")).skip(1);
    let lines = lines.take_while(|line| !line.starts_with('-') || line.starts_with("- "));
    let words = |line: &'a str| -> Vec<&'a str> {
        let list = line.strip_prefix("[possible values: ").and_then(|list| list.strip_suffix(']'));
        let item = line.strip_prefix("- ").and_then(|item| item.split(':').next());
        list.map_or_else(|| item.into_iter().collect(), |list| list.split(", ").collect())
    };
    lines.flat_map(words).collect()
}

impl Configuration {
    /// For names of files.
    pub(super) fn name(&self) -> String {
        match self {
            Configuration::Techniques(bits) => format!("{bits:04b}"),
            Configuration::Without(word) => format!("without-{word}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: &str = "
  --without <FILTER>
      Leave a filter out

      Possible values:
      - escape: Objects
      - locks:  Accesses under one lock
      - tasks:  Tasks of a loop

  --by <BY>
      Possible values:
      - filtering: is no filter here
";

    #[test]
    fn help_says_which_techniques_there_are() {
        let abilities = Abilities::of(LONG);
        let letters: Vec<&str> = abilities.techniques.iter().map(|technique| technique.letter).collect();
        assert_eq!(letters, ["T", "S"]);
        assert_eq!(abilities.others, ["escape"]);
        assert!(!abilities.can_fold);
        let short = Abilities::of("--without <F>\n [possible values: tasks, bubble-up]\n--fold <P>");
        assert_eq!(short.techniques.len(), 2);
        assert!(short.can_fold);
    }

    #[test]
    fn combinations_switch_off_what_has_no_bit() {
        let abilities = Abilities::of(LONG);
        assert_eq!(abilities.combinations().len(), 4);
        let options = |bits| abilities.options(&Configuration::Techniques(bits), &["a.**"]);
        assert_eq!(options(0b10), ["--without", "locks"]);
        assert_eq!(options(0b00), ["--without", "tasks", "--without", "locks"]);
        assert!(options(0b11).is_empty());
    }

    #[test]
    fn packages_are_marked_only_with_bubble_up() {
        let abilities = Abilities::of("--without <F>\n [possible values: bubble-up]\n--fold <P>");
        assert_eq!(abilities.options(&abilities.full(), &["a.**", "b.**"]), ["--fold", "a.**,b.**"]);
        let off = Configuration::Techniques(0);
        assert_eq!(abilities.options(&off, &["a.**"]), ["--without", "bubble-up"]);
    }
}
