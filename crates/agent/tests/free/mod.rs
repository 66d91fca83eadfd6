//! Random programs whose threads run as they like: each does a few steps over and over.
//!
//! A step accesses a variable, alone or under what is meant to guard it, or goes through some elements of an array, of
//! which each thread has a part of its own, or accesses all fields of an object, or one of them by reflection; what a thread
//! does never waits for more than a lock that is given back at once, so every schedule ends.

#[allow(dead_code, reason = "only validation runs these")]
pub(crate) mod loops;

use std::fmt::Write as _;

use deadheat_harness::Random;

const VARIABLES: [&str; 6] = ["x", "y", "ONE.f", "TWO.f", "ONE.g[3]", "a[70]"];

/// What comes before and after an access.
const GUARDS: [(&str, &str); 8] = [
    ("synchronized (ONE) { ", " }"),
    ("synchronized (TWO) { ", " }"),
    ("LOCK.lock(); try { ", " } finally { LOCK.unlock(); }"),
    ("SHARED.writeLock().lock(); try { ", " } finally { SHARED.writeLock().unlock(); }"),
    ("SHARED.readLock().lock(); try { ", " } finally { SHARED.readLock().unlock(); }"),
    ("while (!FREE.compareAndSet(true, false)) { Thread.onSpinWait(); } ", " FREE.set(true);"),
    ("if (v > 0) { ", " } v = 1;"),
    ("COUNT.get(); ", " COUNT.incrementAndGet();"),
];

/// Elements of the array that threads go through: the words of its shadow are in one piece, or in several.
const SWEPT: [usize; 3] = [40, 40, 150];

const HEAD: &str = "import java.util.concurrent.*; import java.util.concurrent.atomic.*; \
                    import java.util.concurrent.locks.*;\n";

/// The program of a number, a class `F` and the number.
pub(crate) fn program(number: u64) -> String {
    let mut random = Random::new(number);
    let threads = 2 + random.below(3);
    let mut text = format!("{HEAD}public final class F{number} extends Thread {{\n");
    text.push_str("static final class Cell { long f; int[] g = new int[8]; }\n");
    text.push_str("static final Cell ONE = new Cell(); static final Cell TWO = new Cell();\n");
    text.push_str(
        "static int x; static Object y; static volatile int v; static final long[] a = new long[80];\n",
    );
    let swept = random.choose(&SWEPT);
    let _ = writeln!(text, "static final int[] b = new int[{swept}];");
    text.push_str("static final ReentrantLock LOCK = new ReentrantLock();\n");
    text.push_str("static final ReentrantReadWriteLock SHARED = new ReentrantReadWriteLock();\n");
    text.push_str("static final AtomicBoolean FREE = new AtomicBoolean(true);\n");
    text.push_str("static final AtomicInteger COUNT = new AtomicInteger();\n");
    let _ = writeln!(text, "static final CountDownLatch GATE = new CountDownLatch({threads});");
    let _ = writeln!(text, "final int which; F{number}(int which) {{ this.which = which; }}");
    // By variable, so that most threads agree.
    let guards: Vec<(&str, &str)> = VARIABLES.iter().map(|_| random.choose(&GUARDS)).collect();
    let discipline = random.choose(&[80, 97, 100]);
    let together = Together { number, reflects: random.choose(&[0, 10, 40]), guard: random.choose(&GUARDS) };
    text.push_str(&together.fields());
    let sweeps = Sweeps { threads, swept, is_strided: random.chance(40), guard: random.choose(&GUARDS) };
    for thread in 0..threads {
        let _ = writeln!(text, "static void t{thread}() {{ for (int i = 0; i < 20; i++) {{");
        for _ in 0..3 + random.below(8) {
            let step = match random.below(8) {
                0 | 1 => sweeps.step(&mut random, thread, discipline),
                2 | 3 => together.step(&mut random, discipline),
                _ => step(&mut random, &guards, discipline),
            };
            let _ = writeln!(text, "{step}");
        }
        text.push_str("} }\n");
    }
    text.push_str("@Override public void run() { GATE.countDown();\n");
    text.push_str("try { GATE.await(); } catch (InterruptedException e) { return; }\nswitch (which) {\n");
    for thread in 0..threads {
        let _ = writeln!(text, "case {thread}: t{thread}(); break;");
    }
    text.push_str("default: } }\npublic static void main(String[] args) throws Exception {\n");
    let _ = writeln!(text, "Thread[] all = new Thread[{threads}];");
    let _ = writeln!(
        text,
        "for (int i = 0; i < {threads}; i++) {{ all[i] = new F{number}(i); all[i].start(); }}"
    );
    text.push_str("for (Thread one : all) { one.join(); } } }\n");
    text.push_str(&together.class());
    text
}

/// An object whose class accesses its fields together.
struct Together {
    number: u64,
    /// How many of a hundred accesses are of one field.
    reflects: usize,
    guard: (&'static str, &'static str),
}

