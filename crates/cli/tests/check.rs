//! `deadheat check` and what belongs to it, as a user sees them: findings, files, exit codes, messages, a Maven project.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use deadheat_harness::{Compilation, Jdk, jdk_for, root, scratch};
use serde_json::Value;

fn jdk() -> &'static Jdk {
    jdk_for(17).expect("a JDK of 17 or newer")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn fresh(name: &str) -> PathBuf {
    let directory = scratch().join("check").join(name);
    let _ = fs::remove_dir_all(&directory);
    fs::create_dir_all(&directory).expect("a directory");
    directory
}

/// A command that works in a directory, with a cache of its own.
fn deadheat(directory: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_deadheat"));
    command.args(arguments).current_dir(directory);
    let path = std::env::join_paths(
        std::iter::once(jdk().home.join("bin"))
            .chain(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default())),
    );
    command.env("JAVA_HOME", &jdk().home).env("PATH", path.expect("a path"));
    command.env("DEADHEAT_CACHE", directory.join("cache"));
    command
}

fn outcome(directory: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    let Output { status, stdout, stderr } = deadheat(directory, arguments).output().expect("it starts");
    (status.code(), text(&stdout), text(&stderr))
}

fn bank() -> String {
    let classes = Compilation::new(jdk(), [root().join("examples/Bank.java")]).classes().expect("javac");
    classes.display().to_string()
}

fn json(file: &Path) -> Value {
    serde_json::from_slice(&fs::read(file).expect("it is there")).expect("JSON")
}

fn list(value: &Value, key: &str) -> Vec<Value> {
    value[key].as_array().expect("a list").clone()
}

/// Title, evidence by engine, id.
fn findings(value: &Value) -> Vec<(String, Vec<String>, String)> {
    let words = |finding: &Value| {
        let proofs = list(finding, "evidence");
        let proofs = proofs.iter().map(|proof| {
            let confidence = proof["confidence"].as_str().unwrap_or_default();
            format!("{} {} {confidence}", proof["engine"].as_str().unwrap(), proof["kind"].as_str().unwrap())
        });
        let text = |key: &str| finding[key].as_str().expect("a text").to_owned();
        (text("title"), proofs.map(|it| it.trim_end().to_owned()).collect(), text("id"))
    };
    list(value, "findings").iter().map(words).collect()
}

#[test]
fn a_program_is_scanned_and_run_and_all_formats_are_written() {
    let here = fresh("formats");
    let classes = bank();
    let source = root().join("examples").display().to_string();
    let all = ["--html", "r.html", "--sarif", "r.sarif", "--json", "r.json", "--junit", "r.xml"];
    let arguments =
        [&["check", &classes, "--source", &source][..], &all, &["--write-baseline", "known"]].concat();
    let (code, stdout, stderr) = outcome(&here, &arguments);
    assert_eq!(code, Some(1), "{stdout}{stderr}");
    assert!(stdout.contains("2 data races: 2 witnessed"), "{stdout}");
    assert!(stdout.contains(">    30 |     transfers++;"), "{stdout}");
    assert!(!stdout.contains('\x1b'), "no colours where no terminal is");
    let found = findings(&json(&here.join("r.json")));
    let titles: Vec<&str> = found.iter().map(|(title, ..)| &**title).collect();
    assert_eq!(
        titles,
        ["static field Bank.transfers", "field Bank$Account.balance"],
        "two writes come first"
    );
    for (_, evidence, _) in &found {
        assert_eq!(seen(evidence), ["run witnessed", "scan possible likely"]);
    }
    assert!(stdout.contains("predict  "), "what was recorded is told: {stdout}");
    assert_eq!(list(&json(&here.join("r.sarif"))["runs"][0], "results").len(), 2);
    assert!(fs::read_to_string(here.join("r.html")).expect("a page").contains("</html>"));
    assert!(fs::read_to_string(here.join("r.xml")).expect("XML").contains("failures=\"2\""));

    let (code, stdout, stderr) = outcome(&here, &["check", &classes, "--baseline", "known"]);
    assert_eq!(code, Some(0), "{stdout}{stderr}");
    assert!(stdout.contains("0 of them new"), "{stdout}");
    let (code, ..) =
        outcome(&here, &["check", &classes, "--baseline", "known", "--fail-on", "new,witnessed"]);
    assert_eq!(code, Some(1));
    let (code, ..) = outcome(&here, &["check", &classes, "--no-run", "--fail-on", "witnessed"]);
    assert_eq!(code, Some(0), "a scan has witnessed nothing");

    let (_, _, id) = &found[0];
    let (code, stdout, stderr) = outcome(&here, &["explain", id, "--from", "r.json", "--source", &source]);
    assert_eq!(code, Some(0), "{stderr}");
    assert!(stdout.contains("AtomicInteger") && stdout.contains("transfers++"), "{stdout}");
    let (code, stdout, _) = outcome(&here, &["explain", &id[..8]]);
    assert!(code == Some(0) && stdout.contains(&**id), "the last check is known: {stdout}");
    let (code, stdout, _) = outcome(&here, &["diff", "r.json", "r.json"]);
    assert_eq!((code, &*stdout), (Some(0), "0 new, 0 gone, 0 with other evidence\n"));
    let (code, stdout, _) = outcome(&here, &["report", "r.json", "--json", "-"]);
    assert_eq!(code, Some(1));
    assert_eq!(findings(&serde_json::from_str(&stdout).expect("JSON")), found);
}

