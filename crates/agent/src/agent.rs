//! The agent's pipeline: what happens at each event of the JVM.

use std::collections::BTreeMap;
use std::ffi::CStr;
use std::io::Write;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use deadheat_instrument::{
    Called, Effect, LeftOut, Part, Patch, Plan, Planned, PlannedClass, Recording, Role, Settings, Summary,
    Technique, Techniques,
};
use deadheat_program::classfile::Flags;
use deadheat_program::input::jdk_release;
use deadheat_program::{Program, ProgramOptions};
use deadheat_trace::Record;
use serde_json::{Value, json};

use crate::callees::{Callees, Classes};
use crate::class_path::{self, ClassPath};
use crate::library::{Kind, Library};
use crate::names::{self, Treatment};
use crate::numbers::Numbers;
use crate::options::{Barriers, OnRace, Options};
use crate::patches::{is_of_some_jdks, patches};
use crate::recorder::Recorder;
use crate::results::Results;
use crate::vm::Vm;

/// The runtime's classes, by internal name.
const RUNTIME: &[(&str, &[u8])] = &include!(concat!(env!("OUT_DIR"), "/runtime.rs"));

/// What a JDK that does not tell its release is taken for.
const NEWEST_RELEASE: u16 = 25;

/// Where the state of an object of the JDK has its shadow: see `DeadheatLocation.java`.
const STATE: &[(&str, &str)] = &[
    ("$deadheat$W$state", "J"),
    ("$deadheat$R$state", "J"),
    ("$deadheat$S$state", "J"),
    ("$deadheat$more", "Ljava/lang/Object;"),
];

/// The same for a lockset detector.
const HISTORY: &[(&str, &str)] = &[("$deadheat$L$state", "Ljava/lang/DeadheatHistory;")];

/// What hangs on a thread: its state and epoch, what it knows by final fields, and if it is recorded, its tape, and its number in
/// the trace when it has ended.
const THREAD: &[(&str, &str)] = &[
    ("$deadheat$state", "Ljava/lang/Object;"),
    ("$deadheat$epoch", "J"),
    ("$deadheat$known", "J"),
    ("$deadheat$tape", "Ljava/lang/Object;"),
    ("$deadheat$ended", "Ljava/lang/Object;"),
];

/// Stands for the file of the log, as a kind of what the runtime asks for.
const LOG: i32 = 3;
/// Stands for the names of the techniques of placement.
const TECHNIQUES: i32 = 4;
/// Stands for the names of the detector's parts.
const DETECTOR: i32 = 5;
/// Stands for what is recorded.
const RECORDING: i32 = 6;
/// Stands for the fields that are checked together with the one at a site.
const TOGETHER: i32 = 7;

/// How many of the classes and methods that are left out are named.
const MOST_NAMED: usize = 100;

/// One JVM's agent.
pub(crate) struct Agent {
    options: Options,
    /// The class path, and the main class or jar with its arguments: of the JVM's properties, when it is up.
    program: Mutex<[Option<String>; 2]>,
    numbers: Arc<Numbers>,
    /// Writes a trace, if one is recorded.
    pub(crate) recorder: Option<Recorder>,
    results: Results,
    /// What the JDK declares, and what the models know of it; they live as long as the JVM.
    jdk: &'static Program,
    library: Library,
    class_path: ClassPath,
    /// What a static analysis found out.
    plan: Option<Plan>,
    /// One class is rewritten at a time.
    rewriting: Mutex<Callees>,
    /// Whether the runtime is there; without it no class may call it.
    is_ready: AtomicBool,
    counts: Counts,
    /// What was left out, with the reason. Guarded by a mutex.
    left_out: Mutex<BTreeMap<String, String>>,
}

#[derive(Default)]
struct Counts {
    rewritten: AtomicU64,
    refused: AtomicU64,
    methods_left_out: AtomicU64,
    checks: AtomicU64,
    races: AtomicU64,
    placed_methods: AtomicU64,
    placement_micros: AtomicU64,
    /// Fields that share a shadow, and the shadows that they share.
    shared_fields: AtomicU64,
    shared_shadows: AtomicU64,
    /// Classes that the plan was made without.
    unplanned: AtomicU64,
    failures: AtomicU64,
}

