//! Commands on lists of findings: `report` (files of engines → one list), `explain` (all about one), `diff` (two lists).

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use deadheat_report::source::Sources;
use deadheat_report::text::{self, Look};
use deadheat_report::{
    Announcements, Findings, diff, from_predict, from_run, from_scan, is_predict, is_run, is_scan, json,
};
use serde_json::Value;

use crate::check::merge_with;
use crate::output::{OutputArguments, colours, last, suppressions};

/// What `report` is told.
#[derive(Debug, Args)]
pub(crate) struct ReportArguments {
    /// Files that scan --json, run --json or predict --json wrote, or one list that check --json wrote.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The classes that the files are about, so that ids are those of check; may be given several times.
    #[arg(long, value_name = "PATH")]
    classes: Vec<PathBuf>,
    /// The JDK to read; see deadheat scan.
    #[arg(long, value_name = "HOME")]
    jdk: Option<PathBuf>,
    /// The configuration with suppressions. Else the nearest deadheat.toml, here or above.
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    #[command(flatten)]
    output: OutputArguments,
}

/// Merges files and shows what is in them.
pub(crate) fn report(arguments: &ReportArguments, text: &mut String) -> Result<u8> {
    arguments.output.prepare()?;
    let rules = suppressions(arguments.config.as_deref())?;
    let mut announced = Announcements::default();
    let mut list = None;
    for file in &arguments.files {
        let value = read_json(file)?;
        if is_scan(&value) {
            announced.add(from_scan(&value));
        } else if is_run(&value) {
            announced.add(from_run(&value));
        } else if is_predict(&value) {
            announced.add(from_predict(&value));
        } else if json::is_findings(&value) && arguments.files.len() == 1 {
            list = Some(read_list(file)?);
        } else if json::is_findings(&value) {
            bail!("{} is a list that is merged already: name it alone", file.display());
        } else {
            bail!(
                "{} is none of the files that scan --json, run --json, predict --json and check --json write",
                file.display()
            );
        }
    }
    let findings = match list {
        Some(findings) => findings,
        None => merge_with(announced, &arguments.classes, arguments.jdk.as_deref())?,
    };
    let mut notes = Vec::new();
    let here = [PathBuf::from(".")];
    let problems = findings.problems.clone();
    let verdict = arguments.output.report(findings, &here, &rules, &mut notes, text)?;
    Ok(verdict.exit_code(&notes, &problems))
}

fn read_json(file: &Path) -> Result<Value> {
    let text = fs::read(file).with_context(|| format!("{} cannot be read", file.display()))?;
    serde_json::from_slice(&text).with_context(|| format!("{} is no JSON", file.display()))
}

fn read_list(file: &Path) -> Result<Findings> {
    let text = fs::read_to_string(file).with_context(|| format!("{} cannot be read", file.display()))?;
    json::read(&text).map_err(|error| anyhow!("{}: {error}", file.display()))
}

/// What `explain` is told.
#[derive(Debug, Args)]
pub(crate) struct ExplainArguments {
    /// The finding: its id, or the beginning of it.
    #[arg(value_name = "ID")]
    id: String,
    /// A list that check --json wrote; else what check found here last.
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Where sources are; else here.
    #[arg(long, value_name = "DIRECTORY")]
    source: Vec<PathBuf>,
}

/// Tells everything that is known of one finding.
pub(crate) fn explain(arguments: &ExplainArguments, text: &mut String) -> Result<()> {
    let file = match &arguments.from {
        Some(file) => file.clone(),
        None => last()?,
    };
    if arguments.from.is_none() && !file.is_file() {
        bail!("nothing was checked here yet: run deadheat check first, or name a list with --from FILE");
    }
    let findings = read_list(&file)?.findings;
    let is_meant = |id: &str| {
        id.starts_with(&arguments.id)
            || id.strip_prefix("DH-").is_some_and(|it| it.starts_with(&arguments.id))
    };
    let found: Vec<_> = findings.iter().filter(|finding| is_meant(&finding.id)).collect();
    let exact = found.iter().find(|finding| finding.id == arguments.id).copied();
    let finding = match (exact, &found[..]) {
        (Some(finding), _) => finding,
        (None, [finding]) => *finding,
        (None, []) => bail!("there is no finding {} ({} are known)", arguments.id, findings.len()),
        (None, several) => {
            let ids: Vec<&str> = several.iter().take(8).map(|finding| &*finding.id).collect();
            bail!("{} is the beginning of {} ids: {}", arguments.id, several.len(), ids.join(", "))
        }
    };
    let here = vec![PathBuf::from(".")];
    let places = if arguments.source.is_empty() { &here } else { &arguments.source };
    text::finding(finding, &Sources::below(places, Path::new(".")), &Look::whole(colours()), text);
    let page = finding.location.kind.rule();
    text.push_str(&format!("  more on this kind of finding: docs/findings/{page}.md\n"));
    Ok(())
}

/// What `diff` is told.
#[derive(Debug, Args)]
pub(crate) struct DiffArguments {
    /// A list that check --json wrote.
    #[arg(value_name = "OLD")]
    old: PathBuf,
    /// A later one.
    #[arg(value_name = "NEW")]
    new: PathBuf,
}

/// Compares two lists; true if something is new.
pub(crate) fn difference(arguments: &DiffArguments, text: &mut String) -> Result<bool> {
    let (old, new) = (read_list(&arguments.old)?, read_list(&arguments.new)?);
    let difference = diff::compare(&old, &new).map_err(|error| anyhow!("{error}"))?;
    let mut said = String::new();
    difference.describe(&mut said);
    text.push_str(&text::fitted(&said));
    Ok(!difference.new.is_empty())
}
