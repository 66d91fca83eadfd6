//! Which files of a container are classes, and under which name.
//!
//! The file `p/C.class` is the class `p/C`, with the root that it lies below taken away: a version that
//! counts, `WEB-INF/classes/`, `BOOT-INF/classes/`, or `classes/` of a jmod. Of several files for one class
//! the greatest version counts, else the one of the first root, else the zip entry that the JVM would find.

use std::cmp::Reverse;
use std::collections::hash_map::Entry;
use std::sync::Arc;

use super::container::{Container, ContainerKind, Resource, ResourceId, Store};
use super::{ClassEntry, ContainerId, Duplicate, Input};

/// Lists the classes of all containers: fills everything in `input` that follows from its containers.
pub(super) fn list(input: &mut Input) {
    for (container, id) in input.containers.iter().zip((0..).map(ContainerId)) {
        for found in classes(container) {
            let entry = ClassEntry { name: found.name.into(), container: id, resource: found.resource };
            if found.name == "module-info" {
                input.module_infos.push(entry);
                continue;
            }
            let next = u32::try_from(input.entries.len()).unwrap_or(u32::MAX);
            match input.by_name.entry(Arc::clone(&entry.name)) {
                Entry::Vacant(free) => {
                    free.insert(next);
                    input.entries.push(entry);
                }
                // A version that overrides the base in its own jar is the rule, not a clash.
                Entry::Occupied(_) if found.overridden => {}
                Entry::Occupied(taken) => {
                    let used = input.entries.get(*taken.get() as usize).cloned();
                    input.duplicates.extend(used.map(|used| Duplicate { used, hidden: entry }));
                }
            }
        }
    }
}

/// The versions below `META-INF/versions` that count for `release`, the greatest first. The specification
/// starts at 9, but the JVM takes 8 too (seen with JDK 17 and 25).
pub(super) fn versions(container: &Container, release: u16) -> Vec<u16> {
    if release < 9 || container.kind == ContainerKind::Directory || !container.manifest.multi_release() {
        return Vec::new();
    }
    let names = container.resources().filter_map(|resource| version(resource.name));
    let mut found: Vec<u16> =
        names.map(|(version, _)| version).filter(|v| (8..=release).contains(v)).collect();
    found.sort_unstable_by_key(|version| Reverse(*version));
    found.dedup();
    found
}

struct Found<'a> {
    name: &'a str,
    resource: ResourceId,
    /// Hidden by a greater version in the same jar.
    overridden: bool,
}

/// The classes of one container by name; of equal names the one that counts comes first.
fn classes<'a>(container: &'a Container) -> Vec<Found<'a>> {
    match &container.store {
        Store::Image(_) => in_image(container),
        Store::ClassFile { class, .. } => {
            vec![Found { name: class, resource: ResourceId(0), overridden: false }]
        }
        Store::Directory(_) | Store::Archive(_) => below_roots(container),
    }
}

/// By module and then by name; only `module-info` has one name in several modules.
fn in_image<'a>(container: &'a Container) -> Vec<Found<'a>> {
    let class =
        |resource: Resource<'a>| Some((resource.module, resource.name.strip_suffix(".class")?, resource.id));
    let mut found: Vec<_> = container.resources().filter_map(class).collect();
    // By file name it is nearly sorted already: `A$1.class` comes before `A.class`, but `A` before `A$1`.
    for module in found.chunk_by_mut(|a, b| a.0 == b.0) {
        module.sort_by_key(|(_, name, id)| (*name, *id));
    }
    found.into_iter().map(|(_, name, resource)| Found { name, resource, overridden: false }).collect()
}

fn below_roots<'a>(container: &'a Container) -> Vec<Found<'a>> {
    let class = |resource: Resource<'a>| {
        let (name, version, root) = root(container, resource.name.strip_suffix(".class")?)?;
        Some((name, Reverse(version), root, resource.id))
    };
    let mut found: Vec<_> = container.resources().filter_map(class).collect();
    found.sort_unstable();
    let mut first = ("", 0);
    let mut list = Vec::with_capacity(found.len());
    for (name, Reverse(version), _, resource) in found {
        if first.0 != name {
            first = (name, version);
        }
        list.push(Found { name, resource, overridden: version < first.1 });
    }
    list
}

/// The class name, version and root of a file (without `.class`); `None` if it is not below a class root.
fn root<'a>(container: &Container, path: &'a str) -> Option<(&'a str, u16, u8)> {
    if container.kind == ContainerKind::Jmod {
        return path.strip_prefix("classes/").map(|name| (name, 0, 0));
    }
    if let Some((version, name)) = version(path) {
        let counts = container.versions.contains(&version) && !name.starts_with("META-INF/");
        return counts.then_some((name, version, 0));
    }
    if path.starts_with("META-INF/") {
        return None;
    }
    let inner = path.strip_prefix("WEB-INF/classes/").or_else(|| path.strip_prefix("BOOT-INF/classes/"));
    Some(inner.map_or((path, 0, 0), |name| (name, 0, 1)))
}

/// Splits `META-INF/versions/9/p/C` into 9 and `p/C`. `09` is not a version: the JVM would not find it.
fn version(name: &str) -> Option<(u16, &str)> {
    let (digits, name) = name.strip_prefix("META-INF/versions/")?.split_once('/')?;
    let canonical = !digits.starts_with(['0', '+']);
    canonical.then_some((digits.parse().ok()?, name))
}
