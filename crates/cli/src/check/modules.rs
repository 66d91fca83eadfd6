//! The modules of a Maven project: whose tests need not run again, because nothing changed that they depend on.
//!
//! In: a project that was built. Out: each module with what its tests depend on: all poms of the project, its own classes, and
//! those of the modules that its pom, or a parent's, names as dependencies, and of theirs. What cannot be told counts as a dependency: a
//! name with a property in it stands for every module, and a plugin may be a module. A test that reads another module's
//! files without depending on it is not seen.
//!
//! Modules that others need are built, but their tests do not run: a small extension of Maven sees to that
//! (`runtime/maven`). JVMs belong to the module in whose directory they run, as Surefire has it.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use deadheat_instrument::digest;

use crate::run::cache;

const EXTENSION: [(&str, &[u8]); 2] = [
    (
        "deadheat/UnchangedModules.class",
        include_bytes!(concat!(env!("OUT_DIR"), "/deadheat/UnchangedModules.class")),
    ),
    ("META-INF/plexus/components.xml", include_bytes!("../../../../runtime/maven/components.xml")),
];
/// Maven's own property for extensions.
const CLASS_PATH: &str = "maven.ext.class.path";

/// A module that has classes.
#[derive(Debug)]
pub(super) struct Module {
    pub(super) directory: PathBuf,
    pub(super) inputs: Vec<PathBuf>,
}

/// The modules of a project, given the directories in it that have a pom; none if they cannot be told apart.
pub(super) fn modules(root: &Path, directories: &[PathBuf]) -> Vec<Module> {
    let settings = root.join(".mvn");
    let uses_extensions =
        fs::read_to_string(settings.join("maven.config")).is_ok_and(|it| it.contains(CLASS_PATH));
    let poms: Option<Vec<Pom>> = directories.iter().map(|directory| Pom::read(directory)).collect();
    let Some(poms) = poms.filter(|_| !uses_extensions) else { return Vec::new() };
    // Whatever runs in the root's directory may be Maven itself.
    if poms.iter().any(|pom| pom.has_classes() && same(&pom.directory, root)) {
        return Vec::new();
    }
    let shared = || poms.iter().map(|pom| pom.directory.join("pom.xml")).chain([settings.clone()]);
    let with_classes = poms.iter().filter(|pom| pom.has_classes());
    let module = |pom: &Pom| {
        let needed = needed(pom, &poms);
        let classes = poms.iter().filter(|it| needed.contains(&it.directory)).flat_map(Pom::classes);
        Some(Module {
            directory: pom.directory.canonicalize().ok()?,
            inputs: shared().chain(classes).collect(),
        })
    };
    with_classes.map(module).collect::<Option<Vec<_>>>().unwrap_or_default()
}

/// What Maven is told so that the tests of some modules do not run.
pub(super) fn without_tests_of(unchanged: &[&Path]) -> Result<Vec<OsString>> {
    let home = cache()?.join(format!("maven-{:016x}", digest(EXTENSION[0].1)));
    for (name, bytes) in EXTENSION {
        let file = home.join(name);
        if fs::read(&file).ok().as_deref() != Some(bytes) {
            fs::create_dir_all(file.parent().unwrap_or(&home))
                .and_then(|()| fs::write(&file, bytes))
                .with_context(|| format!("{} cannot be written", file.display()))?;
        }
    }
    let unchanged =
        std::env::join_paths(unchanged).context("a module's directory has a colon in its name")?;
    let property = |name: &str, value: &std::ffi::OsStr| {
        let mut word = OsString::from(format!("-D{name}="));
        word.push(value);
        word
    };
    Ok(vec![property(CLASS_PATH, home.as_os_str()), property("deadheat.unchanged", &unchanged)])
}

fn same(one: &Path, other: &Path) -> bool {
    one.canonicalize().ok() == other.canonicalize().ok()
}

