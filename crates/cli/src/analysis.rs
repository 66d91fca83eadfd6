//! What every command that analyses a whole program shares: its flags, its entry points, the analysis.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::PathBuf;

use anyhow::{Result, anyhow, bail};
use clap::{Args, ValueEnum};
use deadheat_models::{Bound, ClassPattern};
use deadheat_points_to::{
    Exceptions, Gap, GapKind, Library, NoElements, Options, PointsTo, api_of, has_framework_entries, solve,
};
use deadheat_program::summary::{entry_points, mains};
use deadheat_program::{ClassId, MethodId, Program};

use crate::Common;
use crate::names::{dotted, find, methods_named};
use crate::observed::Observed;
use crate::open::{config, open_to_analyse};
use crate::progress::Spinner;

#[derive(Debug, Args)]
pub(crate) struct AnalysisArguments {
    /// The class whose main method starts the program. Else the manifest's, else the only one there is, else what
    /// frameworks call: tests, servlets, handlers of requests.
    #[arg(long, value_name = "CLASS")]
    main: Option<String>,
    /// A further method that is called from outside; may be given several times.
    #[arg(long, value_name = "CLASS.METHOD")]
    entry: Vec<String>,
    /// What reflective calls were about in a run: the file of `deadheat run --audit-scan=FILE`.
    #[arg(long, value_name = "FILE")]
    observed: Option<PathBuf>,
    /// How finely objects and calls are told apart: 0 by allocation site alone, k by the last k sites that
    /// led there. Else 1, or 0 for large programs.
    #[arg(short, value_name = "K", value_parser = clap::value_parser!(u8).range(0..=9))]
    k: Option<u8>,
    /// The same for allocations in libraries.
    #[arg(long, value_name = "K", default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..=9))]
    library_k: u8,
    /// Do not tell containers of libraries apart more finely than other objects.
    #[arg(long)]
    no_containers: bool,
    /// Analyse a library: there is no main method, but callers from outside, who make objects of public
    /// classes and call every public method from several threads at once.
    #[arg(long)]
    library: bool,
    /// With --library: the classes whose methods are called, and what those return, as CLASS, PACKAGE.* or
    /// PACKAGE.**; may be given several times. Else all public classes.
    #[arg(long, value_name = "PATTERN", requires = "library")]
    api: Vec<String>,
    /// How the libraries that the program uses are treated.
    #[arg(long, value_enum, default_value_t = LibraryArgument::Modelled)]
    libraries: LibraryArgument,
    /// Where exceptions go.
    #[arg(long, value_enum, default_value_t = ExceptionsArgument::Anywhere)]
    exceptions: ExceptionsArgument,
    /// Whether reflection, services, proxies and method handles are followed.
    #[arg(long, value_enum, default_value_t = Switch::On)]
    reflection: Switch,
    /// Whether branches that constants decide (flags that are passed to methods, members of annotations) are followed
    /// only where they lead.
    #[arg(long, value_enum, default_value_t = Switch::On)]
    constants: Switch,
    /// Whether pointers on a cycle of assignments become one: the same result, sooner.
    #[arg(long, value_enum, default_value_t = Switch::On, hide = true)]
    cycles: Switch,
    /// Memory for the analysis, in megabytes; when it needs more, it goes on with a smaller k and says so.
    #[arg(long, value_name = "MB")]
    memory: Option<usize>,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum LibraryArgument {
    /// Models stand for what they describe; opaque packages are not looked into.
    Modelled,
    /// Everything that has code is analysed.
    Whole,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum ExceptionsArgument {
    /// A handler catches whatever fits and is thrown anywhere.
    Anywhere,
    /// A handler catches what its block and the methods called there throw.
    AlongCalls,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Switch {
    On,
    Off,
}

impl AnalysisArguments {
    fn options(&self) -> Options {
        Options {
            k: self.k.unwrap_or(1),
            library_k: self.library_k,
            containers: !self.no_containers,
            exceptions: match self.exceptions {
                ExceptionsArgument::Anywhere => Exceptions::Anywhere,
                ExceptionsArgument::AlongCalls => Exceptions::AlongCalls,
            },
            reflection: matches!(self.reflection, Switch::On),
            constants: matches!(self.constants, Switch::On),
            cycles: matches!(self.cycles, Switch::On),
            library: match self.libraries {
                LibraryArgument::Modelled => Library::Modelled,
                LibraryArgument::Whole => Library::Whole,
            },
            memory_limit: self.memory.map(|megabytes| megabytes << 20),
            ..Options::default()
        }
    }
}

/// A program with so many classes may be large.
const MANY_CLASSES: usize = 500;
/// If so many of its methods can run, it is: k = 0 has to do, because k = 1 takes several times as long.
const MANY_METHODS: usize = 5_000;

/// Analyses the program and hands the result on.
pub(crate) fn analyse<T>(
    paths: &[PathBuf],
    arguments: &AnalysisArguments,
    common: &Common,
    show: impl for<'a> FnOnce(&'a Bound<'a>, PointsTo<'a>) -> Result<T>,
) -> Result<T> {
    analyse_for(paths, arguments, common, true, |_| Ok(()), |bound, result, ()| show(bound, result))
}

/// The same for a question that is understood, or not, before the work begins; and either models of libraries on the
/// class path are believed, or their code is looked into.
pub(crate) fn analyse_for<Q, T>(
    paths: &[PathBuf],
    arguments: &AnalysisArguments,
    common: &Common,
    believes_models: bool,
    question: impl FnOnce(&Program) -> Result<Q>,
    show: impl for<'a> FnOnce(&'a Bound<'a>, PointsTo<'a>, Q) -> Result<T>,
) -> Result<T> {
    let opened = open_to_analyse(paths, common.jdk.as_deref())?;
    let program = &opened.program;
    opened.expect_classes(paths, "")?;
    let question = question(program)?;
    let mut config = config(common.config.as_deref())?;
    let api = api(program, arguments)?;
    let tested = tested(program, arguments, &api);
    config.models.leave_out(|library| tested.iter().any(|class| library.matches(class)));
    let bound = opened.bind(&config)?;
    if believes_models {
        program.take_for_libraries(&bound.believed());
    }
    let entries = entries(&bound, arguments)?;
    if !common.quiet {
        say_start(program, arguments);
    }
    let observed = match &arguments.observed {
        Some(file) => Observed::load(file)?.iter().flat_map(|jvm| jvm.reflective(program)).collect(),
        None => Vec::new(),
    };
    let options = Options { api, observed, ..arguments.options() };
    let result = solve_by_size(&bound, options, arguments.k, &entries, common.quiet);
    show(&bound, result, question)
}

/// Solves with the k of the options, or, if the user asks for none, with 0 if the program is large.
pub(crate) fn solve_by_size<'a>(
    bound: &'a Bound<'a>,
    options: Options,
    k: Option<u8>,
    entries: &[MethodId],
    is_quiet: bool,
) -> PointsTo<'a> {
    let program = bound.program();
    let may_be_large = k.is_none() && program.application_classes().len() > MANY_CLASSES;
    let options = Options { most_methods: may_be_large.then_some(MANY_METHODS), ..options };
    let mut spinner = Spinner::new(is_quiet);
    solve(bound, options, entries, &mut NoElements, &mut |progress| {
        spinner.say(|| {
            format!("{} methods in contexts, {} abstract objects", progress.instances, progress.objects)
        });
    })
}