#[test]
fn files_of_scan_and_run_are_merged() {
    let here = fresh("report");
    let classes = bank();
    let scanned = deadheat(&here, &["scan", "--json", &classes]).output().expect("it starts");
    fs::write(here.join("scan.json"), scanned.stdout).expect("a file");
    outcome(&here, &["run", "--json", "run.json", "--", "java", "-cp", &classes, "Bank"]);
    let (code, stdout, stderr) =
        outcome(&here, &["report", "scan.json", "run.json", "--classes", &classes, "--json", "-"]);
    assert_eq!(code, Some(1), "{stderr}");
    let merged = findings(&serde_json::from_str(&stdout).expect("JSON"));
    assert_eq!(merged.len(), 2);
    let (_, stdout, stderr) =
        outcome(&here, &["check", "--no-predict", "--json", "-", "--", "java", "-cp", &classes, "Bank"]);
    // What the program says comes first.
    let list = &stdout[stdout.find('{').unwrap_or_else(|| panic!("{stdout}{stderr}"))..];
    assert_eq!(findings(&serde_json::from_str(list).expect("JSON")), merged);
}

/// Whether another schedule is predicted depends on how far apart the threads were.
fn seen(evidence: &[String]) -> Vec<&str> {
    evidence.iter().map(String::as_str).filter(|it| *it != "predict predicted").collect()
}

/// Started at once: a race if the lock is taken in one order, none if in the other, but then predicted.
const TURNS: &str = "
public class Turns {
    static int value;
    static int other;
    public static void main(String[] arguments) {
        Object lock = new Object();
        Thread first = new Thread(() -> { value = 1; synchronized (lock) { other = 1; } });
        Thread second = new Thread(() -> { synchronized (lock) { other = 1; } value = 2; });
        first.start();
        second.start();
    }
}
";

