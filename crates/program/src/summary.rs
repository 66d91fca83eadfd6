//! What a program consists of, counted: the first thing a user sees, and every gap that the model has.
//!
//! Reads and lowers every method of the classes asked for, on all cores. A gap is something that the
//! engines will not be able to see; nothing that went wrong is left out of the list.

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::classfile::{Class, Flags, HandleMember};
use crate::dynamic::Meaning;
use crate::error::Error;
use crate::ir::{Body, Inst, display_method};
use crate::program::{ClassId, MethodId, Program};
use crate::symbols::Name;
use crate::types::Base;

/// Counts over a set of classes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Counts {
    pub classes: usize,
    pub interfaces: usize,
    pub methods: usize,
    pub abstract_methods: usize,
    pub native_methods: usize,
    pub synchronized_methods: usize,
    /// Methods that have code and were lowered.
    pub lowered_methods: usize,
    /// Bytes of class files.
    pub class_bytes: u64,
    /// Bytes of bytecode.
    pub code_bytes: u64,
    pub instructions: usize,
    pub blocks: usize,
    pub phis: usize,
    pub field_reads: usize,
    pub field_writes: usize,
    pub static_reads: usize,
    pub static_writes: usize,
    pub array_reads: usize,
    pub array_writes: usize,
    pub monitor_enters: usize,
    pub calls: usize,
    /// Lambdas and method references.
    pub lambdas: usize,
    pub fields: usize,
    pub volatile_fields: usize,
    pub final_fields: usize,
    /// Class file versions, oldest and newest.
    pub versions: Option<(u16, u16)>,
}

/// Something that the engines cannot see.
#[derive(Debug, Clone)]
pub enum Gap {
    /// A file, class or method that could not be read.
    Unreadable(Error),
    /// A class that is named but not there.
    MissingClass {
        /// Its internal name.
        name: Name,
        /// How many classes name it.
        users: usize,
    },
    /// A method whose code is not bytecode.
    NativeMethod(MethodId),
    /// An `invokedynamic` or dynamic constant with a bootstrap that is not understood.
    UnknownBootstrap {
        /// Where it stands.
        method: MethodId,
        /// `package.Class.method` of the bootstrap.
        bootstrap: String,
    },
    /// A class that is its own ancestor: the JVM will not load it.
    CircularClass(ClassId),
    /// A class of the path that is hidden by an earlier one.
    DuplicateClass {
        /// Its internal name.
        name: String,
        /// Where the one that counts was found.
        used: String,
        /// Where the hidden one was found.
        hidden: String,
    },
    /// A class of the path that is hidden by the JDK's.
    ShadowedByJdk {
        /// Its internal name.
        name: String,
        /// Where it was found.
        location: String,
    },
}

/// Where a program can start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EntryPoint {
    /// The `main` method.
    pub method: MethodId,
    /// Whether a manifest names its class.
    pub in_manifest: bool,
}

/// The summary.
#[derive(Debug, Clone, Default)]
pub struct Summary {
    /// The counts.
    pub counts: Counts,
    /// `main` methods, those that a manifest names first.
    pub entry_points: Vec<EntryPoint>,
    /// Everything that cannot be seen.
    pub gaps: Vec<Gap>,
}

/// Counts the classes given. `each_body` sees every body, so that others can count without lowering again;
/// `progress` is called after each class. Both are called from many threads.
pub fn summarize(
    program: &Program,
    classes: &[ClassId],
    each_body: &(dyn Fn(&Body) + Sync),
    progress: &(dyn Fn() + Sync),
) -> Summary {
    let parts: Vec<Part> = classes
        .par_iter()
        .map(|&class| {
            let part = Part::of(program, class, each_body);
            progress();
            part
        })
        .collect();
    let mut summary = Summary { gaps: input_gaps(program), ..Summary::default() };
    let mut missing: FxHashMap<Name, usize> = FxHashMap::default();
    for part in parts {
        summary.counts.add(&part.counts);
        summary
            .entry_points
            .extend(part.mains.iter().map(|&method| EntryPoint { method, in_manifest: false }));
        summary.gaps.extend(part.gaps);
        part.missing.iter().for_each(|&name| *missing.entry(name).or_default() += 1);
    }
    summary.gaps.extend(missing_gaps(program, missing));
    mark_manifest_mains(program, &mut summary.entry_points);
    summary
}

