//! Finding JDKs, compiling with javac, running on a JVM.

use std::ffi::OsString;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use deadheat_program::input::installed_jdks;

/// A JDK with a compiler.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Jdk {
    /// Its home directory.
    pub home: PathBuf,
    /// Its feature release, 17 or 25.
    pub release: u16,
}

impl Jdk {
    /// The path of one of its tools.
    pub fn tool(&self, name: &str) -> PathBuf {
        self.home.join("bin").join(name)
    }
}

/// All installed JDKs of 17 or newer with a compiler, oldest first, one per release.
pub fn jdks() -> &'static [Jdk] {
    static JDKS: OnceLock<Vec<Jdk>> = OnceLock::new();
    JDKS.get_or_init(|| {
        let with_javac = installed_jdks().into_iter().filter(|jdk| jdk.home.join("bin/javac").is_file());
        let known = with_javac.filter_map(|jdk| Some(Jdk { release: jdk.release?, home: jdk.home }));
        let mut found: Vec<Jdk> = known.filter(|jdk| jdk.release >= 17).collect();
        found.sort_by_key(|jdk| jdk.release);
        found.dedup_by_key(|jdk| jdk.release);
        found
    })
}

/// The oldest JDK that has what a program for `release` needs.
pub fn jdk_for(release: u16) -> Option<&'static Jdk> {
    jdks().iter().find(|jdk| jdk.release >= release)
}

/// Java sources to compile.
#[derive(Debug, Clone)]
pub struct Compilation {
    /// The JDK whose compiler to use.
    pub jdk: Jdk,
    /// The source files.
    pub sources: Vec<PathBuf>,
    /// Further options of javac.
    pub options: Vec<String>,
    /// Directories and jars to compile against.
    pub class_path: Vec<PathBuf>,
}

impl Compilation {
    /// Compiles these sources with a JDK's defaults.
    pub fn new(jdk: &Jdk, sources: impl IntoIterator<Item = impl Into<PathBuf>>) -> Compilation {
        Compilation {
            jdk: jdk.clone(),
            sources: sources.into_iter().map(Into::into).collect(),
            options: Vec::new(),
            class_path: Vec::new(),
        }
    }

    /// The directory with the classes; compiles unless that was done before. The error is what javac said.
    pub fn classes(&self) -> Result<PathBuf, String> {
        compile_all(std::slice::from_ref(self)).remove(0)
    }

    /// The options for javac, in order.
    fn all_options(&self) -> Result<Vec<String>, String> {
        let mut options: Vec<String> = ["-g", "-proc:none", "-implicit:none"].map(str::to_owned).into();
        options.extend(self.options.iter().cloned());
        if !self.class_path.is_empty() {
            options.extend(["-cp".to_owned(), join_paths(&self.class_path)?.to_string_lossy().into_owned()]);
        }
        Ok(options)
    }

    fn directory(&self) -> Result<PathBuf, String> {
        Ok(crate::scratch().join("classes").join(format!("{:016x}", self.key()?)))
    }

    fn key(&self) -> Result<u64, String> {
        let mut hasher = DefaultHasher::new();
        (&self.jdk.home, self.jdk.release, &self.options, &self.class_path).hash(&mut hasher);
        for source in &self.sources {
            let text = std::fs::read(source).map_err(|error| format!("{}: {error}", source.display()))?;
            (source.file_name(), text).hash(&mut hasher);
        }
        Ok(hasher.finish())
    }
}

/// Compiles what was not compiled before, all in one JVM per JDK; one result each, in order.
pub fn compile_all(compilations: &[Compilation]) -> Vec<Result<PathBuf, String>> {
    let directories: Vec<_> = compilations.iter().map(|compilation| compilation.directory()).collect();
    let mut results: Vec<_> = directories.clone();
    for jdk in jdks() {
        let missing =
            compilations.iter().zip(&directories).enumerate().filter_map(|(index, (compilation, to))| {
                let to = to.as_ref().ok().filter(|to| compilation.jdk == *jdk && !to.is_dir())?;
                Some((index, compilation, to.clone()))
            });
        let jobs: Vec<_> = missing.collect();
        if jobs.is_empty() {
            continue;
        }
        if let Err(message) = compile_with(jdk, &jobs, &mut results) {
            jobs.iter().for_each(|&(index, ..)| results[index] = Err(message.clone()));
        }
    }
    results
}

