//! `deadheat check`: builds if it must, scans, runs the tests or the program under the agent, records them and predicts, merges
//! what all found, and reports.
//!
//! What an engine cannot do does not keep the others from their work: it is said, and the exit code is 2 if nothing else
//! makes the check fail, because "no races" would not be known then.

mod cache;
mod code;
mod modules;
mod parts;
mod predict;
mod subject;

use std::ffi::OsString;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use clap::Args;
use deadheat_points_to::has_framework_entries;
use deadheat_program::summary::entry_points;
use deadheat_report::{Announcements, Findings, NoCode, from_run, from_scan, is_run, is_scan, merge};
use serde_json::Value;

use crate::limit::wait_at_most;
use crate::names::dotted;
use crate::open::{config, open, open_to_analyse};
use crate::output::OutputArguments;
use crate::progress::Spinner;
use crate::run::{Watch, joined, watch};
use cache::Slot;
use code::ProgramCode;
use parts::{Engine, Parts};
use subject::Subject;

/// What `check` is told.
#[derive(Debug, Args)]
pub(crate) struct CheckArguments {
    /// A Maven or Gradle project, a jar, or class directories; without a command, the project here.
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Seconds for scanning, running and predicting together. When they are over, what was seen until then counts.
    #[arg(long, value_name = "SECONDS", default_value_t = 600)]
    time: u64,
    /// Do not scan.
    #[arg(long)]
    no_scan: bool,
    /// Do not run anything.
    #[arg(long, conflicts_with = "no_scan")]
    no_run: bool,
    /// Do not run it once more to record it and predict the races of other schedules.
    #[arg(long)]
    no_predict: bool,
    /// Do not build the project first.
    #[arg(long)]
    no_build: bool,
    /// Do not use what was found before in the same classes.
    #[arg(long)]
    no_cache: bool,
    /// The class whose main method starts the program; see deadheat scan.
    #[arg(long, value_name = "CLASS")]
    main: Option<String>,
    /// Look only at these packages and classes while running; of a project, its own packages.
    #[arg(long, value_name = "PATTERNS")]
    include: Option<String>,
    /// Further options of the agent, for tests.
    #[arg(long, value_name = "OPTIONS", hide = true)]
    agent_options: Option<String>,
    /// The JDK to read; see deadheat scan.
    #[arg(long, value_name = "HOME")]
    jdk: Option<PathBuf>,
    /// The configuration: models and suppressions. Else the nearest deadheat.toml, here or above.
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Show no progress.
    #[arg(long, short)]
    quiet: bool,
    #[command(flatten)]
    output: OutputArguments,
    /// The program and its arguments, which is run in place of the tests.
    #[arg(last = true, value_name = "COMMAND")]
    command: Vec<OsString>,
}

/// Runs, as they are kept.
const RUN: Engine = Engine {
    name: "run",
    is_result: is_run,
    join: joined,
    is_empty: |run| {
        let is_none = |key: &str| run[key].as_array().is_none_or(Vec::is_empty);
        let mut jvms = run["jvms"].as_array().into_iter().flatten();
        is_none("races") && run["unfinished"] == 0 && jvms.all(|jvm| jvm["failures"] == 0)
    },
};

/// What is known so far, and what went wrong.
struct Check<'c> {
    arguments: &'c CheckArguments,
    subject: Subject,
    ends: Instant,
    announced: Announcements,
    problems: Vec<String>,
    notes: Vec<String>,
}

