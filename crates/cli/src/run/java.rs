//! A `java` command line: which program it starts.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};

/// Options that take the next word for their value.
const WITH_VALUE: &[&str] = &[
    "--add-exports",
    "--add-modules",
    "--add-opens",
    "--add-reads",
    "--enable-native-access",
    "--illegal-native-access",
    "--limit-modules",
    "--patch-module",
    "--upgrade-module-path",
];

/// What a command starts.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct JavaProgram {
    pub(crate) class_path: Vec<PathBuf>,
    /// `None` if a jar is started, which names its own.
    pub(crate) main: Option<String>,
}

/// Whether a command is `java` itself.
pub(crate) fn is_java(program: &OsStr) -> bool {
    matches!(Path::new(program).file_name().and_then(OsStr::to_str), Some("java" | "java.exe"))
}

impl JavaProgram {
    /// Understands the words behind `java`; of what cannot be understood, says why.
    pub(crate) fn parse(words: &[OsString], environment: Option<&OsStr>) -> Result<JavaProgram> {
        let mut class_path = environment.unwrap_or(OsStr::new(".")).to_owned();
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let text = word.to_string_lossy();
            let (option, joined) = match text.split_once('=') {
                Some((option, value)) if text.starts_with("--") => (option, Some(OsString::from(value))),
                _ => (&*text, None),
            };
            match option {
                "-cp" | "-classpath" | "--class-path" => {
                    let Some(value) = joined.or_else(|| words.next().cloned()) else {
                        bail!("{option} names no class path");
                    };
                    class_path = value;
                }
                "-jar" => {
                    let Some(jar) = words.next() else { bail!("-jar names no jar") };
                    return Ok(JavaProgram { class_path: vec![jar.into()], main: None });
                }
                "-m" | "--module" | "-p" | "--module-path" | "--source" => {
                    bail!("programs that are started with {option} are not understood");
                }
                _ if option.starts_with('@') => bail!("arguments in a file ({option}) are not understood"),
                _ if WITH_VALUE.contains(&option) && joined.is_none() => {
                    words.next();
                }
                _ if option.starts_with('-') => {}
                _ if option.ends_with(".java") => bail!("{option} is a source file: compile it first"),
                main => {
                    let class_path = std::env::split_paths(&class_path);
                    let class_path =
                        class_path.map(|it| if it.as_os_str().is_empty() { ".".into() } else { it });
                    // The JVM does without what is not there.
                    let is_there =
                        |path: &PathBuf| path.file_name() == Some(OsStr::new("*")) || path.exists();
                    let class_path = class_path.filter(is_there).collect();
                    return Ok(JavaProgram { class_path, main: Some(main.replace('/', ".")) });
                }
            }
        }
        bail!("the command names no class or jar to start")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(words: &[&str]) -> Result<JavaProgram> {
        let words: Vec<OsString> = words.iter().map(OsString::from).collect();
        JavaProgram::parse(&words, None)
    }

    #[test]
    fn a_main_class_and_its_class_path_are_found() {
        let here = std::env::current_dir().expect("a directory").join("src");
        let here = here.to_str().expect("a name");
        let path = format!("{here}:/no/such/place");
        let expected = JavaProgram { class_path: vec![here.into()], main: Some("com.acme.Main".to_owned()) };
        let words =
            ["-Xmx1g", "-cp", &path, "--add-opens", "java.base/java.lang=ALL", "com.acme.Main", "-jar", "x"];
        assert_eq!(parse(&words).expect("a program"), expected);
        let joined = format!("--class-path={path}");
        assert_eq!(parse(&[&joined, "-ea", "com/acme/Main"]).expect("a program"), expected);
    }

    #[test]
    fn a_jar_is_found() {
        let expected = JavaProgram { class_path: vec!["app.jar".into()], main: None };
        assert_eq!(parse(&["-Dkey=value", "-jar", "app.jar", "-cp", "x"]).expect("a jar"), expected);
    }

    #[test]
    fn what_is_not_understood_is_said() {
        for words in
            [&["-m", "acme/Main"][..], &["@file"], &["Main.java"], &["-version"], &["-jar"], &["-cp"]]
        {
            assert!(parse(words).is_err(), "{words:?}");
        }
    }
}
