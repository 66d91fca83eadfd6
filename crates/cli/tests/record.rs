//! `deadheat record` as its users see it: what it says, what is in the file, and what is left when a JVM ends badly.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use deadheat_harness::{Compilation, Jdk, jdks, scratch};
use deadheat_trace::format::{Reader, read_trace};
use deadheat_trace::{Op, Trace, problems};

/// Compiles a class, given as its body; gives the directory of classes.
fn compile(jdk: &Jdk, name: &str, body: &str) -> PathBuf {
    let directory = scratch().join("record-cli").join(name);
    fs::create_dir_all(&directory).expect("a directory");
    let source = directory.join(format!("{name}.java"));
    fs::write(&source, format!("public class {name} {{ {body} }}")).expect("a source");
    Compilation::new(jdk, [source]).classes().unwrap_or_else(|error| panic!("{error}"))
}

/// Records a program on a JDK; gives what was said and where the trace is.
fn record(jdk: &Jdk, name: &str, body: &str, options: &[&str]) -> (Output, PathBuf) {
    let classes = compile(jdk, name, body);
    let trace = scratch().join("record-cli").join(format!("{name}-{}.trace", jdk.release));
    let mut command = Command::new(env!("CARGO_BIN_EXE_deadheat"));
    command.arg("record").arg("-o").arg(&trace).args(options).arg("--").arg(jdk.tool("java"));
    command.args(["-Xverify:all", "-Xss1m", "-cp"]).arg(classes).arg(name);
    (command.output().expect("deadheat starts"), trace)
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The trace of a program that came to its end; it is well formed.
fn whole(jdk: &Jdk, name: &str, body: &str, options: &[&str]) -> (Trace, String) {
    let (output, trace) = record(jdk, name, body, options);
    let said = said(&output);
    assert_eq!(output.status.code(), Some(0), "{said}");
    let reader = Reader::open(&trace).unwrap_or_else(|error| panic!("{error}: {said}"));
    let (trace, error) = read_trace(&reader);
    assert_eq!(error, None);
    assert!(trace.tables.is_whole, "{said}");
    let problems = problems(&trace, 5);
    assert!(problems.is_empty(), "{problems:?}");
    (trace, said)
}

fn count(trace: &Trace, op: Op) -> usize {
    trace.events.iter().filter(|event| event.op == op).count()
}

#[test]
fn values_locks_and_threads_are_in_the_trace_and_counted() {
    let body = "static long total; static double half; static String text; final int[] cells = new int[3];
        synchronized void add(int n) { total += n; cells[n] = 7 * n; }
        public static void main(String[] arguments) throws Exception {
            Values values = new Values();
            Thread other = new Thread(() -> values.add(2));
            other.start();
            other.join();
            half = 0.5;
            text = null;
        }"
    .replace("Values", "RecordValues");
    for jdk in jdks() {
        let (trace, said) = whole(jdk, "RecordValues", &body, &[]);
        for op in [Op::Fork, Op::Begin, Op::Acquire, Op::Release, Op::End, Op::Join] {
            assert!(count(&trace, op) >= 1, "no {op:?}: {said}");
        }
        let value_of = |name: &str| {
            let is_meant = |event: &&deadheat_trace::Event| {
                event.op == Op::Write && trace.tables.show_location(event.location()).ends_with(name)
            };
            trace.events.iter().find(is_meant).map(|event| event.value)
        };
        assert_eq!(value_of("RecordValues.total"), Some(2));
        assert_eq!(value_of("RecordValues.half"), Some(0.5f64.to_bits()));
        assert_eq!(value_of("RecordValues.text"), Some(0));
        assert!(trace.events.iter().any(|it| it.op == Op::Write && it.value == 14 && it.slot == 1 << 31 | 2));
        assert!(said.contains(" events of ") && said.contains("next: deadheat predict"), "{said}");
    }
}

#[test]
fn calls_of_code_that_is_not_traced_are_pairs_also_when_they_throw_or_call_back() {
    let body = "
        static class Missing {
            int hidden;
            void call(Runnable back) { hidden++; back.run(); }
            void fail(Object given) { hidden++; throw new IllegalStateException(); }
        }
        static int seen;
        static final Missing other = new Missing();
        public static void main(String[] arguments) {
            Missing missing = new Missing();
            missing.call(() -> { seen++; missing.call(() -> seen++); });
            try { missing.fail(other); } catch (IllegalStateException expected) { seen++; }
        }";
    for jdk in jdks() {
        let options = ["--exclude", "RecordBarriers$Missing", "--barriers", "once"];
        let (trace, said) = whole(jdk, "RecordBarriers", body, &options);
        let begins = count(&trace, Op::MethodBegin);
        assert_eq!(begins, count(&trace, Op::MethodEnd), "{said}");
        // The constructors of two objects, two each; two calls, one in the other's callback; one that throws.
        assert_eq!(begins, 7, "{said}");
        let callbacks = [Op::CallbackBegin, Op::CallbackEnd].map(|op| count(&trace, op));
        assert_eq!(callbacks, [2, 2], "{said}");
        let sites: Vec<&str> = trace.tables.sites.iter().map(|site| site.class.as_str()).collect();
        assert!(!sites.contains(&"RecordBarriers$Missing"), "{sites:?}");
        let last = trace.events.iter().rev().find(|event| event.op == Op::MethodBegin).expect("a call");
        assert_eq!(trace.tables.reach[last.reach().index()].len(), 2, "the receiver and the argument");
        let options = [&options[..], &["--globals", "RecordBarriers.seen"]].concat();
        let (global, _) = whole(jdk, "RecordBarriers", body, &options);
        let last = global.events.iter().rev().find(|event| event.op == Op::MethodBegin).expect("a call");
        assert_eq!(global.tables.reach[last.reach().index()].len(), 3, "and the global");
        let (without, _) = whole(
            jdk,
            "RecordBarriers",
            body,
            &["--exclude", "RecordBarriers$Missing", "--barriers", "none"],
        );
        assert_eq!(count(&without, Op::MethodBegin), 0);
    }
}

#[test]
fn what_untraced_code_has_without_being_given_it_is_told() {
    let body = "
        static class Missing {
            static Object lock = new Object();
            Object kept;
            void statics() { synchronized (lock) { kept = lock; } }
            static Object from(java.util.Map<String, Object> map) { Object got = map.get(\"one\"); synchronized (got) { return got; } }
            static void back(java.util.function.Supplier<Object> supplier) { synchronized (supplier.get()) { } }
        }
        static Object made;
        public static void main(String[] arguments) {
            java.util.Map<String, Object> map = new java.util.HashMap<>();
            Missing missing = new Missing();
            missing.statics();
            map.put(\"one\", missing);
            Missing.from(map);
            Missing.back(() -> made = new Object());
        }";
    let options = ["--exclude", "RecordReached$Missing"];
    let reachable = [&options[..], &["--barriers", "once"]].concat();
    for jdk in jdks() {
        let (trace, said) = whole(jdk, "RecordReached", body, &reachable);
        let more: Vec<usize> = trace
            .events
            .iter()
            .filter(|event| event.op == Op::Reach)
            .map(|event| trace.tables.reach[event.reach().index()].len())
            .collect();
        assert!(more.len() >= 3 && more.iter().all(|&objects| objects == 1), "{more:?} {said}");
        let made =
            trace.events.iter().find(|event| event.op == Op::Write && event.object == 0).expect("made");
        let end = trace.events.iter().find(|event| event.op == Op::CallbackEnd).expect("a callback");
        let given = &trace.tables.reach[end.reach().index()];
        assert!(given.iter().any(|object| object.0 == made.value), "what the callback gave back {given:?}");
        let statics = |trace: &Trace| {
            let reached = trace.events.iter().filter(|event| event.op == Op::Reach);
            reached
                .flat_map(|event| trace.tables.reach[event.reach().index()].clone())
                .any(|it| it.0 >> 63 == 1)
        };
        assert!(statics(&trace), "the static field");
        let (touched, said) = whole(jdk, "RecordReached", body, &options);
        assert!(touched.tables.has_touched_sets() && statics(&touched), "{said}");
        let begins = [Op::MethodBegin, Op::MethodEnd].map(|op| count(&touched, op));
        assert!(begins[0] == begins[1] && begins[0] > 0, "{begins:?} {said}");
        assert_eq!(deadheat_trace::problems(&touched, 1), [], "{said}");
        assert_eq!(deadheat_trace::problems(&trace, 1), []);
    }
}

#[test]
fn methods_that_synchronise_can_be_left_out() {
    let body = "int count;
        synchronized void add() { count++; }
        public static void main(String[] arguments) { RecordLeftOut it = new RecordLeftOut(); it.add(); it.count = 5; }";
    let (trace, said) = whole(&jdks()[0], "RecordLeftOut", body, &["--exclude-synchronised"]);
    let written: Vec<_> = trace.events.iter().filter(|it| it.op == Op::Write && it.value == 5).collect();
    assert_eq!((written.len(), count(&trace, Op::MethodBegin)), (1, 1), "{said}");
    // The class loader has a lock of its own.
    let acquires = trace.events.iter().filter(|it| it.op == Op::Acquire && it.object == written[0].object);
    assert_eq!(acquires.count(), 0, "{said}");
}

#[test]
fn a_thousand_threads_deep_recursion_and_an_exit_in_the_middle_lose_nothing() {
    let body = "static int deep; int own;
        static void down() { deep++; down(); }
        public static void main(String[] arguments) throws Exception {
            Thread[] all = new Thread[1000];
            for (int at = 0; at < all.length; at++) {
                RecordMany mine = new RecordMany();
                all[at] = new Thread(() -> { for (int i = 0; i < 100; i++) mine.own += i; });
                all[at].start();
            }
            for (Thread thread : all) thread.join();
            try { down(); } catch (StackOverflowError expected) { deep = -1; }
            Thread idle = new Thread(() -> { for (;;) java.util.concurrent.locks.LockSupport.park(); });
            idle.setDaemon(true);
            idle.start();
            Runtime.getRuntime().halt(0);
        }";
    for jdk in jdks() {
        let (trace, said) = whole(jdk, "RecordMany", body, &[]);
        assert!(trace.threads() > 1000, "{said}");
        let is_own = |event: &&deadheat_trace::Event| {
            event.op == Op::Write && trace.tables.show_location(event.location()).contains("RecordMany.own")
        };
        assert_eq!(trace.events.iter().filter(is_own).count(), 100_000);
    }
}

#[test]
fn virtual_threads_are_threads() {
    let body = "static int total;
        public static void main(String[] arguments) throws Exception {
            Thread[] all = new Thread[50];
            for (int at = 0; at < all.length; at++) {
                all[at] = Thread.ofVirtual().start(() -> { synchronized (RecordVirtual.class) { total++; } });
            }
            for (Thread thread : all) thread.join();
        }";
    let Some(jdk) = jdks().iter().find(|jdk| jdk.release >= 21) else { return };
    let (trace, said) = whole(jdk, "RecordVirtual", body, &[]);
    assert!(count(&trace, Op::Join) >= 50 && count(&trace, Op::End) >= 50, "{said}");
}

#[test]
fn a_full_disk_ends_the_trace_and_not_the_program() {
    let body = "static int total;
        public static void main(String[] arguments) { for (int i = 0; i < 1000; i++) total += i; System.out.print(total); }";
    let jdk = &jdks()[0];
    let classes = compile(jdk, "RecordFull", body);
    let mut command = Command::new(env!("CARGO_BIN_EXE_deadheat"));
    command.args(["record", "-o", "/dev/full", "--"]).arg(jdk.tool("java")).arg("-cp").arg(classes);
    let output = command.arg("RecordFull").output().expect("deadheat starts");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stdout), "499500");
    assert!(said(&output).contains("the trace is not whole"), "{}", said(&output));
}

#[test]
fn what_a_killed_jvm_has_written_can_be_read() {
    let body = "static int total;
        public static void main(String[] arguments) throws Exception {
            for (int i = 0; i < 3000000; i++) total += i;
            new ProcessBuilder(\"kill\", \"-9\", \"\" + ProcessHandle.current().pid()).start().waitFor();
            for (;;) java.util.concurrent.locks.LockSupport.park();
        }";
    let (output, trace) = record(&jdks()[0], "RecordKilled", body, &[]);
    let said = said(&output);
    assert_eq!(output.status.code(), Some(137), "{said}");
    assert!(said.contains("the JVM was killed"), "{said}");
    let reader = Reader::open(&trace).unwrap_or_else(|error| panic!("{error}"));
    let (trace, _) = read_trace(&reader);
    assert!(!trace.tables.is_whole && trace.events.len() > 100_000, "{} events", trace.events.len());
}

/// A thread that waits for the others writes nothing for long; what they do is known all the same.
#[test]
fn a_trace_that_is_cut_off_is_read_up_to_there_though_a_thread_waits() {
    let body = "static long shared; static final Object lock = new Object(); long own;
        public static void main(String[] arguments) throws Exception {
            Thread[] workers = new Thread[3];
            for (int i = 0; i < workers.length; i++) {
                long seed = i;
                workers[i] = new Thread(() -> work(seed));
                workers[i].start();
            }
            for (Thread worker : workers) worker.join();
        }
        static void work(long seed) {
            RecordCut mine = new RecordCut();
            for (int i = 0; i < 300000; i++) {
                seed = seed * 6364136223846793005L + 1442695040888963407L;
                mine.own = seed;
                synchronized (lock) { shared += mine.own; }
            }
        }";
    let (output, file) = record(&jdks()[0], "RecordCut", body, &[]);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    let bytes = fs::read(&file).expect("a trace");
    for tenths in 4..10 {
        let reader = Reader::from_bytes(bytes[..bytes.len() * tenths / 10].to_vec()).expect("a trace");
        let (trace, _) = read_trace(&reader);
        let (all, read) = (reader.events(), trace.events.len() as u64);
        assert!(!reader.is_whole() && read > all / 2, "{tenths} of 10: {read} of {all}");
        let problems = problems(&trace, 5);
        assert!(problems.is_empty(), "{tenths} of 10: {problems:?}");
    }
}

#[test]
fn a_jvm_that_another_one_starts_has_a_trace_of_its_own() {
    let body = "static int total;
        public static void main(String[] arguments) throws Exception {
            total++;
            if (arguments.length == 0) {
                String java = ProcessHandle.current().info().command().get();
                new ProcessBuilder(java, \"-cp\", System.getProperty(\"java.class.path\"), \"RecordChild\", \"x\").inheritIO().start().waitFor();
            }
        }";
    let (output, trace) = record(&jdks()[0], "RecordChild", body, &[]);
    let said = said(&output);
    let files: Vec<&str> =
        said.lines().filter_map(|line| line.strip_prefix("  next: deadheat predict ")).collect();
    assert_eq!(files.len(), 2, "{said}");
    assert_eq!(files[0], trace.to_string_lossy());
    for file in files {
        let reader = Reader::open(file.as_ref()).unwrap_or_else(|error| panic!("{error}"));
        assert!(reader.events() > 0);
        let _ = fs::remove_file(file);
    }
}

#[test]
fn tree_leaves_repeated_accesses_out_and_only_happens_before_takes_the_rest() {
    let body = "static int shared; static final Object lock = new Object();
        static void work() {
            for (int i = 0; i < 1000; i++) { shared++; }
            for (int i = 0; i < 10; i++) { synchronized (lock) { shared++; } }
        }
        public static void main(String[] arguments) throws Exception {
            Thread other = new Thread(() -> work());
            other.start();
            work();
            other.join();
        }";
    for jdk in jdks() {
        let (trace, said) = whole(jdk, "RecordTree", body, &["--tree"]);
        // In the loops of each thread: once for all rounds, and once for each time that the lock is held.
        assert_eq!(count(&trace, Op::Write), 2 * (1 + 10), "{said}");
        let file = scratch().join("record-cli").join(format!("RecordTree-{}.trace", jdk.release));
        assert!(said.contains(&format!("next: deadheat predict --analysis hb {}", file.display())), "{said}");
        let predict = |analysis: &str| {
            let mut command = Command::new(env!("CARGO_BIN_EXE_deadheat"));
            command.args(["predict", "--quiet", "--analysis", analysis]).arg(&file);
            command.output().expect("deadheat starts")
        };
        assert_eq!(predict("hb").status.code(), Some(1));
        for analysis in ["cp", "sp", "mc", "rdit", "hb,rdit"] {
            let refused = predict(analysis);
            assert_eq!(refused.status.code(), Some(2), "{analysis}");
            assert!(self::said(&refused).contains("was recorded with --tree"), "{}", self::said(&refused));
        }
    }
}

/// The JVM knows where references have their fields, and so does its collector.
#[test]
fn references_are_cleared_and_queued_while_they_are_recorded() {
    let body =
        "static final java.lang.ref.ReferenceQueue<Object> QUEUE = new java.lang.ref.ReferenceQueue<>();
        static class Weak extends java.lang.ref.WeakReference<Object> {
            int number;
            Weak(Object of, int number) { super(of, QUEUE); this.number = number; }
        }
        public static void main(String[] arguments) throws Exception {
            java.util.Set<Object> all = new java.util.HashSet<>();
            for (int round = 0; round < 20; round++) {
                for (int i = 0; i < 2000; i++) {
                    Object of = new int[i % 50];
                    all.add(i % 2 == 0 ? new Weak(of, i) : new java.lang.ref.PhantomReference<>(of, QUEUE));
                    all.add(new java.lang.ref.SoftReference<>(new int[1]));
                }
                System.gc();
                for (Object dead; (dead = QUEUE.poll()) != null;) {
                    all.remove(dead);
                }
            }
        }";
    for jdk in jdks() {
        let (trace, said) = whole(jdk, "RecordReferences", body, &[]);
        let is_number = |event: &&deadheat_trace::Event| {
            trace.tables.show_location(event.location()).contains("Weak.number")
        };
        let written = trace.events.iter().filter(|event| event.op == Op::Write).filter(is_number);
        assert_eq!(written.map(|event| event.object).collect::<BTreeSet<_>>().len(), 20_000, "{said}");
    }
}
