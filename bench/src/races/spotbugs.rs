//! SpotBugs on the program's own jars, and how its findings meet ours.
//!
//! SpotBugs looks at one class at a time, knows no threads and takes every method for called; it reports fields
//! and calls, not pairs. A finding of a kind that means a data race is *met* if our scan reports a race on the same
//! field, or else a race with an end on one of the finding's lines (calls on an object that the field holds).
//! A finding that is not met is no miss of ours by itself: code that the main method does not reach is not
//! scanned, and SpotBugs guesses which lock is meant.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use super::programs::ClassPath;
use super::scan::{Scanned, SourceLine};
use crate::child::{self, Measured};
use crate::libraries;

/// The kinds of findings that mean a data race on a field or on the object that it holds. Others of the category
/// are about waiting, deadlocks, atomicity or style.
const RACE_KINDS: [&str; 18] = [
    "AT_NONATOMIC_64BIT_PRIMITIVE",
    "AT_NONATOMIC_OPERATIONS_ON_SHARED_VARIABLE",
    "AT_STALE_THREAD_WRITE_OF_PRIMITIVE",
    "DC_DOUBLECHECK",
    "DC_PARTIALLY_CONSTRUCTED",
    "IS2_INCONSISTENT_SYNC",
    "IS_FIELD_NOT_GUARDED",
    "IS_INCONSISTENT_SYNC",
    "LI_LAZY_INIT_INSTANCE",
    "LI_LAZY_INIT_STATIC",
    "LI_LAZY_INIT_UPDATE_STATIC",
    "MSF_MUTABLE_SERVLET_FIELD",
    "SSD_DO_NOT_USE_INSTANCE_LOCK_ON_SHARED_STATIC_DATA",
    "STCAL_INVOKE_ON_STATIC_CALENDAR_INSTANCE",
    "STCAL_INVOKE_ON_STATIC_DATE_FORMAT_INSTANCE",
    "STCAL_STATIC_CALENDAR_INSTANCE",
    "STCAL_STATIC_SIMPLE_DATE_FORMAT_INSTANCE",
    "UG_SYNC_SET_UNSYNC_GET",
];

/// One finding.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(super) struct Finding {
    pub(super) kind: String,
    /// `package.Class$Inner.field`, if it names a field.
    pub(super) field: Option<String>,
    pub(super) class: String,
    pub(super) lines: BTreeSet<SourceLine>,
}

/// A run of SpotBugs.
pub(super) struct Spotted {
    pub(super) failure: Option<String>,
    pub(super) measured: Measured,
    pub(super) findings: Vec<Finding>,
}

/// How a finding meets a scan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Meeting {
    Field,
    Line,
    Nowhere,
}

/// The jars of SpotBugs itself.
pub(super) fn fetch(offline: bool) -> Result<Vec<PathBuf>, String> {
    let jars = libraries::maven_jars("race-peers/spotbugs", offline)?;
    match jars.is_empty() {
        true => Err("the jars of bench/race-peers/spotbugs/pom.xml were not fetched before".to_owned()),
        false => Ok(jars),
    }
}

/// Runs SpotBugs' detectors of its category for threads, with all effort and down to the lowest confidence.
pub(super) fn run(
    jars: &[PathBuf],
    class_path: &ClassPath,
    heap: &str,
    limit: Duration,
    output: &Path,
) -> Result<Spotted, String> {
    let join = |paths: &[PathBuf]| std::env::join_paths(paths).map_err(|error| error.to_string());
    let report = output.with_extension("xml");
    let _ = std::fs::remove_file(&report);
    let mut command = Command::new(class_path.jdk.tool("java"));
    command.arg(format!("-Xmx{heap}")).arg("-cp").arg(join(jars)?);
    command.args(["edu.umd.cs.findbugs.FindBugs2", "-effort:max", "-low"]);
    command.args(["-bugCategories", "MT_CORRECTNESS", "-xml", "-output"]).arg(&report);
    if !class_path.others.is_empty() {
        command.arg("-auxclasspath").arg(join(&class_path.others)?);
    }
    let measured = child::run(command.args(&class_path.own), limit, output)?;
    let text = std::fs::read_to_string(&report).unwrap_or_default();
    let failure = match measured.status {
        None => Some("time limit".to_owned()),
        Some(status) if status.success() && text.contains("</BugCollection>") => None,
        Some(status) => Some(format!("{status}: {}", measured.stderr.lines().last().unwrap_or_default())),
    };
    Ok(Spotted { failure, measured, findings: findings(&text) })
}

impl Finding {
    pub(super) fn is_race(&self) -> bool {
        RACE_KINDS.contains(&self.kind.as_str())
    }

    pub(super) fn meets(&self, targets: &BTreeSet<&str>, lines: &BTreeSet<SourceLine>) -> Meeting {
        let is_target = |field: &String| targets.contains(format!("field {field}").as_str());
        if self.field.as_ref().is_some_and(is_target) {
            return Meeting::Field;
        }
        if self.lines.is_disjoint(lines) { Meeting::Nowhere } else { Meeting::Line }
    }

    /// For a list: what and where.
    pub(super) fn describe(&self) -> String {
        let place = self.field.as_ref().unwrap_or(&self.class);
        let lines: Vec<String> = self.lines.iter().map(|(_, line)| line.to_string()).collect();
        format!("{} {place} (lines {})", self.kind, lines.join(", "))
    }
}

