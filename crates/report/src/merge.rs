//! Announced races → findings: one for each location, with the evidence of each engine that announced it.
//!
//! Fields are known by their names in every engine. Of arrays and library objects only `scan` knows where they are made;
//! a run knows lines. So what a run saw joins the location of `scan` that has the same two accesses; if several have
//! (two arrays in one line), these become one finding, because nothing tells which of them it was: *witnessed* is never
//! said of a location that may not have been it. What only a run saw is told apart by type and methods. `scan` may know no
//! more of a library's object than an interface, and a trace does not know the types of arrays: a prediction joins the array
//! of the same two accesses if these have arrays of one type only.
//!
//! Then come the order (see [`rank`]), ids, and what one fix removes ([`crate::cause`]).

use std::collections::{BTreeMap, BTreeSet};

use crate::announced::{Announced, Announcements, Work};
use crate::cause;
use crate::finding::{
    Access, AccessKind, Confidence, Engine, Evidence, Finding, Kind, Location, Pair, Proof, Severity,
    strength,
};
use crate::identity::{Code, finding_id, pair_id, without_numbers};
use crate::suggest;

/// How many pairs of a finding are listed.
const MOST_PAIRS: usize = 12;

/// A list of findings, and what the engines say of their work.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Findings {
    /// The best first.
    pub findings: Vec<Finding>,
    /// What the engines did.
    pub work: Vec<Work>,
    /// Why the list is not complete: what should have been done, and failed.
    pub problems: Vec<String>,
}

/// Merges what engines announced.
pub fn merge(mut announcements: Announcements, code: &dyn Code) -> Findings {
    announcements.races.sort_by_cached_key(|race| {
        let kinds = [race.first.access, race.second.access];
        (race.proof.engine, race.place.clone(), sites(race), kinds)
    });
    let mut findings = Vec::new();
    let mut places: BTreeMap<String, usize> = BTreeMap::new();
    for group in grouped(announcements.races, code) {
        for race in &group {
            places.entry(race.place.clone()).or_insert(findings.len());
        }
        findings.push(finding(group, code));
    }
    let published: Vec<Option<usize>> = findings.iter().map(|it| publisher(it, &places)).collect();
    name(&mut findings);
    cause::attach(&mut findings, &published);
    findings.sort_by_cached_key(rank);
    Findings { findings, work: announcements.work, problems: Vec::new() }
}

/// Two accesses by where they stand, in one order.
type Sites = [Site; 2];
/// Class, method and line.
type Site = (String, String, Option<u32>);

fn site(access: &Access) -> Site {
    (access.class.clone(), access.method.clone(), access.line)
}

fn sites(race: &Announced) -> Sites {
    let mut sites = [site(&race.first), site(&race.second)];
    sites.sort();
    sites
}

/// What tells locations apart, as far as the engine of a race knows it.
fn key(race: &Announced) -> String {
    let Location { kind, class, name, made_at, .. } = &race.location;
    match kind {
        Kind::Static | Kind::Field => format!("field {class}.{name}"),
        Kind::Elements | Kind::State => match made_at.first() {
            Some(made) => format!("{} {class} {}", kind.rule(), first_site(made)),
            None => {
                let [first, second] = sites(race).map(|(class, method, _)| format!("{class}.{method}"));
                format!("{} {class} in {first} and {second}", kind.rule())
            }
        },
    }
}

/// The allocation itself, without what tells its objects apart: that depends on how long a scan may take.
fn first_site(made: &str) -> &str {
    made.split(" :: ").next().unwrap_or(made)
}

/// By two accesses: the keys of the groups that have them.
type BySites = BTreeMap<(Kind, Sites), BTreeSet<String>>;

/// The races of each location.
fn grouped(races: Vec<Announced>, code: &dyn Code) -> Vec<Vec<Announced>> {
    let (named, others): (Vec<Announced>, Vec<Announced>) = races.into_iter().partition(|race| {
        matches!(race.location.kind, Kind::Static | Kind::Field) || !race.location.made_at.is_empty()
    });
    let mut groups: BTreeMap<String, Vec<Announced>> = BTreeMap::new();
    for race in named {
        groups.entry(key(&race)).or_default().push(race);
    }
    let mut by_sites = BySites::new();
    for (key, group) in &groups {
        for race in group.iter().filter(|race| matches!(race.location.kind, Kind::Elements | Kind::State)) {
            by_sites.entry((race.location.kind, sites(race))).or_default().insert(key.clone());
        }
    }
    // A group that became part of another is found there.
    let mut joined: BTreeMap<String, String> = BTreeMap::new();
    for race in others {
        let at = (race.location.kind, sites(&race));
        let here = by_sites.get(&at).into_iter().flatten().map(|key| resolve(&joined, key));
        let here = here.filter_map(|key| Some((key, &*groups.get(key)?.first()?.location.class)));
        let mut meant = meant(&race.location.class, here.collect(), code).into_iter();
        let first = meant.next().unwrap_or_else(|| key(&race));
        for other in meant {
            let moved = groups.remove(&other).unwrap_or_default();
            groups.entry(first.clone()).or_default().extend(moved);
            joined.insert(other, first.clone());
        }
        by_sites.entry(at).or_default().insert(first.clone());
        groups.entry(first).or_default().push(race);
    }
    groups.into_values().collect()
}

