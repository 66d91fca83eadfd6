//! `--audit-scan`: the calls that a run took, held against the call graph that `scan` works with.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Result, bail};
use deadheat_points_to::{EdgeKind, NoElements, Options, PointsTo, solve};
use deadheat_program::MethodId;

use crate::analysis::{main_of, only_main};
use crate::observed::{Call, How, Method, Observed};
use crate::open::{config, open_to_analyse};
use crate::progress::Spinner;

/// Missing calls that are shown.
const MOST_SHOWN: usize = 20;

/// Tells which calls of a JVM the call graph does not have, and which it has if it is told of the reflective ones.
pub(super) fn audit(
    observed: &Observed,
    jdk: Option<&Path>,
    is_quiet: bool,
    text: &mut String,
) -> Result<()> {
    if observed.class_path.is_empty() {
        bail!("the JVM did not say what its class path is");
    }
    let opened = open_to_analyse(&observed.class_path, jdk)?;
    let program = &opened.program;
    let config = config(None)?;
    let bound = opened.bind(&config)?;
    let entries = match &observed.main {
        Some(main) => main_of(program, main)?,
        None => only_main(program)?,
    };
    let missing_with = |observations| {
        let mut spinner = Spinner::new(is_quiet);
        let options = Options { k: 0, observed: observations, ..Options::default() };
        let result = solve(&bound, options, &entries, &mut NoElements, &mut |progress| {
            spinner.say(|| format!("audit: {} methods in contexts", progress.instances));
        });
        Graph::new(&result).missing(observed)
    };
    let fed_back = observed.reflective(program);
    let missing = missing_with(Vec::new());
    let known = observed.calls.len();
    writeln!(text, "audit: {} of {known} calls of this run are in scan's call graph", known - missing.len())?;
    for call in missing.iter().take(MOST_SHOWN) {
        writeln!(text, "  not there: {}", describe(call))?;
    }
    if missing.len() > MOST_SHOWN {
        writeln!(text, "  … {} more", missing.len() - MOST_SHOWN)?;
    }
    if !missing.is_empty() && !fed_back.is_empty() {
        let left = missing_with(fed_back);
        writeln!(text, "  with what reflective calls were about: {} of {known}", known - left.len())?;
    }
    Ok(())
}

fn describe(call: &Call) -> String {
    let name = |method: &Method| format!("{}.{}", method.class, method.name);
    let how = match call.how {
        How::Direct => "",
        How::Library => " by way of the JDK",
        How::Reflection => " by reflection",
        How::Thread => return format!("{}, a thread's first", name(&call.callee)),
    };
    match &call.caller {
        Some((caller, Some(line))) => format!("{} from {}:{line}{how}", name(&call.callee), name(caller)),
        Some((caller, None)) => format!("{} from {}{how}", name(&call.callee), name(caller)),
        None => name(&call.callee),
    }
}

/// A call graph, for questions.
struct Graph<'r, 'a> {
    result: &'r PointsTo<'a>,
    methods: BTreeSet<MethodId>,
    callees: BTreeMap<MethodId, BTreeSet<MethodId>>,
    /// What libraries call, or threads run.
    called_back: BTreeSet<MethodId>,
}

impl<'r, 'a> Graph<'r, 'a> {
    fn new(result: &'r PointsTo<'a>) -> Graph<'r, 'a> {
        let mut callees: BTreeMap<MethodId, BTreeSet<MethodId>> = BTreeMap::new();
        let mut called_back = BTreeSet::new();
        for edge in result.method_edges() {
            callees.entry(edge.caller).or_default().insert(edge.callee);
            if edge.kind != EdgeKind::Call || !result.program().is_application(edge.caller.class) {
                called_back.insert(edge.callee);
            }
        }
        Graph { result, methods: result.methods().into_iter().collect(), callees, called_back }
    }

    fn missing<'o>(&self, observed: &'o Observed) -> Vec<&'o Call> {
        observed.calls.iter().filter(|call| !self.has(call)).collect()
    }

    fn has(&self, call: &Call) -> bool {
        let program = self.result.program();
        let Some(callee) = call.callee.find(program) else { return false };
        if !self.methods.contains(&callee) {
            return false;
        }
        // The JVM runs initialisers where they are needed first.
        if call.callee.name == "<clinit>" {
            return true;
        }
        let Some((caller, _)) = &call.caller else { return true };
        let is_called_back = call.how != How::Direct && self.called_back.contains(&callee);
        is_called_back || caller.find(program).is_some_and(|caller| self.reaches(caller, callee))
    }

    /// Whether a method calls another one, itself or by way of libraries.
    fn reaches(&self, caller: MethodId, callee: MethodId) -> bool {
        let program = self.result.program();
        let mut work = vec![caller];
        let mut seen = BTreeSet::new();
        while let Some(method) = work.pop() {
            for &called in self.callees.get(&method).into_iter().flatten() {
                if called == callee {
                    return true;
                }
                if !program.is_application(called.class) && seen.insert(called) {
                    work.push(called);
                }
            }
        }
        false
    }
}
