//! What the tests of the rewriter share: numbers with names, rewriting of whole directories and jars.

#![allow(dead_code, reason = "each test uses its part")]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use deadheat_harness::{Compilation, Jdk, scratch};
use deadheat_instrument::{
    CallKind, Called, Detector, Effect, LeftOut, LibraryCall, Numbering, Patch, Refusal, Rewritten, Role,
    Settings, Techniques, rewrite, split_text,
};
use deadheat_program::input::{Options, open_class_path};

/// Numbers that can be turned into names again. They start high, so that constants have to be loaded.
#[derive(Debug, Default)]
pub(crate) struct Numbers(Mutex<Vec<String>>);

impl Numbers {
    const FIRST: u32 = 100;

    fn number(&self, name: String) -> u32 {
        let mut names = self.0.lock().expect("no panic");
        let index = names.iter().position(|known| *known == name).unwrap_or_else(|| {
            names.push(name);
            names.len() - 1
        });
        Self::FIRST + index as u32
    }

    /// What a number stands for.
    pub(crate) fn name(&self, number: u32) -> String {
        self.0.lock().expect("no panic")[(number - Self::FIRST) as usize].clone()
    }
}

impl Numbering for Numbers {
    fn site(&self, _: &str, method: &str, _: &str, line: Option<u16>, _: u16) -> u32 {
        self.number(format!("{method}:{}", line.unwrap_or(0)))
    }

    fn field(&self, class: &str, name: &str, _: &str) -> u32 {
        self.number(format!("{class}.{name}"))
    }

    fn static_field(&self, _: &str, owner: &str, name: &str, _: &str) -> u32 {
        self.number(format!("{owner}.{name}"))
    }

    fn class(&self, name: &str) -> u32 {
        self.number(name.to_owned())
    }

    fn method(&self) -> u32 {
        3
    }
}

/// Large numbers that mean nothing, without a search for the same one.
pub(crate) struct Large;

impl Numbering for Large {
    fn site(&self, _: &str, _: &str, _: &str, line: Option<u16>, pc: u16) -> u32 {
        u32::from(line.unwrap_or(0)) << 16 | u32::from(pc)
    }

    fn field(&self, _: &str, _: &str, _: &str) -> u32 {
        70_000
    }

    fn static_field(&self, _: &str, _: &str, _: &str, _: &str) -> u32 {
        u32::MAX
    }

    fn class(&self, _: &str) -> u32 {
        7
    }

    fn method(&self) -> u32 {
        70_000
    }
}

/// Tells of all objects of every call, and of its result, so that arguments of all kinds are taken up and put down.
fn every_call(called: &Called<'_>) -> Option<LibraryCall> {
    let (parameters, result) = split_text(called.descriptor)?;
    let first = u8::from(!matches!(called.kind, CallKind::Static | CallKind::Dynamic));
    let mut objects: Vec<u8> = if first == 1 && called.name != "<init>" { vec![0] } else { Vec::new() };
    let all = parameters.iter().enumerate().filter(|(_, ty)| ty.starts_with(['L', '[']));
    objects.extend(all.map(|(position, _)| position as u8 + first));
    let view_of = objects.first().copied().filter(|_| result.starts_with(['L', '[']));
    objects.truncate(3);
    (!objects.is_empty()).then(|| LibraryCall {
        number: 70_000,
        objects,
        changes: true,
        view_of,
        ..LibraryCall::default()
    })
}

/// Whether a name is one of the JDK's packages.
pub(crate) fn is_jdk(name: &str) -> bool {
    ["java/", "javax/", "jdk/", "sun/", "com/sun/"].iter().any(|start| name.starts_with(start))
}

