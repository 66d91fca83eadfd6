//! Compiles the Java runtime, and lists its classes so that they can be embedded, each after what it extends.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// The only class of the runtime that others of its classes extend.
const EXTENDED: &str = "java/lang/DeadheatTable$Slot.class";

fn main() {
    if let Err(message) = compile() {
        println!("cargo::error={message}");
    }
}

fn compile() -> Result<(), String> {
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR").map_err(|error| error.to_string())?);
    let sources = root.join("../../runtime/java");
    let out = PathBuf::from(env::var("OUT_DIR").map_err(|error| error.to_string())?);
    let classes = out.join("runtime");
    println!("cargo::rerun-if-changed={}", sources.display());
    println!("cargo::rerun-if-env-changed=JAVA_HOME");
    let mut files = Vec::new();
    collect(&sources, "java", &mut files)?;
    let _ = fs::remove_dir_all(&classes);
    let mut javac = Command::new(javac());
    // Class files of the oldest JDK that is supported; no `--release`, which would hide the JDK's own packages.
    javac.args([
        "-nowarn",
        "-source",
        "17",
        "-target",
        "17",
        "-proc:none",
        "-Xlint:-options",
        "-g:source,lines",
    ]);
    // The runtime runs in places where the bootstraps of string concatenation must not.
    javac.arg("-XDstringConcat=inline").arg("-d").arg(&classes);
    javac.arg("--patch-module").arg(format!("java.base={}", sources.display())).args(&files);
    let output = javac.output().map_err(|error| {
        format!(
            "{}: {error}: the runtime is built with a JDK of 17 or newer; set JAVA_HOME to one",
            javac_name()
        )
    })?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).replace('\n', " | "));
    }
    let mut compiled = Vec::new();
    collect(&classes, "class", &mut compiled)?;
    compiled.sort_by_key(|path| !path.ends_with(EXTENDED));
    let list: String = compiled
        .iter()
        .map(|path| {
            let name = path.strip_prefix(&classes).unwrap_or(path).with_extension("");
            format!("(\"{}\", include_bytes!({:?})),\n", name.display(), path)
        })
        .collect();
    fs::write(out.join("runtime.rs"), format!("[\n{list}]")).map_err(|error| error.to_string())
}

fn javac() -> PathBuf {
    match env::var_os("JAVA_HOME") {
        Some(home) => Path::new(&home).join("bin/javac"),
        None => PathBuf::from("javac"),
    }
}

fn javac_name() -> String {
    javac().display().to_string()
}

fn collect(directory: &Path, extension: &str, into: &mut Vec<PathBuf>) -> Result<(), String> {
    let entries = fs::read_dir(directory).map_err(|error| format!("{}: {error}", directory.display()))?;
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| entry.ok().map(|entry| entry.path())).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            collect(&path, extension, into)?;
        } else if path.extension().is_some_and(|found| found == extension) {
            into.push(path);
        }
    }
    Ok(())
}