/// Checks, and tells the exit code.
pub(crate) fn run(arguments: &CheckArguments, text: &mut String) -> Result<u8> {
    arguments.output.prepare()?;
    let subject = Subject::of(&arguments.paths, &arguments.command)?;
    // A mistake there is said before the work begins.
    config(arguments.config.as_deref())?;
    let rules = crate::output::suppressions(arguments.config.as_deref())?;
    let ends = Instant::now() + Duration::from_secs(arguments.time);
    let (announced, problems, notes) = Default::default();
    let mut check = Check { arguments, subject, ends, announced, problems, notes };
    check.build()?;
    check.scan()?;
    check.watch()?;
    check.predict()?;
    if check.announced.work.is_empty() {
        let why = if check.problems.is_empty() {
            "there is nothing to do".to_owned()
        } else {
            check.problems.join("\n  ")
        };
        bail!("{why}");
    }
    let mut findings = check.merged();
    let Check { subject, problems, mut notes, .. } = check;
    findings.problems.clone_from(&problems);
    let verdict = arguments.output.report(findings, &subject.sources, &rules, &mut notes, text)?;
    Ok(verdict.exit_code(&notes, &problems))
}

impl Check<'_> {
    fn left(&self) -> Duration {
        self.ends.saturating_duration_since(Instant::now())
    }

    /// Builds a project, so that there are classes. This is not part of the time that scanning and running have.
    fn build(&mut self) -> Result<()> {
        if let Some(words) = self.subject.build().filter(|_| !self.arguments.no_build) {
            let shown = shown(&words);
            let log = log_file("build")?;
            let file = File::create(&log)?;
            let mut command = std::process::Command::new(&words[0]);
            command.args(&words[1..]).stdout(file.try_clone()?).stderr(file).stdin(Stdio::null());
            if let Some((_, directory)) = &self.subject.project {
                command.current_dir(directory);
            }
            let child = command.spawn().with_context(|| {
                format!(
                    "{} cannot be started: install it, or build the project and name its classes, as in deadheat check \
                     target/classes",
                    words[0].display()
                )
            })?;
            let mut spinner = Spinner::new(self.arguments.quiet);
            let forever = Duration::from_secs(u64::from(u32::MAX));
            let status = wait_at_most(child, forever, &mut |at| {
                spinner.say(|| format!("{shown}: {} s", at.as_secs()))
            })?;
            drop(spinner);
            if !status.is_some_and(|status| status.success()) {
                bail!(
                    "the build fails ({shown}):\n{}\n  all of it is in {}",
                    last_lines(&log),
                    log.display()
                );
            }
        }
        self.subject.find_classes();
        if self.subject.project.is_some() && self.subject.classes.is_empty() {
            bail!("the project has no classes: neither target/classes nor build/classes is there");
        }
        self.ends = Instant::now() + Duration::from_secs(self.arguments.time);
        Ok(())
    }

    /// Scans in a process of its own, which can be ended when the time is over.
    fn scan(&mut self) -> Result<()> {
        let classes = self.subject.classes.clone();
        if self.arguments.no_scan {
            return Ok(());
        }
        if classes.is_empty() {
            self.notes.push(
                "not scanned: no classes of the program are known: nothing on the class path of the command is there, or \
                 it is no java command (name them before --)"
                    .to_owned(),
            );
            return Ok(());
        }
        let kept: Vec<PathBuf> = classes.iter().cloned().chain(self.config_file()).collect();
        let mut outcome = Err(String::new());
        for words in self.scan_words()? {
            let slot = Slot::of("scan", &kept, &words, !self.arguments.no_cache)?;
            if let Some(found) = slot.load(is_scan) {
                outcome = Ok(found);
                break;
            }
            outcome = self.scan_anew(&words)?;
            if let Ok(found) = &outcome {
                slot.store(found)?;
                break;
            }
        }
        match outcome {
            Ok(found) => self.announced.add(from_scan(&found)),
            Err(problem) => self.problems.push(problem),
        }
        Ok(())
    }

    fn config_file(&self) -> Option<PathBuf> {
        let here = || std::env::current_dir().ok().and_then(|it| deadheat_models::Config::find(&it));
        self.arguments.config.clone().or_else(here)
    }

    /// The words behind `deadheat`, by what the program has to be entered; what follows is tried if that fails.
    fn scan_words(&self) -> Result<Vec<Vec<String>>> {
        let mut words = vec!["scan".to_owned(), "--json".to_owned(), "--quiet".to_owned()];
        let path = |path: &Path| path.display().to_string();
        words.extend(self.subject.classes.iter().map(|class| path(class)));
        for (option, value) in [("--jdk", &self.arguments.jdk), ("--config", &self.arguments.config)] {
            words.extend(value.iter().flat_map(|value| [option.to_owned(), path(value)]));
        }
        let main = self.arguments.main.clone().or_else(|| self.subject.main.clone());
        let entries = match main {
            Some(main) => vec![vec!["--main".to_owned(), main]],
            None => self.entries()?,
        };
        Ok(entries.into_iter().map(|entries| [words.clone(), entries].concat()).collect())
    }

    /// Without a main method of which it is clear that it is the one: what frameworks call, or all mains, or a library.
    fn entries(&self) -> Result<Vec<Vec<String>>> {
        let library = vec!["--library".to_owned()];
        let opened = open_to_analyse(&self.subject.classes, self.arguments.jdk.as_deref())?;
        let program = &opened.program;
        let hint = ": name a jar, class directories, or a Maven or Gradle project";
        opened.expect_classes(&self.subject.classes, hint)?;
        let mains = entry_points(program);
        if mains.len() == 1 || mains.iter().any(|entry| entry.in_manifest) {
            return Ok(vec![Vec::new()]);
        }
        let config = config(self.arguments.config.as_deref())?;
        let bound = opened.bind(&config)?;
        if has_framework_entries(&bound, true) {
            // The tests of a library that the models describe are taken for that library's.
            return Ok(vec![Vec::new(), library]);
        }
        if mains.is_empty() {
            return Ok(vec![library]);
        }
        let entry = |class| ["--entry".to_owned(), format!("{}.main", dotted(program, class))];
        Ok(vec![mains.iter().flat_map(|main| entry(main.method.class)).collect()])
    }

    /// What a scan found, or why it found nothing.
    fn scan_anew(&mut self, words: &[String]) -> Result<Result<Value, String>> {
        // The run is to have its part of the time.
        let limit = if self.arguments.no_run { self.left() } else { self.left() / 2 };
        self.ask("scan", words, limit)
    }

    /// Another command of Deadheat's, which can be ended when its time is over; what it says, or what is wrong.
    fn ask(&self, what: &str, words: &[String], limit: Duration) -> Result<Result<Value, String>> {
        let (out, err) = (log_file(&format!("{what}.json"))?, log_file(what)?);
        let mut command = std::process::Command::new(std::env::current_exe()?);
        command.args(words).stdout(File::create(&out)?).stderr(File::create(&err)?).stdin(Stdio::null());
        let child = command.spawn().with_context(|| format!("the {what} cannot be started"))?;
        let mut spinner = Spinner::new(self.arguments.quiet);
        let status =
            wait_at_most(child, limit, &mut |at| spinner.say(|| format!("{what}: {} s", at.as_secs())))?;
        drop(spinner);
        let said = fs::read_to_string(&err).unwrap_or_default();
        let found = fs::read(&out).ok().and_then(|bytes| serde_json::from_slice(&bytes).ok());
        let _ = (fs::remove_file(&out), fs::remove_file(&err));
        Ok(match (status.map(|status| status.code()), found) {
            (Some(Some(0 | 1)), Some(found)) => Ok(found),
            (Some(_), _) => {
                Err(format!("the {what} failed: {}", said.trim().trim_start_matches("deadheat: ")))
            }
            (None, _) => Err(format!(
                "the {what} did not end within {}: what it would find is not listed (--time gives it more)",
                seconds(limit)
            )),
        })
    }

    /// Runs the tests or the program.
    fn watch(&mut self) -> Result<()> {
        if self.arguments.no_run {
            return Ok(());
        }
        if self.subject.command.is_empty() {
            self.subject.command = self.own_command()?;
        }
        if self.subject.command.is_empty() {
            self.notes.push("not run: there is no main method and no command after --".to_owned());
            return Ok(());
        }
        let parts = Parts::of(self, &RUN)?;
        if let Some(found) = parts.known() {
            self.notes
                .push("the tests were not run again: nothing changed (--no-cache runs them)".to_owned());
            self.announced.add(from_run(&found));
            return Ok(());
        }
        if let (all, unchanged @ [_, ..]) = (parts.unchanged().0, &parts.unchanged().1[..]) {
            self.notes.push(format!(
                "the tests of {} of {all} modules were not run again: nothing changed there (--no-cache runs them)",
                unchanged.len()
            ));
        }
        self.watch_anew(self.run_options(), parts)
    }

    fn run_options(&self) -> Vec<String> {
        let packages = self.subject.packages();
        let include = match &self.arguments.include {
            Some(patterns) => Some(patterns.clone()),
            None if self.subject.is_tests && !packages.is_empty() => Some(packages.join(",")),
            None => None,
        };
        let agent = self.arguments.agent_options.clone();
        let options = [("--include", include), ("--agent-options", agent)];
        options.into_iter().filter_map(|(key, value)| Some([key.to_owned(), value?])).flatten().collect()
    }

    /// What starts the program, if it has a main method.
    fn own_command(&self) -> Result<Vec<OsString>> {
        let java = OsString::from("java");
        let opened = open(&self.subject.classes, self.arguments.jdk.as_deref())?;
        let named = self.arguments.main.clone();
        let mains = entry_points(&opened.program);
        let is_one = mains.len() == 1 || mains.first().is_some_and(|entry| entry.in_manifest);
        let found = mains.first().filter(|_| is_one).map(|main| dotted(&opened.program, main.method.class));
        let Some(main) = named.or(found) else { return Ok(Vec::new()) };
        let is_jar = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "jar");
        if let ([jar], None, true) = (
            &self.subject.classes[..],
            &self.arguments.main,
            mains.first().is_some_and(|entry| entry.in_manifest),
        ) && is_jar(jar)
        {
            return Ok(vec![java, "-jar".into(), jar.into()]);
        }
        let class_path = std::env::join_paths(&self.subject.classes).context("a path has a colon")?;
        Ok(vec![java, "-cp".into(), class_path, main.into()])
    }

    fn watch_anew(&mut self, options: Vec<String>, parts: Parts<'_>) -> Result<()> {
        let (command, shown) = (parts.command(&self.subject.command)?, shown(&self.subject.command));
        let log = if self.subject.is_tests { Some(log_file("tests")?) } else { None };
        // Tests that end are worth more than predictions from tests that did not; a program may be one that never ends.
        let is_shared = self.predicts() && !self.subject.is_tests;
        let limit = if is_shared { self.left() / 2 } else { self.left() };
        let directory = self.subject.project.as_ref().filter(|_| self.subject.is_tests);
        let asked = Watch {
            command: &command,
            directory: directory.map(|(_, directory)| directory.as_path()),
            options,
            log: log.clone(),
            limit,
        };
        let mut spinner = Spinner::new(self.arguments.quiet || !self.subject.is_tests);
        let outcome = watch(&asked, &mut |at| spinner.say(|| format!("{shown}: {} s", at.as_secs())));
        drop(spinner);
        let watched = match outcome {
            Ok(watched) => watched,
            Err(error) if self.announced.work.is_empty() => return Err(error),
            Err(error) => {
                self.problems.push(format!("nothing was run: {error:#}"));
                return Ok(());
            }
        };
        let is_watched = !watched.jvms.is_empty();
        if !is_watched && watched.status.is_none() {
            self.problems.push(format!(
                "{shown} was ended after {}, before the agent was there (--time gives it more)",
                seconds(limit)
            ));
            return Ok(());
        }
        let is_whole = watched.status.is_some_and(|status| status.success());
        if is_watched {
            self.announced.add(from_run(&parts.take(watched.jvms, is_whole)?));
        } else {
            self.problems.push(format!("{shown} started no JVM that the agent could watch"));
        }
        match watched.status {
            None if self.subject.is_tests => self.problems.push(format!(
                "the tests did not end within {}: what they did until then counts (--time gives them more)",
                seconds(limit)
            )),
            None => {
                self.notes.push(format!("the time of {} was over: the program was ended", seconds(limit)))
            }
            Some(status) if status.success() => {}
            Some(status) => self.problems.push(failure(&shown, status, log.as_deref())),
        }
        Ok(())
    }

    fn merged(&mut self) -> Findings {
        let announced = std::mem::take(&mut self.announced);
        // Without the classes, ids have no ordinals.
        let opened = (!self.subject.classes.is_empty())
            .then(|| open(&self.subject.classes, self.arguments.jdk.as_deref()));
        match opened {
            Some(Ok(opened)) => merge(announced, &ProgramCode::new(&opened.program)),
            _ => merge(announced, &NoCode),
        }
    }
}

