//! From paths to named class bytes: directories, archives and JDK images.
//!
//! In: the paths a user gives ([`open_class_path`]) or a JDK ([`open_jdk`]). Out: an [`Input`]: the
//! containers in search order, the classes in them by name, and what had to be left out. Opening reads only
//! directories (zip central directories, the jimage index, directory listings) and manifests; the bytes of a
//! class are read by [`Input::read`], from any number of threads, and nothing is cached.
//!
//! The search follows the JVM: of two classes with one name the first on the path counts, the later ones
//! are listed in [`Input::duplicates`]; `META-INF/versions` counts in multi-release jars up to
//! [`Options::release`]; a jar's `Class-Path` is followed. Deviations:
//!
//! 1. Archives inside archives are opened too, each as a container of its own right after the outer one;
//!    `WEB-INF/classes/` and `BOOT-INF/classes/` are class roots, after the archive's own root. One loader
//!    sees all of it: what a web container would keep apart is not.
//! 2. Classes below `META-INF/` are not listed, but for the versions that count.
//! 3. `module-info` is listed apart ([`Input::module_infos`]) and never shadowed.
//! 4. `dir/*` is sorted; the JVM takes the order of the file system. An empty part of a path list is
//!    passed over; the JVM takes it for the current directory.
//! 5. A project directory stands for its Maven or Gradle output directories.
//!
//! Architecture Invariant: no input makes this module panic, hang, or use more than [`Limits`] allow. Order
//! is by container, then by name, and so the same from run to run.

mod bytes;
mod class_path;
mod classes;
mod container;
mod directory;
mod inflate;
mod jdk;
mod jimage;
mod limits;
mod manifest;
mod opening;
mod source;
mod zip;

use rustc_hash::FxHashMap;
use std::path::PathBuf;
use std::sync::Arc;

use crate::error::{Error, ErrorKind, Result};

pub use class_path::open_class_path;
pub use container::{Container, ContainerKind, Resource, ResourceId};
pub use jdk::{Jdk, find_jdk, installed_jdks, is_jdk, jdk_release, open_jdk};
pub use limits::Limits;
pub use manifest::Manifest;

/// How to open paths.
#[derive(Debug, Clone)]
pub struct Options {
    /// The Java feature release that multi-release jars are read for: 8, 17, 25.
    pub release: u16,
    /// What hostile input may cost.
    pub limits: Limits,
}

impl Default for Options {
    fn default() -> Options {
        Options { release: 25, limits: Limits::default() }
    }
}

/// Opened containers and the classes in them.
#[derive(Debug, Default)]
pub struct Input {
    /// In search order; an archive inside another one follows it.
    pub containers: Vec<Container>,
    /// What could not be read and was left out.
    pub problems: Vec<Error>,
    /// `Class-Path` parts of manifests that lead nowhere; the JVM passes over them in silence.
    pub missing: Vec<MissingPath>,
    /// Classes hidden by one of the same name earlier on the path.
    pub duplicates: Vec<Duplicate>,
    /// The `module-info` classes of all containers, in order.
    pub module_infos: Vec<ClassEntry>,
    entries: Vec<ClassEntry>,
    by_name: FxHashMap<Arc<str>, u32>,
}

/// Index of a container in [`Input::containers`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ContainerId(pub u32);

/// A class that can be read: its name as the path tells it, and where it lies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClassEntry {
    /// The internal name, `java/lang/Object`; whether the class file agrees is the parser's to check.
    pub name: Arc<str>,
    /// The container it lies in.
    pub container: ContainerId,
    /// The file in the container.
    pub resource: ResourceId,
}

/// Two classes of one name; only the first one counts.
#[derive(Debug, Clone)]
pub struct Duplicate {
    /// The class that counts.
    pub used: ClassEntry,
    /// The class that is hidden by it.
    pub hidden: ClassEntry,
}

/// A part of a manifest's `Class-Path` that was not followed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MissingPath {
    /// The jar whose manifest names it.
    pub named_by: PathBuf,
    /// The part, as written.
    pub part: String,
}

/// A file below `META-INF/services`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ServiceFile<'a> {
    /// The service's class name, `java.sql.Driver`.
    pub service: &'a str,
    /// The container it lies in.
    pub container: ContainerId,
    /// The file, to be read with [`Container::read`].
    pub resource: ResourceId,
}

impl Input {
    /// The classes that count, by container and then by name.
    pub fn entries(&self) -> &[ClassEntry] {
        &self.entries
    }

    /// The class `name` (`java/lang/Object`) that the JVM would load.
    pub fn find(&self, name: &str) -> Option<&ClassEntry> {
        self.entries.get(*self.by_name.get(name)? as usize)
    }

    /// The bytes of a class, read now.
    pub fn read(&self, entry: &ClassEntry) -> Result<Vec<u8>> {
        let container = self.container(entry.container);
        container.ok_or_else(|| Error::new(ErrorKind::Bug, "entry of another input"))?.read(entry.resource)
    }

    /// The container `id`, if it is one of this input.
    pub fn container(&self, id: ContainerId) -> Option<&Container> {
        self.containers.get(id.0 as usize)
    }

    /// The module of a class from a JDK image.
    pub fn module(&self, entry: &ClassEntry) -> Option<&str> {
        self.container(entry.container)?.module(entry.resource)
    }

    /// Where a class lies, for people: `app.jar!/lib/inner.jar!/a/B.class`.
    pub fn location(&self, entry: &ClassEntry) -> String {
        self.container(entry.container)
            .map(|container| container.location(entry.resource))
            .unwrap_or_default()
    }

    /// The files that name service providers, by container and then by name.
    pub fn services(&self) -> Vec<ServiceFile<'_>> {
        let mut found = Vec::new();
        for (container, id) in self.containers.iter().zip((0..).map(ContainerId)) {
            let services = container.services();
            found.extend(services.map(|(service, resource)| ServiceFile {
                service,
                container: id,
                resource,
            }));
        }
        found
    }
}