type Job<'a> = (usize, &'a Compilation, PathBuf);

fn compile_with(jdk: &Jdk, jobs: &[Job<'_>], results: &mut [Result<PathBuf, String>]) -> Result<(), String> {
    static COUNTER: AtomicU32 = AtomicU32::new(0);
    let unique = format!("{}-{}", std::process::id(), COUNTER.fetch_add(1, Ordering::Relaxed));
    let fresh = |to: &Path| to.with_extension(&unique);
    let mut list = String::new();
    for (_, compilation, to) in jobs {
        std::fs::create_dir_all(fresh(to)).map_err(|error| format!("{}: {error}", to.display()))?;
        let options = compilation.all_options()?;
        let sources = compilation.sources.iter().map(|source| source.display().to_string());
        let head = [fresh(to).display().to_string(), options.len().to_string()];
        let parts: Vec<String> = head.into_iter().chain(options).chain(sources).collect();
        list.push_str(&parts.join("\t"));
        list.push('\n');
    }
    let file = crate::scratch().join(format!("compile-{unique}.txt"));
    std::fs::write(&file, list).map_err(|error| format!("{}: {error}", file.display()))?;
    let program = crate::root().join("tests/harness/java/CompileAll.java");
    let mut command = Command::new(jdk.tool("java"));
    // The compiler ends before code that is optimised any further would pay.
    command.args(["-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"]);
    let output = command.arg(program).arg(&file).output();
    let output = output.map_err(|error| format!("java: {error}"))?;
    let _ = std::fs::remove_file(&file);
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    for (index, _, to) in jobs {
        if let Ok(message) = std::fs::read_to_string(fresh(to).join("errors")) {
            let _ = std::fs::remove_dir_all(fresh(to));
            results[*index] = Err(message);
        } else if std::fs::rename(fresh(to), to).is_err() {
            // Another thread or process was faster: its result is as good.
            let _ = std::fs::remove_dir_all(fresh(to));
        }
    }
    Ok(())
}

fn join_paths(paths: &[PathBuf]) -> Result<OsString, String> {
    std::env::join_paths(paths).map_err(|error| error.to_string())
}

/// What a JVM printed and how it ended.
#[derive(Debug, Clone)]
pub struct RunOutput {
    /// The exit code; `None` when it was killed, by a signal or for taking too long.
    pub code: Option<i32>,
    /// Standard output.
    pub stdout: String,
    /// Standard error.
    pub stderr: String,
}

/// Runs a main class with further arguments; `options` come before the class. Killed after a minute.
pub fn run(
    jdk: &Jdk,
    class_path: &[&Path],
    options: &[&str],
    main: &str,
    args: &[&str],
) -> Result<RunOutput, String> {
    let class_path: Vec<PathBuf> = class_path.iter().map(|path| path.to_path_buf()).collect();
    let mut command = Command::new(jdk.tool("java"));
    command.args(options).arg("-cp").arg(join_paths(&class_path)?).arg(main).args(args);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    // What a user's environment adds would add to the output, too.
    command.env_remove("JAVA_TOOL_OPTIONS").env_remove("JDK_JAVA_OPTIONS").env_remove("_JAVA_OPTIONS");
    let mut child = command.spawn().map_err(|error| format!("java: {error}"))?;
    let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
    let stdout = std::thread::spawn(move || read_all(stdout));
    let stderr = std::thread::spawn(move || read_all(stderr));
    let deadline = Instant::now() + Duration::from_secs(60);
    let code = loop {
        match child.try_wait().map_err(|error| error.to_string())? {
            Some(status) => break status.code(),
            None if Instant::now() > deadline => {
                let _ = child.kill();
                let _ = child.wait();
                break None;
            }
            None => std::thread::sleep(Duration::from_millis(2)),
        }
    };
    let text = |reader: std::thread::JoinHandle<String>| reader.join().unwrap_or_default();
    Ok(RunOutput { code, stdout: text(stdout), stderr: text(stderr) })
}

fn read_all(stream: Option<impl Read>) -> String {
    let mut bytes = Vec::new();
    if let Some(mut stream) = stream {
        // A pipe that breaks ends the text; the exit code tells the rest.
        let _ = stream.read_to_end(&mut bytes);
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