#[test]
fn what_another_schedule_would_show_is_predicted() {
    let here = fresh("predicted");
    fs::write(here.join("Turns.java"), TURNS).expect("a file");
    let compiled = Command::new("javac").args(["-g", "Turns.java"]).current_dir(&here).status();
    assert!(compiled.expect("javac starts").success());
    let (code, _, stderr) = outcome(&here, &["record", "-o", "t.trace", "--", "java", "-cp", ".", "Turns"]);
    assert_eq!(code, Some(0), "{stderr}");
    let predicted = deadheat(&here, &["predict", "--json", "t.trace"]).output().expect("it starts");
    fs::write(here.join("predicted.json"), predicted.stdout).expect("a file");
    let (code, stdout, stderr) =
        outcome(&here, &["report", "predicted.json", "--classes", ".", "--json", "-"]);
    assert_eq!(code, Some(1), "{stdout}{stderr}");
    let found = findings(&serde_json::from_str(&stdout).expect("JSON"));
    let [(title, evidence, _)] = &found[..] else { panic!("{found:?}") };
    assert_eq!(
        (&**title, &evidence[..]),
        ("static field Turns.value", &["predict predicted".to_owned()][..])
    );
}

/// The ids of findings and of pairs that `scan` announces: which pairs a run sees is its own affair.
fn ids(classes: &str, here: &Path) -> (BTreeSet<String>, BTreeSet<String>) {
    let (_, _, stderr) = outcome(here, &["check", classes, "--json", "r.json", "--no-cache"]);
    let value = json(&here.join("r.json"));
    let of = |value: &Value| value["id"].as_str().expect("an id").to_owned();
    let is_scanned = |pair: &&Value| list(pair, "evidence").iter().any(|proof| proof["engine"] == "scan");
    let pairs = list(&value, "findings");
    let pairs = pairs
        .iter()
        .flat_map(|finding| list(finding, "pairs").iter().filter(is_scanned).map(of).collect::<Vec<_>>());
    let found = list(&value, "findings").iter().map(of).collect::<BTreeSet<String>>();
    assert!(!found.is_empty(), "{stderr}");
    (found, pairs.collect())
}

#[test]
fn ids_stay_when_lines_locals_and_lambdas_change_and_from_run_to_run() {
    let here = fresh("ids");
    let original = fs::read_to_string(root().join("examples/Bank.java")).expect("the example");
    let changed = original
        .replace("amount", "sum")
        .replace("for (int i = 0; i <", "for (int round = 0; round <")
        .replace("i++", "round++")
        .replace("ours", "mine")
        .replace("public static void main", "\n\n    // Moved down.\n\n    public static void main")
        .replace("Account mine = new", "Runnable nothing = () -> System.out.print(\"\");\n        nothing.run();\n\n        Account mine = new");
    let changed = format!("// A line more.\n\n{changed}");
    let compiled = |name: &str, text: &str| {
        let directory = here.join(name);
        fs::create_dir_all(&directory).expect("a directory");
        fs::write(directory.join("Bank.java"), text).expect("a source");
        let classes = Compilation::new(jdk(), [directory.join("Bank.java")]).classes().expect("it compiles");
        classes.display().to_string()
    };
    let (original, changed) = (compiled("original", &original), compiled("changed", &changed));
    let known = ids(&original, &here);
    assert_eq!((known.0.len(), known.1.len()), (2, 3));
    assert_eq!(ids(&original, &here), known, "run again");
    assert_eq!(ids(&changed, &here), known, "changed where it does not matter");
}