/// Whether each patched method is there in one of the forms that JDKs have it in.
fn has_all_patches(left_out: &[LeftOut], patches: &[Patch]) -> bool {
    let is_there = |patch: &Patch| {
        let method = format!("{}{}", patch.method, patch.descriptor);
        !left_out.iter().any(|left_out| left_out.method == method)
    };
    let mut needed = patches.iter().filter(|patch| !is_of_some_jdks(patch.method));
    needed.all(|patch| patches.iter().any(|other| other.method == patch.method && is_there(other)))
}

/// Begins the trace that the options name. A JVM that another one started has a file of its own beside it.
fn open_recorder(options: &Options, numbers: &Arc<Numbers>) -> Result<Option<Recorder>, String> {
    let Some(path) = &options.trace else { return Ok(None) };
    let is_taken = std::fs::metadata(path).is_ok_and(|data| data.is_file() && data.len() > 0);
    let extension = path.extension().map_or_else(String::new, |it| format!(".{}", it.to_string_lossy()));
    let own = path.with_extension(format!("{}{extension}", std::process::id()));
    let path = if is_taken { own } else { path.clone() };
    let recorder = Recorder::new(path, Arc::clone(numbers), &options.globals)?;
    if let Ok(directory) = std::env::current_dir() {
        recorder.info(deadheat_trace::DIRECTORY, &directory.to_string_lossy());
    }
    if options.tells_touched() {
        recorder.info(deadheat_trace::SETS, deadheat_trace::TOUCHED_ANEW);
    }
    if options.has_tree {
        recorder.info(deadheat_trace::LEFT_OUT, deadheat_trace::REPEATED);
    }
    Ok(Some(recorder))
}

/// The plan that the options name, if it is used.
fn read_plan(options: &Options) -> Result<Option<Plan>, String> {
    let Some(file) = options.plan.as_ref().filter(|_| options.techniques.has(Technique::Plan)) else {
        return Ok(None);
    };
    let text = std::fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    Plan::parse(&text).map(Some).map_err(|error| format!("{}: {error}", file.display()))
}

/// What the runtime counts, such as the uses of one of the detector's rules, and how often it was.
fn named_count(text: &str) -> Option<(String, u64)> {
    let (name, times) = text.split_once(':')?;
    Some((name.to_owned(), times.parse().ok()?))
}

/// Says something to the user, on standard error.
#[allow(clippy::print_stderr, reason = "there is nowhere else to say it")]
pub(crate) fn complain(message: &str) {
    let _ = writeln!(std::io::stderr(), "deadheat: {message}");
}

impl Agent {
    pub(crate) fn new(options: &str, home: Option<&str>) -> Result<Agent, String> {
        let options = Options::parse(options)?;
        let home = home.ok_or("the JVM does not say where its JDK is")?;
        let jdk = ProgramOptions { jdk: Some(home.into()), ..ProgramOptions::default() };
        let jdk = Program::open(&jdk).map_err(|error| format!("{home}: {error}"))?;
        let jdk: &'static Program = Box::leak(Box::new(jdk));
        let numbers = Arc::new(Numbers::default());
        let release = jdk_release(home.as_ref()).unwrap_or(NEWEST_RELEASE);
        Ok(Agent {
            library: Library::new(jdk, release),
            plan: read_plan(&options)?,
            results: Results::open(options.out.as_deref()),
            recorder: open_recorder(&options, &numbers)?,
            options,
            program: Mutex::default(),
            numbers,
            jdk,
            class_path: ClassPath::new(release),
            rewriting: Mutex::default(),
            is_ready: AtomicBool::new(true),
            counts: Counts::default(),
            left_out: Mutex::default(),
        })
    }

    /// No Java code has run yet.
    pub(crate) fn on_start(&self, vm: Vm) {
        let define = || {
            // A class is defined after the one that it extends: they are listed like that.
            RUNTIME.iter().try_for_each(|(name, bytes)| vm.define(name, bytes))
        };
        if let Err(message) = define() {
            self.is_ready.store(false, Ordering::Relaxed);
            self.note_failure(&message);
        }
    }

