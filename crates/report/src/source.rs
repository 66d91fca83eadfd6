//! The sources of the accesses, where they can be found: below the directories that the user names, or the project's.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use crate::finding::{Access, Finding};

/// How deep below a project source directories may be.
const DEPTH: usize = 6;
/// Files that are longer are not shown: nobody wrote them.
const LONGEST: u64 = 4 << 20;

/// A source file.
#[derive(Debug)]
pub struct SourceFile {
    /// Its path, as reports name it.
    pub path: String,
    /// Its lines.
    pub lines: Vec<String>,
}

/// Finds source files; each is read once.
#[derive(Debug, Default)]
pub struct Sources {
    /// Where packages begin.
    roots: Vec<PathBuf>,
    /// Paths are told from here.
    base: PathBuf,
    read: RefCell<BTreeMap<String, Option<Rc<SourceFile>>>>,
}

impl Sources {
    /// Sources below these directories: where packages begin, or projects that have such places. Reports name the files as
    /// they are seen from `base`.
    pub fn below(directories: &[PathBuf], base: &Path) -> Sources {
        let mut roots = Vec::new();
        for directory in directories {
            roots.push(directory.clone());
            collect(directory, 0, &mut roots);
        }
        let mut known = std::collections::BTreeSet::new();
        roots.retain(|root| known.insert(root.clone()));
        Sources { roots, base: base.to_path_buf(), read: RefCell::default() }
    }

    /// The file that a class was compiled from.
    pub fn file(&self, class: &str, file: &str) -> Option<Rc<SourceFile>> {
        let package = class.rsplit_once('.').map_or(String::new(), |(package, _)| package.replace('.', "/"));
        let name = if package.is_empty() { file.to_owned() } else { format!("{package}/{file}") };
        let mut read = self.read.borrow_mut();
        read.entry(name).or_insert_with_key(|name| self.load(name)).clone()
    }

    fn load(&self, name: &str) -> Option<Rc<SourceFile>> {
        let file = self.roots.iter().map(|root| root.join(name)).find(|file| file.is_file())?;
        if file.metadata().ok()?.len() > LONGEST {
            return None;
        }
        let text = fs::read(&file).ok()?;
        let lines = String::from_utf8_lossy(&text).lines().map(str::to_owned).collect();
        let shown = file.strip_prefix(&self.base).unwrap_or(&file);
        let shown = shown.strip_prefix(".").unwrap_or(shown).display().to_string();
        Some(Rc::new(SourceFile { path: shown, lines }))
    }

    /// The file of an access.
    pub fn of(&self, access: &Access) -> Option<Rc<SourceFile>> {
        self.file(&access.class, access.file.as_deref()?)
    }

    /// The lines around an access: numbers and texts.
    pub fn snippet(&self, access: &Access, around: u32) -> Vec<(u32, String)> {
        let (Some(file), Some(line)) = (self.of(access), access.line) else { return Vec::new() };
        let from = line.saturating_sub(around).max(1);
        let lines = (from..=line + around).filter_map(|number| {
            Some((number, file.lines.get(usize::try_from(number).ok()?.checked_sub(1)?)?.clone()))
        });
        if file.lines.len() < line as usize { Vec::new() } else { lines.collect() }
    }

    /// Gives accesses the paths and the code of their lines.
    pub fn annotate(&self, findings: &mut [Finding]) {
        for pair in findings.iter_mut().flat_map(|finding| &mut finding.pairs) {
            for access in [&mut pair.first, &mut pair.second] {
                let Some(file) = self.of(access) else { continue };
                access.path = Some(file.path.clone());
                let line = access.line.and_then(|line| file.lines.get((line as usize).checked_sub(1)?));
                access.code = line.map(|line| line.trim().to_owned());
            }
        }
    }
}

/// Source directories by the names that build tools give them.
fn collect(directory: &Path, level: usize, roots: &mut Vec<PathBuf>) {
    const NOT_THERE: [&str; 6] = ["target", "build", "node_modules", "out", "bin", "resources"];
    if level > DEPTH {
        return;
    }
    let Ok(entries) = fs::read_dir(directory) else { return };
    let mut children: Vec<PathBuf> =
        entries.filter_map(|entry| Some(entry.ok()?.path())).filter(|path| path.is_dir()).collect();
    children.sort();
    for child in children {
        let name = child.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        if name.starts_with('.') || NOT_THERE.contains(&&*name) {
            continue;
        }
        let is_language = matches!(&*name, "java" | "kotlin" | "scala" | "groovy");
        if is_language || name == "src" {
            roots.push(child.clone());
        }
        if !is_language {
            collect(&child, level + 1, roots);
        }
    }
}