#[test]
fn wrong_usage_gets_one_clear_message_and_2() {
    let here = fresh("wrong");
    let classes = bank();
    fs::write(here.join("notes.txt"), "not a program").expect("a file");
    fs::create_dir_all(here.join("empty")).expect("a directory");
    fs::write(here.join("bad.toml"), "[[suppress]]\nlocation = \"a\"\n").expect("a file");
    fs::write(here.join("cut.jar"), b"PK\x03\x04 and no more").expect("a file");
    let cases: [(&[&str], &str); 20] = [
        (&["check"], "there is no pom.xml or build.gradle here"),
        (&["check", "no/such/path"], "no/such/path: no such file or directory"),
        (&["check", "notes.txt"], "notes.txt"),
        (&["check", "empty"], "no classes in empty"),
        (&["check", "cut.jar"], "cut.jar: not a zip file or cut off"),
        (&["scan", "--quiet", "cut.jar"], "cut.jar: not a zip file or cut off"),
        (&["check", &classes, "--jdk", "no/such/jdk"], "no JDK"),
        (&["check", &classes, "--time", "0"], "did not end within 0.0 s"),
        (&["run", "--", "ls"], "nothing was watched"),
        (&["run", "--json", "no/such/r.json", "--", "java", "-version"], "no/such/r.json cannot be written"),
        (&["record", "-o", "t.trace", "--", "ls"], "nothing was recorded"),
        (&["record", "-o", "no/such/t.trace", "--", "java", "-version"], "no/such/t.trace cannot be written"),
        (
            &["check", &classes, "--html", "no/such/directory/r.html"],
            "no/such/directory/r.html cannot be written",
        ),
        (&["check", &classes, "--baseline", "notes.txt"], "no baseline"),
        (&["check", &classes, "--fail-on", "new"], "--baseline FILE"),
        (&["check", &classes, "--config", "bad.toml"], "bad.toml:1: suppress: say why, with reason"),
        (&["check", "--no-scan", "--", "no-such-command"], "no-such-command cannot be started"),
        (&["explain", "DH-1"], "nothing was checked here yet"),
        (&["diff", "notes.txt", "notes.txt"], "no list of findings"),
        (&["report", "notes.txt"], "notes.txt is no JSON"),
    ];
    for (arguments, expected) in cases {
        let (code, stdout, stderr) = outcome(&here, arguments);
        assert_eq!(code, Some(2), "{arguments:?}: {stdout}{stderr}");
        assert!(stderr.contains(expected), "{arguments:?}: {stderr}");
        assert!(!stderr.contains("panicked"), "{arguments:?}: {stderr}");
        let messages = stderr.lines().filter(|line| line.starts_with("deadheat: ")).count();
        assert!(messages <= 2, "{arguments:?}: {stderr}");
    }
    assert!(!here.join("no").exists() && !here.join("t.trace").exists());
}

/// A scan without them is one of another program.
#[test]
fn what_of_the_class_path_cannot_be_read_is_named() {
    let here = fresh("unreadable");
    copy(Path::new(&bank()), &here.join("classes"));
    let class = here.join("classes/Bank$Account.class");
    let bytes = fs::read(&class).expect("a class");
    fs::write(&class, &bytes[..bytes.len() / 2]).expect("a file");
    fs::write(here.join("cut.jar"), b"PK\x03\x04 and no more").expect("a file");
    let (_, stdout, stderr) = outcome(&here, &["check", "classes", "cut.jar", "--no-run"]);
    assert!(stdout.contains("cannot be read: cut.jar: not a zip file or cut off"), "{stdout}{stderr}");
    assert!(
        stdout.contains("cannot be read: classes/Bank$Account.class: class Bank$Account: byte"),
        "{stdout}"
    );
    let (_, stdout, stderr) = outcome(&here, &["scan", "--quiet", "classes", "cut.jar"]);
    assert!(stdout.contains("2  unreadable inputs\n"), "{stdout}{stderr}");
}

#[test]
fn a_program_that_fails_before_main_is_said() {
    let here = fresh("before-main");
    let classes = bank();
    let (code, stdout, stderr) =
        outcome(&here, &["check", "--no-scan", "--", "java", "-cp", &classes, "NoSuchClass"]);
    assert_eq!(code, Some(2), "{stdout}{stderr}");
    assert!(stderr.contains("NoSuchClass failed (exit status: 1)"), "{stderr}");
    assert!(stdout.starts_with("no data races found, but the check is not complete\n"), "{stdout}");
}

#[test]
fn without_a_jdk_the_message_says_what_to_do() {
    let here = fresh("no-jdk");
    let mut command = deadheat(&here, &["check", &bank()]);
    let output =
        command.env_remove("JAVA_HOME").env("PATH", here.join("nothing")).output().expect("it starts");
    let stderr = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert!(stderr.contains("set JAVA_HOME"), "{stderr}");
}