/// Findings with what the classes tell, for files that engines wrote.
pub(crate) fn merge_with(
    announced: Announcements,
    classes: &[PathBuf],
    jdk: Option<&Path>,
) -> Result<Findings> {
    if classes.is_empty() {
        return Ok(merge(announced, &NoCode));
    }
    let opened = open(classes, jdk)?;
    Ok(merge(announced, &ProgramCode::new(&opened.program)))
}

fn failure(shown: &str, status: std::process::ExitStatus, log: Option<&Path>) -> String {
    match log {
        Some(log) => format!(
            "the tests fail ({shown}: {status}), what they did counts:\n{}\n  all of it is in {}",
            last_lines(log),
            log.display()
        ),
        None => format!("{shown} failed ({status}): what it did until then counts"),
    }
}

/// A limit, as a message has it.
fn seconds(limit: Duration) -> String {
    match limit.as_secs() {
        0..10 => format!("{:.1} s", limit.as_secs_f64()),
        whole => format!("{whole} s"),
    }
}

fn shown(words: &[OsString]) -> String {
    let words: Vec<String> = words.iter().map(|word| word.display().to_string()).collect();
    words.join(" ")
}

/// A file for what a program of this check says.
fn log_file(name: &str) -> Result<PathBuf> {
    let directory = crate::run::cache()?.join("logs");
    fs::create_dir_all(&directory).with_context(|| format!("{} cannot be made", directory.display()))?;
    Ok(directory.join(format!("{name}-{}.log", std::process::id())))
}

