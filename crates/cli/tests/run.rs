//! `deadheat run` as a user sees it: exit codes, what is written however the program ends, JVMs that it starts; and that
//! a program does what it does without the agent, whatever happens to the agent.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use deadheat_harness::{Compilation, Jdk, jdks, root, scratch};
use serde_json::Value;

fn classes() -> PathBuf {
    let oldest = jdks().iter().min_by_key(|jdk| jdk.release).expect("a JDK");
    let java = root().join("crates/cli/tests/java");
    let sources = ["Racy.java", "Stress.java", "Hidden.java", "Pooled.java", "Forgotten.java"];
    let sources = sources.map(|name| java.join(name));
    Compilation::new(oldest, sources).classes().expect("it compiles")
}

fn fresh(name: &str) -> PathBuf {
    let directory = scratch().join("run").join(name);
    let _ = std::fs::remove_dir_all(&directory);
    std::fs::create_dir_all(&directory).expect("a directory");
    directory
}

/// `deadheat run` with options, of `java` with the test programs on its class path.
fn deadheat(jdk: &Jdk, options: &[&str], program: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_deadheat"));
    command.arg("run").args(options).arg("--").arg(jdk.tool("java")).arg("-cp").arg(classes()).args(program);
    command
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn outcome(jdk: &Jdk, options: &[&str], program: &[&str]) -> (Option<i32>, String, String) {
    let Output { status, stdout, stderr } = deadheat(jdk, options, program).output().expect("it starts");
    (status.code(), text(&stdout), text(&stderr))
}

#[test]
fn locks_are_told_but_not_those_that_a_pool_has_for_itself() {
    for jdk in jdks() {
        let (code, _, stderr) = outcome(jdk, &[], &["Pooled"]);
        assert_eq!(code, Some(1), "{stderr}");
        assert!(stderr.contains("holding no lock"), "{stderr}");
        assert!(stderr.contains("holding java.util.concurrent.locks.ReentrantLock"), "{stderr}");
        assert!(!stderr.contains("ThreadPoolExecutor@"), "{stderr}");
    }
}

/// Tests of real libraries look whether what they let go is collected.
#[test]
fn what_a_program_does_not_keep_is_not_kept_for_it() {
    for jdk in jdks() {
        let (code, _, stderr) = outcome(jdk, &[], &["Forgotten"]);
        assert_eq!(code, Some(0), "{stderr}");
    }
}

#[test]
fn the_exit_code_is_the_programs_or_one_if_a_race_was_seen() {
    for jdk in jdks() {
        let (code, stdout, stderr) = outcome(jdk, &[], &["Racy", "end"]);
        assert_eq!((code, &*stdout), (Some(1), "ended\n"), "{stderr}");
        assert!(stderr.contains("static field Racy.count"), "{stderr}");
        assert!(!stderr.contains("inOther"), "{stderr}");
        let (code, ..) = outcome(jdk, &["--exit-code=program"], &["Racy", "end"]);
        assert_eq!(code, Some(0));
        let (code, _, stderr) = outcome(jdk, &["--exclude", "Racy"], &["Racy", "end"]);
        assert_eq!(code, Some(0), "{stderr}");
        assert!(stderr.contains("0 races"), "{stderr}");
        let (code, _, stderr) = outcome(jdk, &["--quiet", "--exclude", "Racy"], &["Racy", "end"]);
        assert_eq!((code, &*stderr), (Some(0), ""));
        let (code, _, stderr) = outcome(jdk, &["--include", "com.example.**"], &["Racy", "end"]);
        assert_eq!(code, Some(0), "{stderr}");
    }
}

#[test]
fn what_was_seen_is_told_however_the_program_ends() {
    for jdk in jdks() {
        for (program, expected) in [
            (&["Racy", "exit", "7"][..], 7),
            (&["Racy", "exit", "0"], 1),
            (&["Racy", "halt", "9"], 9),
            (&["Racy", "throw"], 1),
            (&["Racy", "child"], 1),
        ] {
            let (code, _, stderr) = outcome(jdk, &[], program);
            assert_eq!(code, Some(expected), "{program:?}: {stderr}");
            assert!(stderr.contains("static field Racy.count"), "{program:?}: {stderr}");
            assert!(!stderr.contains("failures inside"), "{program:?}: {stderr}");
        }
        let (_, _, stderr) = outcome(jdk, &[], &["Racy", "child"]);
        assert!(stderr.contains("in 2 JVMs"), "{stderr}");
    }
}

#[cfg(unix)]
#[test]
fn what_was_seen_is_told_when_the_program_is_killed() {
    for (signal, code) in [("TERM", 143), ("KILL", 137)] {
        let jdk = jdks().first().expect("a JDK");
        let mut child = deadheat(jdk, &[], &["Racy", "wait"])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it starts");
        let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        assert_eq!(lines.next().expect("a line").expect("it reads"), "waits");
        // The JVM is the only child of the command.
        let pid = child.id().to_string();
        let found = Command::new("ps").args(["-o", "pid=", "--ppid", &pid]).output().expect("ps");
        let jvm = text(&found.stdout).trim().to_owned();
        let killed = Command::new("kill").args([&format!("-{signal}"), &jvm]).status().expect("kill");
        assert!(killed.success());
        let output = child.wait_with_output().expect("it ends");
        let stderr = text(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{stderr}");
        assert!(stderr.contains("static field Racy.count"), "{stderr}");
    }
}

#[test]
fn a_race_can_throw_or_halt() {
    let jdk = jdks().first().expect("a JDK");
    let (_, _, stderr) = outcome(jdk, &["--on-race=throw"], &["Racy", "end"]);
    assert!(stderr.contains("java.lang.DeadheatRaceError: a data race on Racy."), "{stderr}");
    let (code, stdout, stderr) = outcome(jdk, &["--on-race=halt"], &["Racy", "end"]);
    assert_eq!((code, &*stdout), (Some(1), ""), "{stderr}");
    assert!(stderr.contains("1 race seen"), "{stderr}");
}

#[test]
fn results_are_written_as_json() {
    let file = fresh("json").join("races.json");
    let jdk = jdks().first().expect("a JDK");
    outcome(jdk, &["--json", &file.display().to_string()], &["Racy", "end"]);
    let value: Value = serde_json::from_slice(&std::fs::read(file).expect("it is there")).expect("JSON");
    let races = value["races"].as_array().expect("a list");
    let race = races.iter().find(|race| race["name"] == "count").expect("the race");
    for side in ["first", "second"] {
        assert_eq!(race[side]["site"]["class"], "Racy");
        assert!(race[side]["stack"][0].as_str().is_some_and(|top| top.contains("Racy.java")), "{race}");
    }
    assert!(value["jvms"][0]["checks"].as_u64().is_some_and(|checks| checks > 0));
}

#[test]
fn the_agent_works_alone() {
    let jdk = jdks().last().expect("a JDK");
    let agent = Path::new(env!("CARGO_BIN_EXE_deadheat")).with_file_name("deps").join(format!(
        "{}deadheat_agent{}",
        std::env::consts::DLL_PREFIX,
        std::env::consts::DLL_SUFFIX
    ));
    let output = Command::new(jdk.tool("java"))
        .env("JAVA_TOOL_OPTIONS", format!("-agentpath:{}", agent.display()))
        .arg("-cp")
        .arg(classes())
        .args(["Racy", "end"])
        .output()
        .expect("it starts");
    assert_eq!((output.status.code(), &*text(&output.stdout)), (Some(0), "ended\n"));
    assert!(text(&output.stderr).contains("\"name\":\"count\""), "{}", text(&output.stderr));
}

#[test]
fn calls_that_scan_does_not_see_are_told_and_fed_back() {
    for jdk in jdks() {
        let directory = fresh(&format!("audit-{}", jdk.release));
        let only = directory.join("classes");
        std::fs::create_dir_all(&only).expect("a directory");
        for name in ["Hidden.class", "Hidden$Task.class"] {
            std::fs::copy(classes().join(name), only.join(name)).expect("it is copied");
        }
        let (path, file) =
            (only.display().to_string(), directory.join("observed.json").display().to_string());
        let option = format!("--audit-scan={file}");
        let (_, _, stderr) = outcome(jdk, &[&option], &["-cp", &path, "Hidden"]);
        assert!(
            stderr.contains("not there: Hidden$Task.<init> from Hidden.main:18 by reflection"),
            "{stderr}"
        );
        assert!(stderr.contains("with what reflective calls were about: 4 of 4"), "{stderr}");
        let scan = |more: &[&str]| {
            let mut command = Command::new(env!("CARGO_BIN_EXE_deadheat"));
            text(&command.args(["scan", &path]).args(more).output().expect("it starts").stdout)
        };
        assert!(!scan(&[]).contains("field Hidden.shared"));
        assert!(scan(&["--observed", &file]).contains("field Hidden.shared"));
    }
}

/// What a program prints and how it ends, without the agent and with it.
fn compare(jdk: &Jdk, options: &[&str], program: &[&str]) {
    let all: Vec<&str> = options.iter().chain(program).copied().collect();
    let plain =
        Command::new(jdk.tool("java")).arg("-cp").arg(classes()).args(&all).output().expect("it starts");
    let (code, stdout, stderr) = outcome(jdk, &["--exit-code=program"], &all);
    assert_eq!((code, stdout), (plain.status.code(), text(&plain.stdout)), "{program:?}: {stderr}");
    assert!(stderr.contains("0 races"), "{program:?}: {stderr}");
}

#[test]
fn hard_programs_do_what_they_did() {
    for jdk in jdks() {
        for program in ["threads", "virtual", "objects", "recursion", "locks", "mirror"] {
            compare(jdk, &[], &["Stress", program]);
        }
        compare(jdk, &["-Xmx32m"], &["Stress", "heap"]);
        compare(jdk, &["-Xss512k", "-Xint"], &["Stress", "recursion"]);
    }
}

#[test]
fn a_method_that_would_be_too_long_is_left_out_and_told() {
    let directory = fresh("huge");
    let body: String =
        (0..3000).map(|number| format!("        field += {number} % (field + 7);\n")).collect();
    let text = format!(
        "public class Huge {{
    int field;
    int data;
    boolean isDone;
    int sum() {{
        synchronized (this) {{
            isDone = true;
        }}
{body}        return field;
    }}
    synchronized boolean isDone() {{
        return isDone;
    }}
    public static void main(String[] args) throws InterruptedException {{
        Huge huge = new Huge();
        Thread other = new Thread(() -> {{
            huge.data = 7;
            System.out.println(huge.sum());
        }});
        other.start();
        while (!huge.isDone()) {{
            Thread.onSpinWait();
        }}
        int seen = huge.data;
        other.join();
        System.out.println(seen);
    }}
}}
"
    );
    let source = directory.join("Huge.java");
    std::fs::write(&source, text).expect("it is written");
    let jdk = jdks().first().expect("a JDK");
    let classes = Compilation::new(jdk, [source]).classes().expect("it compiles");
    let path = classes.display().to_string();
    let plain = Command::new(jdk.tool("java")).args(["-cp", &path, "Huge"]).output().expect("it starts");
    let (code, stdout, stderr) = outcome(jdk, &[], &["-cp", &path, "Huge"]);
    assert_eq!((code, stdout), (plain.status.code(), text_of(&plain)), "{stderr}");
    assert!(stderr.contains("1 methods left as they are") && stderr.contains("Huge.sum()I"), "{stderr}");
    // What it does to synchronise is seen all the same.
    assert!(stderr.contains("0 races"), "{stderr}");
}