#[test]
fn suppressions_in_the_configuration_count() {
    let here = fresh("suppressed");
    let toml = "[[suppress]]\nlocation = \"Bank.transfers\"\nreason = \"approximate\"\n\n[[suppress]]\nlocation = \"Bank$Account.*\"\nreason = \"a demo\"\n";
    fs::write(here.join("deadheat.toml"), toml).expect("a file");
    let (code, stdout, stderr) = outcome(&here, &["check", &bank(), "--sarif", "r.sarif"]);
    assert_eq!(code, Some(0), "{stdout}{stderr}");
    assert!(stdout.contains("2 suppressed, each with a reason"), "{stdout}");
    let results = list(&json(&here.join("r.sarif"))["runs"][0], "results");
    assert_eq!(results[0]["suppressions"][0]["kind"], "external");
}

#[test]
fn completions_and_manual_pages_are_of_all_commands() {
    let here = fresh("manual");
    for shell in ["bash", "zsh", "fish"] {
        let (code, stdout, _) = outcome(&here, &["completions", shell]);
        assert!(code == Some(0) && stdout.contains("write-baseline"), "{shell}");
    }
    let (code, stdout, stderr) = outcome(&here, &["man", "man1"]);
    assert_eq!(code, Some(0), "{stderr}");
    assert!(stdout.lines().count() > 10, "{stdout}");
    let page = fs::read_to_string(here.join("man1/deadheat-check.1")).expect("a page");
    assert!(page.contains("deadheat\\-check") && page.contains("fail\\-on"), "{page}");
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a directory");
    for entry in fs::read_dir(from).expect("a directory").flatten() {
        let target = to.join(entry.file_name());
        match entry.path().is_dir() {
            true => copy(&entry.path(), &target),
            false => {
                fs::copy(entry.path(), target).expect("it is copied");
            }
        }
    }
}

fn titles(findings: &[(String, Vec<String>, String)]) -> BTreeSet<&str> {
    findings.iter().map(|(title, ..)| &**title).collect()
}

#[test]
fn what_is_made_when_it_is_asked_for_has_advice_of_its_own() {
    let here = fresh("lazy");
    let source = root().join("crates/cli/tests/java/Lazy.java");
    let classes = Compilation::new(jdk(), [source]).classes().expect("javac").display().to_string();
    let (code, stdout, stderr) = outcome(&here, &["check", &classes, "--no-run", "--json", "r.json"]);
    assert_eq!(code, Some(1), "{stdout}{stderr}");
    let advice = list(&json(&here.join("r.json")), "findings").into_iter().map(|finding| {
        let text = |value: &Value| value.as_str().expect("a text").to_owned();
        let suggestion = &finding["suggestion"];
        (text(&finding["location"]["name"]), (text(&suggestion["kind"]), text(&suggestion["text"])))
    });
    let advice: BTreeMap<String, (String, String)> = advice.collect();
    let kinds: Vec<(&str, &str)> = advice.iter().map(|(name, (kind, _))| (&**name, &**kind)).collect();
    assert_eq!(
        kinds,
        [("bare", "publish"), ("locked", "publish"), ("own", "publish"), ("set", "publish")],
        "{advice:?}"
    );
    let says = |name: &str, what: &str| advice[name].1.contains(what);
    assert!(says("bare", "where it is declared") && says("own", "in the constructor"), "{advice:?}");
    assert!(says("locked", "without the lock under which it is made"), "{advice:?}");
    assert!(says("set", "publish the object safely"), "nobody asks whether it is there: {advice:?}");
}

