//! Holds a static call graph against what runs did.
//!
//! Goes in: what was observed, and a graph that answers whether it has each fact. Comes out: how many of the
//! facts it has, and every call that it lacks. A call that is missing makes others missing: when a method is
//! not in the graph, nothing that it does is. So a missing call whose caller is in the graph is a *first* one
//! and has a cause; any other is counted behind the nearest first one that leads to its caller along observed
//! calls (breadth-first, hence nearest; the smallest among equals). Callers that no first call leads to were
//! entered by the JVM: they are behind the root that the graph does not know. The cause is the graph's to say,
//! but for classes that the program made while it ran.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt;

use super::observed::{FieldName, MethodName, Observed, Site};

/// What is asked of a static call graph with points-to sets.
pub(crate) trait StaticGraph {
    /// Whether the method can be reached.
    fn has_method(&self, method: &MethodName) -> bool;
    /// Whether the instruction may enter the method.
    fn has_edge(&self, site: &Site, callee: &MethodName) -> bool;
    /// Whether the instruction may call code of the JDK that enters the method.
    fn reaches_through_library(&self, site: &Site, callee: &MethodName) -> bool;
    /// Whether the JDK calls the method, from whatever call.
    fn is_called_back(&self, callee: &MethodName) -> bool {
        self.has_method(callee)
    }
    /// Whether the instruction may allocate the class.
    fn allocates(&self, site: &Site, class: &str) -> bool;
    /// Whether the field may hold an object of the class.
    fn field_may_hold(&self, field: &FieldName, class: &str) -> bool;
    /// Whether the instruction may store an object of the class into an array.
    fn element_may_hold(&self, site: &Site, class: &str) -> bool;
    /// Why the graph does not have a call: a few words that are the same for calls of one kind.
    fn cause(&self, missing: &MissingEdge) -> String;
    /// What the graph has instead, for whoever looks into one missing call; may be empty.
    fn note(&self, _missing: &MissingEdge) -> String {
        String::new()
    }
}

/// A call that was observed and that the graph does not have.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct MissingEdge {
    /// The instruction; `None` for a method that the JVM entered.
    pub(crate) site: Option<Site>,
    pub(crate) callee: MethodName,
    /// Whether the JDK was between the two.
    pub(crate) via_library: bool,
}

impl fmt::Display for MissingEdge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.site {
            Some(site) => write!(f, "{site} → {}", self.callee)?,
            None => write!(f, "the JVM → {}", self.callee)?,
        }
        if self.via_library { f.write_str(" (via the JDK)") } else { Ok(()) }
    }
}

/// How many facts there were, and how many of them the graph has.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Share {
    pub(crate) observed: usize,
    pub(crate) found: usize,
}

impl Share {
    fn of<T>(facts: impl IntoIterator<Item = T>, has: impl Fn(T) -> bool) -> Share {
        facts.into_iter().fold(Share::default(), |share, fact| Share {
            observed: share.observed + 1,
            found: share.found + usize::from(has(fact)),
        })
    }

    /// In percent, rounded down, so that 100.00 means all.
    pub(crate) fn percent(self) -> String {
        match (self.found * 10_000).checked_div(self.observed) {
            Some(share) => format!("{}.{:02}", share / 100, share % 100),
            None => "-".to_owned(),
        }
    }
}

/// A first missing call, and how many are missing because of it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct First {
    pub(crate) edge: MissingEdge,
    pub(crate) cause: String,
    pub(crate) note: String,
    pub(crate) behind: usize,
}

/// The result of a comparison.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Report {
    pub(crate) calls: Share,
    pub(crate) via_library: Share,
    /// As `via_library`, where it is enough that the JDK calls the method from anywhere.
    pub(crate) called_back: Share,
    /// Methods that were entered in any way.
    pub(crate) methods: Share,
    pub(crate) allocations: Share,
    pub(crate) fields: Share,
    pub(crate) elements: Share,
    /// In the order of the calls.
    pub(crate) missing: Vec<First>,
    /// Missing calls that nothing observed leads to.
    pub(crate) unexplained: Vec<MissingEdge>,
    pub(crate) missing_allocations: Vec<(Site, String)>,
    pub(crate) missing_fields: Vec<(FieldName, String)>,
    pub(crate) missing_elements: Vec<(Site, String)>,
}

