//! The bytecode rewriter: a class file in, one that tells the runtime what it does out.
//!
//! ```text
//! bytes ──class, pool──▶ parts ──members, groups, proxies──▶ shadow fields and helpers
//!                          └──method──▶ code ──accesses, monitors, library, patches──▶ edits
//!                          └──scene, placement──▶ placed checks ──▶ edits
//!                                                        └──layout, tables, frames──▶ new code
//! ```
//!
//! In the application's classes, accesses and synchronisation call static methods of `java/lang/Deadheat`, accesses
//! to instance fields by way of helpers in the field's class; in the JDK's own classes only synchronisation does.
//!
//! New code in old methods never branches, so frames only get new offsets, but for placed checks ([`placed`]). The constant pool is appended to. What
//! cannot be rewritten (the code would be too long, a jump too wide) is left as it was, and named. The same input
//! gives the same output as long as the same numbers are given out.
//!
//! What is new in a class is synthetic and has names that start with `$deadheat$`: who looks at classes by reflection is
//! shown nothing of it by the agent.
//!
//! Architecture Invariant: no input makes this crate panic; a class that does not parse is a [`Refusal`].

mod accesses;
mod assembly;
mod calls;
mod class;
mod code;
mod descriptors;
mod detectors;
mod early;
mod error;
mod frames;
mod groups;
mod layout;
mod learnt;
mod library;
mod linkage;
mod logged;
mod made;
mod members;
mod method;
mod monitors;
mod patches;
mod placed;
mod placement;
mod plan;
mod pool;
mod proxies;
mod recorded;
mod scene;
mod settings;
mod slots;
mod summary;
mod tables;
mod techniques;
mod touched;
mod uninitialised;
mod untraced;

use deadheat_program::classfile::Flags;
use deadheat_program::mutf8;

use class::{ClassFile, Member};
use method::ClassFacts;
use pool::{Additions, ConstantPool};
use scene::Scene;

pub use descriptors::split_text;
pub use detectors::{Detector, Part, UnknownDetector};
pub use error::{Place, Refusal};
pub use logged::name_number;
pub use plan::{Plan, Planned, PlannedClass, digest};
pub use recorded::recorded_field;
pub use settings::{
    Argument, At, CallKind, Called, Effect, Elements, End, LeftOut, LibraryCall, Numbering, Patch,
    PlacedCheck, Recording, Rewritten, Role, Settings, Variable,
};
pub use summary::Summary;
pub use techniques::{Technique, Techniques, UnknownName};

/// Rewrites a class.
pub fn rewrite(bytes: &[u8], settings: &Settings<'_>) -> Result<Rewritten, Refusal> {
    class::check_version(bytes)?;
    let pool = ConstantPool::open(bytes)?;
    let class = ClassFile::read(bytes, &pool)?;
    let mut rewritten = Rewritten {
        bytes: Vec::new(),
        left_out: Vec::new(),
        changed: false,
        checks: 0,
        methods: 0,
        placing: std::time::Duration::ZERO,
        shared: Vec::new(),
    };
    rewritten.methods = class.methods.iter().filter(|method| method.code.is_some()).count() as u32;
    if !class.flags.has(Flags::MODULE) {
        let mut facts = ClassFacts::new(&class, &pool, settings);
        if settings.role == Role::Application && settings.techniques.places() && settings.recording.is_none()
        {
            let start = std::time::Instant::now();
            facts.scene = Scene::open(bytes, settings, facts.has_early_objects);
            facts.placing.set(start.elapsed());
        }
        rewrite_parts(&facts, &mut rewritten).map_err(|refusal| refusal.in_class(&facts.name))?;
        rewritten.placing = facts.placing.get();
    }
    if !rewritten.changed {
        rewritten.bytes = bytes.to_vec();
    }
    Ok(rewritten)
}

/// Where the checks of a class's methods are placed: by method, as name and descriptor.
pub fn describe(bytes: &[u8], settings: &Settings<'_>) -> Result<Vec<(String, Vec<PlacedCheck>)>, Refusal> {
    let pool = ConstantPool::open(bytes)?;
    let class = ClassFile::read(bytes, &pool)?;
    let facts = ClassFacts::new(&class, &pool, settings);
    let mut additions = Additions::new(&pool, false);
    let Some(scene) = Scene::open(bytes, settings, facts.has_early_objects) else { return Ok(Vec::new()) };
    let mut all = Vec::new();
    for (number, method) in class.methods.iter().enumerate() {
        let Some(contents) = method.code else { continue };
        let checks = method::describe(&facts, method, contents, &mut additions, (number, &scene))?;
        all.push((method_name(method), checks));
    }
    Ok(all)
}

