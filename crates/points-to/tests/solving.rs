//! The solver as a whole: the same result every time, with and without shortcuts; coarser results contain
//! finer ones; k is raised on demand; limits and missing classes are told.

use std::path::PathBuf;

use deadheat_harness::{Compilation, jdk_for, scratch};
use deadheat_models::Models;
use deadheat_points_to::{
    CallView, EdgeKind, Element, Elements, Exceptions, Gap, Library, NoElements, Options, PointsTo, SiteId,
    solve,
};
use deadheat_program::summary::mains;
use deadheat_program::{MethodId, Program, ProgramOptions};

const SOURCE: &str = r#"
import java.util.*;
import java.util.concurrent.*;

public class Solving {
    static class Box { Object held; Box inner; void put(Object o) { held = o; } Object get() { return held; } }
    static class Shelf { final Box box = new Box(); }

    static Object first, second;

    public static void main(String[] args) throws Exception {
        Shelf a = new Shelf(), b = new Shelf();
        a.box.put(new StringBuilder("a"));
        b.box.put(new ArrayList<String>());
        first = a.box.get();
        second = b.box.get();
        Map<String, Runnable> tasks = new HashMap<>();
        tasks.put("x", () -> System.out.println(first));
        ExecutorService pool = Executors.newFixedThreadPool(2);
        for (Runnable task : tasks.values()) pool.submit(task).get();
        pool.shutdown();
        try { throw new IllegalStateException("x"); } catch (IllegalStateException e) { second = e; }
    }
}
"#;

fn program() -> (Program, u16) {
    let jdk = jdk_for(17).expect("a JDK");
    let directory = scratch().join("solving");
    std::fs::create_dir_all(&directory).expect("a directory");
    let source = directory.join("Solving.java");
    if std::fs::read_to_string(&source).ok().as_deref() != Some(SOURCE) {
        std::fs::write(&source, SOURCE).expect("the source is written");
    }
    let classes = Compilation::new(jdk, [source]).classes().expect("it compiles");
    (open(classes, Some(jdk.home.clone())), jdk.release)
}

fn open(classes: PathBuf, jdk: Option<PathBuf>) -> Program {
    let options = ProgramOptions { class_path: vec![classes], jdk, ..Default::default() };
    Program::open(&options).expect("it opens")
}

fn main_of(program: &Program, class: &str) -> Vec<MethodId> {
    mains(program, program.find_class(class).expect("the class is there"))
}