/// The names of the classes where the program is entered. A library that has one of them is the program itself.
fn tested<'p>(program: &'p Program, arguments: &AnalysisArguments, api: &[ClassId]) -> Vec<Cow<'p, str>> {
    let mains = match &arguments.main {
        Some(class) => main_of(program, class),
        None if arguments.library => Ok(Vec::new()),
        None => only_main(program),
    };
    let entries = arguments.entry.iter().filter_map(|entry| methods_named(program, entry).ok()).flatten();
    // What is wrong with them is said later.
    let classes = mains.unwrap_or_default().into_iter().chain(entries).map(|method| method.class);
    let classes = classes.chain(api.iter().copied());
    classes.map(|class| program.symbols().text(program.class_name(class))).collect()
}

/// Where the program starts.
fn entries(bound: &Bound<'_>, arguments: &AnalysisArguments) -> Result<Vec<MethodId>> {
    let program = bound.program();
    let mut entries = match &arguments.main {
        Some(class) => main_of(program, class)?,
        None if !arguments.entry.is_empty() || arguments.library => Vec::new(),
        // A framework calls it.
        None if !has_one_main(program) && has_framework_entries(bound, true) => Vec::new(),
        None => only_main(program)?,
    };
    for entry in &arguments.entry {
        entries.extend(methods_named(program, entry)?);
    }
    Ok(entries)
}

/// Says which main method was taken, if neither the user nor a manifest has named one: it may be that of a mere tool.
fn say_start(program: &Program, arguments: &AnalysisArguments) {
    if arguments.main.is_some() || arguments.library || !arguments.entry.is_empty() {
        return;
    }
    if let [only] = &entry_points(program)[..]
        && !only.in_manifest
    {
        let class = dotted(program, only.method.class);
        let _ = writeln!(
            io::stderr(),
            "deadheat: it starts at {class}.main, the only main method; for a library there is --library"
        );
    }
}

