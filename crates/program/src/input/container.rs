//! One place that holds classes and resources: a directory, an archive, an archive inside one, a JDK image.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::jimage::Image;
use super::manifest::Manifest;
use super::zip::Archive;
use crate::error::{Error, ErrorKind, Result};

/// What a [`Container`] is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ContainerKind {
    /// A directory of class files.
    Directory,
    /// A single class file.
    ClassFile,
    /// A jar, war, ear or zip on disk.
    Jar,
    /// A jar or war inside another archive.
    NestedJar,
    /// A JDK module in the form given to `jlink`.
    Jmod,
    /// The image of a run-time system, `lib/modules`.
    JdkImage,
}

/// A directory, archive or image with a list of its files.
#[derive(Debug)]
pub struct Container {
    /// What it is.
    pub kind: ContainerKind,
    /// The directory or file on disk.
    pub path: PathBuf,
    /// For a nested archive the way inside `path`; several levels are joined by `!/`.
    pub inside: Option<Box<str>>,
    /// The archive's manifest, empty if there is none.
    pub manifest: Manifest,
    /// Versions below `META-INF/versions` that count, the greatest first.
    pub(super) versions: Vec<u16>,
    /// The most bytes one file may have.
    pub(super) limit: u64,
    pub(super) store: Store,
}

/// Where the files are, each with a table sorted by name (by module and name in an image).
#[derive(Debug)]
pub(super) enum Store {
    Directory(Vec<Box<str>>),
    /// One file of the directory, and the name that the class gives itself.
    ClassFile {
        file: Box<str>,
        class: Box<str>,
    },
    Archive(Arc<Archive>),
    Image(Box<Image>),
}

/// Index of a file in its container.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ResourceId(pub u32);

/// A file of a container, class or other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Resource<'a> {
    /// To read it with.
    pub id: ResourceId,
    /// The module, in a JDK image.
    pub module: Option<&'a str>,
    /// The path below the container's (or module's) root, `META-INF/MANIFEST.MF`.
    pub name: &'a str,
}

