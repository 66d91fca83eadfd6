//! What a run did, as `deadheat run --audit-scan` writes it down: which of the program's methods were entered, from where
//! and how. Reflective calls of it tell an analysis what it cannot see in the code.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use deadheat_points_to::{Observation, ObservedTarget};
use deadheat_program::ir::Inst;
use deadheat_program::{MethodId, Program};
use serde_json::{Value, json};

/// See the module's description.
#[derive(Debug, Clone, Default)]
pub(crate) struct Observed {
    pub(crate) class_path: Vec<PathBuf>,
    /// The main class; `None` if a jar was run, which names its own.
    pub(crate) main: Option<String>,
    pub(crate) calls: Vec<Call>,
}

/// A method that was entered.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Call {
    pub(crate) callee: Method,
    pub(crate) how: How,
    /// Who called and in which line; nobody if it was a thread's first method.
    pub(crate) caller: Option<(Method, Option<u16>)>,
}

/// A method by its names.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Method {
    pub(crate) class: String,
    pub(crate) name: String,
    descriptor: String,
}

/// How a method came to be called.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum How {
    Direct,
    Library,
    Reflection,
    Thread,
}

impl Method {
    fn parse(class: &str, method: &str) -> Option<Method> {
        let at = method.find('(')?;
        let (name, descriptor) = method.split_at(at);
        Some(Method { class: class.to_owned(), name: name.to_owned(), descriptor: descriptor.to_owned() })
    }

    /// The method in a program.
    pub(crate) fn find(&self, program: &Program) -> Option<MethodId> {
        let class = program.find_class(&self.class.replace('.', "/"))?;
        let symbols = program.symbols();
        let is_meant = |id: &MethodId| {
            program.method(*id).is_ok_and(|method| {
                symbols.bytes(method.name) == self.name.as_bytes()
                    && symbols.bytes(symbols.descriptor_data(method.descriptor).text)
                        == self.descriptor.as_bytes()
            })
        };
        program.methods(class).ok()?.find(is_meant)
    }
}

impl Call {
    /// A line of the runtime's: see `DeadheatAudit.java`.
    fn parse(line: &str) -> Option<Call> {
        let words: Vec<&str> = line.split(' ').collect();
        let [class, method, how, ref caller @ ..] = words[..] else { return None };
        let how = match how {
            "direct" => How::Direct,
            "library" => How::Library,
            "reflection" => How::Reflection,
            "thread" => How::Thread,
            _ => return None,
        };
        let caller = match *caller {
            [class, method, line] => Some((Method::parse(class, method)?, line.parse().ok())),
            _ => None,
        };
        Some(Call { callee: Method::parse(class, method)?, how, caller })
    }
}

impl Observed {
    /// What one JVM wrote.
    pub(crate) fn parse(value: &Value) -> Observed {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let (path, command) = (text(&value["program"][0]), text(&value["program"][1]));
        let started = command.split(' ').next().unwrap_or_default();
        let main = (!started.ends_with(".jar") && !started.is_empty()).then(|| started.replace('/', "."));
        let lines = value["calls"].as_array().into_iter().flatten().filter_map(Value::as_str);
        Observed {
            class_path: std::env::split_paths(&path).filter(|path| path.exists()).collect(),
            main,
            calls: lines.filter_map(Call::parse).collect(),
        }
    }

    /// Reads what [`Observed::write`] wrote.
    pub(crate) fn load(file: &Path) -> Result<Vec<Observed>> {
        let text = std::fs::read(file).with_context(|| format!("{} cannot be read", file.display()))?;
        let value: Value = serde_json::from_slice(&text)
            .with_context(|| format!("{} is not what --audit-scan writes", file.display()))?;
        match value.as_array() {
            Some(jvms) => Ok(jvms.iter().map(Observed::parse).collect()),
            None => bail!("{} is not what --audit-scan writes", file.display()),
        }
    }

    /// Writes what JVMs wrote to one file.
    pub(crate) fn write(jvms: &[Value], file: &Path) -> Result<()> {
        let text = serde_json::to_string_pretty(&json!(jvms))? + "\n";
        std::fs::write(file, text).with_context(|| format!("{} cannot be written", file.display()))
    }

    /// What the reflective calls were about, for the analysis.
    pub(crate) fn reflective(&self, program: &Program) -> Vec<Observation> {
        let mut found = Vec::new();
        for call in self.calls.iter().filter(|call| call.how == How::Reflection) {
            let Some((caller, line)) = &call.caller else { continue };
            let (Some(caller), Some(callee)) = (caller.find(program), call.callee.find(program)) else {
                continue;
            };
            let Ok(Some(body)) = program.lower(caller) else { continue };
            let is_call = |inst| matches!(body.inst(inst), Inst::Invoke(..)) && body.line(inst) == *line;
            for inst in body.insts().filter(|&inst| is_call(inst)) {
                for target in [ObservedTarget::Method(callee), ObservedTarget::Class(callee.class)] {
                    found.push(Observation { caller, inst, target });
                }
            }
        }
        found
    }
}