impl Spotted {
    /// The findings of a kind that means a race, and how each meets a scan.
    pub(super) fn against<'a>(&'a self, scanned: &'a Scanned) -> Vec<(&'a Finding, Meeting)> {
        let (targets, lines) = (scanned.targets(), scanned.lines());
        let races = self.findings.iter().filter(|finding| finding.is_race());
        races.map(|finding| (finding, finding.meets(&targets, &lines))).collect()
    }
}

/// The findings of SpotBugs' XML. Of a finding's children only the field and the lines that stand directly
/// below it count: those deeper are where classes, methods and fields are declared.
fn findings(xml: &str) -> Vec<Finding> {
    let mut found: Vec<Finding> = Vec::new();
    // Elements that are open inside the finding; none outside of findings.
    let mut depth: Option<usize> = None;
    for tag in xml.split('<').skip(1).filter_map(|rest| rest.split('>').next()) {
        let name = tag.split_whitespace().next().unwrap_or_default().trim_end_matches('/');
        match (name, depth, found.last_mut()) {
            ("BugInstance", _, _) => {
                let kind = attributes(tag).remove("type").unwrap_or_default();
                found.push(Finding { kind, ..Finding::default() });
                depth = Some(0);
            }
            ("/BugInstance", _, _) => depth = None,
            (_, Some(open), _) if name.starts_with('/') => depth = open.checked_sub(1),
            (_, Some(open), Some(finding)) => {
                if open == 0 {
                    finding.add(name, attributes(tag));
                }
                depth = Some(if tag.ends_with('/') { open } else { open + 1 });
            }
            _ => {}
        }
    }
    found
}

impl Finding {
    fn add(&mut self, element: &str, mut attributes: BTreeMap<String, String>) {
        let mut take = |name: &str| attributes.remove(name).unwrap_or_default();
        match element {
            "Class" if self.class.is_empty() => self.class = take("classname"),
            "Field" if self.field.is_none() => {
                self.field = Some(format!("{}.{}", take("classname"), take("name")));
            }
            "SourceLine" => {
                let (file, start, end) = (take("sourcefile"), take("start"), take("end"));
                if let (Ok(start), Ok(end)) = (start.parse::<u64>(), end.parse::<u64>()) {
                    self.lines.extend((start..=end).map(|line| (file.clone(), line)));
                }
            }
            _ => {}
        }
    }
}

/// `name="value"`; names of classes, fields and files hold nothing that XML escapes.
fn attributes(tag: &str) -> BTreeMap<String, String> {
    let mut pieces = tag.split('"');
    let mut found = BTreeMap::new();
    while let (Some(before), Some(value)) = (pieces.next(), pieces.next()) {
        let name = before.trim_end_matches('=').rsplit(char::is_whitespace).next().unwrap_or_default();
        found.insert(name.to_owned(), value.to_owned());
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    const XML: &str = r#"<BugCollection><Project><Jar>a.jar</Jar></Project>
  <BugInstance type="IS2_INCONSISTENT_SYNC" priority="2">
    <Class classname="p.C"><SourceLine classname="p.C" start="1" end="90" sourcefile="C.java"/></Class>
    <Field classname="p.C$D" name="f" isStatic="false">
      <SourceLine classname="p.C$D" sourcefile="C.java"/>
    </Field>
    <Int value="66"/>
    <SourceLine start="7" end="8" sourcefile="C.java" role="SOURCE_LINE_UNSYNC_ACCESS"/>
  </BugInstance>
  <BugInstance type="NN_NAKED_NOTIFY"><Class classname="p.E"><SourceLine start="1" end="2"/></Class>
    <SourceLine start="3" end="3" sourcefile="E.java"/></BugInstance>
  <Errors errors="0"><SourceLine start="5" end="5" sourcefile="X.java"/></Errors>
</BugCollection>"#;

    fn line(file: &str, line: u64) -> SourceLine {
        (file.to_owned(), line)
    }

    #[test]
    fn findings_have_their_kind_field_and_own_lines() {
        let found = findings(XML);
        assert_eq!(found.len(), 2);
        assert_eq!((found[0].kind.as_str(), found[0].class.as_str()), ("IS2_INCONSISTENT_SYNC", "p.C"));
        assert_eq!(found[0].field.as_deref(), Some("p.C$D.f"));
        assert_eq!(found[0].lines, BTreeSet::from([line("C.java", 7), line("C.java", 8)]));
        assert_eq!(
            (found[1].field.as_deref(), &found[1].lines),
            (None, &BTreeSet::from([line("E.java", 3)]))
        );
        assert!(found[0].is_race() && !found[1].is_race());
    }

    #[test]
    fn a_finding_is_met_by_its_field_or_by_a_line() {
        let finding = &findings(XML)[0];
        let (none, no_lines) = (BTreeSet::new(), BTreeSet::new());
        assert_eq!(finding.meets(&BTreeSet::from(["field p.C$D.f"]), &no_lines), Meeting::Field);
        assert_eq!(finding.meets(&none, &BTreeSet::from([line("C.java", 8)])), Meeting::Line);
        assert_eq!(finding.meets(&none, &BTreeSet::from([line("D.java", 8)])), Meeting::Nowhere);
    }
}
