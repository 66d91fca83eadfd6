//! The corpus for points-to and call graphs: Java programs with assertions in their code
//! (`tests/points-to/README.md`).
//!
//! What is read here is what the compiled classes do not have: the header, and the names of allocation
//! sites, which are comments. The assertions themselves are calls of `Expect` in the bytecode.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::header::{Header, Located, compilation, java_files, main_class, read};
use crate::java::{Compilation, Jdk};

/// The values of k that an assertion without k holds for, unless the header says otherwise.
pub const DEFAULT_KS: [u32; 4] = [0, 1, 2, 3];

/// A program of the corpus.
#[derive(Debug, Clone)]
pub struct ExpectProgram {
    /// The source file.
    pub path: PathBuf,
    /// The main class, which is the file's name.
    pub name: String,
    /// What it shows.
    pub about: String,
    /// The oldest Java release that it needs.
    pub jdk: u16,
    /// Compile with `--release`.
    pub release: Option<u16>,
    /// The paper's example that it rebuilds.
    pub paper: Option<String>,
    /// The values of k to analyse it with, ascending.
    pub ks: Vec<u32>,
    /// Service interfaces and their providers, by binary name, for `META-INF/services`.
    pub services: Vec<(String, String)>,
    /// The named allocation sites, by line.
    pub sites: Vec<Site>,
}

/// A named allocation site.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Site {
    /// The line, from 1.
    pub line: usize,
    /// Its name in the assertions.
    pub name: String,
    /// Which of the line's allocations it is, by the simple name of the allocated class, array type or
    /// functional interface; without it, the line has one allocation.
    pub allocated: Option<String>,
}

impl ExpectProgram {
    /// The site of this name.
    pub fn site(&self, name: &str) -> Option<&Site> {
        self.sites.iter().find(|site| site.name == name)
    }

    /// The sites of this line, in the order in which they are written.
    pub fn sites_at(&self, line: usize) -> impl Iterator<Item = &Site> {
        self.sites.iter().filter(move |site| site.line == line)
    }

    /// How to compile it with a JDK, the support class included.
    pub fn compilation(&self, jdk: &Jdk) -> Compilation {
        let support = directory().join("support/Expect.java");
        compilation(jdk, &self.path, support, self.release)
    }

    /// A directory with its `META-INF/services`, to be added to the class path; `None` if it has none.
    pub fn service_directory(&self) -> Result<Option<PathBuf>, String> {
        if self.services.is_empty() {
            return Ok(None);
        }
        let root = crate::scratch().join("services").join(&self.name);
        let directory = root.join("META-INF/services");
        std::fs::create_dir_all(&directory).map_err(|error| format!("{}: {error}", directory.display()))?;
        let mut files: BTreeMap<&str, String> = BTreeMap::new();
        for (service, provider) in &self.services {
            files.entry(service).or_default().push_str(&format!("{provider}\n"));
        }
        for (service, text) in files {
            let file = directory.join(service);
            std::fs::write(&file, text).map_err(|error| format!("{}: {error}", file.display()))?;
        }
        Ok(Some(root))
    }
}

/// The directory of the corpus.
pub fn directory() -> PathBuf {
    crate::root().join("tests/points-to")
}

/// Reads the whole corpus, sorted by path.
pub fn load() -> Result<Vec<ExpectProgram>, String> {
    java_files(&directory())?.iter().map(|file| parse(file)).collect()
}

/// Reads one program; an error names file and line.
pub fn parse(path: &Path) -> Result<ExpectProgram, String> {
    read(path, |text| parse_text(path, text))
}

fn parse_text(path: &Path, text: &str) -> Located<ExpectProgram> {
    let header = Header::parse(text, &KEYS, &["service"])?;
    let (_, about) = header.required("about")?;
    Ok(ExpectProgram {
        path: path.to_owned(),
        name: main_class(path),
        about: about.to_owned(),
        jdk: header.number("jdk")?.unwrap_or(17),
        release: header.number("release")?,
        paper: header.value("paper"),
        ks: parse_ks(&header)?,
        services: parse_services(&header)?,
        sites: parse_sites(text)?,
    })
}

const KEYS: [&str; 6] = ["about", "jdk", "k", "paper", "release", "service"];

fn parse_ks(header: &Header) -> Located<Vec<u32>> {
    let Some((line, value)) = header.located("k") else { return Ok(DEFAULT_KS.to_vec()) };
    let ks: Result<Vec<u32>, _> = value.split_whitespace().map(str::parse).collect();
    let ascending = |ks: &Vec<u32>| !ks.is_empty() && ks.windows(2).all(|pair| pair[0] < pair[1]);
    ks.ok().filter(ascending).ok_or((line, format!("k {value:?} is no list of ascending numbers")))
}

fn parse_services(header: &Header) -> Located<Vec<(String, String)>> {
    let service = |(line, value): &(usize, String)| {
        let (service, provider) =
            value.split_once('=').ok_or((*line, "a service is Interface=Provider".to_owned()))?;
        Ok((service.trim().to_owned(), provider.trim().to_owned()))
    };
    header.values("service").iter().map(service).collect()
}