    /// The JVM is up, and main not yet called.
    pub(crate) fn on_init(&self, vm: Vm, property: impl Fn(&CStr) -> Option<String>) {
        self.class_path.set(property(c"java.class.path"));
        if let Ok(mut program) = self.program.lock() {
            *program = [property(c"java.class.path"), property(c"sun.java.command")];
        }
        let begin = || {
            let unsafe_class = vm.find(c"jdk/internal/misc/Unsafe")?;
            let objects = vm.number(unsafe_class, c"ARRAY_OBJECT_BASE_OFFSET")?;
            let longs = vm.number(unsafe_class, c"ARRAY_LONG_BASE_OFFSET")?;
            vm.call_with(vm.find(c"java/lang/Deadheat")?, c"begin", [objects, longs])
        };
        if let Err(message) = begin() {
            self.note_failure(&message);
        }
    }

    /// A thread starts, on itself.
    pub(crate) fn on_thread(&self, vm: Vm) {
        let attach = || vm.call(vm.find(c"java/lang/Deadheat")?, c"attached");
        if let Err(message) = attach() {
            self.note_failure(&message);
        }
    }

    /// The JVM ends.
    pub(crate) fn on_death(&self, vm: Vm) {
        let ask = |name| vm.find(c"java/lang/Deadheat").and_then(|class| vm.call_long(class, name));
        let (seen, failed) = (ask(c"seen"), ask(c"failures"));
        let counts = vm.find(c"java/lang/Deadheat").and_then(|class| vm.call_strings(class, c"counts"));
        let repeats: Vec<Value> =
            counts.unwrap_or_default().iter().filter_map(|it| self.repeat(it)).collect();
        let counted = |name| -> BTreeMap<String, u64> {
            let lines = vm.find(c"java/lang/Deadheat").and_then(|class| vm.call_strings(class, name));
            lines.unwrap_or_default().iter().filter_map(|it| named_count(it)).collect()
        };
        if self.options.is_audited {
            let calls = vm.find(c"java/lang/Deadheat").and_then(|class| vm.call_strings(class, c"calls"));
            self.results.write(&json!({ "calls": calls.unwrap_or_default(), "program": self.program.lock().map(|it| it.to_vec()).unwrap_or_default() }));
        }
        let count = |count: &AtomicU64| count.load(Ordering::Relaxed);
        let is_counted = self.options.is_counted || self.options.detector.has(Part::Tree);
        let mut statistics = if is_counted { counted(c"uses") } else { BTreeMap::new() };
        statistics.insert("placement_micros".to_owned(), count(&self.counts.placement_micros));
        statistics.insert("placed_methods".to_owned(), count(&self.counts.placed_methods));
        statistics.insert("shared_fields".to_owned(), count(&self.counts.shared_fields));
        statistics.insert("shared_shadows".to_owned(), count(&self.counts.shared_shadows));
        if let Some(recorder) = &self.recorder {
            self.finish_recording(vm, recorder);
        }
        let left_out = self.left_out.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        self.results.write(&json!({
            "summary": {
                "directory": std::env::current_dir().ok(),
                "pairs": count(&self.counts.races),
                "races": seen.unwrap_or(0),
                "classes": count(&self.counts.rewritten),
                "classes_left_out": count(&self.counts.refused),
                "methods_left_out": count(&self.counts.methods_left_out),
                "checks": count(&self.counts.checks),
                "unplanned": count(&self.counts.unplanned),
                "failures": count(&self.counts.failures).cast_signed() + failed.unwrap_or(1),
                "left_out": *left_out,
                "repeats": repeats,
                "rules": counted(c"rules"),
                "arrays": counted(c"arrays"),
                "statistics": statistics,
            }
        }));
    }