impl Together {
    /// The objects, and the ways to single fields.
    fn fields(&self) -> String {
        let name = format!("T{}", self.number);
        format!(
            "static final {name} ALL = new {name}(1); static {name} more = new {name}(2);\n\
             static final java.lang.reflect.Field[] FIELDS = {{ \
             {name}.field(\"p\"), {name}.field(\"q\"), {name}.field(\"r\") }};\n"
        )
    }

    /// The class; it has no nest mates.
    fn class(&self) -> String {
        let name = format!("T{}", self.number);
        format!(
            "final class {name} {{ private int p; private long q; private Object r;\n\
             {name}(int k) {{ p = k; q = k; r = \"new\"; }}\n\
             void put(int k) {{ p = k; q = k; r = \"put\"; }}\n\
             void add() {{ p++; q++; r = r; }}\n\
             long sum() {{ int k = p; long l = q; Object m = r; return m == null ? k : l; }}\n\
             static java.lang.reflect.Field field(String name) {{ try {{\n\
             java.lang.reflect.Field field = {name}.class.getDeclaredField(name);\n\
             field.setAccessible(true); return field;\n\
             }} catch (ReflectiveOperationException e) {{ throw new IllegalStateException(e); }} }}\n\
             static void set(java.lang.reflect.Field field, Object of, Object to) {{ try {{\n\
             field.set(of, to); }} catch (ReflectiveOperationException e) {{ throw new IllegalStateException(e); }} }}\n\
             static Object get(java.lang.reflect.Field field, Object of) {{ try {{\n\
             return field.get(of); }} catch (ReflectiveOperationException e) {{ throw new IllegalStateException(e); }} }}\n}}\n"
        )
    }

    fn step(&self, random: &mut Random, discipline: usize) -> String {
        let (before, after) = if random.chance(discipline) { self.guard } else { ("", "") };
        let (name, of) = (format!("T{}", self.number), random.choose(&["ALL", "ALL", "ALL", "more"]));
        let access = match (random.chance(self.reflects), random.below(4)) {
            (true, 0 | 1) => format!("{name}.set(FIELDS[{}], {of}, 3);", random.choose(&[0, 1, 2])),
            (true, _) => format!("{name}.get(FIELDS[{}], {of});", random.choose(&[0, 1, 2])),
            (false, 0) => format!("{of}.put(4);"),
            (false, 1) => format!("{of}.add();"),
            (false, 2) => format!("{of}.sum();"),
            (false, _) => format!("more = new {name}(i); more.sum();"),
        };
        format!("{before}{access}{after}")
    }
}

fn step(random: &mut Random, guards: &[(&str, &str)], discipline: usize) -> String {
    let which = random.below(VARIABLES.len());
    let (variable, guard) = (VARIABLES[which], guards[which]);
    let (before, after) = if random.chance(discipline) { guard } else { ("", "") };
    let of = if variable == "y" { "Object" } else { "long" };
    let access = match random.below(3) {
        0 if variable == "y" => "y = \"new\";".to_owned(),
        0 => format!("{variable} = 1;"),
        1 if variable != "y" => format!("{variable}++;"),
        _ => format!("{{ {of} k = {variable}; }}"),
    };
    format!("{before}{access}{after}")
}

/// How the threads of a program go through the array.
struct Sweeps {
    threads: usize,
    /// How many elements the array has.
    swept: usize,
    /// Whether a thread has every so manieth element, and not a block.
    is_strided: bool,
    /// For who leaves its part.
    guard: (&'static str, &'static str),
}

impl Sweeps {
    fn step(&self, random: &mut Random, thread: usize, discipline: usize) -> String {
        let swept = self.swept;
        let block = swept / self.threads;
        let (from, to, by) = match random.chance(discipline) {
            true if self.is_strided => (thread, swept, self.threads),
            true => {
                let part = random.choose(&[block, block, block / 2, 1]);
                (thread * block + block - part, (thread + 1) * block, 1)
            }
            false => {
                let from = random.below(swept);
                (from, from + random.below(swept + 1 - from), 1 + random.below(4) % 3)
            }
        };
        let (from, to, by) = if random.chance(25) { (0, swept, 1) } else { (from, to, by) };
        let (before, after) = if random.chance(discipline) { self.guard } else { ("", "") };
        let access = match random.below(5) {
            0 => format!("for (int j = {from}; j < {to}; j += {by}) {{ b[j] = j; }}"),
            1 => format!("for (int j = {from}; j < {to}; j += {by}) {{ b[j]++; }}"),
            2 => format!("for (int j = {to} - 1; j >= {from}; j -= {by}) {{ b[j] ^= j; }}"),
            3 if by == 1 => format!("java.util.Arrays.fill(b, {from}, {to}, 1);"),
            _ => format!("{{ int k = 0; for (int j = {from}; j < {to}; j += {by}) {{ k += b[j]; }} }}"),
        };
        format!("{before}{access}{after}")
    }
}
