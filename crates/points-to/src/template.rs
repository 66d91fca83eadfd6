//! What a method does with references, as the solver reads it: made once per method, used in every context.
//!
//! Variables are numbered from 0 within a template; a context gives each a pointer of its own. What a
//! method does as soon as it is reached is a [`Start`]; what it does with the objects that a variable
//! comes to point to is a [`Use`] of that variable. Bodies in SSA form become templates (`translate.rs`),
//! and so do contracts and all that plugins know: a template is how a plugin says what a call does.

use deadheat_program::ClassId;
use deadheat_program::classfile::HandleKind;
use deadheat_program::ir::{InstId, Value};
use deadheat_program::symbols::{MethodRef, Name};

use crate::decided::Passed;
use crate::graph::EdgeKind;
use crate::ids::{FieldKey, FilterId, MethodIx, SiteId, TypeId};
use crate::plugins::Special;

/// A variable of a template.
pub(crate) type Var = u32;

/// No variable: a primitive value, or a result that nobody uses.
pub(crate) const NONE: Var = u32::MAX;

/// See the module's description.
#[derive(Debug)]
pub(crate) struct Template {
    pub(crate) vars: u32,
    /// By parameter, the receiver first.
    pub(crate) params: Box<[Var]>,
    pub(crate) result: Var,
    /// What the method throws; `NONE` when exceptions are not followed along calls.
    pub(crate) raised: Var,
    pub(crate) starts: Box<[Start]>,
    uses: Box<[Use]>,
    /// By variable: where its uses begin; one more at the end.
    use_starts: Box<[u32]>,
    pub(crate) calls: Box<[Call]>,
    args: Box<[Var]>,
    /// What is known of `boolean` arguments, by call and position.
    passed: Box<[(u32, u16, Passed)]>,
    /// The variables of the body's values, by value.
    values: Box<[Var]>,
    /// Whether what it does is the same in every context: it makes nothing, calls nothing, and no reference
    /// that it is given is used.
    pub(crate) is_inert: bool,
    /// Whether all it does with objects is to call their methods, in the same thread: it makes, keeps and gives
    /// nothing.
    pub(crate) only_calls: bool,
}

/// What happens when the method is reached.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Start {
    /// The variable points to a new object.
    Alloc(Var, SiteId),
    /// The variable points to a new object that the call, which is the instance's context, makes.
    AllocHere(Var, TypeId),
    /// The variable points to the one object of this site, in every context.
    Constant(Var, SiteId),
    /// The variable takes what a static field holds, and has no other source.
    LoadStatic(Var, FieldKey, FilterId),
    /// A static field takes what the variable points to.
    StoreStatic(FieldKey, Var),
    /// A call without a receiver.
    Call(u32),
    /// A class is initialised.
    Initialise(ClassId),
    /// A plugin takes over.
    Special(Special),
}

/// What happens with each object that a variable points to.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Use {
    /// Another variable points to it, if it passes the filter.
    Copy(Var, FilterId),
    /// Another variable takes what its field holds.
    Load(FieldKey, Var),
    /// Its field takes what another variable points to.
    Store(FieldKey, Var),
    /// It is the receiver of a call.
    Call(u32),
}

/// A call.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Call {
    /// Where the call stands.
    pub(crate) inst: InstId,
    pub(crate) target: Target,
    args: (u32, u32),
    pub(crate) result: Var,
    /// Where exceptions of the callee go.
    pub(crate) raised: Var,
    pub(crate) kind: EdgeKind,
}

/// Whom a call means.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Target {
    /// `invokestatic`.
    Static(MethodRef),
    /// `invokespecial`.
    Special(MethodRef),
    /// `invokevirtual`.
    Virtual(MethodRef),
    /// `invokeinterface`.
    Interface(MethodRef),
    /// All instance methods of this name, with so many parameters if it is said.
    Named(Name, Option<u8>),
    /// This method, whatever the receiver.
    Exact(MethodIx),
}

impl Target {
    /// Whom a handle on a method means.
    pub(crate) fn of_handle(kind: HandleKind, method: MethodRef) -> Target {
        match kind {
            HandleKind::InvokeStatic => Target::Static(method),
            HandleKind::InvokeInterface => Target::Interface(method),
            HandleKind::InvokeSpecial | HandleKind::NewInvokeSpecial => Target::Special(method),
            _ => Target::Virtual(method),
        }
    }

    /// Whether the first argument is a receiver that decides.
    pub(crate) fn has_receiver(self) -> bool {
        !matches!(self, Target::Static(_))
    }
}

impl Template {
    /// The uses of a variable.
    #[inline]
    pub(crate) fn uses(&self, var: Var) -> &[Use] {
        let var = var as usize;
        &self.uses[self.use_starts[var] as usize..self.use_starts[var + 1] as usize]
    }

    /// The arguments of a call, the receiver first.
    #[inline]
    pub(crate) fn args(&self, call: &Call) -> &[Var] {
        &self.args[call.args.0 as usize..(call.args.0 + call.args.1) as usize]
    }

    /// What is known of a call's `boolean` arguments, by position.
    pub(crate) fn passed(&self, call: u32) -> &[(u32, u16, Passed)] {
        let begin = self.passed.partition_point(|&(other, ..)| other < call);
        let rest = &self.passed[begin..];
        &rest[..rest.partition_point(|&(other, ..)| other == call)]
    }

    /// The variable of a body's value, if it is a reference that anything depends on.
    pub(crate) fn var_of(&self, value: Value) -> Option<Var> {
        self.values.get(value.index()).copied().filter(|&var| var != NONE)
    }