/// What one class adds.
#[derive(Default)]
struct Part {
    counts: Counts,
    gaps: Vec<Gap>,
    missing: Vec<Name>,
    mains: Vec<MethodId>,
}

impl Part {
    fn of(program: &Program, id: ClassId, each_body: &(dyn Fn(&Body) + Sync)) -> Part {
        let mut part = Part::default();
        let class = match program.class(id) {
            Ok(class) => class,
            Err(error) => {
                part.gaps.push(Gap::Unreadable(error));
                return part;
            }
        };
        part.class(program, class);
        if program.is_circular(id) {
            part.gaps.push(Gap::CircularClass(id));
        }
        for (index, method) in class.methods.iter().enumerate() {
            let method_id = MethodId { class: id, index: index as u16 };
            part.counts.methods += 1;
            part.counts.abstract_methods += usize::from(method.flags.is_abstract());
            part.counts.synchronized_methods += usize::from(method.flags.has(Flags::SYNCHRONIZED));
            if method.flags.is_native() {
                part.counts.native_methods += 1;
                part.gaps.push(Gap::NativeMethod(method_id));
            }
            if is_main(program, class, index) {
                part.mains.push(method_id);
            }
            match program.lower(method_id) {
                Ok(Some(body)) => {
                    part.body(program, class, &body);
                    each_body(&body);
                }
                Ok(None) => {}
                Err(error) => part.gaps.push(Gap::Unreadable(error)),
            }
        }
        part
    }

    fn class(&mut self, program: &Program, class: &Class) {
        let counts = &mut self.counts;
        counts.classes = 1;
        counts.interfaces = usize::from(class.flags.is_interface());
        counts.class_bytes = class.size() as u64;
        counts.fields = class.fields.len();
        counts.volatile_fields = class.fields.iter().filter(|field| field.flags.has(Flags::VOLATILE)).count();
        counts.final_fields = class.fields.iter().filter(|field| field.flags.has(Flags::FINAL)).count();
        counts.versions = Some((class.major, class.major));
        let mut seen = FxHashSet::default();
        for ty in class.pool.class_constants(program.symbols()) {
            if let Base::Class(name) = ty.base()
                && program.find(name).is_none()
                && seen.insert(name)
            {
                self.missing.push(name);
            }
        }
    }

    fn body(&mut self, program: &Program, class: &Class, body: &Body) {
        let counts = &mut self.counts;
        counts.lowered_methods += 1;
        let code = class.code(&class.methods[usize::from(body.method.index)]);
        counts.code_bytes += code.ok().flatten().map_or(0, |code| code.bytes.len() as u64);
        counts.blocks += body.block_count();
        counts.instructions += body.inst_count();
        for inst in body.insts() {
            match body.inst(inst) {
                Inst::Phi(_) => counts.phis += 1,
                Inst::GetField(..) => counts.field_reads += 1,
                Inst::PutField(..) => counts.field_writes += 1,
                Inst::GetStatic(_) => counts.static_reads += 1,
                Inst::PutStatic(..) => counts.static_writes += 1,
                Inst::ArrayLoad(..) => counts.array_reads += 1,
                Inst::ArrayStore(..) => counts.array_writes += 1,
                Inst::MonitorEnter(_) => counts.monitor_enters += 1,
                Inst::Invoke(..) => counts.calls += 1,
                _ => {}
            }
        }
        for dynamic in body.dynamics() {
            match &dynamic.meaning {
                Meaning::Lambda(_) => counts.lambdas += 1,
                Meaning::Unknown { bootstrap, .. } => {
                    let HandleMember::Method(bootstrap) = bootstrap.member else { continue };
                    let bootstrap = display_method(program.symbols(), bootstrap);
                    self.gaps.push(Gap::UnknownBootstrap { method: body.method, bootstrap });
                }
                _ => {}
            }
        }
    }
}