/// The end of a log, for a message: errors if there are any, else the last lines.
fn last_lines(log: &Path) -> String {
    const MOST: usize = 8;
    let text = without_colours(&String::from_utf8_lossy(&fs::read(log).unwrap_or_default()));
    // What Maven says of itself after each failure tells nothing of this one.
    const NOISE: [&str; 4] =
        ["[Help ", "re-run Maven", "Re-run Maven", "For more information about the errors"];
    let is_noise = |line: &str| NOISE.iter().any(|noise| line.contains(noise)) && !line.contains("Failed to");
    let is_error = |line: &&str| line.contains("[ERROR]") && line.trim() != "[ERROR]" && !is_noise(line);
    let errors: Vec<&str> = text.lines().filter(is_error).take(MOST).collect();
    let lines: Vec<&str> = text.lines().collect();
    let shown = if errors.is_empty() { lines[lines.len().saturating_sub(MOST)..].to_vec() } else { errors };
    let shown = shown.iter().map(|line| line.split(" -> [Help ").next().unwrap_or_default());
    shown.map(|line| format!("  | {line}")).collect::<Vec<_>>().join("\n")
}

/// A text without what is meant for terminals: Maven writes some of it to files, too.
fn without_colours(text: &str) -> String {
    let mut parts = text.split("\x1b[");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |all, part| {
        let rest = part.trim_start_matches(|it: char| it.is_ascii_digit() || it == ';');
        all + rest.strip_prefix(|it: char| it.is_ascii_alphabetic()).unwrap_or(rest)
    })
}

#[cfg(test)]
mod tests {
    use super::without_colours;

    #[test]
    fn what_colours_a_terminal_is_no_text() {
        assert_eq!(without_colours("\x1b[1;31m[ERROR]\x1b[m a[0m]\x1b["), "[ERROR] a[0m]");
    }
}