impl Container {
    /// All files, sorted by name (in an image by module and name). Of several zip entries with one name
    /// the first listed is the one that counts.
    pub fn resources(&self) -> impl Iterator<Item = Resource<'_>> {
        (0..self.len())
            .map(ResourceId)
            .filter_map(|id| Some(Resource { id, module: self.module(id), name: self.name(id)? }))
    }

    /// The file that the JVM would find as `name`: in a multi-release jar the one of the greatest version
    /// that counts, in an image the one of the first module that has it.
    pub fn find(&self, name: &str) -> Option<ResourceId> {
        if !name.starts_with("META-INF/") {
            let versioned = |version| self.find_exactly(&format!("META-INF/versions/{version}/{name}"));
            if let Some(id) = self.versions.iter().find_map(versioned) {
                return Some(id);
            }
        }
        self.find_exactly(name)
    }

    /// The bytes of a file, read now.
    pub fn read(&self, id: ResourceId) -> Result<Vec<u8>> {
        self.read_within(id, self.limit)
    }

    /// The module of a file in a JDK image.
    pub fn module(&self, id: ResourceId) -> Option<&str> {
        match &self.store {
            Store::Image(image) => {
                let module = image.resources.get(id.0 as usize)?.module;
                image.modules.get(module as usize).map(|name| &**name)
            }
            Store::Directory(_) | Store::ClassFile { .. } | Store::Archive(_) => None,
        }
    }

    /// The modules of a JDK image, sorted; none for other containers.
    pub fn modules(&self) -> impl Iterator<Item = &str> {
        let modules: &[Box<str>] = if let Store::Image(image) = &self.store { &image.modules } else { &[] };
        modules.iter().map(|name| &**name)
    }

    /// Where a file lies, for people: `app.jar!/lib/inner.jar!/a/B.class`.
    pub fn location(&self, id: ResourceId) -> String {
        match (self.kind, self.entry(id)) {
            (ContainerKind::Directory | ContainerKind::ClassFile, name) => {
                self.path.join(name).display().to_string()
            }
            (_, entry) => format!("{}!/{entry}", self.path.display()),
        }
    }

    /// The name of file `id`.
    pub fn name(&self, id: ResourceId) -> Option<&str> {
        let index = id.0 as usize;
        match &self.store {
            Store::Directory(files) => files.get(index).map(|name| &**name),
            Store::ClassFile { file, .. } => (index == 0).then_some(file),
            Store::Archive(archive) => archive.entries.get(index).map(|entry| &*entry.name),
            Store::Image(image) => image.resources.get(index).map(|resource| &*resource.path),
        }
    }

    /// The files below `META-INF/services` of every class root, with the service's name.
    pub(super) fn services(&self) -> impl Iterator<Item = (&str, ResourceId)> {
        self.resources().filter_map(|resource| {
            let service = match resource.name.split_once("META-INF/services/")? {
                ("" | "WEB-INF/classes/" | "BOOT-INF/classes/", service) => service,
                ("classes/", service) if self.kind == ContainerKind::Jmod => service,
                _ => return None,
            };
            (!service.is_empty() && !service.contains('/')).then_some((service, resource.id))
        })
    }

    /// The bytes of a file, at most `limit` of them.
    pub(super) fn read_within(&self, id: ResourceId, limit: u64) -> Result<Vec<u8>> {
        let bytes = match &self.store {
            Store::Directory(_) | Store::ClassFile { .. } => {
                let name = self.name(id).ok_or_else(|| Error::new(ErrorKind::Bug, "no such file"))?;
                return read_file(&self.path.join(name), limit);
            }
            Store::Archive(archive) => archive.read(id.0, limit),
            Store::Image(image) => image.read(id.0, limit),
        };
        bytes.map_err(|error| error.in_entry(self.entry(id)).in_file(&self.path))
    }

    pub(super) fn len(&self) -> u32 {
        let len = match &self.store {
            Store::Directory(files) => files.len(),
            Store::ClassFile { .. } => 1,
            Store::Archive(archive) => archive.entries.len(),
            Store::Image(image) => image.resources.len(),
        };
        u32::try_from(len).unwrap_or(u32::MAX)
    }

    /// The file's name with everything between it and the path on disk.
    fn entry(&self, id: ResourceId) -> String {
        let name = self.name(id).unwrap_or("?");
        match (&self.inside, self.module(id)) {
            (Some(inside), _) => format!("{inside}!/{name}"),
            (None, Some(module)) => format!("{module}/{name}"),
            (None, None) => name.to_owned(),
        }
    }

    fn find_exactly(&self, name: &str) -> Option<ResourceId> {
        let found = match &self.store {
            Store::Directory(files) => files.binary_search_by(|file| (**file).cmp(name)).ok()?,
            Store::ClassFile { file, .. } => (**file == *name).then_some(0)?,
            Store::Archive(archive) => {
                let index = archive.entries.partition_point(|entry| *entry.name < *name);
                archive.entries.get(index).filter(|entry| *entry.name == *name)?;
                index
            }
            Store::Image(image) => (0..).zip(&image.modules).find_map(|(module, _)| {
                let key = (module, name);
                image.resources.binary_search_by(|r| (r.module, &*r.path).cmp(&key)).ok()
            })?,
        };
        u32::try_from(found).ok().map(ResourceId)
    }
}

/// Reads a file from disk; also one that grows meanwhile ends at the limit.
pub(super) fn read_file(path: &Path, limit: u64) -> Result<Vec<u8>> {
    let fail = |cause: std::io::Error| Error::io(path, &cause);
    let file = File::open(path).map_err(fail)?;
    let len = file.metadata().map_err(fail)?.len();
    let mut bytes = Vec::with_capacity(usize::try_from(len.min(limit)).unwrap_or(0).saturating_add(1));
    file.take(limit.saturating_add(1)).read_to_end(&mut bytes).map_err(fail)?;
    if bytes.len() as u64 > limit {
        return Err(Error::limit(format!("more than the {limit} bytes accepted")).in_file(path));
    }
    Ok(bytes)
}
