//! IteRace's loops, however they are written: the races in the body of a loop are the same whether the loop is a
//! parallel stream, submits tasks to an executor, starts threads, or makes fork/join tasks.

mod support;

use std::collections::BTreeSet;

use deadheat_harness::{Compilation, jdks, root, scratch};
use deadheat_points_to::Options;
use deadheat_races::{End, Filters, Target, scan};

/// What races in the body of a loop: the field, if it is one, and the lines of the body with whether they write.
type Found = BTreeSet<(String, (usize, bool), (usize, bool))>;

/// A loop around a body, which stands on lines of its own.
struct Style {
    name: &'static str,
    /// Of the loop's statements.
    before: &'static str,
    after: &'static str,
    /// Of the class of task objects, if the body stands there.
    class: &'static str,
    /// What is around the body there.
    around: (&'static str, &'static str),
}

/// Nothing around the body.
const BARE: (&str, &str) = ("", "");

/// A loop over the elements of a list: the body has `body`.
const ELEMENTS: [Style; 5] = [
    Style {
        name: "Streamed",
        before: "bodies.parallelStream().forEach(body -> {",
        after: "});",
        class: "",
        around: BARE,
    },
    Style {
        name: "Executed",
        before: "for (Body body : bodies) { pool.execute(() -> {",
        after: "}); }",
        class: "",
        around: BARE,
    },
    Style {
        name: "Submitted",
        before: "for (Body body : bodies) { pool.submit(() -> {",
        after: "}); }",
        class: "",
        around: BARE,
    },
    Style {
        name: "Started",
        before: "for (Body body : bodies) { new Thread(() -> {",
        after: "}).start(); }",
        class: "",
        around: BARE,
    },
    Style {
        name: "Forked",
        before: "for (Body body : bodies) { new Task(body).fork(); }",
        after: "",
        class: "final Body body; Task(Body body) { this.body = body; }",
        around: BARE,
    },
];

/// A loop over the numbers below 4: the body has `i`.
const NUMBERS: [Style; 5] = [
    Style {
        name: "Streamed",
        before: "IntStream.range(0, 4).parallel().forEach(i -> {",
        after: "});",
        class: "",
        around: BARE,
    },
    Style {
        name: "Executed",
        before: "for (int k = 0; k < 4; k++) { int i = k; pool.execute(() -> {",
        after: "}); }",
        class: "",
        around: BARE,
    },
    Style {
        name: "Started",
        before: "for (int k = 0; k < 4; k++) { int i = k; new Thread(() -> {",
        after: "}).start(); }",
        class: "",
        around: BARE,
    },
    Style {
        name: "Forked",
        before: "for (int i = 0; i < 4; i++) { new Task(i).fork(); }",
        after: "",
        class: "final int i; Task(int i) { this.i = i; }",
        around: BARE,
    },
    Style {
        name: "Halved",
        before: "new ForkJoinPool(2).invoke(new Task(0, 4));",
        after: "",
        class: "final int from; final int to; Task(int from, int to) { this.from = from; this.to = to; }",
        around: (
            "if (to - from > 1) {
                 int middle = (from + to) / 2;
                 invokeAll(new Task(from, middle), new Task(middle, to));
                 return;
             }
             for (int i = from; i < to; i++) {",
            "}",
        ),
    },
];

/// The program, and the line before its body.
fn written(style: &Style, class: &str, body: &str) -> (String, usize) {
    let imports = "import java.util.*; import java.util.concurrent.*; import java.util.stream.*;";
    let rest = format!(
        "static final class Part {{ int count; }}
         static final class Body {{ int moves; Body next; final Part part = new Part(); }}
         static final class Total {{ int all; }}
         static final List<Body> bodies = new ArrayList<>();
         static final Body[] array = new Body[5];
         static final int[] squares = new int[5];
         static final Total total = new Total();
         static final List<Integer> list = new ArrayList<>();
         static final Map<Integer, Integer> map = new HashMap<>();
         static final StringBuilder builder = new StringBuilder();
         static final java.text.DateFormat format = new java.text.SimpleDateFormat();
         static final java.util.regex.Matcher matcher = java.util.regex.Pattern.compile(\"a\").matcher(\"a\");
         static final Iterator<Integer> iterator = new ArrayList<Integer>().iterator();
         static final SplittableRandom random = new SplittableRandom(1);
         public static void main(String[] args) {{
             ExecutorService pool = Executors.newFixedThreadPool(2);
             Body last = null;
             for (int n = 0; n < 4; n++) {{ array[n] = new Body(); }}
             for (int n = 0; n < 4; n++) {{ Body made = new Body(); bodies.add(made); made.next = last; last = made; }}
             {}",
        style.before
    );
    let begin = format!("{imports}\npublic class {class} {{\n{rest}");
    let text = match style.class {
        "" => format!("{begin}\n{body}\n{} pool.shutdown(); }} }}", style.after),
        fields => format!(
            "{begin} pool.shutdown(); }}\nstatic final class Task extends RecursiveAction {{ {fields}
             protected void compute() {{ {}\n{body}\n{} }} }} }}",
            style.around.0, style.around.1
        ),
    };
    let line = text.find(&format!("\n{body}\n")).map(|at| text[..at].lines().count());
    (text, line.expect("the body"))
}