    /// The JVM ends: the trace does, too.
    fn finish_recording(&self, vm: Vm, recorder: &Recorder) {
        let gaps = vm.find(c"java/lang/Deadheat").and_then(|class| vm.call_strings(class, c"recorded"));
        let gaps = gaps.unwrap_or_default();
        let gaps = gaps.iter().filter_map(|it| named_count(it)).filter(|&(_, times)| times > 0);
        let gaps: BTreeMap<String, u64> = gaps.collect();
        let told = gaps.iter().map(|(what, &times)| Record::Gap(what.clone(), times)).collect();
        let written = recorder.finish(told);
        self.results.write(&json!({
            "recording": {
                "file": written.file,
                "events": written.events,
                "threads": written.threads,
                "bytes": written.bytes,
                "problem": written.problem,
                "dropped": written.dropped,
                "gaps": gaps,
            }
        }));
    }

    /// What is recorded of a class.
    fn recording(&self, name: &str) -> Option<Recording> {
        self.recorder.as_ref()?;
        Some(Recording {
            has_identity: names::has_identity(name),
            leaves_out_synchronised: self.options.leaves_out_synchronised,
            marks_synchronised: self.options.marks_synchronised,
            tells_touched: self.options.tells_touched(),
            keeps_untraced: self.options.barriers == Barriers::Audited,
            leaves_out: self.options.leaves_out(),
        })
    }

    /// What is recorded besides accesses and synchronisation, as the runtime asks for it; nothing if nothing is recorded.
    fn recorded(&self) -> Vec<String> {
        if self.recorder.is_none() {
            return Vec::new();
        }
        let mut all = vec!["accesses".to_owned()];
        let how: &[&str] = match self.options.barriers {
            Barriers::None => &[],
            Barriers::Always => &["barriers", "always"],
            Barriers::Touched if self.options.tells_touched() => &["barriers", "touched"],
            Barriers::Audited if self.options.tells_touched() => &["barriers", "touched", "audited"],
            Barriers::Once | Barriers::Touched | Barriers::Audited => &["barriers"],
        };
        all.extend(how.iter().map(|&it| it.to_owned()));
        if self.options.leaves_out_synchronised {
            all.push("missing".to_owned());
        }
        if self.options.marks_synchronised {
            all.push("marked".to_owned());
        }
        if self.options.has_tree {
            all.push("tree".to_owned());
        }
        all
    }

    /// How often a pair was seen: two places and a number.
    fn repeat(&self, text: &str) -> Option<Value> {
        let numbers: Vec<u32> =
            text.split(' ').filter_map(|number| number.parse::<i64>().ok().map(|it| it as u32)).collect();
        let [there, here, times] = numbers[..] else { return None };
        Some(json!({ "sites": [self.site(there), self.site(here)], "times": times }))
    }

    /// A place in the program's code, as results have it.
    fn site(&self, number: u32) -> Value {
        match self.numbers.site(number) {
            Some(site) => json!({ "class": site.class, "method": site.method, "line": site.line }),
            None => Value::Null,
        }
    }