impl Counts {
    /// Adds another set of counts.
    pub fn add(&mut self, other: &Counts) {
        let Counts {
            classes,
            interfaces,
            methods,
            abstract_methods,
            native_methods,
            synchronized_methods,
            lowered_methods,
            class_bytes,
            code_bytes,
            instructions,
            blocks,
            phis,
            field_reads,
            field_writes,
            static_reads,
            static_writes,
            array_reads,
            array_writes,
            monitor_enters,
            calls,
            lambdas,
            fields,
            volatile_fields,
            final_fields,
            versions,
        } = other;
        self.classes += classes;
        self.interfaces += interfaces;
        self.methods += methods;
        self.abstract_methods += abstract_methods;
        self.native_methods += native_methods;
        self.synchronized_methods += synchronized_methods;
        self.lowered_methods += lowered_methods;
        self.class_bytes += class_bytes;
        self.code_bytes += code_bytes;
        self.instructions += instructions;
        self.blocks += blocks;
        self.phis += phis;
        self.field_reads += field_reads;
        self.field_writes += field_writes;
        self.static_reads += static_reads;
        self.static_writes += static_writes;
        self.array_reads += array_reads;
        self.array_writes += array_writes;
        self.monitor_enters += monitor_enters;
        self.calls += calls;
        self.lambdas += lambdas;
        self.fields += fields;
        self.volatile_fields += volatile_fields;
        self.final_fields += final_fields;
        self.versions = match (self.versions, *versions) {
            (Some((a, b)), Some((c, d))) => Some((a.min(c), b.max(d))),
            (known, other) => known.or(other),
        };
    }
}

/// The `main` methods of a class.
pub fn mains(program: &Program, class: ClassId) -> Vec<MethodId> {
    let Ok(data) = program.class(class) else { return Vec::new() };
    let indices = (0..data.methods.len()).filter(|&index| is_main(program, data, index));
    indices.map(|index| MethodId { class, index: index as u16 }).collect()
}

/// The `main` methods of the application, those that a manifest names first.
pub fn entry_points(program: &Program) -> Vec<EntryPoint> {
    let mains = program.application_classes().flat_map(|class| mains(program, class));
    let mut found: Vec<EntryPoint> =
        mains.map(|method| EntryPoint { method, in_manifest: false }).collect();
    mark_manifest_mains(program, &mut found);
    found
}

/// `public static void main(String[])`, or what the launcher of Java 25 accepts besides (JEP 512): not
/// private, static or not, with or without the parameter.
fn is_main(program: &Program, class: &Class, index: usize) -> bool {
    const JAVA_25: u16 = 69;
    let method = &class.methods[index];
    let symbols = program.symbols();
    if symbols.bytes(method.name) != b"main" || !method.has_code() {
        return false;
    }
    let descriptor = symbols.bytes(symbols.descriptor_data(method.descriptor).text);
    if descriptor == b"([Ljava/lang/String;)V" && method.flags.is_public() && method.flags.is_static() {
        return true;
    }
    let is_newer = class.major >= JAVA_25 && !method.flags.is_private();
    is_newer && matches!(descriptor, b"([Ljava/lang/String;)V" | b"()V")
}

fn mark_manifest_mains(program: &Program, entry_points: &mut [EntryPoint]) {
    let manifests = program.application_input().containers.iter().map(|container| &container.manifest);
    let names = manifests.flat_map(|manifest| [manifest.main_class(), manifest.start_class()]);
    let classes: Vec<ClassId> =
        names.flatten().filter_map(|name| program.find_class(&name.replace('.', "/"))).collect();
    for entry_point in entry_points.iter_mut() {
        entry_point.in_manifest = classes.contains(&entry_point.method.class);
    }
    entry_points.sort_by_key(|entry_point| !entry_point.in_manifest);
}

fn input_gaps(program: &Program) -> Vec<Gap> {
    let inputs = [program.application_input(), program.jdk_input()];
    let problems = inputs.into_iter().flat_map(|input| &input.problems).cloned().map(Gap::Unreadable);
    let application = program.application_input();
    let duplicates = program.duplicates().iter().map(|duplicate| Gap::DuplicateClass {
        name: duplicate.hidden.name.to_string(),
        used: application.location(&duplicate.used),
        hidden: application.location(&duplicate.hidden),
    });
    let shadowed = program.shadowed().iter().map(|entry| Gap::ShadowedByJdk {
        name: entry.name.to_string(),
        location: application.location(entry),
    });
    problems.chain(duplicates).chain(shadowed).collect()
}

/// Those that most classes name first.
fn missing_gaps(program: &Program, missing: FxHashMap<Name, usize>) -> Vec<Gap> {
    let mut missing: Vec<(Name, usize)> = missing.into_iter().collect();
    missing.sort_by(|(a, a_users), (b, b_users)| {
        b_users.cmp(a_users).then_with(|| program.symbols().bytes(*a).cmp(program.symbols().bytes(*b)))
    });
    missing.into_iter().map(|(name, users)| Gap::MissingClass { name, users }).collect()
}