/// Of the groups with the same two accesses, by key and type, those that an object of a type may be of.
fn meant(class: &str, here: BTreeSet<(&str, &str)>, code: &dyn Code) -> BTreeSet<String> {
    let types: BTreeSet<&str> = here.iter().map(|&(_, of)| of).collect();
    let is_meant = |of: &str| match class {
        "" => types.len() == 1,
        _ => class == of || (!types.contains(class) && code.is_kind_of(class, of)),
    };
    here.iter().filter(|(_, of)| is_meant(of)).map(|&(key, _)| key.to_owned()).collect()
}

fn resolve<'k>(joined: &'k BTreeMap<String, String>, mut key: &'k str) -> &'k str {
    while let Some(next) = joined.get(key) {
        key = next;
    }
    key
}

/// One location's finding, but for what it has to do with others.
fn finding(races: Vec<Announced>, code: &dyn Code) -> Finding {
    let mut location = races[0].location.clone();
    let made: BTreeSet<String> = races
        .iter()
        .flat_map(|race| &race.location.made_at)
        .map(|made| first_site(made).to_owned())
        .collect();
    location.made_at = made.into_iter().collect();
    // A run may say static where scan knows better, and the other way round; scan comes first.
    location.declared = match location.kind {
        Kind::Static | Kind::Field => code.field_type(&location.class, &location.name),
        Kind::Elements | Kind::State => None,
    };
    let id = finding_id(&location, &made_by(&location, &races[0]));
    let is_lazy = suggest::is_lazy(&location, &races, code);
    let suggestion = suggest::suggestion(&location, &races, is_lazy);
    let effect = suggest::effect(&location, &races, is_lazy);
    let mut pairs = pairs(races, &location, code);
    let evidence = strongest(pairs.iter().flat_map(|pair| &pair.evidence));
    pairs.sort_by_cached_key(pair_rank);
    let more_pairs = pairs.len().saturating_sub(MOST_PAIRS);
    pairs.truncate(MOST_PAIRS);
    let why = pairs.first().map(|pair| pair.why.clone()).unwrap_or_default();
    Finding {
        id,
        title: title(&location),
        severity: severity(&evidence),
        location,
        evidence,
        why,
        effect,
        suggestion,
        pairs,
        more_pairs,
        removed_with: None,
        removes: Vec::new(),
        suppressed: None,
        new: None,
    }
}

/// What tells an array or a library object from others of its type, without lines.
fn made_by(location: &Location, race: &Announced) -> String {
    if let Kind::Static | Kind::Field = location.kind {
        return String::new();
    }
    let method = |site: &str| without_numbers(site.split('(').next().unwrap_or(site));
    match location.made_at.first() {
        Some(made) => method(made),
        None => sites(race).map(|(class, name, _)| method(&format!("{class}.{name}"))).join(" "),
    }
}

/// What races, for people.
fn title(location: &Location) -> String {
    let Location { kind, class, name, made_at, .. } = location;
    let made = made_at.iter().map(|made| format!(" made in {}", made.replace("java.lang.", "")));
    let made = made.collect::<Vec<_>>().join(" or");
    match kind {
        Kind::Static => format!("static field {class}.{name}"),
        Kind::Field => format!("field {class}.{name}"),
        Kind::Elements if class.is_empty() => "elements of an array".to_owned(),
        Kind::Elements => format!("elements of {class}{made}"),
        Kind::State => format!("{class}{made}"),
    }
}

/// The pairs of accesses, each once.
fn pairs(races: Vec<Announced>, location: &Location, code: &dyn Code) -> Vec<Pair> {
    let mut pairs: BTreeMap<[(Site, AccessKind); 2], Pair> = BTreeMap::new();
    for race in races {
        let mut key = [&race.first, &race.second].map(|access| (site(access), access.access));
        key.sort();
        let race = Announced { location: location.clone(), ..race };
        let announced = pair(race, code);
        match pairs.get_mut(&key) {
            None => {
                pairs.insert(key, announced);
            }
            Some(known) => join(known, announced),
        }
    }
    pairs.into_values().collect()
}