    /// A class is loaded; gives what it is to be instead.
    pub(crate) fn on_class(&self, name: &str, is_boot: bool, bytes: &[u8]) -> Option<Vec<u8>> {
        if !self.is_ready.load(Ordering::Relaxed) {
            return None;
        }
        let is_jdk = is_boot || self.is_jdk(name);
        let treatment = if is_jdk { names::jdk(name) } else { names::application(name, &self.options) };
        let role = match treatment {
            Treatment::None => return None,
            Treatment::Members => Role::Members,
            Treatment::Silence => Role::Incidental,
            Treatment::Synchronisation => Role::Library,
            Treatment::Excluded => Role::Excluded,
            Treatment::Checks => Role::Application,
        };
        let callees = self.rewriting.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if !is_jdk && !self.class_path.is_as_expected(name, bytes) {
            self.note_failure(&format!(
                "{} is not the class of that name on the class path: what its fields and methods do may be mistaken",
                name.replace('/', ".")
            ));
        }
        let settings = Settings {
            role,
            techniques: self.techniques(),
            detector: self.options.detector,
            numbering: &self.numbers.rewriting(),
            is_jdk: &|name| self.is_jdk(name),
            field_flags: &|owner, name, descriptor| self.field_flags(owner, name, descriptor),
            declares: &|owner, name, descriptor| self.declares(owner, name, descriptor),
            call_effect: &|called| self.call_effect(&callees, called),
            class_bytes: &|name| self.class_path.bytes(name),
            planned: self.planned(name, role, bytes),
            names_variables: false,
            patches: if is_jdk { patches(name) } else { &[] },
            is_audited: self.options.is_audited,
            is_counted: self.options.is_counted,
            is_logged: self.options.is_validated,
            recording: self.recording(name),
            synchronises: &names::synchronises,
            calls: &|called| self.library.plan(called),
            guarded: &|method, descriptor| self.library.guarded(name, method, descriptor),
            calls_back: names::is_console(name),
            is_guard: &|called| {
                names::is_guard(name, called) || self.options.is_validated && names::is_loading(name, called)
            },
            // The first class in its line that is rewritten for its locks has the field.
            has_entry: &|above| match is_jdk {
                true => names::jdk(above) != Treatment::Synchronisation,
                false => self.is_jdk(above),
            },
            added: match name {
                "java/lang/Thread" => THREAD,
                "java/lang/Class" => &[("$deadheat$type", "Ljava/lang/Object;")],
                _ if !is_jdk || !self.library.adds_shadow(name) => &[],
                _ if self.options.detector.has(Part::Lockset) => HISTORY,
                _ => STATE,
            },
        };
        let mut rewritten = deadheat_instrument::rewrite(bytes, &settings);
        if rewritten.as_ref().is_ok_and(|it| !has_all_patches(&it.left_out, settings.patches)) {
            self.note_failure(&format!("this JDK is not known well enough: {name} has other methods"));
            // Better too much order than too little.
            let role = if names::is_counting(name) { Role::Library } else { role };
            rewritten = deadheat_instrument::rewrite(bytes, &Settings { role, ..settings });
        }
        match rewritten {
            Ok(rewritten) => {
                // Not every JDK has every method that there is a patch for.
                let has_method = |left_out: &&LeftOut| !left_out.why.starts_with("a patch for it");
                for left_out in rewritten.left_out.iter().filter(has_method) {
                    self.counts.methods_left_out.fetch_add(1, Ordering::Relaxed);
                    self.leave_out(format!("{name}.{}", left_out.method), &left_out.why);
                }
                if role == Role::Application {
                    self.counts.checks.fetch_add(u64::from(rewritten.checks), Ordering::Relaxed);
                    self.counts.rewritten.fetch_add(1, Ordering::Relaxed);
                    self.counts.placed_methods.fetch_add(u64::from(rewritten.methods), Ordering::Relaxed);
                    let micros = rewritten.placing.as_micros() as u64;
                    self.counts.placement_micros.fetch_add(micros, Ordering::Relaxed);
                    let shared = rewritten.shared.iter().map(Vec::len).sum::<usize>() as u64;
                    self.counts.shared_fields.fetch_add(shared, Ordering::Relaxed);
                    self.counts.shared_shadows.fetch_add(rewritten.shared.len() as u64, Ordering::Relaxed);
                }
                rewritten.changed.then_some(rewritten.bytes)
            }
            Err(refusal) => {
                self.counts.refused.fetch_add(1, Ordering::Relaxed);
                self.leave_out(name.to_owned(), &refusal.to_string());
                None
            }
        }
    }

    /// How a method synchronises.
    fn call_effect(&self, callees: &Callees, called: &Called<'_>) -> Effect {
        if names::is_quiet(called.owner, called.name, called.descriptor) {
            return Effect::NONE;
        }
        if self.is_jdk(called.owner) {
            let is_silent = called.name == "<clinit>" && !self.jdk_initialises(called.owner);
            return if is_silent { Effect::NONE } else { Effect::BOTH };
        }
        if !self.options.techniques.has(Technique::Callees) {
            let is_silent = called.name == "<clinit>" && !self.initialises(called.owner);
            return if is_silent { Effect::NONE } else { Effect::BOTH };
        }
        callees.effect(called, &Known { agent: self, callees })
    }

