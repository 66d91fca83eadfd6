//! IteRace's loops, however they are written: the races in the body of a loop are the same whether the loop is a
//! parallel stream, submits tasks to an executor, starts threads, or makes fork/join tasks, which may cut their range or
//! list in two; and wherever its elements come from.

#[path = "styles/loops.rs"]
mod loops;
#[path = "styles/racy.rs"]
mod racy;
mod support;

use std::collections::BTreeSet;
use std::path::PathBuf;

use deadheat_harness::{Compilation, jdks, root, scratch};
use deadheat_points_to::Options;
use deadheat_races::{End, Filters, Target, scan};

use loops::{ELEMENTS, HALVES, LISTS, NUMBERS, SOURCES, Style};

/// What races in the body of a loop: the field, if it is one, and the lines of the body with whether they write.
type Found = BTreeSet<(String, (usize, bool), (usize, bool))>;

/// A program, with the line before the loop's body.
struct Written {
    class: String,
    text: String,
    line: usize,
}

/// What all programs have.
const SHARED: &str = "
    static final class Part { int count; }
    static final class Body { int moves; Body next; final Part part = new Part(); }
    static final class Total { int all; }
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
    static final SplittableRandom random = new SplittableRandom(1);";

/// What their main methods begin with.
const SETUP: &str = "
    ExecutorService pool = Executors.newFixedThreadPool(2);
    Body last = null;
    for (int n = 0; n < 4; n++) { array[n] = new Body(); if (n > 0) { array[n].next = array[n - 1]; } }
    for (int n = 0; n < 4; n++) { Body made = new Body(); bodies.add(made); made.next = last; last = made; }";

/// The program; `@` is where the body stands, on lines of its own.
fn written(class: String, (main, classes): (&str, &str), body: &str) -> Written {
    let imports = "import java.util.*; import java.util.concurrent.*; import java.util.stream.*;";
    let text = format!(
        "{imports}\npublic class {class} {{{SHARED}
         public static void main(String[] args) throws Exception {{{SETUP}\n{main}\npool.shutdown(); }}
         {classes} }}"
    );
    let line = text.find('@').map_or(0, |at| text[..at].lines().count());
    Written { class, text: text.replacen('@', &format!("\n{body}\n"), 1), line }
}

/// Compiles programs, each with a class of its own, into one directory.
fn compiled(name: &str, programs: &[Written]) -> PathBuf {
    let directory = scratch().join("styles").join(name);
    std::fs::create_dir_all(&directory).expect("it can be made");
    let mut files = vec![root().join("tests/programs/support/Unseen.java")];
    for program in programs {
        let file = directory.join(format!("{}.java", program.class));
        std::fs::write(&file, &program.text).expect("it can be written");
        files.push(file);
    }
    let jdk = jdks().first().expect("a JDK");
    Compilation::new(jdk, files).classes().expect("it compiles")
}

fn races(classes: &std::path::Path, program: &Written) -> Found {
    let jdk = jdks().first().expect("a JDK");
    support::analysed(
        &support::models(),
        (jdk, classes),
        Some(&program.class),
        |_| Options::default(),
        |points_to, bound| {
            let known = points_to.program();
            let at = |end: End| {
                (usize::from(end.line.expect("a line")).saturating_sub(program.line), end.is_write)
            };
            let name = |target: Target| match target {
                Target::Field(field) => known
                    .field(field)
                    .map(|it| known.symbols().text(it.name).into_owned())
                    .unwrap_or_default(),
                other => format!("{other:?}"),
            };
            let found = scan(&points_to, bound, Filters::default()).races.into_iter();
            found.map(|race| (name(race.target), at(race.first), at(race.second))).collect()
        },
    )
}

