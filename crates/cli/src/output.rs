//! What every command that shows findings shares: the formats, the baseline, suppressions, and whether a build fails.

use std::fs::{self, OpenOptions};
use std::io::{self, IsTerminal, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use clap::{Args, ValueEnum};
use deadheat_instrument::digest;
use deadheat_report::baseline::Baseline;
use deadheat_report::finding::{Evidence, Finding};
use deadheat_report::source::Sources;
use deadheat_report::suppress::{self, Rule};
use deadheat_report::text::{self, Look};
use deadheat_report::{Findings, html, json, junit, sarif};

/// Where findings go.
#[derive(Debug, Args)]
pub(crate) struct OutputArguments {
    /// Write one page that needs no server, with search, filters, sources and pictures.
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    html: Option<PathBuf>,
    /// Write SARIF 2.1.0, for code scanning.
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    sarif: Option<PathBuf>,
    /// Write JSON (docs/schema/findings.schema.json); '-' prints it in place of the text.
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    json: Option<PathBuf>,
    /// Write JUnit XML, for build servers.
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    junit: Option<PathBuf>,
    /// Also list findings that are no more than possible.
    #[arg(long, help_heading = "Output")]
    possible: bool,
    /// List all findings, not only the first 50.
    #[arg(long, help_heading = "Output")]
    all: bool,
    /// Colours: where a terminal is and NO_COLOR is not set (auto), always or never.
    #[arg(long, value_enum, default_value_t = Colour::Auto, value_name = "WHEN", help_heading = "Output")]
    color: Colour,
    /// Where sources are, besides the project; may be given several times.
    #[arg(long, value_name = "DIRECTORY", help_heading = "Output")]
    source: Vec<PathBuf>,
    /// What is known already: a file that --write-baseline wrote.
    #[arg(long, value_name = "FILE", help_heading = "Continuous integration")]
    baseline: Option<PathBuf>,
    /// Write down all findings as known.
    #[arg(long, value_name = "FILE", help_heading = "Continuous integration")]
    write_baseline: Option<PathBuf>,
    /// What makes the exit code 1; several with commas. With a baseline new, else likely.
    #[arg(
        long,
        value_enum,
        value_delimiter = ',',
        value_name = "WHAT",
        help_heading = "Continuous integration"
    )]
    fail_on: Vec<FailOn>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Colour {
    Auto,
    Always,
    Never,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum FailOn {
    /// What the baseline does not have, unless it is no more than possible.
    New,
    /// What happened, or is predicted with a schedule.
    Witnessed,
    /// These, and what is feasible or likely.
    Likely,
    /// Everything.
    Possible,
    /// Nothing.
    Never,
}

impl FailOn {
    fn holds(self, finding: &Finding) -> bool {
        let is_witnessed = finding.strength().0 >= Evidence::Predicted;
        let is_likely = finding.label() != "possible";
        let holds = match self {
            FailOn::New => finding.new == Some(true) && is_likely,
            FailOn::Witnessed => is_witnessed,
            FailOn::Likely => is_likely,
            FailOn::Possible => true,
            FailOn::Never => false,
        };
        holds && finding.is_counted()
    }
}

/// Whether findings make a build fail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verdict {
    Passes,
    Fails,
}

impl Verdict {
    /// Says what is to be said besides the list, and tells the exit code: without findings, a check that is not complete
    /// does not pass.
    pub(crate) fn exit_code(self, notes: &[String], problems: &[String]) -> u8 {
        for said in notes.iter().chain(problems) {
            let _ = writeln!(io::stderr(), "deadheat: {said}");
        }
        match self {
            Verdict::Fails => 1,
            Verdict::Passes if problems.is_empty() => 0,
            Verdict::Passes => 2,
        }
    }
}

impl OutputArguments {
    /// Finds out, before long work begins, what could not be written or read.
    pub(crate) fn prepare(&self) -> Result<()> {
        if self.fail_on.contains(&FailOn::New) && self.baseline.is_none() {
            bail!("--fail-on new: say with --baseline FILE what is known already");
        }
        self.known()?;
        let files = [&self.html, &self.sarif, &self.json, &self.junit, &self.write_baseline];
        for file in files.into_iter().flatten().filter(|file| *file != Path::new("-")) {
            writable(file)?;
        }
        Ok(())
    }

    fn known(&self) -> Result<Option<Baseline>> {
        let Some(file) = &self.baseline else { return Ok(None) };
        let name = file.display();
        let text = fs::read_to_string(file).with_context(|| format!("the baseline {name} cannot be read"))?;
        Baseline::parse(&text).map(Some).map_err(|error| anyhow!("{name}: {error}"))
    }

