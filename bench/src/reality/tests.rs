//! The comparison, on a made-up run and a made-up graph.

use std::collections::BTreeSet;

use super::compare::{MissingEdge, Report, Share, StaticGraph, compare};
use super::observed::{FieldName, MethodName, Observed, Reflected, Site};

/// main calls a and b; a calls c through the JDK; c calls d; d calls e; a thread runs t, which calls u; g is
/// generated, and called by b.
const RUN: &str = "\
# a comment
call\tP\tmain\t()V\t1\tP\ta\t()V
call\tP\tmain\t()V\t5\tP\tb\t()V
via-library\tP\ta\t()V\t2\tP\tc\t()V
call\tP\tc\t()V\t3\tP\td\t()V
call\tP\td\t()V\t4\tP\te\t()V
call\tP\tb\t()V\t1\tG\tg\t()V
call\tP\tt\t()V\t7\tP\tu\t()V
root\tP\tmain\t()V
root\tP\tt\t()V
clinit\tP\t<clinit>\t()V
to-library\tP\ta\t()V\t2\tjava/util/List\tsort\t(Ljava/util/Comparator;)V\tjava/util/ArrayList
to-library\tP\ta\t()V\t9\tjava/lang/System\texit\t(I)V\t-
alloc\tP\ta\t()V\t6\tP
alloc\tP\tb\t()V\t6\t[I
alloc\tP\te\t()V\t1\tP
field\tP\tf\tLP;\tP
field\tP\tf\tLP;\tQ
element\tP\ta\t()V\t8\tP
element\tP\ta\t()V\t8\tQ
reflect\tP\ta\t()V\t9\tclass\tQ\t-\t-
reflect\tP\ta\t()V\t9\tmethod\tQ\tm\t()V
generated\tG
untouched\tP.huge()V\ttoo large";

fn method(name: &str) -> MethodName {
    let class = if name == "g" { "G" } else { "P" };
    MethodName { class: class.to_owned(), name: name.to_owned(), descriptor: "()V".to_owned() }
}

fn site(name: &str, offset: u32) -> Site {
    Site { method: method(name), offset }
}

/// A graph that knows some methods, and every fact among those that is not about a class Q.
struct Known(BTreeSet<&'static str>);

impl Known {
    fn knows(&self, method: &MethodName) -> bool {
        self.0.contains(method.name.as_str())
    }
}

impl StaticGraph for Known {
    fn has_method(&self, method: &MethodName) -> bool {
        self.knows(method)
    }

    fn has_edge(&self, site: &Site, callee: &MethodName) -> bool {
        self.knows(&site.method) && self.knows(callee)
    }

    fn reaches_through_library(&self, site: &Site, callee: &MethodName) -> bool {
        self.has_edge(site, callee)
    }

    fn allocates(&self, site: &Site, class: &str) -> bool {
        self.knows(&site.method) && class == "P"
    }

    fn field_may_hold(&self, _field: &FieldName, class: &str) -> bool {
        class == "P"
    }

    fn element_may_hold(&self, site: &Site, class: &str) -> bool {
        self.allocates(site, class)
    }

    fn cause(&self, missing: &MissingEdge) -> String {
        if missing.via_library { "callback".to_owned() } else { "unknown".to_owned() }
    }
}

fn observed() -> Observed {
    Observed::parse(RUN).expect("a run")
}

fn report(known: &[&'static str]) -> Report {
    compare(&observed(), &Known(known.iter().copied().collect()))
}

const ALL: [&str; 10] = ["main", "a", "b", "c", "d", "e", "t", "u", "g", "<clinit>"];

#[test]
fn every_kind_of_line_is_read() {
    let observed = observed();
    assert_eq!((observed.calls.len(), observed.via_library.len()), (6, 1));
    assert_eq!((observed.roots.len(), observed.initialisers.len()), (2, 1));
    let receivers: Vec<_> = observed.to_library.iter().map(|(.., receiver)| receiver.as_deref()).collect();
    assert_eq!(receivers, [Some("java/util/ArrayList"), None]);
    assert_eq!((observed.allocations.len(), observed.fields.len(), observed.elements.len()), (3, 2, 2));
    let reflected: Vec<_> = observed.reflected.iter().map(|(_, what)| what.clone()).collect();
    let of_q = MethodName { class: "Q".to_owned(), ..method("m") };
    assert_eq!(reflected, [Reflected::Class("Q".to_owned()), Reflected::Method(of_q)]);
    assert_eq!((observed.generated.len(), observed.untouched.len()), (1, 1));
}

#[test]
fn a_line_that_is_no_fact_is_an_error() {
    for line in ["", "calls\tP", "root\tP\tmain", "root\tP\tmain\t()V\tmore", "alloc\tP\ta\t()V\tten\tP"] {
        let error = Observed::parse(&format!("# head\n{line}\n")).expect_err(line);
        assert!(error.starts_with("line 2: "), "{error}");
    }
}

#[test]
fn not_missing_when_the_graph_has_it() {
    let report = report(&ALL);
    assert_eq!(report.calls, Share { observed: 6, found: 6 });
    assert_eq!(report.methods, Share { observed: 10, found: 10 });
    assert_eq!((report.missing.len(), report.unexplained.len()), (0, 0));
    assert_eq!(report.calls.percent(), "100.00");
}

#[test]
fn the_first_missing_call_stands_for_those_behind_it() {
    // The callback to c is missing: so are c → d and d → e.
    let report = report(&["main", "a", "b", "t", "u", "g", "<clinit>"]);
    let [first] = &report.missing[..] else { panic!("{report:?}") };
    assert_eq!(first.edge.site, Some(site("a", 2)));
    assert_eq!((first.cause.as_str(), first.behind), ("callback", 2));
    assert_eq!(report.calls, Share { observed: 6, found: 4 });
    assert_eq!(report.via_library, Share { observed: 1, found: 0 });
    assert_eq!(
        report.details()[..2],
        ["callback: 1 calls, 2 behind them", "  P.a()V @2 → P.c()V (via the JDK) (2 behind it)"]
    );
}

#[test]
fn an_unknown_root_stands_for_what_it_calls() {
    let report = report(&["main", "a", "b", "c", "d", "e", "g", "<clinit>"]);
    let [first] = &report.missing[..] else { panic!("{report:?}") };
    assert_eq!((&first.edge.site, &first.edge.callee, first.behind), (&None, &method("t"), 1));
}

#[test]
fn what_was_made_at_run_time_has_that_cause() {
    let report = report(&["main", "a", "b", "c", "d", "e", "t", "u", "<clinit>"]);
    let [first] = &report.missing[..] else { panic!("{report:?}") };
    assert_eq!(first.cause, "the class was made at run time");
}

#[test]
fn values_and_allocations_are_compared_too() {
    let report = report(&ALL);
    assert_eq!(report.allocations, Share { observed: 3, found: 2 });
    assert_eq!(report.missing_allocations, [(site("b", 6), "[I".to_owned())]);
    assert_eq!(report.fields, Share { observed: 2, found: 1 });
    assert_eq!(report.missing_fields.len(), 1);
    assert_eq!(report.missing_elements, [(site("a", 8), "Q".to_owned())]);
    assert_eq!(report.row("run").len(), Report::HEAD.len());
}

#[test]
fn not_an_allocation_of_a_method_that_is_missing_itself() {
    // e is not in the graph: that it allocates is counted, and not listed.
    let report = report(&["main", "a", "b", "c", "d", "t", "u", "g", "<clinit>"]);
    assert_eq!(report.allocations, Share { observed: 3, found: 1 });
    assert_eq!(report.missing_allocations, [(site("b", 6), "[I".to_owned())]);
}

#[test]
fn a_share_of_all_but_one_is_not_rounded_up() {
    assert_eq!(Share { observed: 100_000, found: 99_999 }.percent(), "99.99");
    assert_eq!(Share::default().percent(), "-");
}