/// All styles have the same races, on these lines of the body.
fn check(name: &str, styles: &[Style], bodies: &[(&str, &[usize])]) {
    let mut programs = Vec::new();
    for (number, (body, _)) in bodies.iter().enumerate() {
        for style in styles {
            programs.push(written(format!("{}{number}", style.name), (style.main, style.classes), body));
        }
    }
    let classes = compiled(name, &programs);
    for ((body, expected), programs) in bodies.iter().zip(programs.chunks(styles.len())) {
        let first = races(&classes, &programs[0]);
        let lines: BTreeSet<usize> = first.iter().flat_map(|(_, one, other)| [one.0, other.0]).collect();
        assert_eq!(lines.into_iter().collect::<Vec<usize>>(), *expected, "{body}: {first:?}");
        assert!(expected.len() != 1 || first.len() <= 2, "{body}: {first:?}");
        for program in &programs[1..] {
            assert_eq!(races(&classes, program), first, "{}: {body}", program.class);
        }
    }
}

/// Bodies that have an element.
const OF_ELEMENTS: [(&str, &[usize]); 5] = [
    ("body.moves++;", &[]),
    ("body.part.count++;", &[]),
    ("body.moves++;\nbody.next.moves++;", &[1, 2]),
    ("total.all++;", &[1]),
    ("int moved = body.moves;\nsynchronized (total) { total.all += moved; }", &[]),
];

/// Bodies that have a number.
const OF_NUMBERS: [(&str, &[usize]); 9] = [
    ("squares[i] = i * i;", &[]),
    ("squares[i] = squares[i + 1];", &[1]),
    ("array[i].moves++;", &[]),
    ("array[i].part.count++;", &[]),
    ("array[i].moves++;\narray[i / 2].moves++;", &[1, 2]),
    ("total.all += i;", &[1]),
    ("bodies.get(i).moves++;", &[]),
    ("Body body = bodies.get(i);\nbody.part.count++;", &[]),
    ("bodies.get(i).moves++;\nbodies.get(i / 2).moves++;", &[1, 2]),
];

#[test]
fn loops_over_elements_have_the_same_races_in_every_style() {
    check("elements", &ELEMENTS, &OF_ELEMENTS);
    check("another", &ELEMENTS, &[("body.moves++;\nbodies.get(0).moves++;", &[1, 2])]);
}

/// Each is reported once, at the application's line.
#[test]
fn shared_library_objects_race_in_every_style() {
    check(
        "libraries",
        &ELEMENTS[..5],
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
    check("numbers", &NUMBERS, &OF_NUMBERS);
}

#[test]
fn ranges_cut_in_halves_have_the_same_races_as_streams() {
    check("halves", &HALVES, &OF_NUMBERS);
}

#[test]
fn lists_by_index_and_in_parts_have_the_same_races_as_streams() {
    check("lists", &LISTS, &OF_ELEMENTS);
}

#[test]
fn it_does_not_matter_where_elements_come_from() {
    for (name, setup, of) in SOURCES {
        let loops = ELEMENTS.iter().filter(|style| ["Streamed", "Executed", "Forked"].contains(&style.name));
        let mains: Vec<(&Style, String)> =
            loops.map(|style| (style, format!("{setup} {}", style.main.replace("bodies", of)))).collect();
        let mut programs = Vec::new();
        for (number, (body, _)) in OF_ELEMENTS.iter().enumerate() {
            for (style, main) in &mains {
                let class = format!("{name}{}{number}", style.name);
                programs.push(written(class, (main, style.classes), body));
            }
        }
        let classes = compiled(name, &programs);
        for ((body, expected), programs) in OF_ELEMENTS.iter().zip(programs.chunks(mains.len())) {
            for program in programs {
                let found = races(&classes, program);
                let lines: BTreeSet<usize> =
                    found.iter().flat_map(|(_, one, other)| [one.0, other.0]).collect();
                assert_eq!(lines.into_iter().collect::<Vec<usize>>(), *expected, "{} {body}", program.class);
            }
        }
    }
}

/// What looks like loops that are safe, and is none.
#[test]
fn loops_that_meet_elements_twice_are_reported() {
    let named = racy::RACY.iter().enumerate();
    let programs: Vec<Written> = named
        .map(|(number, (main, classes))| written(format!("Racy{number}"), (main, classes), ""))
        .collect();
    let classes = compiled("racy", &programs);
    for program in &programs {
        let found = races(&classes, program);
        assert!(found.iter().any(|(name, ..)| name == "moves"), "{}: {found:?}", program.text);
    }
}