/// What callers from outside use.
fn api(program: &Program, arguments: &AnalysisArguments) -> Result<Vec<ClassId>> {
    if !arguments.library {
        return Ok(Vec::new());
    }
    let patterns: Vec<ClassPattern> = arguments
        .api
        .iter()
        .map(|text| ClassPattern::parse(text).map_err(|error| anyhow!("--api: {error}")))
        .collect::<Result<_>>()?;
    let name = |class| program.symbols().text(program.class_name(class));
    for (pattern, text) in patterns.iter().zip(&arguments.api) {
        if !program.application_classes().any(|class| pattern.matches(&name(class))) {
            bail!("--api {text}: there is no such class");
        }
    }
    let is_meant =
        |class| patterns.is_empty() || patterns.iter().any(|pattern| pattern.matches(&name(class)));
    let api = api_of(program, is_meant);
    if api.is_empty() {
        bail!("no public class whose methods could be called");
    }
    Ok(api)
}

pub(crate) fn main_of(program: &Program, name: &str) -> Result<Vec<MethodId>> {
    let (class, method) = find(program, name)?;
    if let Some(method) = method {
        bail!(
            "{name} is no class; for a method {method} that is called from outside there is --entry {name}"
        );
    }
    program.class(class)?;
    let found = mains(program, class);
    if !found.is_empty() {
        return Ok(found);
    }
    let all = program.methods(class)?;
    let is_named = |id: &MethodId| {
        program.method(*id).is_ok_and(|method| program.symbols().bytes(method.name) == b"main")
    };
    let others: Vec<String> = all.filter(is_named).map(|id| program.display_method(id)).collect();
    let class = dotted(program, class);
    if others.is_empty() {
        bail!("{class} has no main method");
    }
    bail!(
        "{class} has no public static void main(String[]); {} would not be started by the JVM (--entry {class}.main \
         takes it all the same)",
        others.join(", ")
    )
}

/// Whether it is clear which main method starts the program.
fn has_one_main(program: &Program) -> bool {
    let all = entry_points(program);
    all.len() == 1 || all.iter().any(|entry| entry.in_manifest)
}

pub(crate) fn only_main(program: &Program) -> Result<Vec<MethodId>> {
    const SHOWN: usize = 8;
    let all = entry_points(program);
    let named: Vec<MethodId> =
        all.iter().filter(|entry| entry.in_manifest).map(|entry| entry.method).collect();
    match (&named[..], &all[..]) {
        ([_, ..], _) => Ok(named),
        ([], [only]) => Ok(vec![only.method]),
        ([], []) => {
            bail!(
                "no class has a main method; if it is a library, say --library; else name what is called from \
                 outside with --entry CLASS.METHOD"
            )
        }
        ([], several) => {
            let names: Vec<String> =
                several.iter().take(SHOWN).map(|entry| dotted(program, entry.method.class)).collect();
            let more = several.len().saturating_sub(SHOWN);
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            bail!(
                "several classes have a main method: {}{more}; choose one with --main CLASS",
                names.join(", ")
            )
        }
    }
}

/// Lists what was not seen: how much of each kind, which classes are missing, and what cannot be read.
pub(crate) fn write_gaps(result: &PointsTo<'_>, out: &mut String) -> Result<()> {
    const NAMED: usize = 3;
    let gaps = gap_counts(result);
    if !gaps.is_empty() {
        writeln!(out, "not seen:")?;
    }
    for (kind, count) in gaps {
        writeln!(out, "{count:>10}  {kind}")?;
        let named = match kind {
            GapKind::Input => unreadable(result),
            GapKind::MissingClass => missing_classes(result),
            _ => Vec::new(),
        };
        if !named.is_empty() {
            for name in named.iter().take(NAMED) {
                writeln!(out, "            {name}")?;
            }
            if count > NAMED {
                writeln!(out, "            and {} more (--json names them)", count - NAMED)?;
            }
        }
    }
    Ok(())
}

/// The classes that are not on the class path.
pub(crate) fn missing_classes(result: &PointsTo<'_>) -> Vec<String> {
    let name = |gap| if let Gap::MissingClass(name) = gap { Some(name) } else { None };
    result.gaps().into_iter().filter_map(name).collect()
}

/// What of the class path cannot be read, and why.
pub(crate) fn unreadable(result: &PointsTo<'_>) -> Vec<String> {
    let reason = |gap| if let Gap::Input(reason) = gap { Some(reason) } else { None };
    result.gaps().into_iter().filter_map(reason).collect()
}

/// How many gaps of each kind there are.
pub(crate) fn gap_counts(result: &PointsTo<'_>) -> Vec<(GapKind, usize)> {
    let mut counts: Vec<(GapKind, usize)> = Vec::new();
    for gap in result.gaps() {
        match counts.iter_mut().find(|(kind, _)| *kind == gap.kind()) {
            Some((_, count)) => *count += 1,
            None => counts.push((gap.kind(), 1)),
        }
    }
    counts.sort();
    counts
}
