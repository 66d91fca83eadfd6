//! What a class's methods do to synchronise, for the classes that call them: the kill sets of BigFoot's method calls.
//!
//! A summary is of one class as it is on the class path. Who asks has to know that this class is the one that runs: calls
//! that another class may answer are not answered here.

use deadheat_program::classfile::Flags;
use rustc_hash::FxHashMap;

use crate::early::may_have_early_objects;
use crate::scene::Scene;
use crate::settings::{CallKind, Called, Effect, Settings};

/// See the module's description.
#[derive(Debug, Clone, Default)]
pub struct Summary {
    /// Whether no class extends it.
    pub is_final: bool,
    /// Whether something runs when it is initialised.
    pub initialises: bool,
    /// The class that it extends, by internal name.
    pub extends: Option<String>,
    /// The interfaces that it implements.
    pub implements: Vec<String>,
    /// By name and descriptor.
    methods: FxHashMap<String, (Flags, Effect)>,
}

impl Summary {
    /// Sums a class up; `None` if it cannot be understood. What it calls is asked of the settings.
    pub fn of(bytes: &[u8], settings: &Settings<'_>) -> Option<Summary> {
        let has_early_objects = may_have_early_objects(bytes, settings.is_jdk);
        Scene::open(bytes, settings, has_early_objects).map(|scene| scene.summary())
    }

    pub(crate) fn new(is_final: bool, extends: Option<String>, implements: Vec<String>) -> Summary {
        Summary { is_final, extends, implements, ..Summary::default() }
    }

    pub(crate) fn add(&mut self, method: String, flags: Flags, effect: Effect) {
        self.initialises |= method == "<clinit>()V";
        self.methods.insert(method, (flags, effect));
    }

    /// What a call does; `None` if the class does not declare the method. The receiver may be known to be of no other class
    /// that could declare it anew.
    pub fn call(&self, called: &Called<'_>, is_exact: bool) -> Option<Effect> {
        let &(flags, effect) = self.methods.get(&format!("{}{}", called.name, called.descriptor))?;
        let is_fixed = is_exact
            || matches!(called.kind, CallKind::Static | CallKind::Special)
            || flags.has(Flags::PRIVATE)
            || flags.has(Flags::FINAL);
        Some(if is_fixed { effect } else { Effect::BOTH })
    }
}