fn text_of(output: &Output) -> String {
    text(&output.stdout)
}

#[test]
fn broken_classes_fail_as_they_did() {
    let directory = fresh("broken");
    let whole = std::fs::read(classes().join("Racy.class")).expect("a class");
    let mut versions = vec![("Cut", whole[..whole.len() / 2].to_vec()), ("Empty", Vec::new())];
    versions.push(("Garbage", b"\xca\xfe\xba\xbe\x00\x00\x00\x3d\xff\xff".to_vec()));
    let mut future = whole.clone();
    future[7] = 200;
    versions.push(("Future", future));
    // The name inside is another one.
    versions.push(("Wrong", whole));
    for (name, bytes) in &versions {
        std::fs::write(directory.join(format!("{name}.class")), bytes).expect("it is written");
    }
    let path = format!("{}:{}", directory.display(), classes().display());
    for jdk in jdks() {
        compare(jdk, &["-cp", &path], &["Stress", "broken", "Cut,Empty,Garbage,Future,Wrong,Missing"]);
    }
}

#[test]
fn where_results_cannot_be_written_the_program_runs() {
    let jdk = jdks().first().expect("a JDK");
    let file = fresh("unwritable").join("file");
    std::fs::write(&file, "").expect("it is written");
    let agent = Path::new(env!("CARGO_BIN_EXE_deadheat")).with_file_name("deps").join("libdeadheat_agent.so");
    let option = format!("-agentpath:{}=out={}/below", agent.display(), file.display());
    let output =
        Command::new(jdk.tool("java")).arg(option).arg("-cp").arg(classes()).args(["Racy", "end"]).output();
    let output = output.expect("it starts");
    assert_eq!((output.status.code(), &*text(&output.stdout)), (Some(0), "ended\n"));
    assert!(text(&output.stderr).contains("results go here"), "{}", text(&output.stderr));
}