fn parse_sites(text: &str) -> Located<Vec<Site>> {
    let mut sites: Vec<Site> = Vec::new();
    for (line, comment) in text.lines().enumerate().filter_map(|(index, line)| {
        let (_, comment) = line.split_once("//@site")?;
        Some((index + 1, comment))
    }) {
        for word in comment.split_whitespace() {
            let site = parse_site(line, word).map_err(|what| (line, what))?;
            if let Some(other) = sites.iter().find(|other| other.name == site.name) {
                return Err((line, format!("{} is the name of a site in line {}", site.name, other.line)));
            }
            sites.push(site);
        }
        let mut here = sites.iter().filter(|site| site.line == line);
        match (here.clone().count(), here.any(|site| site.allocated.is_none())) {
            (0, _) => return Err((line, "a site needs a name".to_owned())),
            (2.., true) => return Err((line, "several sites of a line are written NAME=Type".to_owned())),
            _ => {}
        }
    }
    Ok(sites)
}

fn parse_site(line: usize, word: &str) -> Result<Site, String> {
    let (name, allocated) = match word.split_once('=') {
        Some((name, allocated)) => (name, Some(allocated)),
        None => (word, None),
    };
    let is_name = |text: &str| {
        text.starts_with(|c: char| c.is_ascii_alphabetic())
            && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    };
    let is_type = |text: &str| is_name(text.trim_end_matches("[]"));
    if !is_name(name) || !allocated.is_none_or(is_type) {
        return Err(format!("{word:?} is neither NAME nor NAME=Type"));
    }
    Ok(Site { line, name: name.to_owned(), allocated: allocated.map(str::to_owned) })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn parse(text: &str) -> Located<ExpectProgram> {
        parse_text(Path::new("T.java"), text)
    }

    #[test]
    fn header_and_sites_are_read() {
        let text = "//@ about: A test.\n//@ jdk: 21\n//@ k: 1 2\n//@ service: S=A\n//@ service: S=B\n\n\
                    x = new A(); //@site a\ny = c ? new A[1] : () -> 1; //@site b=A[] c=Supplier\n";
        let program = parse(text).expect("a program");
        assert_eq!((program.name.as_str(), program.jdk, program.ks.as_slice()), ("T", 21, &[1, 2][..]));
        assert_eq!(program.services.len(), 2);
        let site = |line, name: &str, allocated: Option<&str>| Site {
            line,
            name: name.to_owned(),
            allocated: allocated.map(str::to_owned),
        };
        let expected = [site(7, "a", None), site(8, "b", Some("A[]")), site(8, "c", Some("Supplier"))];
        assert_eq!(program.sites, expected);
        assert_eq!(program.sites_at(8).count(), 2);
        assert_eq!(program.site("a"), Some(&expected[0]));
        assert_eq!(parse("//@ about: x\n").expect("a program").ks, DEFAULT_KS);
    }

    #[test]
    fn mistakes_are_errors_that_name_the_line() {
        let cases = [
            ("class T {}", 1, "no about"),
            ("//@ about: x\n//@ engines: scan\n", 2, "unknown header key"),
            ("//@ about: x\n//@ about: y\n", 2, "twice"),
            ("//@ about: x\n//@ k: 2 1\n", 2, "ascending"),
            ("//@ about: x\n//@ k:\n", 2, "ascending"),
            ("//@ about: x\n//@ jdk: new\n", 2, "no number"),
            ("//@ about: x\n//@ service: S\n", 2, "Interface=Provider"),
            ("//@ about: x\n\n//@ jdk: 17\n", 3, "outside"),
            ("//@ about: x\n//x //@site\n", 2, "needs a name"),
            ("//@ about: x\nx; //@site a b\n", 2, "NAME=Type"),
            ("//@ about: x\nx; //@site a=\n", 2, "neither"),
            ("//@ about: x\nx; //@site a\ny; //@site a\n", 3, "in line 2"),
        ];
        for (text, line, what) in cases {
            let (found, message) = parse(text).expect_err(text);
            assert!(found == line && message.contains(what), "{text}: line {found}: {message}");
        }
    }

    #[test]
    fn all_programs_parse_and_their_assertions_name_exactly_the_declared_sites() {
        let programs = load().unwrap_or_else(|error| panic!("{error}"));
        assert!(programs.len() > 100, "{} programs", programs.len());
        let mut problems = Vec::new();
        for program in &programs {
            let path = program.path.display();
            let text = std::fs::read_to_string(&program.path).expect("it was read before");
            assert!(text.contains("Expect."), "{path}: no assertion");
            let used = used_sites(&text);
            let declared: BTreeSet<&str> = program.sites.iter().map(|site| site.name.as_str()).collect();
            problems.extend(used.difference(&declared).map(|name| format!("{path}: no site {name}")));
            problems.extend(declared.difference(&used).map(|name| format!("{path}: {name} is not used")));
        }
        assert!(problems.is_empty(), "{}", problems.join("\n"));
    }

    /// The sites that the assertions of a source name: `"site"` in those on points-to sets, `"lambda:site"`
    /// in those on calls; only the assertion's own arguments count, not those of calls inside.
    fn used_sites(text: &str) -> BTreeSet<&str> {
        let mut used = BTreeSet::new();
        for assertion in text.split("Expect.").skip(1) {
            let assertion = assertion.split(';').next().unwrap_or_default();
            let about_objects = assertion.split('"').next().is_some_and(|head| head.contains("oint"));
            let mut depth = 0;
            for (index, part) in assertion.split('"').enumerate() {
                if index % 2 == 0 {
                    depth += part.matches('(').count();
                    depth = depth.saturating_sub(part.matches(')').count());
                } else if let Some(site) = part.strip_prefix("lambda:") {
                    used.insert(site);
                } else if about_objects && depth == 1 && !part.starts_with("class:") {
                    used.insert(part);
                }
            }
        }
        used
    }
}