fn races(style: &Style, body: &str, number: usize) -> Found {
    let class = format!("{}{number}", style.name);
    let (text, line) = written(style, &class, body);
    let directory = scratch().join("styles");
    std::fs::create_dir_all(&directory).expect("it can be made");
    let file = directory.join(format!("{class}.java"));
    std::fs::write(&file, text).expect("it can be written");
    let support = root().join("tests/programs/support/Unseen.java");
    let jdk = jdks().first().expect("a JDK");
    let classes = Compilation::new(jdk, vec![file, support]).classes().expect("it compiles");
    let compiled = (jdk, classes.as_path());
    support::analysed(
        &support::models(),
        compiled,
        Some(&class),
        |_| Options::default(),
        |points_to, bound| {
            let program = points_to.program();
            let at = |end: End| (usize::from(end.line.expect("a line")) - line, end.is_write);
            let name = |target: Target| match target {
                Target::Field(field) => program
                    .field(field)
                    .map(|it| program.symbols().text(it.name).into_owned())
                    .unwrap_or_default(),
                other => format!("{other:?}"),
            };
            let found = scan(&points_to, bound, Filters::default()).races.into_iter();
            found.map(|race| (name(race.target), at(race.first), at(race.second))).collect()
        },
    )
}

/// All styles have the same races, on these lines of the body.
fn check(styles: &[Style], from: usize, bodies: &[(&str, &[usize])]) {
    for (number, (body, expected)) in bodies.iter().enumerate() {
        let first = races(&styles[0], body, from + number);
        let lines: BTreeSet<usize> = first.iter().flat_map(|(_, one, other)| [one.0, other.0]).collect();
        assert_eq!(lines.into_iter().collect::<Vec<usize>>(), *expected, "{body}: {first:?}");
        assert!(expected.len() != 1 || first.len() <= 2, "{body}: {first:?}");
        for style in &styles[1..] {
            assert_eq!(races(style, body, from + number), first, "{}: {body}", style.name);
        }
    }
}

#[test]
fn loops_over_elements_have_the_same_races_in_every_style() {
    check(
        &ELEMENTS,
        0,
        &[
            ("body.moves++;", &[]),
            ("body.part.count++;", &[]),
            ("body.moves++;\nbody.next.moves++;", &[1, 2]),
            ("total.all++;", &[1]),
            ("int moved = body.moves;\nsynchronized (total) { total.all += moved; }", &[]),
            ("body.moves++;\nbodies.get(0).moves++;", &[1, 2]),
        ],
    );
}

/// Each is reported once, at the application's line.
#[test]
fn shared_library_objects_race_in_every_style() {
    check(
        &ELEMENTS,
        20,
        &[
            ("list.add(1);", &[1]),
            ("map.put(1, 1);", &[1]),
            ("builder.append(1);", &[1]),
            ("format.format(new Date(0));", &[1]),
            ("matcher.reset();", &[1]),
            ("iterator.next();", &[1]),
            ("random.nextInt();", &[1]),
            (
                "List<Integer> own = new ArrayList<>(List.of(2, 1));
                 own.sort((one, other) -> { total.all = one; return one - other; });",
                &[2],
            ),
        ],
    );
}

#[test]
fn loops_over_numbers_have_the_same_races_in_every_style() {
    check(
        &NUMBERS,
        10,
        &[
            ("squares[i] = i * i;", &[]),
            ("squares[i] = squares[i + 1];", &[1]),
            ("array[i].moves++;", &[]),
            ("array[i].moves++;\narray[i / 2].moves++;", &[1, 2]),
            ("total.all += i;", &[1]),
        ],
    );
}
