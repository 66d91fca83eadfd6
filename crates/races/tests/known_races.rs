//! `scan` against races that libraries were known for: in the old version each is reported, in the fixed one it
//! is not, or `tests/known-races/known-races.toml` says why it still is.
//!
//! `DEADHEAT_KNOWN_RACES` restricts the test to issues whose name contains its text. With `DEADHEAT_OFFLINE`,
//! nothing is fetched, and it is left out unless the jars were fetched before.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use deadheat_harness::{Jars, Jdk, check_each, jdk_for, root};
use deadheat_models::Models;
use deadheat_points_to::{NoElements, ObjectId, Options, PointsTo, api_of, solve};
use deadheat_program::{ClassId, FieldId, MethodId, Program, ProgramOptions};
use deadheat_races::{Budget, Filters, Target, scan_on_demand};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// One entry; `tests/known-races/README.md` says what the keys mean.
struct Known {
    issue: String,
    old: String,
    fixed: String,
    needs: Vec<String>,
    api: Vec<String>,
    /// The class of the object in the target that is raced for, if it is not the target itself.
    calls: Option<String>,
    target: String,
    methods: [String; 2],
    after: String,
    /// Whether a scan takes too long to be done each time.
    is_slow: bool,
}

/// What a report has of the target.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reported {
    /// The two methods race for it.
    Same,
    /// Others do, but not those two.
    Other,
    /// Nothing.
    Gone,
}

#[test]
fn known_races_are_reported_until_they_were_fixed() {
    let directory = root().join("tests/known-races");
    let jars = Jars::new(directory.join("pom.xml"), "dependency:copy", "known-races");
    if !jars.are_fetched().expect("a pom") {
        if std::env::var_os("DEADHEAT_OFFLINE").is_some() {
            return;
        }
        jars.fetch().unwrap_or_else(|error| panic!("{error} (DEADHEAT_OFFLINE=1 goes on without)"));
    }
    let only = std::env::var("DEADHEAT_KNOWN_RACES").unwrap_or_default();
    let mut known = read(&directory.join("known-races.toml"));
    known.retain(|known| known.issue.contains(&only) && !(known.is_slow && only.is_empty()));
    assert!(!known.is_empty(), "no entry");
    let jdk = jdk_for(17).expect("a JDK");
    let models = Models::shipped();
    let problems = check_each(&known, |known| check(models, jdk, jars.directory(), known));
    let problems: BTreeSet<String> = problems.into_iter().flatten().collect();
    let lines: Vec<&str> = problems.iter().map(String::as_str).collect();
    assert!(problems.is_empty(), "{} entries, {} problems:\n{}", known.len(), lines.len(), lines.join("\n"));
}

/// What is not as the entry has it.
fn check(models: &Models, jdk: &Jdk, jars: &Path, known: &Known) -> Vec<String> {
    let after = match known.after.split_once(':').map_or(known.after.as_str(), |(word, _)| word) {
        "gone" => Reported::Gone,
        "other" => Reported::Other,
        "same" => Reported::Same,
        word => panic!("{}: after = \"{word}\"", known.issue),
    };
    let mut problems = Vec::new();
    for (version, expected) in [(&known.old, Reported::Same), (&known.fixed, after)] {
        let class_path = [version].into_iter().chain(&known.needs).map(|jar| jar_of(jars, jar)).collect();
        let reported = scan(models, jdk, class_path, known);
        if reported != expected {
            let issue = &known.issue;
            problems.push(format!("{issue}: {version}: {reported:?}, but {expected:?} was expected"));
        }
    }
    problems
}