/// Looks every observed fact up in the graph.
pub(crate) fn compare(observed: &Observed, graph: &dyn StaticGraph) -> Report {
    let missing = missing_edges(observed, graph);
    let (first, unexplained) = attribute(observed, graph, &missing);
    let lacking = |facts: &BTreeSet<(Site, String)>, has: &dyn Fn(&Site, &str) -> bool| {
        // What a method does that is not in the graph is no news.
        let lacks = |(site, class): &&(Site, String)| graph.has_method(&site.method) && !has(site, class);
        facts.iter().filter(lacks).cloned().collect()
    };
    let allocates = |site: &Site, class: &str| graph.allocates(site, class);
    let holds = |site: &Site, class: &str| graph.element_may_hold(site, class);
    let field = |(field, class): &&(FieldName, String)| graph.field_may_hold(field, class);
    Report {
        calls: Share::of(&observed.calls, |(site, callee)| graph.has_edge(site, callee)),
        via_library: Share::of(&observed.via_library, |(site, callee)| {
            graph.reaches_through_library(site, callee)
        }),
        called_back: Share::of(&observed.via_library, |(site, callee)| {
            graph.reaches_through_library(site, callee) || graph.is_called_back(callee)
        }),
        methods: Share::of(entered(observed), |method| graph.has_method(method)),
        allocations: Share::of(&observed.allocations, |(site, class)| allocates(site, class)),
        fields: Share::of(&observed.fields, |fact| field(&fact)),
        elements: Share::of(&observed.elements, |(site, class)| holds(site, class)),
        missing: first,
        unexplained,
        missing_allocations: lacking(&observed.allocations, &allocates),
        missing_fields: observed.fields.iter().filter(|fact| !field(fact)).cloned().collect(),
        missing_elements: lacking(&observed.elements, &holds),
    }
}

fn entered(observed: &Observed) -> BTreeSet<&MethodName> {
    let callees = observed.calls.iter().chain(&observed.via_library).map(|(_, callee)| callee);
    callees.chain(&observed.roots).chain(&observed.initialisers).collect()
}

fn missing_edges(observed: &Observed, graph: &dyn StaticGraph) -> BTreeSet<MissingEdge> {
    let calls = observed.calls.iter().filter(|(site, callee)| !graph.has_edge(site, callee));
    let through = observed.via_library.iter();
    let through = through.filter(|(site, callee)| !graph.reaches_through_library(site, callee));
    let edge = |(site, callee): &(Site, MethodName), via_library| MissingEdge {
        site: Some(site.clone()),
        callee: callee.clone(),
        via_library,
    };
    let calls = calls.map(|call| edge(call, false)).chain(through.map(|call| edge(call, true)));
    let roots = observed.roots.iter().chain(&observed.initialisers);
    let roots = roots.filter(|method| !graph.has_method(method));
    let roots = roots.map(|method| MissingEdge { site: None, callee: method.clone(), via_library: false });
    calls.chain(roots).collect()
}

/// See the module's description.
fn attribute(
    observed: &Observed,
    graph: &dyn StaticGraph,
    missing: &BTreeSet<MissingEdge>,
) -> (Vec<First>, Vec<MissingEdge>) {
    let is_first = |edge: &MissingEdge| edge.site.as_ref().is_none_or(|site| graph.has_method(&site.method));
    let (first, rest): (Vec<_>, Vec<_>) = missing.iter().partition(|edge| is_first(edge));
    // Who initialised a class was not recorded: whatever is missing and leads to the class is taken for it.
    let (initialisers, mut first): (Vec<_>, Vec<_>) =
        first.into_iter().partition(|edge| edge.site.is_none() && edge.callee.name == INITIALISER);
    let mut nearest = Nearest::new(observed, graph);
    nearest.spread(first.iter().enumerate().map(|(index, edge)| (&edge.callee, index)).collect());
    let mut behind = vec![0; first.len()];
    let mut left = initialisers;
    loop {
        let classes = nearest.classes();
        let known = |edge: &&MissingEdge| classes.get(edge.callee.class.as_str()).copied();
        let (explained, others): (Vec<_>, Vec<_>) = left.into_iter().partition(|edge| known(edge).is_some());
        let explained: Vec<_> =
            explained.into_iter().filter_map(|edge| Some((edge, known(&edge)?))).collect();
        left = others;
        if explained.is_empty() {
            break;
        }
        explained.iter().for_each(|&(_, index)| behind[index] += 1);
        nearest.spread(explained.into_iter().map(|(edge, index)| (&edge.callee, index)).collect());
    }
    for edge in left {
        nearest.spread([(&edge.callee, first.len())].into());
        first.push(edge);
        behind.push(0);
    }
    let mut unexplained = Vec::new();
    for edge in rest {
        match edge.site.as_ref().and_then(|site| nearest.found.get(&site.method)) {
            Some(&index) => behind[index] += 1,
            None => unexplained.push(edge.clone()),
        }
    }
    let cause = |edge: &MissingEdge| match observed.generated.contains(&edge.callee.class) {
        true => "the class was made at run time".to_owned(),
        false => graph.cause(edge),
    };
    let mut first: Vec<First> = first
        .into_iter()
        .zip(behind)
        .map(|(edge, behind)| First {
            cause: cause(edge),
            note: graph.note(edge),
            edge: edge.clone(),
            behind,
        })
        .collect();
    first.sort_by(|a, b| a.edge.cmp(&b.edge));
    (first, unexplained)
}