/// With real Maven: JUnit 4, JUnit 5 and TestNG; no thread that races has anything of the test on its stack.
#[test]
fn the_test_that_was_running_is_named_in_every_format() {
    if std::env::var_os("DEADHEAT_OFFLINE").is_some() {
        return;
    }
    let project = fresh("frameworks");
    copy(&root().join("crates/cli/tests/frameworks"), &project);
    let files = ["--json", "r.json", "--sarif", "r.sarif", "--junit", "r.xml"];
    let (code, stdout, stderr) =
        outcome(&project, &[&["check", "--no-scan", "--no-predict"][..], &files].concat());
    assert_eq!(code, Some(1), "{stdout}{stderr}");
    let tests =
        ["junit4.CounterTest.countsTwice", "junit5.CounterTest.countsMoreThan", "testng.CounterTest.counts"];
    let value = json(&project.join("r.json"));
    let named = list(&value, "findings");
    let named: Vec<Value> = named.iter().map(|it| it["evidence"][0]["tests"].clone()).collect();
    assert_eq!(named, tests.map(|test| serde_json::json!([test])));
    let [sarif, xml] = ["r.sarif", "r.xml"].map(|file| fs::read_to_string(project.join(file)).expect(file));
    for test in tests {
        for text in [&stdout, &sarif, &xml] {
            assert!(text.contains(&format!("in test {test}")), "{test}: {text}");
        }
    }
}

