//! The command as a user sees it: output, exit codes, and what bad input gets.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use deadheat_harness::{Compilation, Jdk, jdk_for, root, scratch};

fn jdk() -> &'static Jdk {
    jdk_for(17).expect("a JDK of 17 or newer")
}

fn deadheat(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_deadheat"));
    command.args(arguments).env("JAVA_HOME", &jdk().home).current_dir(root());
    command.output().expect("deadheat starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The example that the demo shows, compiled.
fn bank() -> PathBuf {
    Compilation::new(jdk(), [root().join("examples/Bank.java")]).classes().expect("javac")
}

/// An empty directory for a test.
fn fresh(name: &str) -> PathBuf {
    let directory = scratch().join("cli").join(name);
    let _ = fs::remove_dir_all(&directory);
    fs::create_dir_all(&directory).expect("a directory");
    directory
}

fn path(path: &Path) -> &str {
    path.to_str().expect("a path in UTF-8")
}

/// Compares with a file in `tests/snapshots`; `DEADHEAT_BLESS=1` writes it.
fn snapshot(name: &str, actual: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/snapshots").join(name);
    if std::env::var_os("DEADHEAT_BLESS").is_some() {
        fs::write(&file, actual).expect("the snapshot is written");
    }
    let expected = fs::read_to_string(&file).unwrap_or_default();
    assert_eq!(expected, actual, "{name}; DEADHEAT_BLESS=1 accepts the new text");
}

#[test]
fn info_of_the_example() {
    let classes = bank();
    let output = deadheat(&["info", path(&classes)]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let shown = text(&output.stdout).replace(path(&classes), "CLASSES");
    // The JDK's own line is not the same everywhere.
    let shown: String =
        shown.lines().filter(|line| !line.starts_with("JDK")).map(|line| format!("{line}\n")).collect();
    let shown = shown.replace(&format!("Java {}", jdk().release), "Java N");
    snapshot("info-bank.txt", &shown);
}

#[test]
fn ir_of_the_example() {
    let output = deadheat(&["ir", "Bank.transfer", path(&bank())]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    snapshot("ir-bank-transfer.txt", &text(&output.stdout));
}

#[test]
fn json_is_json() {
    let classes = bank();
    for arguments in
        [["info", "--json", path(&classes)].as_slice(), &["ir", "--json", "Bank", path(&classes)]]
    {
        let output = deadheat(arguments);
        let value: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert_eq!(value["version"], 1);
        assert!(output.stderr.is_empty(), "{}", text(&output.stderr));
    }
    let info: serde_json::Value =
        serde_json::from_slice(&deadheat(&["info", "--json", path(&classes)]).stdout).expect("JSON");
    assert_eq!(info["counts"]["classes"], 2);
    assert_eq!(info["entryPoints"][0]["method"], "Bank.main(java.lang.String[])");
}

#[test]
fn mistakes_exit_with_2_and_say_what_to_do() {
    let classes = bank();
    let cases: [(&[&str], &str); 7] = [
        (&["info"], "PATH"),
        (&["info", "no/such/file.jar"], "no/such/file.jar"),
        (&["info", "README.md"], "README.md"),
        (&["info", "--jdk", "no/such/jdk", path(&classes)], "--jdk"),
        (&["ir", "Bnak", path(&classes)], "no class Bnak"),
        (&["ir", "other.Bank", path(&classes)], "did you mean Bank?"),
        (&["ir", "Bank.pay", path(&classes)], "no method pay"),
    ];
    for (arguments, expected) in cases {
        let output = deadheat(arguments);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
        assert!(said.contains(expected), "{arguments:?}: {said}");
        assert!(!said.contains("panicked"), "{arguments:?}: {said}");
    }
}

#[test]
fn mistakes_in_the_configuration_name_the_line() {
    let file = fresh("config").join("deadheat.toml");
    fs::write(&file, "[models]\nlibrary = [\"com.acme.**\"]\n\n[models.class.\"java.util.ArrayLst\"]\nsafety = \"unsafe\"\n")
        .expect("a file");
    let output = deadheat(&["info", "--config", path(&file), path(&bank())]);
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("deadheat.toml:4:") && said.contains("did you mean ArrayList?"), "{said}");
}

#[test]
fn a_broken_class_is_a_gap_and_the_rest_is_shown() {
    let directory = fresh("broken");
    for file in fs::read_dir(bank()).expect("classes").map(|entry| entry.expect("an entry").path()) {
        let mut bytes = fs::read(&file).expect("a class");
        if file.ends_with("Bank.class") {
            bytes.truncate(bytes.len() / 2);
        }
        fs::write(directory.join(file.file_name().expect("a name")), bytes).expect("a copy");
    }
    let output = deadheat(&["info", path(&directory)]);
    let shown = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let gap = shown.lines().find(|line| line.contains("Bank.class")).unwrap_or_else(|| panic!("{shown}"));
    assert!(gap.contains("class Bank") && gap.contains("byte "), "{gap}");
}

#[test]
fn a_reader_that_stops_is_no_failure() {
    let script = format!(
        "'{}' ir java.util.HashMap | head -1; echo ${{PIPESTATUS[0]}}",
        env!("CARGO_BIN_EXE_deadheat")
    );
    let output =
        Command::new("bash").args(["-c", &script]).env("JAVA_HOME", &jdk().home).output().expect("bash");
    assert!(text(&output.stdout).ends_with("0\n"), "{}", text(&output.stdout));
    assert!(output.stderr.is_empty(), "{}", text(&output.stderr));
}

#[test]
fn call_graph_of_the_example() {
    let classes = bank();
    let list = deadheat(&["callgraph", "--list", "--quiet", path(&classes)]);
    assert_eq!(list.status.code(), Some(0), "{}", text(&list.stderr));
    snapshot("callgraph-bank.txt", &text(&list.stdout));
    let again = deadheat(&["callgraph", "--list", "--quiet", path(&classes)]);
    assert_eq!(text(&list.stdout), text(&again.stdout));
    let dot = deadheat(&["callgraph", "--of", "Bank.transfer", "--dot", "--quiet", path(&classes)]);
    snapshot("callgraph-bank.dot", &text(&dot.stdout));
    let statistics = text(&deadheat(&["callgraph", "--quiet", path(&classes)]).stdout);
    for wanted in ["reachable methods, 9 of the application", "not seen:", "call edges"] {
        assert!(statistics.contains(wanted), "{statistics}");
    }
}

#[test]
fn points_to_of_the_example() {
    let classes = bank();
    let output = deadheat(&["points-to", "Bank.transfer:v0", "--quiet", path(&classes)]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    snapshot("points-to-bank.txt", &text(&output.stdout));
}

#[test]
fn bad_entry_points_are_explained() {
    let classes = bank();
    let cases: [(&[&str], &str); 6] = [
        (&["callgraph", "--main", "Bnk"], "no class Bnk on the class path"),
        (&["callgraph", "--main", "Bank.Account"], "Bank.Account is no class"),
        (&["callgraph", "--main", "Bank$Account"], "Bank$Account has no main method"),
        (&["callgraph", "--entry", "Bank.run"], "Bank has no method run"),
        (&["points-to", "Bank.transfer:nobody"], "Bank.transfer has no variable nobody"),
        (&["points-to", "Bank$Account.money"], "Bank$Account has no field money; there is balance"),
    ];
    for (arguments, wanted) in cases {
        let mut arguments = arguments.to_vec();
        arguments.extend([path(&classes), "--quiet"]);
        let output = deadheat(&arguments);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
        assert!(said.contains(wanted), "{arguments:?}: {said}");
    }
}

#[test]
fn a_main_that_the_jvm_would_not_start_is_refused() {
    let directory = fresh("wrong-main");
    let source = directory.join("Wrong.java");
    fs::write(&source, "class Wrong { static int main(String[] args) { return 1; } }").expect("written");
    let classes = Compilation::new(jdk(), [source]).classes().expect("javac");
    let output = deadheat(&["callgraph", "--main", "Wrong", path(&classes)]);
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("Wrong has no public static void main(String[])"), "{said}");
    let entry = deadheat(&["callgraph", "--entry", "Wrong.main", path(&classes)]);
    assert_eq!(entry.status.code(), Some(0), "{}", text(&entry.stderr));
}

#[test]
fn a_small_memory_limit_is_kept_to_by_a_smaller_k() {
    let output = deadheat(&["callgraph", "-k", "2", "--memory", "1", "--quiet", path(&bank())]);
    let said = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(said.contains("note: k = 2 needs more memory than the limit"), "{said}");
}

/// What a scan says of the example, without what the JDK decides.
fn scan_of_bank(arguments: &[&str], code: i32) -> String {
    let bank = bank();
    let output = deadheat(&[&["scan", path(&bank), "--quiet"], arguments].concat());
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {}", text(&output.stderr));
    let shown = text(&output.stdout);
    let (summary, findings) = shown.split_once("\n\n").unwrap_or((&shown, ""));
    let is_same = |line: &&str| !line.contains("pairs of accesses in");
    let summary: Vec<&str> = summary.lines().take_while(is_same).collect();
    format!("{}\n\n{findings}", summary.join("\n"))
}

#[test]
fn a_scan_reports_the_races_of_the_bank_and_says_so_by_its_exit_code() {
    let shown = scan_of_bank(&[], 1);
    snapshot("scan-bank.txt", &shown);
    assert!(shown.lines().all(|line| line.chars().count() <= 100), "{shown}");
    snapshot("scan-bank-by-object.txt", &scan_of_bank(&["--by", "object"], 1));
}

/// IteRace's figure 3: the loop, three objects, four places, twelve races.
#[test]
fn races_by_loop_are_grouped_as_in_figure_3_of_iterace() {
    let programs = root().join("tests/programs");
    let sources = ["papers/IteRaceFigure2.java", "support/Unseen.java"].map(|file| programs.join(file));
    let classes = Compilation::new(jdk(), sources).classes().expect("javac");
    let output = deadheat(&["scan", path(&classes), "--quiet", "--by", "loop", "--possible"]);
    let shown = text(&output.stdout);
    assert!(shown.starts_with("8 likely races on 2 places, of 2 abstract objects"), "{shown}");
    assert!(shown.contains("4 pairs are possible, on 2 more places\n"), "{shown}");
    let (_, findings) = shown.split_once("\n\n").expect("findings");
    snapshot("scan-nbody-by-loop.txt", findings);
}

/// The constructor of an object that a race publishes races with whoever sees the object: one mistake, shown once.
#[test]
fn what_a_race_publishes_is_shown_with_that_race() {
    let programs = root().join("tests/programs");
    let sources = ["fields/UnsafePublication.java", "support/Unseen.java"].map(|file| programs.join(file));
    let classes = Compilation::new(jdk(), sources).classes().expect("javac");
    let output = deadheat(&["scan", path(&classes), "--quiet"]);
    snapshot("scan-publication.txt", &text(&output.stdout));
    let output = deadheat(&["scan", path(&classes), "--quiet", "--json"]);
    let found: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!((&found["pairs"], &found["following"]), (&1.into(), &1.into()));
    let publishers: Vec<_> =
        found["races"].as_array().expect("races").iter().map(|it| &it["publishedBy"]).collect();
    assert_eq!(publishers, [&serde_json::Value::Null, &"field UnsafePublication.shared".into()]);
}

#[test]
fn scan_explains_why_accesses_race_or_not() {
    snapshot("explain-bank-balance.txt", &scan_of_bank(&["--explain", "Bank$Account.balance"], 1));
    snapshot("explain-bank-transfers.txt", &scan_of_bank(&["--explain", "Bank.transfers"], 1));
    // Both accesses are under the account's lock.
    let guarded = scan_of_bank(&["--explain", "Bank.java:14,Bank$Account:18"], 0);
    snapshot("explain-bank-lines.txt", &guarded);
    assert_eq!(guarded.matches("both hold a common lock (locks)").count(), 3);
    let reported = scan_of_bank(&["--explain", "src/Bank.java:14,Bank:18", "--without", "locks"], 1);
    assert_eq!(reported.lines().filter(|line| line.starts_with("reported as ")).count(), 3, "{reported}");
    assert!(scan_of_bank(&["--explain", "Bank.java:22"], 1).contains("1 access, 2 pairs"));
    assert!(scan_of_bank(&["--explain", "Bank.java:9999"], 0).contains("no access that could race"));
}

#[test]
fn scan_says_what_it_does_not_understand_of_a_question() {
    let cases = [
        ("Bank$Account.balnce", "no field balnce; there is balance"),
        ("Account.balance", "did you mean Bank$Account?"),
        ("Bank", "Bank is a class; name one of its fields"),
        ("bank.java:14", "did you mean Bank.java?"),
        ("Bnak.java:14", "no class of the application comes from a file Bnak.java"),
        ("Bank.java:x", "FILE:LINE"),
        ("Bank.java:1,Bank.java:2,Bank.java:3", "one or two lines"),
        ("java.util.HashMap:14", "no class of the application"),
    ];
    for (asked, expected) in cases {
        let output = deadheat(&["scan", path(&bank()), "--quiet", "--explain", asked]);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{asked}: {said}");
        assert!(said.contains(expected), "{asked}: {said}");
    }
}

#[test]
fn a_scan_as_json_says_how_races_come_about_and_how_large_the_work_was() {
    let bank = bank();
    let json = |arguments: &[&str]| -> serde_json::Value {
        let output = deadheat(&[&["scan", path(&bank), "--quiet", "--json"], arguments].concat());
        assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
        serde_json::from_slice(&output.stdout).expect("JSON")
    };
    let found = json(&[]);
    let races = found["races"].as_array().expect("races");
    let balance = races.iter().find(|race| race["kind"] == "field").expect("a race on a field");
    assert_eq!(balance["target"], "field Bank$Account.balance");
    let [deposit, read] = [&balance["sides"][0], &balance["sides"][1]];
    assert_eq!((&deposit["thread"], &deposit["locks"]), (&"started".into(), &["this"].as_slice().into()));
    assert!(read["locks"].as_array().is_some_and(Vec::is_empty), "{read}");
    let last = read["path"].as_array().and_then(|path| path.last()).expect("a path");
    assert_eq!((&last["method"], &last["line"]), (&"Bank$Account.balance()".into(), &22.into()));
    assert!(races.iter().any(|race| race["kind"] == "static"));
    for filter in ["aliasing", "escape", "parallel", "locks"] {
        assert_eq!(found["filters"][filter]["removed"], found["removed"][filter], "{filter}");
    }
    assert_eq!(found["application"]["classes"], 2);
    assert_eq!(found["application"]["methods"], 9);
    for size in ["classes", "methods", "bytecodes"] {
        assert!(found[size].as_u64() > found["application"][size].as_u64(), "{size}");
    }
    assert!(found["k"]["1"].as_u64().is_some_and(|sites| sites > 0), "{}", found["k"]);
    assert!(found.get("note").is_none());

    let unfiltered = json(&["--without", "locks", "--without", "parallel"]);
    assert_eq!(unfiltered["candidates"], found["candidates"]);
    assert!(unfiltered["races"].as_array().is_some_and(|all| all.len() > races.len()));

    let explained = json(&["--explain", "Bank.transfers"]);
    let pairs = explained["pairs"].as_array().expect("pairs");
    let removed: Vec<_> = pairs.iter().filter(|pair| pair["reported"] == false).collect();
    assert_eq!((pairs.len(), removed.len()), (3, 1));
    assert_eq!(removed[0]["removedBy"], serde_json::json!(["parallel"]));
}

/// Tests are scanned if it is not clear which main method is meant, and not beside one that is.
#[test]
fn scan_takes_tests_if_nothing_else_starts_the_program() {
    let directory = fresh("scan-tests");
    let write = |name: &str, text: &str| {
        let file = directory.join(name);
        fs::write(&file, text).expect("a file");
        file
    };
    let annotation =
        "package org.junit;\n@java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME)
        public @interface Test {}";
    let tests = "class Tests { int count; @org.junit.Test public void twice() {
        new Thread(() -> count++).start(); count++; } }";
    let main = |name: &str| {
        let text = format!("class {name} {{ public static void main(String[] args) {{ }} }}");
        write(&format!("{name}.java"), &text)
    };
    let own = [write("Test.java", annotation), write("Tests.java", tests)];
    let (one, two) = (main("One"), main("Two"));
    let scanned = |more: &[&PathBuf]| {
        let sources: Vec<PathBuf> = own.iter().chain(more.iter().copied()).cloned().collect();
        let classes = Compilation::new(jdk(), sources).classes().expect("javac");
        let output = deadheat(&["scan", path(&classes)]);
        (output.status.code(), text(&output.stdout))
    };
    for more in [&[][..], &[&one, &two]] {
        let (code, shown) = scanned(more);
        assert_eq!(code, Some(1), "{shown}");
        assert!(
            shown.contains("field Tests.count") && shown.contains("in a framework's call of Tests.twice"),
            "{shown}"
        );
    }
    let (code, shown) = scanned(&[&one]);
    assert_eq!(code, Some(0), "{shown}");
}
