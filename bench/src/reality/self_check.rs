//! Checks the recorder on a program whose calls are known: `bench/workloads/java/Calls.java`, on every JDK,
//! with everything verified by the JVM.

use deadheat_harness::Jdk;

use super::by_hierarchy::ByHierarchy;
use super::compare::{Share, compare};
use super::observed::{MethodName, Observed, Site};
use super::record::record;
use super::workloads::CALLS;

/// Caller and callee of each call from one method of the program to another, sorted; lambdas without their
/// numbers, which are the compiler's. Methods of `Calls` itself stand without their class.
const EXPECTED: &str = "\
call Base.<init> ← Square.<init>
call Base.m ← Square.m
call ByLength.<init> ← compared
call ByLength.<init> ← sorted
call ByLength.<init> ← wrapped
call ByLength.compare ← ByLength.compare
call ByLength.compare ← compared
call Lazy.get ← thrown
call Shape.twice ← direct
call Square.<init> ← direct
call Square.<init> ← main
call Square.<init> ← stored
call Square.<init> ← thrown
call Square.area ← Shape.twice
call Square.area ← lambda
call Square.m ← direct
call Task.<init> ← main
call Task.run ← main
call Task.step ← Task.run
call after ← swallowed
call after ← thrown
call compared ← main
call direct ← main
call each ← lambda$each
call each ← main
call fail ← lambda$swallowed
call handled ← lambda$swallowed
call joined ← main
call lambda ← main
call lambda$main ← lambda
call lambda$thrown ← thrown
call proxied ← main
call reflected ← main
call sorted ← main
call stored ← main
call swallowed ← main
call thrown ← main
call wrapped ← main
clinit Lazy.<clinit>
root Task.run
root main
via-library Base.leave ← thrown
via-library ByLength.compare ← sorted
via-library ByLength.compare ← wrapped
via-library Reflected.<init> ← reflected
via-library Reflected.called ← reflected
via-library Square.toString ← joined
via-library lambda$each ← each
via-library lambda$proxied ← proxied
via-library lambda$swallowed ← swallowed";

/// An error tells which facts are too many or too few.
pub(crate) fn check(jdk: &Jdk) -> Result<(), String> {
    let recording = record(&CALLS, jdk)?;
    let observed = &recording.observed;
    let (facts, expected) = (facts(observed), EXPECTED.lines().collect::<Vec<_>>());
    let wrong =
        facts.iter().filter(|fact| !expected.contains(&fact.as_str())).map(|fact| format!("+ {fact}"));
    let absent =
        expected.iter().filter(|fact| !facts.iter().any(|f| f == *fact)).map(|fact| format!("- {fact}"));
    let mut differences: Vec<String> = wrong.chain(absent).collect();
    let report = compare(observed, &ByHierarchy::open(&recording.class_path, jdk)?);
    let is_all = |share: Share| share.observed > 0 && share.found == share.observed;
    let shares = [report.calls, report.via_library, report.allocations, report.fields, report.elements];
    if !shares.into_iter().all(is_all) || !observed.untouched.is_empty() {
        differences.extend(report.details());
        differences.push(format!("{shares:?}, untouched: {:?}", observed.untouched));
    }
    match differences.is_empty() {
        true => Ok(()),
        false => Err(format!("the recorder is wrong on JDK {}:\n{}", jdk.release, differences.join("\n"))),
    }
}

fn facts(observed: &Observed) -> Vec<String> {
    let edge = |kind: &str, (site, callee): &(Site, MethodName)| {
        format!("{kind} {} ← {}", short(callee), short(&site.method))
    };
    let calls = observed.calls.iter().map(|call| edge("call", call));
    let through = observed.via_library.iter().map(|call| edge("via-library", call));
    let roots = observed.roots.iter().map(|method| format!("root {}", short(method)));
    let initialisers = observed.initialisers.iter().map(|method| format!("clinit {}", short(method)));
    let mut facts: Vec<String> = calls.chain(through).chain(roots).chain(initialisers).collect();
    facts.sort();
    facts.dedup();
    facts
}

fn short(method: &MethodName) -> String {
    let name = match method.name.starts_with("lambda$") {
        true => method.name.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end_matches('$'),
        false => &method.name,
    };
    match method.class.strip_prefix("Calls$") {
        Some(class) => format!("{class}.{name}"),
        None => name.to_owned(),
    }
}