/// With real Maven: two modules, tests in JVMs that Surefire starts.
#[test]
fn a_maven_project_is_checked_in_one_command() {
    if std::env::var_os("DEADHEAT_OFFLINE").is_some() {
        return;
    }
    let project = fresh("fleet");
    copy(&root().join("crates/cli/tests/fleet"), &project);
    let (code, stdout, stderr) = outcome(&project, &["check", "--json", "r.json"]);
    assert_eq!(code, Some(1), "{stdout}{stderr}");
    let value = json(&project.join("r.json"));
    let found = findings(&value);
    let kilometres = found.iter().find(|(title, ..)| title == "field fleet.core.Odometer.kilometres");
    let (_, evidence, _) = kilometres.unwrap_or_else(|| panic!("{stdout}"));
    assert_eq!(seen(evidence), ["run witnessed", "scan possible likely"]);
    assert!(found.iter().any(|(title, ..)| title.starts_with("java.util.HashMap")), "{found:?}");
    assert!(!stdout.contains("Odometer.services"), "{stdout}");
    let finding =
        list(&value, "findings").into_iter().find(|it| it["title"] == "field fleet.core.Odometer.kilometres");
    let tests = finding.map(|it| it["evidence"][0]["tests"].clone());
    let both = ["fleet.app.DepotTest.carsComeAndGo", "fleet.core.OdometerTest.twoDriveAtOnce"];
    assert_eq!(tests, Some(serde_json::json!(both)), "each module's tests ran in a JVM of their own");
    assert!(stdout.contains(&format!("in tests {}", both[0])), "{stdout}");
    assert!(stdout.contains("kilometres += distance;"), "the source is shown: {stdout}");
    let path = &value["findings"][0]["pairs"][0]["first"]["path"];
    assert!(path.as_str().is_some_and(|path| path.ends_with(".java") && !path.starts_with('/')), "{path}");

    // Nothing changed: neither the scan nor the tests are done again.
    let (code, again, stderr) = outcome(&project, &["check", "--json", "again.json"]);
    assert_eq!(code, Some(1), "{stderr}");
    assert!(stderr.contains("the tests were not run again: nothing changed"), "{stderr}");
    assert_eq!((again, findings(&json(&project.join("again.json")))), (stdout, found));

    // A module that others need is built, but its tests do not run if nothing changed that they depend on; what they saw is there.
    let ran = |change: &str, from: &str, to: &str| {
        let test = project.join(change);
        let source = fs::read_to_string(&test).expect("a test");
        fs::write(&test, source.replace(from, to)).expect("a test");
        let _ = fs::remove_dir_all(project.join("cache/logs"));
        let (code, _, stderr) = outcome(&project, &["check", "--no-predict", "--json", "part.json"]);
        assert_eq!(code, Some(1), "{stderr}");
        let logs = fs::read_dir(project.join("cache/logs")).expect("logs").flatten();
        let log: String = logs.filter_map(|log| fs::read_to_string(log.path()).ok()).collect();
        let ran =
            ["core.OdometerTest", "app.DepotTest"].map(|test| log.contains(&format!("Running fleet.{test}")));
        let says = stderr.contains("the tests of 1 of 2 modules were not run again");
        let found = list(&json(&project.join("part.json")), "findings");
        let tests = found.iter().find(|it| it["title"] == "field fleet.core.Odometer.kilometres");
        (ran, says, tests.map(|it| it["evidence"][0]["tests"].to_string()).unwrap_or_default())
    };
    let (ran_of, says, tests) =
        ran("app/src/test/java/fleet/app/DepotTest.java", "carsComeAndGo", "carsPass");
    assert_eq!((ran_of, says), ([false, true], true));
    assert_eq!(tests, r#"["fleet.app.DepotTest.carsPass","fleet.core.OdometerTest.twoDriveAtOnce"]"#);
    let (ran_of, says, tests) =
        ran("core/src/test/java/fleet/core/OdometerTest.java", "twoDriveAtOnce", "twoDrive");
    assert_eq!((ran_of, says), ([true, true], false), "app depends on core");
    assert_eq!(tests, r#"["fleet.app.DepotTest.carsPass","fleet.core.OdometerTest.twoDrive"]"#);

    // What is damaged in the cache is found anew.
    for entry in fs::read_dir(project.join("cache")).expect("a cache").flatten() {
        let name = entry.file_name().into_string().expect("a name");
        if name.starts_with("scan-") {
            let text = fs::read_to_string(entry.path()).expect("a result");
            fs::write(entry.path(), &text[..text.len() / 2]).expect("a file");
        } else if name.starts_with("run-") {
            fs::write(entry.path(), "{}").expect("a file");
        }
    }
    let (code, _, stderr) =
        outcome(&project, &["check", "--no-build", "--no-predict", "--json", "anew.json"]);
    assert_eq!(code, Some(1), "{stderr}");
    assert!(!stderr.contains("the tests were not run again"), "{stderr}");
    let anew = findings(&json(&project.join("anew.json")));
    assert_eq!(titles(&anew), titles(&findings(&json(&project.join("r.json")))));

    let test = project.join("core/src/test/java/fleet/core/OdometerTest.java");
    let source = fs::read_to_string(&test).expect("the test");
    fs::write(&test, source.replace("assertEquals(200", "assertEquals(201")).expect("the test");
    let (code, stdout, stderr) = outcome(&project, &["check", "--no-predict", "--fail-on", "never"]);
    assert_eq!(code, Some(2), "{stdout}{stderr}");
    assert!(stderr.contains("the tests fail") && stderr.contains("OdometerTest"), "{stderr}");
    assert!(stdout.contains("witnessed: field fleet.core.Odometer.kilometres"), "{stdout}");

    fs::write(&test, "class Broken {").expect("the test");
    let (code, _, stderr) = outcome(&project, &["check"]);
    assert_eq!(code, Some(2), "{stderr}");
    assert!(stderr.contains("the build fails") && stderr.contains("OdometerTest.java"), "{stderr}");
}

/// With real Gradle: what its test task's JVM does is seen.
#[test]
#[ignore = "Gradle has to be installed"]
fn a_gradle_project_is_checked_in_one_command() {
    let project = fresh("gradle");
    copy(&root().join("crates/cli/tests/gradle"), &project);
    let (code, stdout, stderr) = outcome(&project, &["check", "--json", "r.json"]);
    assert_eq!(code, Some(1), "{stdout}{stderr}");
    let found = findings(&json(&project.join("r.json")));
    let kilometres = found.iter().find(|(title, ..)| title == "field fleet.Odometer.kilometres");
    let (_, evidence, _) = kilometres.unwrap_or_else(|| panic!("{stdout}"));
    assert_eq!(seen(evidence), ["run witnessed", "scan possible likely"]);
    assert!(stdout.contains("in test fleet.OdometerTest.twoDriveAtOnce"), "{stdout}");
}
