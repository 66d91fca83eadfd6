//! Two lists compared: what is new, what is gone, and what got stronger or weaker evidence.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::baseline::Baseline;
use crate::finding::Finding;
use crate::merge::Findings;

/// The difference between two lists.
#[derive(Debug)]
pub struct Difference<'f> {
    /// Only in the new list.
    pub new: Vec<&'f Finding>,
    /// Only in the old list.
    pub gone: Vec<&'f Finding>,
    /// In both, with other evidence: old and new.
    pub changed: Vec<(&'f Finding, &'f Finding)>,
}

/// Compares two lists. What is suppressed or removed with others does not count.
pub fn compare<'f>(old: &'f Findings, new: &'f Findings) -> Result<Difference<'f>, String> {
    let counted = |findings: &'f Findings| findings.findings.iter().filter(|finding| finding.is_counted());
    let known = |findings: &Findings| Baseline::parse(&Baseline::write(&findings.findings));
    let (before, after) = (known(old)?, known(new)?);
    let by_id: BTreeMap<&str, &Finding> = counted(old).map(|finding| (&*finding.id, finding)).collect();
    let in_both = counted(new).filter_map(|finding| Some((*by_id.get(&*finding.id)?, finding)));
    let changed = in_both.filter(|(old, new)| old.label() != new.label()).collect();
    Ok(Difference {
        new: counted(new).filter(|finding| !before.knows(finding)).collect(),
        gone: counted(old).filter(|finding| !after.knows(finding)).collect(),
        changed,
    })
}

impl Difference<'_> {
    /// The difference in words.
    pub fn describe(&self, out: &mut String) {
        let _ = writeln!(
            out,
            "{} new, {} gone, {} with other evidence",
            self.new.len(),
            self.gone.len(),
            self.changed.len()
        );
        for (sign, list) in [('+', &self.new), ('-', &self.gone)] {
            for finding in list {
                let _ = writeln!(out, "{sign} {}  {:<9}  {}", finding.id, finding.label(), finding.title);
            }
        }
        for (old, new) in &self.changed {
            let _ = writeln!(out, "~ {}  {} → {}  {}", new.id, old.label(), new.label(), new.title);
        }
    }
}
