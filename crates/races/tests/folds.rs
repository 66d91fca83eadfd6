//! Races in library code at the application's calls (IteRace's bubble-up), level by level, with the locks that are held
//! at the calls, and without what models say is safe (filtering).

mod support;

use std::path::PathBuf;

use deadheat_harness::{Compilation, jdks, root, scratch};
use deadheat_models::{ClassPattern, Models};
use deadheat_points_to::Options;
use deadheat_races::{Filters, Plan, Race, Target, scan};

const LIBRARY: &str = "package lib;
public class Counter {
    private final Cell cell = new Cell();
    public void add() { cell.bump(); }
    public int get() { return cell.value; }
    public static void addTo(Counter counter) { counter.add(); }
    static class Cell {
        int value;
        void bump() { value++; }
    }
}";

const MIDDLE: &str = "package middle;
public class Desk {
    public final lib.Counter inner = new lib.Counter();
    public void count() { inner.add(); } // desk
}";

const MAIN: &str = "import lib.Counter;
import middle.Desk;
public class Main {
    static final Object LOCK = new Object();
    public static void main(String[] args) {
        Counter shared = new Counter();
        new Thread(() -> shared.add()).start(); // add
        new Thread(() -> shared.get()).start(); // get
        Counter first = new Counter(), second = new Counter();
        new Thread(() -> Counter.addTo(first)).start(); // apart
        new Thread(() -> Counter.addTo(second)).start(); // apart too
        Counter locked = new Counter();
        new Thread(() -> { synchronized (LOCK) { locked.add(); } }).start(); // locked
        new Thread(() -> { synchronized (LOCK) { locked.add(); } }).start(); // locked too
        Desk desk = new Desk();
        new Thread(() -> desk.count()).start(); // count
        new Thread(() -> desk.count()).start(); // count too
    }
}";

/// The marks at the ends of two lines, whether library code is meant, and how much races inside.
type Shown = (String, String, bool, usize);

fn mark(race: &deadheat_races::End, program: &deadheat_program::Program) -> String {
    let class = program.symbols().text(program.class_name(race.method.class)).into_owned();
    let text = match &*class {
        name if name.starts_with("lib/") => return class.clone(),
        name if name.starts_with("middle/") => MIDDLE,
        _ => MAIN,
    };
    let line = text.lines().nth(usize::from(race.line.expect("a line")) - 1).expect("a line");
    line.split_once("// ").map_or(line, |(_, mark)| mark).to_owned()
}

/// The races of each level, the outermost first.
fn levels(k: u8, models: &Models, filters: Filters, folds: &[&str]) -> Vec<Vec<Shown>> {
    let jdk = jdks().first().expect("a JDK");
    let directory = scratch().join("folds");
    let write = |(name, text): (&str, &str)| {
        let file = directory.join(name);
        std::fs::create_dir_all(file.parent().expect("a directory")).expect("it can be made");
        std::fs::write(&file, text).expect("it can be written");
        file
    };
    let files = [("lib/Counter.java", LIBRARY), ("middle/Desk.java", MIDDLE), ("Main.java", MAIN)];
    let mut sources: Vec<PathBuf> = files.into_iter().map(write).collect();
    sources.push(root().join("tests/programs/support/Unseen.java"));
    let classes = Compilation::new(jdk, sources).classes().expect("it compiles");
    let folds = folds.iter().map(|fold| vec![ClassPattern::parse(fold).expect("a pattern")]).collect();
    let options = |_: &_| Options { k, ..Options::default() };
    support::analysed(models, (jdk, &classes), Some("Main"), options, |points_to, bound| {
        let found = scan(&points_to, bound, Plan { filters, folds });
        let shown = |race: &Race| {
            let program = points_to.program();
            let is_library = race.target == Target::State;
            (mark(&race.first, program), mark(&race.second, program), is_library, race.inside.len())
        };
        let all = std::iter::once(&found.races).chain(found.unfolded.iter().map(|level| &level.races));
        all.map(|races| races.iter().map(shown).collect()).collect()
    })
}

fn names(races: &[Shown]) -> Vec<(&str, &str)> {
    let mut names: Vec<(&str, &str)> =
        races.iter().map(|(one, other, ..)| (&**one.min(other), &**one.max(other))).collect();
    names.sort_unstable();
    names
}

#[test]
fn each_fold_is_a_level() {
    let levels = levels(2, &support::models(), Filters::default(), &["lib.*", "middle.*"]);
    let [outer, middle, inner] = &levels[..] else { panic!("{levels:?}") };
    assert_eq!(names(outer), [("add", "get"), ("count", "count too")]);
    assert!(outer.iter().all(|(.., is_library, inside)| *is_library && *inside > 0), "{outer:?}");
    assert_eq!(names(middle), [("add", "get"), ("desk", "desk")]);
    // Nothing is marked by the models: the accesses themselves.
    assert!(
        inner
            .iter()
            .all(|(one, _, is_library, inside)| one.starts_with("lib/") && !is_library && *inside == 0)
    );
}

/// Where calls with and without a lock are not told apart inside of the library, they are at the application's calls.
#[test]
fn what_is_locked_at_the_calls_is_only_seen_there() {
    let is_locked = |filters| {
        let levels = levels(0, &support::models(), filters, &["lib.*", "middle.*"]);
        names(&levels[0]).contains(&("locked", "locked too"))
    };
    assert!(is_locked(Filters { call_locks: false, ..Filters::default() }));
    assert!(!is_locked(Filters::default()));
}

#[test]
fn without_bubble_up_there_is_one_level() {
    let without = Filters { bubble_up: false, ..Filters::default() };
    let levels = levels(2, &support::models(), without, &["lib.*"]);
    assert_eq!(levels.len(), 1);
    assert!(levels[0].iter().all(|(one, ..)| one.starts_with("lib/")), "{levels:?}");
}

#[test]
fn what_the_user_says_is_safe_does_not_race() {
    let mut models = support::models();
    let says = "[class.\"lib.Counter\"]\nsafety = \"transitively-thread-safe\"\n";
    models.extend(&format!("library = [\"lib.*\"]\n{says}"), "user.toml").expect("no errors");
    let all = levels(2, &models, Filters::default(), &[]);
    assert!(all.iter().all(Vec::is_empty), "{all:?}");
    let without = Filters { filtering: false, ..Filters::default() };
    assert_eq!(names(&levels(2, &models, without, &[])[0]), [("add", "get"), ("desk", "desk")]);
}