    /// The values of the body that a variable stands for.
    pub(crate) fn values_of(&self, var: Var) -> impl Iterator<Item = Value> + '_ {
        let of = move |(index, &other): (usize, &Var)| (other == var).then_some(InstId(index as u32));
        self.values.iter().enumerate().filter_map(of)
    }

    /// The calls that stand at an instruction: one, or, when a plugin speaks for it, several.
    pub(crate) fn calls_at(&self, inst: InstId) -> impl Iterator<Item = u32> + '_ {
        let at = move |(index, call): (usize, &Call)| (call.inst == inst).then_some(index as u32);
        self.calls.iter().enumerate().filter_map(at)
    }
}

/// Makes a template.
#[derive(Debug, Default)]
pub(crate) struct Builder {
    vars: u32,
    pub(crate) params: Vec<Var>,
    results: Vec<Var>,
    pub(crate) raised: Option<Var>,
    starts: Vec<Start>,
    uses: Vec<(Var, Use)>,
    calls: Vec<Call>,
    args: Vec<Var>,
    passed: Vec<(u32, u16, Passed)>,
    pub(crate) values: Vec<Var>,
    pub(crate) is_inert: bool,
}

impl Builder {
    /// A new variable.
    pub(crate) fn var(&mut self) -> Var {
        self.vars += 1;
        self.vars - 1
    }

    pub(crate) fn start(&mut self, start: Start) {
        self.starts.push(start);
    }

    fn add_use(&mut self, of: Var, what: Use) {
        if of != NONE {
            self.uses.push((of, what));
        }
    }

    pub(crate) fn copy(&mut self, from: Var, to: Var, filter: FilterId) {
        if to != NONE && from != to {
            self.add_use(from, Use::Copy(to, filter));
        }
    }

    pub(crate) fn load(&mut self, base: Var, field: FieldKey, to: Var) {
        if to != NONE {
            self.add_use(base, Use::Load(field, to));
        }
    }

    pub(crate) fn store(&mut self, base: Var, field: FieldKey, from: Var) {
        if from != NONE {
            self.add_use(base, Use::Store(field, from));
        }
    }

    /// A call; the first argument is the receiver, if it has one.
    pub(crate) fn call(&mut self, call: NewCall<'_>) {
        let index = self.calls.len() as u32;
        let args = (self.args.len() as u32, call.args.len() as u32);
        self.args.extend_from_slice(call.args);
        self.calls.push(Call {
            inst: call.inst,
            target: call.target,
            args,
            result: call.result,
            raised: call.raised,
            kind: call.kind,
        });
        match call.args.first() {
            Some(&receiver) if call.target.has_receiver() => self.add_use(receiver, Use::Call(index)),
            _ => self.starts.push(Start::Call(index)),
        }
    }

    /// What is known of the `boolean` arguments of the last call.
    pub(crate) fn pass(&mut self, passed: &[(u16, Passed)]) {
        let Some(call) = self.calls.len().checked_sub(1) else { return };
        self.passed.extend(passed.iter().map(|&(at, passed)| (call as u32, at, passed)));
    }

    /// A call whose callee a plugin finds; returns its number.
    pub(crate) fn open_call(&mut self, args: &[Var], result: Var, kind: EdgeKind) -> u32 {
        let list = (self.args.len() as u32, args.len() as u32);
        self.args.extend_from_slice(args);
        let target = Target::Exact(MethodIx(u32::MAX));
        self.calls.push(Call { inst: InstId(0), target, args: list, result, raised: NONE, kind });
        self.calls.len() as u32 - 1
    }

    /// Values that the method returns.
    pub(crate) fn give(&mut self, var: Var) {
        if var != NONE && !self.results.contains(&var) {
            self.results.push(var);
        }
    }

    /// The one value that is returned, or a variable of its own for several.
    fn join_results(&mut self) -> Var {
        match self.results[..] {
            [] => NONE,
            [only] => only,
            _ => {
                let joined = self.var();
                for var in std::mem::take(&mut self.results) {
                    self.copy(var, joined, FilterId::ANY);
                }
                joined
            }
        }
    }

    pub(crate) fn finish(mut self) -> Template {
        let result = self.join_results();
        self.uses.sort_by_key(|&(var, _)| var);
        let mut use_starts = vec![0u32; self.vars as usize + 1];
        for &(var, _) in &self.uses {
            use_starts[var as usize + 1] += 1;
        }
        for var in 0..self.vars as usize {
            use_starts[var + 1] += use_starts[var];
        }
        let keeps_nothing = |start: &Start| {
            matches!(
                start,
                Start::Constant(..) | Start::LoadStatic(..) | Start::Call(_) | Start::Initialise(_)
            )
        };
        let only_calls = result == NONE
            && self.starts.iter().all(keeps_nothing)
            && self.calls.iter().all(|call| call.kind != EdgeKind::Spawn && call.kind != EdgeKind::Stage)
            && !self.uses.iter().any(|(_, what)| matches!(what, Use::Store(..)));
        Template {
            vars: self.vars,
            params: self.params.into(),
            result,
            raised: self.raised.unwrap_or(NONE),
            starts: self.starts.into(),
            uses: self.uses.into_iter().map(|(_, what)| what).collect(),
            use_starts: use_starts.into(),
            calls: self.calls.into(),
            args: self.args.into(),
            passed: self.passed.into(),
            values: self.values.into(),
            is_inert: self.is_inert,
            only_calls,
        }
    }
}

/// What [`Builder::call`] is told.
#[derive(Debug)]
pub(crate) struct NewCall<'a> {
    pub(crate) inst: InstId,
    pub(crate) target: Target,
    pub(crate) args: &'a [Var],
    pub(crate) result: Var,
    pub(crate) raised: Var,
    pub(crate) kind: EdgeKind,
}