/// Solves and hands the result on.
fn with(options: Options, check: impl FnOnce(PointsTo<'_>)) {
    let (program, release) = program();
    let (bound, errors) = Models::shipped().bind(&program, release);
    assert!(errors.is_empty(), "{errors:?}");
    let entries = main_of(&program, "Solving");
    check(solve(&bound, options, &entries, &mut NoElements, &mut |_| {}));
}

/// Everything that a client can see, as text.
fn describe(result: &PointsTo<'_>) -> String {
    let program = result.program();
    let mut text = format!("{:?}\n{:?}\n", result.statistics(), result.gaps());
    for edge in result.method_edges() {
        let (caller, callee) = (program.display_method(edge.caller), program.display_method(edge.callee));
        text.push_str(&format!("{caller} {} {callee} {:?}\n", edge.inst, edge.kind));
    }
    for method in result.methods() {
        let Ok(Some(body)) = program.lower(method) else { continue };
        if !program.is_application(method.class) {
            continue;
        }
        for &instance in result.instances(method) {
            for value in body.insts() {
                let mut objects: Vec<String> = result
                    .points_to(instance, value)
                    .into_iter()
                    .map(|object| result.display_object(object))
                    .collect();
                objects.sort();
                text.push_str(&format!("{} {value} {objects:?}\n", result.display_context(instance)));
            }
        }
    }
    text
}

fn field_objects(result: &PointsTo<'_>, name: &str) -> Vec<String> {
    let program = result.program();
    let class = program.find_class("Solving").expect("the class is there");
    let fields = &program.class(class).expect("it loads").fields;
    let index = fields.iter().position(|field| program.symbols().text(field.name) == name).expect("a field");
    let field = deadheat_program::FieldId { class, index: index as u16 };
    let mut types: Vec<String> =
        result.static_field(field).into_iter().map(|object| result.type_name(object)).collect();
    types.sort();
    types
}

#[test]
fn two_runs_give_the_same() {
    let mut texts = Vec::new();
    for _ in 0..2 {
        with(Options::default(), |result| texts.push(describe(&result)));
    }
    assert!(texts[0].contains("Solving.main"));
    assert_eq!(texts[0], texts[1]);
}

#[test]
fn merging_cycles_changes_nothing() {
    for base in [Options::uniform(0), Options::default()] {
        let mut texts = Vec::new();
        for cycles in [true, false] {
            with(Options { cycles, ..base.clone() }, |result| {
                let gaps = result.gaps();
                let edges = describe(&result).lines().skip(2).map(str::to_owned).collect::<Vec<_>>();
                texts.push((gaps, edges));
            });
        }
        assert!(texts[0].1.len() > 1_000, "{}", texts[0].1.len());
        assert!(texts[0] == texts[1]);
    }
}

#[test]
fn a_finer_call_graph_is_part_of_a_coarser_one() {
    let mut all: Vec<Vec<String>> = Vec::new();
    for k in 0..=2 {
        // The JDK's own k stays 0: 2 everywhere takes minutes.
        let options = Options { k, containers: false, library: Library::Whole, ..Options::default() };
        with(options, |result| {
            let program = result.program();
            all.push(result.methods().into_iter().map(|method| program.display_method(method)).collect());
        });
    }
    for pair in all.windows(2) {
        let missing: Vec<&String> = pair[1].iter().filter(|method| !pair[0].contains(method)).collect();
        assert!(missing.is_empty(), "{missing:?}");
    }
}

#[test]
fn exceptions_along_calls_are_fewer_than_from_anywhere() {
    let mut counts = Vec::new();
    for exceptions in [Exceptions::Anywhere, Exceptions::AlongCalls] {
        with(Options { exceptions, ..Options::default() }, |result| {
            let held = field_objects(&result, "second");
            assert!(held.contains(&"java.lang.IllegalStateException".to_owned()), "{held:?}");
            counts.push(held.len());
        });
    }
    assert!(counts[1] <= counts[0], "{counts:?}");
}

#[test]
fn raising_k_on_demand_separates_what_k_1_merges() {
    with(Options { k: 1, ..Options::default() }, |mut result| {
        let merged = field_objects(&result, "first");
        assert!(merged.len() > 1, "{merged:?}");
        // Both boxes are made at one site, in the constructor of Shelf.
        let program = result.program();
        let shelf = program.find_class("Solving$Shelf").expect("the class is there");
        let site = program
            .methods(shelf)
            .expect("it loads")
            .find_map(|method| {
                let body = program.lower(method).ok()??;
                body.insts().find_map(|inst| result.allocation(method, inst))
            })
            .expect("an allocation");
        let before = result.k(site);
        assert!(result.refine(&[(site, 2)], &[], u64::MAX, &mut NoElements, &mut |_| {}));
        assert_eq!((before, result.k(site)), (1, 2));
        assert_eq!(field_objects(&result, "first"), ["java.lang.StringBuilder"]);
    });
}

#[test]
fn what_takes_too_much_work_is_given_up_and_leaves_no_trace() {
    with(Options { k: 1, ..Options::default() }, |mut result| {
        let program = result.program();
        let shelf = program.find_class("Solving$Shelf").expect("the class is there");
        let methods: Vec<MethodId> = program.methods(shelf).expect("it loads").collect();
        let (before, work) = (describe(&result), result.work());
        assert!(work > 0);
        assert!(!result.refine(&[], &methods, work / 2, &mut NoElements, &mut |_| {}));
        assert_eq!((describe(&result), result.work()), (before.clone(), work));
        // What was not told apart is not the next time, either, and that is the same work.
        assert!(result.refine(&[], &[], work, &mut NoElements, &mut |_| {}));
        assert_eq!((describe(&result), result.work()), (before.clone(), work));
        // But it could have been.
        assert!(result.refine(&[], &methods, u64::MAX, &mut NoElements, &mut |_| {}));
        assert_ne!(describe(&result), before);
    });
}

#[test]
fn a_memory_limit_makes_k_smaller_and_says_so() {
    let options = Options { k: 2, memory_limit: Some(1 << 10), ..Options::default() };
    with(options, |result| {
        assert_eq!(result.options().k, 0);
        assert_eq!(result.fallbacks().len(), 3, "{:?}", result.fallbacks());
        assert!(result.gaps().iter().any(|gap| matches!(gap, Gap::Limit(_))));
        assert!(result.methods().len() > 100);
    });
}

#[test]
fn a_missing_jdk_is_a_gap_not_a_failure() {
    let (with_jdk, release) = program();
    let class = with_jdk.find_class("Solving").expect("the class is there");
    let place = PathBuf::from(with_jdk.location(class).expect("it came from a file"));
    let directory = place.parent().expect("a directory").to_path_buf();
    let program = open(directory, None);
    let (bound, _) = Models::shipped().bind(&program, release);
    let entries = main_of(&program, "Solving");
    let result = solve(&bound, Options::default(), &entries, &mut NoElements, &mut |_| {});
    let missing = Gap::MissingClass("java.util.HashMap".to_owned());
    assert!(result.gaps().contains(&missing), "{:?}", result.gaps());
    assert!(result.is_reachable(entries[0]));
}

/// Whether a started thread runs the method: an abstract thread, as a client of the analysis would have it.
struct Threads;

impl Elements for Threads {
    fn callee(&mut self, call: &CallView) -> Element {
        if call.kind == EdgeKind::Spawn { 1 } else { call.caller_element }
    }

    fn label(&mut self, _: SiteId, element: Element) -> Element {
        element
    }
}

#[test]
fn a_client_adds_abstract_threads_to_contexts_and_objects() {
    let (program, release) = program();
    let (bound, _) = Models::shipped().bind(&program, release);
    let entries = main_of(&program, "Solving");
    let result = solve(&bound, Options::default(), &entries, &mut Threads, &mut |_| {});
    let elements = |name: &str| {
        let class = program.find_class("Solving").expect("the class is there");
        let mut methods = program.methods(class).expect("it loads");
        let method =
            methods.find(|&method| program.display_method(method).contains(name)).expect("the method");
        let mut elements: Vec<Element> =
            result.instances(method).iter().map(|&instance| result.context(instance).1).collect();
        elements.sort_unstable();
        elements.dedup();
        elements
    };
    assert_eq!(elements("Solving.main"), [0]);
    assert_eq!(elements("Solving.lambda$main$0"), [1], "the task runs in a thread of the pool");
}