#[cfg(unix)]
#[test]
fn where_the_disk_is_full_the_program_runs() {
    let jdk = jdks().first().expect("a JDK");
    let mut shell = Command::new("sh");
    // No file may have a single byte.
    shell.arg("-c").arg("ulimit -f 0; exec \"$@\"").arg("sh");
    let inner = deadheat(jdk, &[], &["-XX:-UsePerfData", "Racy", "end"]);
    let output = shell.arg(inner.get_program()).args(inner.get_args()).output().expect("it starts");
    assert_eq!(text(&output.stdout), "ended\n", "{}", text(&output.stderr));
}

#[test]
fn a_command_that_is_none_is_an_error() {
    let output = Command::new(env!("CARGO_BIN_EXE_deadheat")).args(["run", "--", "no-such-command"]).output();
    let output = output.expect("it starts");
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("no-such-command cannot be started"), "{}", text(&output.stderr));
}

/// With real Maven: the tests run in a JVM that Surefire starts, with JaCoCo's agent, and Mockito's.
#[test]
fn tests_of_a_maven_project_are_covered_beside_other_agents() {
    if std::env::var_os("DEADHEAT_OFFLINE").is_some() {
        return;
    }
    let project = fresh("shop");
    copy(&root().join("crates/cli/tests/shop"), &project);
    let output = Command::new(env!("CARGO_BIN_EXE_deadheat"))
        .args(["run", "--include", "shop.**", "--", "mvn", "-q", "-B", "test"])
        .current_dir(&project)
        .output()
        .expect("it starts");
    let stderr = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{stderr}{}", text(&output.stdout));
    assert!(stderr.contains("field shop.Stock.left"), "{stderr}");
    assert!(!stderr.contains("Stock.guarded") && !stderr.contains("failures inside"), "{stderr}");
    assert!(project.join("target/jacoco.exec").is_file(), "JaCoCo did its work");
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a directory");
    for entry in std::fs::read_dir(from).expect("a directory").flatten() {
        let target = to.join(entry.file_name());
        match entry.path().is_dir() {
            true => copy(&entry.path(), &target),
            false => {
                std::fs::copy(entry.path(), target).expect("it is copied");
            }
        }
    }
}