/// The directories of a module and of all that it depends on.
fn needed(module: &Pom, all: &[Pom]) -> BTreeSet<PathBuf> {
    let mut found = BTreeSet::new();
    let mut waiting = vec![module];
    while let Some(pom) = waiting.pop() {
        if found.insert(pom.directory.clone()) {
            let is_needed = |name: &str| pom.needs.iter().any(|need| need == name || need.contains("${"));
            // What a parent names, its children have; its own classes, if it has any, do not matter.
            waiting.extend(all.iter().filter(|it| it.name == pom.parent || is_needed(&it.name)));
        }
    }
    found
}

/// What a module's pom says of it.
#[derive(Debug, Default)]
struct Pom {
    directory: PathBuf,
    name: String,
    parent: String,
    needs: Vec<String>,
}

impl Pom {
    fn read(directory: &Path) -> Option<Pom> {
        let text = fs::read_to_string(directory.join("pom.xml")).ok()?;
        let pom = Pom { directory: directory.to_owned(), ..Pom::parse(&text) };
        (!pom.name.is_empty()).then_some(pom)
    }

    /// Reads the few elements that matter; all else is passed over.
    fn parse(text: &str) -> Pom {
        let (mut pom, mut open, mut rest) = (Pom::default(), Vec::new(), text);
        while let Some(at) = rest.find('<') {
            pom.take(&open, rest[..at].trim());
            rest = &rest[at..];
            let end = if rest.starts_with("<!--") { "-->" } else { ">" };
            let Some(end) = rest.find(end).map(|at| at + end.len()) else { break };
            let (tag, behind) = rest.split_at(end);
            rest = behind;
            if tag.starts_with("</") {
                open.pop();
            } else if !tag.starts_with("<!") && !tag.starts_with("<?") && !tag.ends_with("/>") {
                open.push(tag[1..tag.len() - 1].split_whitespace().next().unwrap_or_default());
            }
        }
        pom
    }

    fn take(&mut self, open: &[&str], text: &str) {
        if text.is_empty() {
            return;
        }
        match open {
            ["project", "artifactId"] => self.name.push_str(text),
            ["project", "parent", "artifactId"] => self.parent.push_str(text),
            [.., "dependency" | "plugin" | "extension", "artifactId"]
                if !open.contains(&"dependencyManagement") =>
            {
                self.needs.push(text.to_owned());
            }
            _ => {}
        }
    }

    fn classes(&self) -> impl Iterator<Item = PathBuf> {
        let names = ["target/classes", "target/test-classes"].into_iter();
        names.map(|name| self.directory.join(name)).filter(|it| it.is_dir())
    }

    fn has_classes(&self) -> bool {
        self.classes().next().is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pom(text: &str) -> Pom {
        let pom = Pom::parse(text);
        Pom { directory: PathBuf::from(&pom.name), ..pom }
    }

    fn needs(module: &str, all: &[Pom]) -> Vec<String> {
        let module = all.iter().find(|pom| pom.name == module).expect("a module");
        needed(module, all).iter().map(|it| it.display().to_string()).collect()
    }

    #[test]
    fn a_module_needs_what_it_and_its_parents_name_and_what_these_need() {
        let managed = "<dependencyManagement><dependencies><dependency><artifactId>web</artifactId></dependency>\
                       </dependencies></dependencyManagement>";
        let all = [
            pom(&format!(
                "<?xml version='1.0'?><!-- <artifactId>web</artifactId> --><project><artifactId> root </artifactId>{managed}\
                 <dependencies><dependency><artifactId>log</artifactId></dependency></dependencies></project>"
            )),
            pom(
                "<project><parent><artifactId>none</artifactId></parent><artifactId>log</artifactId></project>",
            ),
            pom(
                "<project><parent><artifactId>root</artifactId></parent><artifactId>core</artifactId></project>",
            ),
            pom("<project><artifactId>web</artifactId><build><plugins><plugin a='b'>\
                 <artifactId>core</artifactId><x/></plugin></plugins></build></project>"),
            pom("<project><artifactId>any</artifactId><dependencies><dependency>\
                 <artifactId>${it}</artifactId></dependency></dependencies></project>"),
        ];
        assert_eq!(needs("core", &all), ["core", "log", "root"]);
        assert_eq!(needs("web", &all), ["core", "log", "root", "web"]);
        assert_eq!(needs("log", &all), ["log"]);
        assert_eq!(needs("any", &all).len(), all.len());
    }
}