/// Rewrites one class.
pub(crate) fn rewrite_as(
    role: Role,
    bytes: &[u8],
    numbering: &dyn Numbering,
    patches: &[Patch],
    techniques: Techniques,
) -> Result<Rewritten, Refusal> {
    // Nothing that other classes do keeps a check from being moved.
    let settings = Settings {
        role,
        techniques,
        detector: Detector::default(),
        numbering,
        is_jdk: &is_jdk,
        field_flags: &|_, _, _| Some(0),
        declares: &|_, _, _| true,
        call_effect: &|_| Effect::NONE,
        class_bytes: &|_| None,
        planned: None,
        names_variables: false,
        patches,
        is_audited: true,
        is_counted: true,
        is_logged: true,
        recording: None,
        synchronises: &|_, _| false,
        calls_back: false,
        calls: &every_call,
        guarded: &|_, _| None,
        is_guard: &|_| false,
        has_entry: &|_| true,
        added: &[],
    };
    rewrite(bytes, &settings)
}

/// How tests place checks, for a detector: what they call of the JDK's, but for mathematics, may do anything.
pub(crate) fn with_settings<T>(
    (techniques, detector): (&str, &str),
    use_settings: impl FnOnce(&Settings<'_>) -> T,
) -> T {
    let quiet = |called: &Called<'_>| match (called.owner, called.name) {
        ("java/lang/Math", _) | ("java/lang/Object", "<init>") => Effect::NONE,
        _ => Effect::BOTH,
    };
    use_settings(&Settings {
        role: Role::Application,
        techniques: techniques.parse().expect("a placement"),
        detector: detector.parse().expect("a detector"),
        numbering: &Large,
        is_jdk: &is_jdk,
        field_flags: &|_, _, _| None,
        declares: &|_, _, _| false,
        call_effect: &quiet,
        class_bytes: &|_| None,
        planned: None,
        names_variables: true,
        patches: &[],
        is_audited: false,
        is_counted: false,
        is_logged: false,
        recording: None,
        synchronises: &|_, _| false,
        calls_back: false,
        calls: &|_| None,
        guarded: &|_, _| None,
        is_guard: &|_| false,
        has_entry: &|_| true,
        added: &[],
    })
}

/// What came of the classes of a path.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    pub(crate) classes: usize,
    pub(crate) bytes: usize,
    pub(crate) methods_left_out: Vec<(String, LeftOut)>,
    pub(crate) refused: Vec<Refusal>,
    pub(crate) checks: u64,
    /// Methods with code, of classes that were rewritten.
    pub(crate) methods: u64,
}

/// Rewrites all classes of a jar or directory as the application's, into a directory.
pub(crate) fn rewrite_all(
    path: &Path,
    to: &Path,
    numbering: &dyn Numbering,
    techniques: Techniques,
) -> Tally {
    let input = open_class_path(&[path], &Options::default()).expect("it opens");
    let mut tally = Tally::default();
    for entry in input.entries() {
        let bytes = input.read(entry).expect("it can be read");
        tally.classes += 1;
        tally.bytes += bytes.len();
        let out = match rewrite_as(Role::Application, &bytes, numbering, &[], techniques) {
            Ok(rewritten) => {
                let left_out = rewritten.left_out.into_iter();
                tally.methods_left_out.extend(left_out.map(|left_out| (entry.name.to_string(), left_out)));
                tally.checks += u64::from(rewritten.checks);
                tally.methods += u64::from(rewritten.methods);
                rewritten.bytes
            }
            Err(refusal) => {
                tally.refused.push(refusal);
                bytes
            }
        };
        let file = to.join(format!("{}.class", entry.name));
        fs::create_dir_all(file.parent().expect("a directory")).expect("it can be made");
        fs::write(file, out).expect("it can be written");
    }
    tally
}

/// A fresh directory.
pub(crate) fn fresh(name: &str) -> PathBuf {
    let directory = scratch().join("instrument").join(name);
    let _ = fs::remove_dir_all(&directory);
    fs::create_dir_all(&directory).expect("it can be made");
    directory
}

/// A file beside the tests.
pub(crate) fn java(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java").join(name)
}

/// The directory with the runtime's stub, compiled.
pub(crate) fn stub(jdk: &Jdk) -> PathBuf {
    let mut compilation = Compilation::new(jdk, [java("stub/java/lang/Deadheat.java")]);
    compilation.options = vec![format!("--patch-module=java.base={}", java("stub").display())];
    compilation.classes().expect("the stub compiles")
}