    /// How the methods of a class synchronise that is not loaded now.
    fn summarise(&self, callees: &Callees, bytes: &[u8]) -> Option<Summary> {
        let settings = Settings {
            role: Role::Application,
            techniques: self.techniques(),
            detector: self.options.detector,
            numbering: &self.numbers.rewriting(),
            is_jdk: &|name| self.is_jdk(name),
            field_flags: &|owner, name, descriptor| self.field_flags(owner, name, descriptor),
            declares: &|owner, name, descriptor| self.declares(owner, name, descriptor),
            call_effect: &|called| self.call_effect(callees, called),
            class_bytes: &|_| None,
            planned: None,
            names_variables: false,
            patches: &[],
            is_audited: false,
            is_counted: false,
            is_logged: false,
            recording: None,
            synchronises: &|_, _| false,
            calls: &|_| None,
            guarded: &|_, _| None,
            calls_back: false,
            is_guard: &|_| false,
            has_entry: &|_| false,
            added: &[],
        };
        Summary::of(bytes, &settings)
    }

    /// What is known of a class's accesses. A class that is not what the plan was made with keeps its checks, but others may
    /// lack those that its accesses race with.
    fn planned(&self, name: &str, role: Role, bytes: &[u8]) -> Option<&PlannedClass> {
        if !matches!(role, Role::Application | Role::Excluded) {
            return None;
        }
        match self.plan.as_ref()?.class(name, bytes) {
            Planned::As(class) => Some(class),
            Planned::Otherwise | Planned::Unknown => {
                self.counts.unplanned.fetch_add(1, Ordering::Relaxed);
                None
            }
        }
    }

    fn leave_out(&self, what: String, why: &str) {
        let mut left_out = self.left_out.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if left_out.len() < MOST_NAMED {
            left_out.insert(what, why.to_owned());
        }
    }

    fn is_jdk(&self, name: &str) -> bool {
        self.jdk.find_class(name).is_some()
    }

    /// Whether something runs when a class of the JDK is initialised, unless that was before the program began.
    fn jdk_initialises(&self, name: &str) -> bool {
        !names::is_up(name) && class_path::initialises(self.jdk, name)
    }

    /// Whether something may run when a class of the program is initialised.
    fn initialises(&self, name: &str) -> bool {
        self.class_path.initialises(name, &|name| !self.is_jdk(name) || self.jdk_initialises(name))
    }

    /// The flags of a field that a reference means.
    fn field_flags(&self, owner: &str, name: &str, descriptor: &str) -> Option<u16> {
        if names::is_in_order(owner, name) {
            return Some(Flags::VOLATILE);
        }
        match self.is_jdk(owner) {
            true => class_path::field_flags(self.jdk, owner, name, descriptor, drop),
            false => self.class_path.field_flags(owner, name, descriptor),
        }
    }

    /// Whether a class declares a field itself.
    fn declares(&self, owner: &str, name: &str, descriptor: &str) -> bool {
        match self.is_jdk(owner) {
            true => class_path::declares(self.jdk, owner, name, descriptor),
            false => self.class_path.declares(owner, name, descriptor),
        }
    }

    /// The techniques that are used. An error is thrown where the access is, so nothing waits, and each field has a check of its own;
    /// and the log has each access.
    fn techniques(&self) -> Techniques {
        let mut techniques = self.options.techniques;
        if self.options.on_race == OnRace::Throw {
            techniques = techniques.without(Technique::Motion).without(Technique::Footprints);
            techniques = techniques.without(Technique::Proxies);
        }
        if self.options.log.is_some() {
            techniques = techniques.without(Technique::Fresh);
        }
        if self.options.detector.has(Part::Lockset) {
            // These are made for epochs.
            techniques = techniques.without(Technique::Fresh).without(Technique::Coalescing);
            techniques = techniques.without(Technique::Proxies);
        }
        techniques
    }

    /// What a number stands for.
    pub(crate) fn describe(&self, kind: i32, number: u32) -> Vec<String> {
        if kind == LOG {
            return self.options.log.iter().map(|path| path.display().to_string()).collect();
        }
        let found = match kind {
            DETECTOR => Some(self.options.detector.names().map(str::to_owned).collect()),
            RECORDING => Some(self.recorded()),
            TECHNIQUES => Some(self.techniques().names().map(str::to_owned).collect()),
            TOGETHER => Some(self.numbers.together(number).unwrap_or_default()),
            0 => self.numbers.field(number),
            1 => self.numbers.static_field(number),
            _ => Some(self.library.called(number)),
        };
        found.unwrap_or_default()
    }