fn rewrite_parts(facts: &ClassFacts<'_, '_>, rewritten: &mut Rewritten) -> Result<(), Refusal> {
    let mut additions = Additions::new(facts.pool, facts.settings.role == Role::Library);
    let mut new = members::add(facts, &mut additions)?;
    for (number, method) in facts.class.methods.iter().enumerate() {
        let code = rewrite_method(facts, (number, method), &mut additions, rewritten)?;
        new.codes.push(code);
    }
    members::share(facts, &mut additions, &mut new);
    rewritten.shared = proxies::names(facts);
    new.methods.extend(library::wrappers(facts, &mut additions)?);
    new.methods.extend(groups::helpers(facts, &mut additions)?);
    name_missing(facts, rewritten);
    let has_members = !new.fields.is_empty() || !new.methods.is_empty();
    rewritten.changed = has_members || new.codes.iter().any(Option::is_some);
    if rewritten.changed {
        rewritten.bytes = facts.class.write(facts.pool, &additions, &new)?;
    }
    Ok(())
}

/// The method's new code, if it changes; what leaves it out is named.
fn rewrite_method<'a>(
    facts: &ClassFacts<'_, 'a>,
    (number, method): (usize, &Member<'a>),
    additions: &mut Additions<'a>,
    rewritten: &mut Rewritten,
) -> Result<Option<Vec<u8>>, Refusal> {
    let Some(contents) = method.code else { return Ok(None) };
    let mark = additions.mark();
    if facts.scene.is_some() {
        // Checks that cannot be placed are where the accesses are.
        if let Ok(found) = method::rewrite(facts, method, contents, additions, Some(number)) {
            return Ok(found.map(|(code, checks)| {
                rewritten.checks += checks;
                code
            }));
        }
        additions.take_back(mark);
    }
    match method::rewrite(facts, method, contents, additions, None) {
        Ok(Some((code, checks))) => {
            rewritten.checks += checks;
            Ok(Some(code))
        }
        Ok(None) => Ok(None),
        Err(refusal @ Refusal::Malformed(..)) => Err(refusal.in_method(&method_name(method))),
        Err(refusal) => {
            additions.take_back(mark);
            let why = refusal.message().to_owned();
            rewritten.left_out.push(LeftOut { method: method_name(method), why });
            Ok(rewrite_in_part(facts, method, contents, additions))
        }
    }
}

/// The code of a method that cannot have all hooks: with those of synchronisation alone; or with one that tells that
/// nothing of it is seen. What orders others must not be missed without a word.
fn rewrite_in_part<'a>(
    facts: &ClassFacts<'_, 'a>,
    method: &Member<'a>,
    contents: &'a [u8],
    additions: &mut Additions<'a>,
) -> Option<Vec<u8>> {
    if facts.settings.role != Role::Application && facts.settings.role != Role::Excluded {
        return None;
    }
    let settings = Settings { role: Role::Excluded, ..*facts.settings };
    let mut excluded = ClassFacts::new(facts.class, facts.pool, &settings);
    excluded.initialiser = facts.initialiser;
    let mark = additions.mark();
    if let Ok(found) = method::rewrite(&excluded, method, contents, additions, None) {
        return found.map(|(code, _)| code);
    }
    additions.take_back(mark);
    let mark = additions.mark();
    method::rewrite_blind(facts, method, contents, additions).unwrap_or_else(|_| {
        additions.take_back(mark);
        None
    })
}

fn method_name(method: &Member<'_>) -> String {
    format!("{}{}", mutf8::to_text(method.name), mutf8::to_text(method.descriptor))
}

/// Names the patches that have no method to go to.
fn name_missing(facts: &ClassFacts<'_, '_>, rewritten: &mut Rewritten) {
    for patch in facts.settings.patches {
        let mut methods = facts.class.methods.iter().filter(|method| method.code.is_some());
        if !methods.any(|method| patches::is_meant(patch, method.name, method.descriptor)) {
            let method = format!("{}{}", patch.method, patch.descriptor);
            rewritten.left_out.push(LeftOut { method, why: "a patch for it, but no such code".to_owned() });
        }
    }
}