fn pair(race: Announced, code: &dyn Code) -> Pair {
    let id = pair_id(&race, code);
    let why = race.why.clone().unwrap_or_else(|| suggest::why(&race.first, &race.second));
    let Announced { first, second, proof, published_by, .. } = race;
    Pair { id, first, second, evidence: vec![proof], why, published_by }
}

/// The stronger evidence's threads, stacks and locks are shown.
fn join(known: &mut Pair, other: Pair) {
    let evidence = strongest(known.evidence.iter().chain(&other.evidence));
    if other.strength() > known.strength() {
        *known = other;
    }
    known.evidence = evidence;
}

/// What each engine says, merged, the strongest first.
fn strongest<'p>(proofs: impl Iterator<Item = &'p Proof>) -> Vec<Proof> {
    let mut by_engine: BTreeMap<Engine, Proof> = BTreeMap::new();
    for proof in proofs {
        match by_engine.get_mut(&proof.engine) {
            None => {
                by_engine.insert(proof.engine, proof.clone());
            }
            Some(known) => {
                let times = known.times.into_iter().chain(proof.times).reduce(|a, b| a.saturating_add(b));
                let tests: BTreeSet<String> = known.tests.iter().chain(&proof.tests).cloned().collect();
                if (proof.kind, proof.confidence) > (known.kind, known.confidence) {
                    *known = proof.clone();
                }
                known.times = times;
                known.tests = tests.into_iter().collect();
            }
        }
    }
    let mut proofs: Vec<Proof> = by_engine.into_values().collect();
    proofs.sort_by_key(|proof| (std::cmp::Reverse(proof.kind), proof.engine));
    proofs
}

fn severity(evidence: &[Proof]) -> Severity {
    match strength(evidence) {
        (Evidence::Witnessed | Evidence::Predicted, _) => Severity::High,
        (Evidence::Feasible, _) | (_, Some(Confidence::Likely)) => Severity::Medium,
        _ => Severity::Low,
    }
}

/// The finding that publishes the object of this one before it is complete, if all its pairs are due to that.
fn publisher(finding: &Finding, places: &BTreeMap<String, usize>) -> Option<usize> {
    let first = finding.pairs.first()?.published_by.as_ref()?;
    finding.pairs.iter().all(|pair| pair.published_by.is_some()).then(|| places.get(first).copied())?
}

/// Smaller is better.
type Rank = (std::cmp::Reverse<(Evidence, Option<Confidence>)>, bool, bool, bool, String);

/// The strongest evidence first; then accesses outside of constructors, two writes, locking that is not consistent.
fn rank(finding: &Finding) -> Rank {
    let best = finding.pairs.first();
    let constructs = best.is_some_and(|pair| pair.accesses().iter().any(|it| it.method.starts_with('<')));
    // Which of its pairs a run sees first is chance.
    let are_writes = |pair: &Pair| pair.accesses().iter().all(|it| it.access == AccessKind::Write);
    let writes = finding.pairs.iter().any(are_writes);
    let is_uneven = finding.suggestion.kind == "lock";
    (std::cmp::Reverse(finding.strength()), constructs, !writes, !is_uneven, finding.title.clone())
}

fn pair_rank(pair: &Pair) -> (std::cmp::Reverse<(Evidence, Option<Confidence>)>, bool, String) {
    let constructs = pair.accesses().iter().any(|it| it.method.starts_with('<'));
    let name = pair.accesses().map(|it| format!("{}.{}:{:?}", it.class, it.method, it.line)).join(" ");
    (std::cmp::Reverse(pair.strength()), constructs, name)
}

/// No two findings have the same id.
fn name(findings: &mut [Finding]) {
    let mut order: Vec<usize> = (0..findings.len()).collect();
    order.sort_by(|&a, &b| {
        let key = |it: &Finding| (it.id.clone(), it.location.class.clone(), it.location.made_at.clone());
        key(&findings[a]).cmp(&key(&findings[b]))
    });
    let mut before: Option<(String, usize)> = None;
    for index in order {
        let id = findings[index].id.clone();
        let number = match before {
            Some((known, number)) if known == id => number + 1,
            _ => 1,
        };
        if number > 1 {
            findings[index].id = format!("{id}-{number}");
        }
        before = Some((id, number));
    }
}