    /// What a call does with objects if the receiver is of a class.
    pub(crate) fn effects(&self, call: u32, class: &str, declared: Option<&str>) -> Vec<String> {
        self.library.effects(call, class, declared)
    }

    /// What the objects of a class of the JDK are, which class has their shadow, which field their lock, and if a class of the program
    /// below declares these methods, whether its objects may do otherwise; nothing for other classes.
    pub(crate) fn kind(&self, class: &str, declared: Option<&str>) -> Vec<String> {
        if !self.is_jdk(&class.replace('.', "/")) {
            return Vec::new();
        }
        let (kind, holder) = self.library.kind(class);
        let word = match kind {
            Kind::Unsafe => "unsafe",
            Kind::Guarded => "guarded",
            Kind::View => "view",
            Kind::Other => "other",
        };
        let own = if declared.is_some_and(|it| self.library.does_otherwise(class, it)) { "own" } else { "" };
        let guard = self.library.guard(class).unwrap_or_default();
        vec![word.to_owned(), holder.unwrap_or_default(), guard, own.to_owned()]
    }

    /// A pair of accesses races for the first time. What is told: see `DeadheatReport.java`.
    pub(crate) fn on_race(&self, race: &[String], there: u32, here: u32) {
        let [kind, owner, name, what, identity, index, first @ .., known, tests] = race else {
            return self.note_failure("a report that the agent does not understand");
        };
        let [was, other, other_stack, other_locks, is_exact, at, is, own, stack, locks] = first else {
            return self.note_failure("a report that the agent does not understand");
        };
        self.counts.races.fetch_add(1, Ordering::Relaxed);
        let number = |text: &str| text.parse::<i64>().unwrap_or(0);
        let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
        self.results.write(&json!({
            "race": {
                "evidence": if self.options.detector.has(Part::Lockset) { "feasible" } else { "witnessed" },
                "kind": kind,
                "owner": owner,
                "name": name,
                "object": what,
                "identity": identity,
                "index": number(index),
                "first": {
                    "access": was,
                    "thread": other,
                    "site": self.site(there),
                    "stack": lines(other_stack),
                    "locks": lines(other_locks),
                    "is_exact": is_exact == "true",
                },
                "second": {
                    "access": is,
                    "thread": own,
                    "site": self.site(here),
                    "stack": lines(stack),
                    "locks": lines(locks),
                },
                "order": { "first_at": number(at), "second_knows": number(known) },
                "tests": lines(tests),
            }
        }));
    }

    /// After a race was seen: whether the program is to get an exception.
    pub(crate) fn is_to_throw(&self) -> bool {
        match self.options.on_race {
            OnRace::Report => false,
            OnRace::Throw => true,
            OnRace::Halt => {
                complain("a data race: the JVM is ended, as was asked for");
                std::process::exit(1);
            }
        }
    }

    pub(crate) fn note_failure(&self, message: &str) {
        if self.counts.failures.fetch_add(1, Ordering::Relaxed) == 0 {
            complain(message);
        }
    }
}

/// The classes of the class path, for who asks what their methods do.
struct Known<'a> {
    agent: &'a Agent,
    callees: &'a Callees,
}

impl Classes for Known<'_> {
    fn is_jdk(&self, name: &str) -> bool {
        self.agent.is_jdk(name)
    }

    fn is_quiet(&self, above: &str, called: &Called<'_>) -> bool {
        names::is_quiet(above, called.name, called.descriptor)
    }

    fn initialises(&self, name: &str) -> bool {
        self.agent.jdk_initialises(name)
    }

    fn bytes(&self, name: &str) -> Option<Vec<u8>> {
        self.agent.class_path.bytes(name)
    }

    fn summarise(&self, bytes: &[u8]) -> Option<Summary> {
        self.agent.summarise(self.callees, bytes)
    }
}
