//! Fields that are always checked together have one shadow: the symmetric proxies of RedCard and BigFoot (section 4, note 2).
//!
//! In: all checks of a class, as its methods are written ([`ClassFacts::groups`], [`ClassFacts::alone`]). Out: groups of
//! fields of which each check is, of the same object and in the same way, one of all. What happened to one of them
//! happened to the others, so they race alike, and one write epoch, one read epoch and one code place are enough.
//!
//! Deviations from the papers:
//!
//! 1. Only symmetric proxies: with others, which of the fields race would not be known.
//! 2. The papers see the whole program. A class is seen alone here, so the fields are private, and none of its nest mates, as
//!    the class path has them, names them.
//! 3. Who accesses one field in other ways (by reflection or a handle, or as a nest mate that is not the one of the class path)
//!    is not seen here, but is by the runtime. It takes the group of that object apart, with its history (`DeadheatGroup.java`), so
//!    nothing that is found here can make a race out of none. What is overlooked here costs time, not truth.
//! 4. RedCard's checks stand where the accesses are. Those of accesses that are next to each other are joined
//!    ([`placement`](crate::placement), `neighbours.rs`); the paper looks for proxies between any two synchronisations.
//!
//! A code place is kept for the first field of a group only; the numbering is told which others belong to it.

use std::collections::{BTreeMap, BTreeSet};

use deadheat_program::classfile::Flags;
use deadheat_program::mutf8;

use crate::class::ClassFile;
use crate::descriptors::mangled;
use crate::detectors::Part;
use crate::members::helper_name;
use crate::method::{ClassFacts, OwnField};
use crate::pool::{ConstantPool, MemberReference};
use crate::settings::Role;
use crate::techniques::Technique;

/// The start of the names of helpers for reads of all fields that share a shadow.
pub(crate) const READ_ALL: &[u8] = b"$deadheat$R";
/// The start of the names of helpers for writes of them.
pub(crate) const WRITE_ALL: &[u8] = b"$deadheat$W";

/// The groups of fields, each in the order of their shadows' names.
pub(crate) fn find<'a>(facts: &ClassFacts<'_, 'a>) -> Vec<Vec<OwnField<'a>>> {
    if !may_have(facts) {
        return Vec::new();
    }
    let (groups, alone) = (facts.groups.borrow(), facts.alone.borrow());
    let mut alike: BTreeMap<Vec<usize>, Vec<OwnField<'a>>> = BTreeMap::new();
    for field in facts.class.fields.iter().filter(|field| is_candidate(field.flags)) {
        let field = (field.name, field.descriptor);
        let checks = groups.iter().filter(|((fields, _), _)| fields.contains(&field));
        let checks: Vec<usize> = checks.map(|(_, checks)| checks.number).collect();
        if !checks.is_empty() && !alone.contains(&field) {
            alike.entry(checks).or_default().push(field);
        }
    }
    alike.retain(|_, fields| fields.len() > 1);
    if !alike.is_empty() && !facts.class.nest.is_empty() {
        let Some(named) = named_by_mates(facts) else { return Vec::new() };
        let is_named = |field: &OwnField<'_>| named.contains(&(field.0.to_vec(), field.1.to_vec()));
        alike.values_mut().for_each(|fields| fields.retain(|field| !is_named(field)));
    }
    let mut found: Vec<Vec<OwnField<'a>>> = alike.into_values().filter(|fields| fields.len() > 1).collect();
    found.iter_mut().for_each(|fields| fields.sort_by_cached_key(|(name, ty)| mangled(name, ty)));
    found.sort_unstable();
    found
}

fn may_have(facts: &ClassFacts<'_, '_>) -> bool {
    let settings = facts.settings;
    settings.techniques.has(Technique::Proxies)
        && settings.role == Role::Application
        && settings.recording.is_none()
        && !settings.detector.has(Part::Lockset)
        && facts.has_shadows.get()
}

/// The class's members that its nest mates name; `None` if not all nest mates are found.
fn named_by_mates(facts: &ClassFacts<'_, '_>) -> Option<BTreeSet<(Vec<u8>, Vec<u8>)>> {
    let bytes = |name: &[u8]| (facts.settings.class_bytes)(&mutf8::to_text(name));
    let mut mates: BTreeSet<Vec<u8>> = facts.class.nest.iter().map(|name| name.to_vec()).collect();
    if let [host] = facts.class.nest[..] {
        // It may be the only member, too: then its own list is empty.
        mates.extend(nest(&bytes(host)?)?);
    }
    mates.remove(facts.class.name);
    let mut named = BTreeSet::new();
    for mate in mates {
        let bytes = bytes(&mate)?;
        let pool = ConstantPool::open(&bytes).ok()?;
        let own = pool.members().filter(|member| member.owner == facts.class.name);
        named.extend(own.map(|member| (member.name.to_vec(), member.descriptor.to_vec())));
    }
    Some(named)
}

/// The nest mates that a class names.
fn nest(bytes: &[u8]) -> Option<Vec<Vec<u8>>> {
    let pool = ConstantPool::open(bytes).ok()?;
    let class = ClassFile::read(bytes, &pool).ok()?;
    Some(class.nest.iter().map(|name| name.to_vec()).collect())
}

/// Whether a field may turn out to share its shadow.
pub(crate) fn may_share(facts: &ClassFacts<'_, '_>, field: &MemberReference<'_>) -> bool {
    may_have(facts) && facts.own_field(field).is_some_and(is_candidate)
}

fn is_candidate(flags: Flags) -> bool {
    flags.has(Flags::PRIVATE) && !flags.has(Flags::STATIC | Flags::FINAL | Flags::VOLATILE)
}

/// The number of the group that a field is in.
pub(crate) fn number(facts: &ClassFacts<'_, '_>, field: OwnField<'_>) -> Option<usize> {
    facts.proxies.borrow().iter().position(|fields| fields.contains(&field))
}

/// How the names of a group's words end. Those of fields have a `$`.
pub(crate) fn shadow_name(number: usize) -> Vec<u8> {
    format!("#{number}").into_bytes()
}

/// The name of a static field that says that a field is in a group: the runtime can ask for names only.
pub(crate) fn mark(number: usize, name: &[u8], descriptor: &[u8]) -> Vec<u8> {
    helper_name(format!("$deadheat$P${number}$").as_bytes(), name, descriptor)
}

/// The names of the fields in each group.
pub(crate) fn names(facts: &ClassFacts<'_, '_>) -> Vec<Vec<String>> {
    let text = |fields: &Vec<OwnField<'_>>| {
        fields.iter().map(|(name, _)| mutf8::to_text(name).into_owned()).collect::<Vec<_>>()
    };
    facts.proxies.borrow().iter().map(text).collect()
}

/// Tells which accesses belong to the one that the runtime knows of a check.
pub(crate) fn tell_sites(facts: &ClassFacts<'_, '_>) {
    for ((fields, _), checks) in facts.groups.borrow().iter() {
        for shared in facts.proxies.borrow().iter().filter(|shared| fields.contains(&shared[0])) {
            for sites in &checks.sites {
                let all = fields.iter().zip(sites).filter(|(field, _)| shared.contains(field));
                let all = all.map(|((name, descriptor), &site)| {
                    (mutf8::to_text(name).into_owned(), mutf8::to_text(descriptor).into_owned(), site)
                });
                facts.settings.numbering.together(&all.collect::<Vec<_>>());
            }
        }
    }
}