/// Scans a library whose API is called from outside.
fn scan(models: &Models, jdk: &Jdk, class_path: Vec<PathBuf>, known: &Known) -> Reported {
    let issue = &known.issue;
    let home = Some(jdk.home.clone());
    let options =
        ProgramOptions { class_path, jdk: home, expand_references: true, ..ProgramOptions::default() };
    let program = Program::open(&options).unwrap_or_else(|error| panic!("{issue}: {error}"));
    let mut models = models.clone();
    models.leave_out(|library| known.api.iter().any(|name| library.matches(&name.replace('.', "/"))));
    let (bound, errors) = models.bind(&program, jdk.release);
    assert!(errors.is_empty(), "{issue}: {errors:?}");
    let api: Vec<ClassId> = known.api.iter().map(|name| class(&program, name)).collect();
    // The coarsest contexts: none of the races is hidden by them, and an API reaches a lot of code.
    let options = Options { k: 0, api: api_of(&program, |class| api.contains(&class)), ..Options::default() };
    let points_to = solve(&bound, options, &[], &mut NoElements, &mut |_| {});
    // Rounds alone end it, so that the result is the same on every machine.
    let budget = Budget { rounds: 2, work: u64::MAX, time: None };
    let refined = scan_on_demand(points_to, &bound, Filters::default(), budget, &mut |_, _| {});
    let Some(field) = field(&program, &known.target) else {
        assert!(known.after == "gone", "{issue}: no field {}", known.target);
        return Reported::Gone;
    };
    let held = known.calls.as_ref().map(|class| held(&refined.points_to, field, class));
    let is_meant = |target: Target, object: Option<ObjectId>| match &held {
        Some(held) => target == Target::State && object.is_some_and(|object| held.contains(&object)),
        None => target == Target::Field(field),
    };
    let races = refined.scan.races.iter().filter(|race| is_meant(race.target, race.object));
    let pairs: BTreeSet<[String; 2]> = races
        .map(|race| sorted([race.first.method, race.second.method].map(|method| name_of(&program, method))))
        .collect();
    if pairs.contains(&sorted(known.methods.clone())) {
        Reported::Same
    } else if pairs.is_empty() {
        Reported::Gone
    } else {
        Reported::Other
    }
}

/// The objects of a class that a field may hold.
fn held(points_to: &PointsTo<'_>, field: FieldId, class: &str) -> BTreeSet<ObjectId> {
    let of_objects = points_to.holders(field).into_iter().flat_map(|holder| points_to.field(holder, field));
    let all = of_objects.chain(points_to.static_field(field));
    all.filter(|&object| points_to.type_name(object).replace('/', ".") == class).collect()
}

fn class(program: &Program, name: &str) -> ClassId {
    program.find_class(&name.replace('.', "/")).unwrap_or_else(|| panic!("no class {name}"))
}

fn field(program: &Program, name: &str) -> Option<FieldId> {
    let (owner, name) = name.rsplit_once('.')?;
    let class = class(program, owner);
    let fields = &program.class(class).ok()?.fields;
    let index = fields.iter().position(|field| program.symbols().text(field.name) == name)?;
    Some(FieldId { class, index: u16::try_from(index).ok()? })
}

fn name_of(program: &Program, method: MethodId) -> String {
    let class = program.symbols().text(program.class_name(method.class)).replace('/', ".");
    let name = program.method(method).map(|method| program.symbols().text(method.name).into_owned());
    format!("{class}.{}", name.unwrap_or_default())
}

fn sorted(mut names: [String; 2]) -> [String; 2] {
    names.sort();
    names
}

/// The file of `group:artifact:version`.
fn jar_of(jars: &Path, coordinates: &str) -> PathBuf {
    let [_, artifact, version] = coordinates.split(':').collect::<Vec<_>>()[..] else {
        panic!("not group:artifact:version: {coordinates}")
    };
    let jar = jars.join(format!("{artifact}-{version}.jar"));
    assert!(jar.exists(), "pom.xml does not fetch {coordinates}");
    jar
}

fn read(file: &Path) -> Vec<Known> {
    let text = std::fs::read_to_string(file).expect("known races");
    let table = DeTable::parse(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let races = table.get_ref().get("race").and_then(|races| races.get_ref().as_array()).expect("[[race]]");
    races.iter().map(|race| entry(race.get_ref().as_table().expect("a table"))).collect()
}

fn entry(table: &DeTable<'_>) -> Known {
    let known =
        ["issue", "about", "old", "fixed", "needs", "api", "calls", "target", "methods", "after", "slow"];
    let unknown = table.keys().find(|key| !known.contains(&key.get_ref().as_ref()));
    assert!(unknown.is_none(), "{unknown:?}");
    let text = |key: &str| table.get(key).map(text_of);
    let required = |key: &str| text(key).unwrap_or_else(|| panic!("{:?}: no {key}", text("issue")));
    let list = |key: &str| -> Vec<String> {
        let items = table.get(key).and_then(|value| value.get_ref().as_array());
        items.unwrap_or_else(|| panic!("{:?}: no {key}", text("issue"))).iter().map(text_of).collect()
    };
    Known {
        issue: required("issue"),
        old: required("old"),
        fixed: required("fixed"),
        needs: list("needs"),
        api: list("api"),
        calls: text("calls"),
        target: required("target"),
        methods: list("methods").try_into().expect("two methods"),
        after: required("after"),
        is_slow: table.get("slow").is_some_and(|value| value.get_ref().as_bool() == Some(true)),
    }
}

fn text_of(value: &Spanned<DeValue<'_>>) -> String {
    value.get_ref().as_str().unwrap_or_else(|| panic!("no string: {value:?}")).to_owned()
}