/// The name of static initialisers.
const INITIALISER: &str = "<clinit>";

/// For each method that is not in the graph, the nearest of the first missing calls that leads to it. All first
/// calls start at once, in their order, so that each method is met along a shortest path.
struct Nearest<'a> {
    graph: &'a dyn StaticGraph,
    successors: BTreeMap<&'a MethodName, BTreeSet<&'a MethodName>>,
    found: BTreeMap<&'a MethodName, usize>,
}

impl<'a> Nearest<'a> {
    fn new(observed: &'a Observed, graph: &'a dyn StaticGraph) -> Nearest<'a> {
        let mut successors: BTreeMap<&MethodName, BTreeSet<&MethodName>> = BTreeMap::new();
        for (site, callee) in observed.calls.iter().chain(&observed.via_library) {
            successors.entry(&site.method).or_default().insert(callee);
        }
        Nearest { graph, successors, found: BTreeMap::new() }
    }

    fn spread(&mut self, mut queue: VecDeque<(&'a MethodName, usize)>) {
        while let Some((method, index)) = queue.pop_front() {
            // What a method of the graph calls is first itself, if it is missing.
            if self.found.contains_key(method) || self.graph.has_method(method) {
                continue;
            }
            self.found.insert(method, index);
            let callees = self.successors.get(method).into_iter().flatten();
            queue.extend(callees.map(|&callee| (callee, index)));
        }
    }

    /// By class of a method that was met: the first call that leads to it.
    fn classes(&self) -> BTreeMap<&'a str, usize> {
        let mut classes = BTreeMap::new();
        for (method, &index) in &self.found {
            classes.entry(method.class.as_str()).or_insert(index);
        }
        classes
    }
}

impl Report {
    /// The columns of [`Report::row`].
    pub(crate) const HEAD: [&'static str; 17] = [
        "workload",
        "calls",
        "found",
        "%",
        "via JDK",
        "found",
        "%",
        "loosely %",
        "methods",
        "%",
        "allocations",
        "%",
        "fields",
        "%",
        "elements",
        "%",
        "first missing",
    ];

    /// A row of the table.
    pub(crate) fn row(&self, workload: &str) -> Vec<String> {
        let mut row = vec![workload.to_owned()];
        for share in [self.calls, self.via_library] {
            row.extend([share.observed.to_string(), share.found.to_string(), share.percent()]);
        }
        row.push(self.called_back.percent());
        for share in [self.methods, self.allocations, self.fields, self.elements] {
            row.extend([share.observed.to_string(), share.percent()]);
        }
        row.push(self.missing.len().to_string());
        row
    }

    /// What is missing, grouped by cause, the most frequent one first.
    pub(crate) fn details(&self) -> Vec<String> {
        let mut causes: BTreeMap<&str, Vec<&First>> = BTreeMap::new();
        self.missing.iter().for_each(|first| causes.entry(&first.cause).or_default().push(first));
        let mut causes: Vec<_> = causes.into_iter().collect();
        causes.sort_by_key(|(_, edges)| std::cmp::Reverse(edges.len()));
        let mut lines = Vec::new();
        for (cause, edges) in causes {
            let behind: usize = edges.iter().map(|first| first.behind).sum();
            lines.push(format!("{cause}: {} calls, {behind} behind them", edges.len()));
            lines.extend(edges.iter().map(|first| {
                let behind = match first.behind {
                    0 => String::new(),
                    behind => format!(" ({behind} behind it)"),
                };
                let space = if first.note.is_empty() { "" } else { " " };
                format!("  {}{behind}{space}{}", first.edge, first.note)
            }));
        }
        let edge = |edge: &MissingEdge| edge.to_string();
        let fact = |site: &Site, class: &str| format!("{site}: {class}");
        list(&mut lines, "calls that nothing observed leads to", self.unexplained.iter().map(edge));
        let allocations = self.missing_allocations.iter().map(|(site, class)| fact(site, class));
        list(&mut lines, "allocations", allocations);
        let fields = self.missing_fields.iter().map(|(field, class)| format!("{field}: {class}"));
        list(&mut lines, "values of fields", fields);
        let elements = self.missing_elements.iter().map(|(site, class)| fact(site, class));
        list(&mut lines, "values of elements", elements);
        lines
    }
}

fn list(lines: &mut Vec<String>, what: &str, missing: impl ExactSizeIterator<Item = String>) {
    if missing.len() > 0 {
        lines.push(format!("{what}: {}", missing.len()));
        lines.extend(missing.map(|line| format!("  {line}")));
    }
}
