//! Programs that others call: a library by its public API (Chord 2.9.2), servlets by their container.

mod support;

use std::path::PathBuf;

use deadheat_harness::{Compilation, jdks, root, scratch};
use deadheat_points_to::{Options, api_of};
use deadheat_program::Program;
use deadheat_races::{Filters, scan};

/// The lines of the two accesses of each race.
fn races(mut sources: Vec<PathBuf>, is_api: impl Fn(&str) -> bool) -> Vec<(u16, u16)> {
    let jdk = jdks().first().expect("a JDK");
    sources.push(root().join("tests/programs/support/Unseen.java"));
    let classes = Compilation::new(jdk, sources).classes().expect("it compiles");
    let options = |program: &Program| {
        let name = |class| program.symbols().text(program.class_name(class));
        let api = api_of(program, |class| is_api(&name(class)));
        Options { api, ..Options::default() }
    };
    support::analysed(&support::models(), (jdk, &classes), None, options, |points_to, bound| {
        let races = scan(&points_to, bound, Filters::default()).races;
        races.iter().filter_map(|race| Some((race.first.line?, race.second.line?))).collect()
    })
}

fn written(directory: &str, files: &[(&str, &str)]) -> Vec<PathBuf> {
    let directory = scratch().join("library").join(directory);
    let write = |(name, text): &(&str, &str)| {
        let file = directory.join(name);
        std::fs::create_dir_all(file.parent().expect("a directory")).expect("it can be made");
        std::fs::write(&file, text).expect("it can be written");
        file
    };
    files.iter().map(write).collect()
}

/// Figure 2.6: of classes `A` and `B` alone, with `B` as the API, `set` races with itself and with `get`.
#[test]
fn the_harness_of_figure_2_6_finds_both_races() {
    let thesis =
        std::fs::read_to_string(root().join("crates/races/tests/thesis/T.java")).expect("the program");
    let from = thesis.find("class B {").expect("class B");
    let library = thesis[from..].replace("class B {", "public class B {");
    let sources = written("figure-2-6", &[("B.java", &library)]);
    let line = |label: &str| {
        let number = library.lines().position(|line| line.ends_with(label)).expect("a label");
        number as u16 + 1
    };
    let (read, write) = (line("// e9"), line("// e10"));
    assert_eq!(races(sources, |class| class == "B"), [(read, write), (write, write)]);
}

#[test]
fn a_servlet_is_called_by_several_threads() {
    let servlet =
        "package jakarta.servlet; public interface Servlet { void service(Object in, Object out); }";
    let counter = "public class Counter implements jakarta.servlet.Servlet {
        private int hits;
        private int guarded;
        public void service(Object in, Object out) {
            hits++;
            synchronized (this) { guarded++; }
        }
    }";
    let sources = written("servlet", &[("jakarta/servlet/Servlet.java", servlet), ("Counter.java", counter)]);
    assert_eq!(races(sources, |_| false), [(5, 5), (5, 5)]);
}

/// Callers take elements out of a library's collection, and call the application's collection in a library's wrapper.
#[test]
fn callers_get_what_is_in_collections() {
    let item = "public class Item {
        Item() {}
        private int uses;
        public void use() { uses++; }
    }";
    let shelf = "import java.util.*;
    public class Shelf {
        static class Counting extends AbstractMap<String, String> {
            int gets;
            @Override public String get(Object key) {



                gets++;
                return null;
            }
            @Override public Set<Map.Entry<String, String>> entrySet() { return Set.of(); }
        }
        public Map<String, List<Item>> items() { return Map.of(\"all\", new ArrayList<>(List.of(new Item()))); }
        public Map<String, String> counting() { return Collections.unmodifiableMap(new Counting()); }
    }";
    let sources = written("collections", &[("Item.java", item), ("Shelf.java", shelf)]);
    assert_eq!(races(sources, |class| class == "Shelf" || class == "Item"), [(4, 4), (4, 4), (9, 9), (9, 9)]);
}