    /// Shows findings in all ways that are asked for.
    pub(crate) fn report(
        &self,
        mut findings: Findings,
        sources: &[PathBuf],
        rules: &[Rule],
        notes: &mut Vec<String>,
        text: &mut String,
    ) -> Result<Verdict> {
        let base = std::env::current_dir().unwrap_or_default();
        let whole = |path: &PathBuf| path.canonicalize().unwrap_or_else(|_| path.clone());
        let places: Vec<PathBuf> = self.source.iter().chain(sources).map(whole).collect();
        let sources = Sources::below(&places, &base);
        sources.annotate(&mut findings.findings);
        notes.extend(suppress::apply(&mut findings.findings, rules, &sources));
        if let Some(baseline) = self.known()? {
            baseline.mark(&mut findings.findings);
        }
        self.write_files(&findings, &sources)?;
        remember(&findings)?;
        match self.json.as_deref() == Some(Path::new("-")) {
            true => text.push_str(&json::write(&findings)?),
            false => {
                let most = if self.all { usize::MAX } else { Look::default().most };
                let look = Look { colours: self.colours(), possible: self.possible, most, ..Look::default() };
                text::write(&findings, &sources, &look, text);
            }
        }
        let fails = findings.findings.iter().any(|finding| self.fails(finding));
        Ok(if fails { Verdict::Fails } else { Verdict::Passes })
    }

    fn write_files(&self, findings: &Findings, sources: &Sources) -> Result<()> {
        let write = |file: &Option<PathBuf>, contents: &dyn Fn() -> Result<String>| -> Result<()> {
            let Some(file) = file.as_ref().filter(|file| *file != Path::new("-")) else { return Ok(()) };
            fs::write(file, contents()?).with_context(|| format!("{} cannot be written", file.display()))
        };
        write(&self.html, &|| Ok(html::write(findings, sources)?))?;
        write(&self.sarif, &|| Ok(serde_json::to_string_pretty(&sarif::write(findings))? + "\n"))?;
        write(&self.json, &|| Ok(json::write(findings)?))?;
        write(&self.junit, &|| Ok(junit::write(findings, sources, &|finding| self.fails(finding))))?;
        write(&self.write_baseline, &|| Ok(Baseline::write(&findings.findings)))
    }

    fn fails(&self, finding: &Finding) -> bool {
        let default = if self.baseline.is_some() { FailOn::New } else { FailOn::Likely };
        match &self.fail_on[..] {
            [] => default.holds(finding),
            asked => asked.iter().any(|what| what.holds(finding)),
        }
    }

    fn colours(&self) -> bool {
        match self.color {
            Colour::Always => true,
            Colour::Never => false,
            Colour::Auto => colours(),
        }
    }
}

/// Finds out, before long work begins, whether a file can be written; it is not changed.
pub(crate) fn writable(file: &Path) -> Result<()> {
    let was_there = file.exists();
    let opened = OpenOptions::new().create(true).append(true).open(file);
    opened.with_context(|| format!("{} cannot be written", file.display()))?;
    if !was_there {
        let _ = fs::remove_file(file);
    }
    Ok(())
}

/// Whether colours are wanted, where nobody says so.
pub(crate) fn colours() -> bool {
    let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    io::stdout().is_terminal() && !refused && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
}

/// The suppressions of the configuration that is named, or found.
pub(crate) fn suppressions(named: Option<&Path>) -> Result<Vec<Rule>> {
    let here = || std::env::current_dir().ok().and_then(|it| deadheat_models::Config::find(&it));
    let Some(file) = named.map(Path::to_path_buf).or_else(here) else { return Ok(Vec::new()) };
    let name = file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let text = fs::read_to_string(&file).with_context(|| format!("{} cannot be read", file.display()))?;
    suppress::rules(&text, &name).map_err(|error| anyhow!("the configuration has mistakes\n  {error}"))
}

/// Where the last list of this directory is, for `deadheat explain`.
pub(crate) fn last() -> Result<PathBuf> {
    let here = std::env::current_dir().context("the current directory is not known")?;
    let key = digest(here.as_os_str().as_encoded_bytes());
    Ok(crate::run::cache()?.join(format!("last-{key:016x}.json")))
}

fn remember(findings: &Findings) -> Result<()> {
    crate::run::write_whole(&last()?, &json::write(findings)?)
}
