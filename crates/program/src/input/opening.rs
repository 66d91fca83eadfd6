//! The state of an opening: containers so far, what is left of the limits, what was already seen.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::container::{Container, ContainerKind, Store, read_file};
use super::jimage::{Image, byte_order};
use super::limits::Budget;
use super::manifest::Manifest;
use super::source::Source;
use super::zip::Archive;
use super::{Input, Options, ResourceId, bytes, classes, directory};
use crate::classfile::Class;
use crate::error::{Error, ErrorKind, Result};
use crate::symbols::Symbols;

const JMOD_MAGIC: &[u8] = b"JM\x01\x00";
const CLASS_FILE_MAGIC: u32 = 0xcafe_babe;

/// Manifests are small; a large one is not read.
const LONGEST_MANIFEST: u64 = 8 << 20;

/// An [`Input`] in the making.
pub(super) struct Opening<'a> {
    pub(super) input: Input,
    options: &'a Options,
    budget: Budget,
    /// Real paths already opened: the second mention of a jar is passed over, as in the JVM.
    seen: HashSet<PathBuf>,
}

impl<'a> Opening<'a> {
    pub(super) fn new(options: &'a Options) -> Opening<'a> {
        let budget = Budget::new(options.limits);
        Opening { input: Input::default(), options, budget, seen: HashSet::new() }
    }

    /// The finished input.
    pub(super) fn finish(mut self) -> Input {
        classes::list(&mut self.input);
        self.input
    }

    /// Opens a directory or file; what goes wrong becomes a problem. Returns the manifest's `Class-Path`.
    pub(super) fn add(&mut self, path: &Path) -> Vec<String> {
        let real = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
        if !self.seen.insert(real) {
            return Vec::new();
        }
        let first = self.input.containers.len();
        if path.is_dir() {
            self.add_directory(path);
        } else if let Err(error) = self.add_file(path) {
            self.input.problems.push(error.in_file(path));
        }
        let manifest = self.input.containers.get(first).map(|container| &container.manifest);
        manifest.map(|manifest| manifest.class_path().map(str::to_owned).collect()).unwrap_or_default()
    }

    fn add_directory(&mut self, path: &Path) {
        let walk = directory::walk(path, &mut self.budget);
        self.input.problems.extend(walk.problems);
        let libraries: Vec<PathBuf> =
            walk.files.iter().filter(|name| is_library(name)).map(|name| path.join(&**name)).collect();
        let none = !walk.files.iter().any(|name| name.ends_with(".class"));
        if none && libraries.is_empty() && walk.files.iter().any(|name| is_archive(name)) {
            let message = "no classes in this directory; its jars are searched only if given as dir/*";
            self.input.problems.push(Error::malformed(message).in_file(path));
        }
        self.push(ContainerKind::Directory, path, None, Store::Directory(walk.files));
        // An unpacked war or Spring Boot archive brings its libraries along.
        for library in libraries {
            self.add(&library);
        }
    }

    fn add_file(&mut self, path: &Path) -> Result<()> {
        let source = Source::open(path)?;
        let start = source.read_at(0, source.len().min(4))?;
        let is_class_file = bytes::Order::Big.u32(&start, 0) == Some(CLASS_FILE_MAGIC);
        if is_class_file || path.extension().is_some_and(|extension| extension == "class") {
            return self.add_class_file(path);
        }
        if byte_order(&start).is_some() {
            let image = Image::open(source, &mut self.budget)?;
            self.report_bad_names(image.bad_names.as_ref(), path, None);
            self.push(ContainerKind::JdkImage, path, None, Store::Image(Box::new(image)));
            return Ok(());
        }
        let kind = if start == JMOD_MAGIC { ContainerKind::Jmod } else { ContainerKind::Jar };
        self.add_archive(kind, source, path, None, 0)
    }

    /// A class file alone: the directory does not tell its package, so its own name is used.
    fn add_class_file(&mut self, path: &Path) -> Result<()> {
        let bytes = read_file(path, self.options.limits.entry)?;
        let symbols = Symbols::default();
        let name = Class::parse(&symbols, bytes.into()).map(|class| symbols.text(class.name).into_owned())?;
        let file = path.file_name().and_then(|name| name.to_str());
        let file = file.ok_or_else(|| Error::malformed("file name is not UTF-8"))?;
        let parent = path.parent().unwrap_or(Path::new("")).to_path_buf();
        self.push(
            ContainerKind::ClassFile,
            &parent,
            None,
            Store::ClassFile { file: file.into(), class: name.into() },
        );
        Ok(())
    }

    /// Opens an archive and then the archives inside it, in the order of its central directory.
    fn add_archive(
        &mut self,
        kind: ContainerKind,
        source: Source,
        path: &Path,
        inside: Option<&str>,
        level: u32,
    ) -> Result<()> {
        let archive = Arc::new(Archive::open(source, &mut self.budget)?);
        self.report_bad_names(archive.bad_names.as_ref(), path, inside);
        self.push(kind, path, inside, Store::Archive(Arc::clone(&archive)));
        let mut inner: Vec<(u32, u32, &str)> = (0..)
            .zip(&archive.entries)
            .filter(|(_, entry)| kind != ContainerKind::Jmod && is_archive(&entry.name))
            .map(|(index, entry)| (entry.order, index, &*entry.name))
            .collect();
        inner.sort_unstable();
        for (_, index, name) in inner {
            let place = inside.map_or_else(|| name.to_owned(), |inside| format!("{inside}!/{name}"));
            if let Err(error) = self.add_nested(&archive, index, path, &place, level + 1) {
                self.input.problems.push(error.in_entry(place).in_file(path));
                // Once a common limit is reached the rest would only repeat it.
                if self.budget.nested_spent() {
                    break;
                }
            }
        }
        Ok(())
    }

    fn add_nested(
        &mut self,
        outer: &Archive,
        index: u32,
        path: &Path,
        place: &str,
        level: u32,
    ) -> Result<()> {
        self.budget.charge_nested()?;
        let most = self.options.limits.nesting;
        if level > most {
            return Err(Error::limit(format!("more than {most} archives inside each other")));
        }
        let source = outer.nested(index, &mut self.budget)?;
        self.add_archive(ContainerKind::NestedJar, source, path, Some(place), level)
    }

    fn push(&mut self, kind: ContainerKind, path: &Path, inside: Option<&str>, store: Store) {
        let mut container = Container {
            kind,
            path: path.to_path_buf(),
            inside: inside.map(Into::into),
            manifest: Manifest::default(),
            versions: Vec::new(),
            limit: self.options.limits.entry,
            store,
        };
        if let Some(found) = find_manifest(&container) {
            let bytes = container.read_within(found, LONGEST_MANIFEST.min(container.limit));
            match bytes.and_then(|bytes| self.budget.charge_directory(bytes.len() as u64).map(|()| bytes)) {
                Ok(bytes) => container.manifest = Manifest::parse(&bytes),
                Err(error) => self.input.problems.push(error.in_file(path)),
            }
        }
        container.versions = classes::versions(&container, self.options.release);
        self.input.containers.push(container);
    }

    fn report_bad_names(&mut self, bad: Option<&(usize, String)>, path: &Path, inside: Option<&str>) {
        let Some((count, first)) = bad else { return };
        let message =
            format!("{count} entries left out, as their names are not UTF-8; the first is {first:?}");
        let error = Error::new(ErrorKind::Malformed, message).in_file(path);
        self.input.problems.push(if let Some(inside) = inside { error.in_entry(inside) } else { error });
    }
}

/// The manifest, whose name the JVM matches without regard to case; only archives have one that counts.
fn find_manifest(container: &Container) -> Option<ResourceId> {
    let Store::Archive(archive) = &container.store else { return None };
    let name = "META-INF/MANIFEST.MF";
    let matches = |entry: &super::zip::Entry| entry.name.eq_ignore_ascii_case(name);
    let index = archive.entries.iter().position(matches)?;
    container.find(name).or_else(|| u32::try_from(index).ok().map(ResourceId))
}

/// Whether an entry of an archive is opened as an archive of its own.
fn is_archive(name: &str) -> bool {
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    ["jar", "war", "ear"].iter().any(|known| extension.eq_ignore_ascii_case(known))
}

/// Whether a file of a directory is a library of an unpacked war or Spring Boot archive.
fn is_library(name: &str) -> bool {
    let below = name.strip_prefix("WEB-INF/lib/").or_else(|| name.strip_prefix("BOOT-INF/lib/"));
    below.is_some_and(|name| !name.contains('/') && is_archive(name))
}
