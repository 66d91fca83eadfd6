//! Where the references of one body go: which of the objects that it makes or is given others may see, and
//! since when (Chord 2.5, within a method).
//!
//! A token stands for the object that a new-instruction or call made last, or for a parameter; a parameter has
//! a second one, for all that it holds when the method begins. A token is seen by others when it is stored in
//! a static field, thrown, handed to a call that shows it, or held by something that is seen. What is loaded
//! from an object has no token: it may be anything, but for what a constructor itself assigned before (`assigned`).

use std::borrow::Cow;
use std::collections::VecDeque;

use deadheat_program::Program;
use deadheat_program::dominators::DominatorTree;
use deadheat_program::ir::{BlockId, Body, Const, Inst, InstId, Value};
use deadheat_program::symbols::MethodRef;
use deadheat_program::types::{Kind, Type};

use crate::assigned::Assigned;
use crate::kept::Kept;
use crate::tokens::{Source, State, Tokens, each};

/// How many tokens a body may have; more are as if seen by everybody.
const LIMIT: usize = 128;
/// How many parameters have tokens.
const PARAMETERS: usize = 24;

/// The token of a parameter's object.
fn own(index: usize) -> Tokens {
    1 << (2 * index)
}

/// The token of what a parameter holds.
fn held_by(index: usize) -> Tokens {
    2 << (2 * index)
}

/// What matters of an instruction. The root of an object is what it was loaded from, from field to field.
#[derive(Debug)]
enum Event {
    New(Tokens),
    Access(InstId, Source, Source),
    Store { inst: InstId, holder: Source, root: Source, value: Source },
    Publish(Source),
    Call { inst: InstId, name: Option<MethodRef>, arguments: Vec<Source>, roots: Vec<Source>, result: Tokens },
    Return(Source),
}

impl Event {
    fn changes_state(&self) -> bool {
        !matches!(self, Event::Access(..) | Event::Return(_))
    }
}

#[derive(Debug)]
struct Block {
    events: Vec<Event>,
    next: Vec<BlockId>,
    pads: Vec<BlockId>,
    /// Whether an exception ends the method, wherever it goes on here.
    is_doomed: bool,
}

/// The events of a body.
#[derive(Debug)]
pub(crate) struct Flow {
    blocks: Vec<Block>,
    tokens: usize,
    /// How many parameters have tokens.
    parameters: usize,
}

/// What a call of a method does with what it is given. Tokens are those of its parameters.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Summary {
    /// Seen by others afterwards, whatever the caller does.
    published: Tokens,
    /// Seen by others if an exception ends the method: it may hold that, and whoever catches it may show it.
    thrown: Tokens,
    /// By parameter: what its object holds afterwards.
    holds: Vec<Tokens>,
    /// Whether what comes back may be anything.
    returns_unknown: bool,
    /// Whether a new object may come back, which nobody else sees.
    returns_new: bool,
    /// What may come back.
    returns: Tokens,
    /// What a new object that comes back holds, and what holds it.
    new_holds: Tokens,
    new_held_by: Tokens,
    /// Whether it was stored somewhere already.
    new_is_stored: bool,
}

impl Summary {
    /// A method that may do anything.
    pub(crate) fn unknown() -> Summary {
        Summary { published: Tokens::MAX, returns_unknown: true, ..Summary::default() }
    }

    /// A function object or a text is made.
    pub(crate) fn makes() -> Summary {
        Summary { returns_new: true, ..Summary::default() }
    }

    /// Whether others see something that it is given.
    pub(crate) fn publishes(&self) -> bool {
        self.published | self.thrown != 0
    }

    /// Whether what comes back is new, and nothing holds it.
    pub(crate) fn gives_new(&self) -> bool {
        self.returns_new
            && !self.returns_unknown
            && !self.new_is_stored
            && self.returns | self.new_held_by == 0
    }

    /// A method that keeps references to nothing.
    pub(crate) fn keeps_nothing() -> Summary {
        Summary { returns_unknown: true, ..Summary::default() }
    }

    /// A method that keeps what it is given in its own object, and `kept` in the others. What comes back is a new view of
    /// what is given, which stands for it, too; or something that a static method may keep all in; or something that was
    /// held.
    pub(crate) fn keeps(
        is_reference: &[bool],
        is_static: bool,
        makes_view: bool,
        kept: impl Fn(usize) -> Kept,
    ) -> Summary {
        let references = || (0..is_reference.len().min(PARAMETERS)).filter(|&index| is_reference[index]);
        let contents = references().fold(0, |all, index| all | held_by(index));
        let objects = references().fold(0, |all, index| all | own(index));
        let mut holds = vec![0; is_reference.len().min(PARAMETERS)];
        for index in references() {
            holds[index] = match kept(index) {
                _ if index == 0 && !is_static => (contents | objects) & !own(index),
                Kept::All => (contents | objects) & !own(index),
                Kept::Contents => contents,
                Kept::Nothing => 0,
            };
        }
        let kept = if is_static { contents | objects } else { 0 };
        let new_holds = if makes_view { contents } else { kept };
        Summary {
            holds,
            returns_unknown: !makes_view,
            returns_new: makes_view || new_holds != 0,
            returns: if makes_view { objects } else { 0 },
            new_holds,
            ..Summary::default()
        }
    }

    /// Adds what another method may do.
    pub(crate) fn union(&mut self, other: &Summary) {
        self.published |= other.published;
        self.thrown |= other.thrown;
        self.returns_unknown |= other.returns_unknown;
        self.returns_new |= other.returns_new;
        self.returns |= other.returns;
        self.new_holds |= other.new_holds;
        self.new_held_by |= other.new_held_by;
        self.new_is_stored |= other.new_is_stored;
        if self.holds.len() < other.holds.len() {
            self.holds.resize(other.holds.len(), 0);
        }
        for (own, more) in self.holds.iter_mut().zip(&other.holds) {
            *own |= more;
        }
    }
}

/// A call whose callees are asked for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct NamedCall {
    pub(crate) inst: InstId,
    /// Whom it names.
    pub(crate) name: Option<MethodRef>,
    /// Whether any argument has to do with a token.
    pub(crate) has_tokens: bool,
}

/// A call with what it may do.
type Callee<'c> = (InstId, Option<Cow<'c, Summary>>);

/// What is known of the parameters when the method begins, by parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Entry {
    /// Nobody else sees it.
    pub(crate) unseen: u32,
    /// It is new, and nothing holds it.
    pub(crate) given: u32,
}

impl Entry {
    pub(crate) const NOTHING: Entry = Entry { unseen: 0, given: 0 };
    pub(crate) const NEW_RECEIVER: Entry = Entry { unseen: 1, given: 1 };
    /// All but the receiver.
    pub(crate) const NEW_ARGUMENTS: Entry = Entry { unseen: !1, given: 0 };
    pub(crate) const ALL: Entry = Entry { unseen: u32::MAX, given: u32::MAX };

    /// What one of the two knows.
    pub(crate) fn join(self, other: Entry) -> Entry {
        Entry { unseen: self.unseen | other.unseen, given: self.given | other.given }
    }

    /// What both know.
    pub(crate) fn meet(self, other: Entry) -> Entry {
        Entry { unseen: self.unseen & other.unseen, given: self.given & other.given }
    }
}

/// What came out for a method, given what is known of its parameters.
#[derive(Debug, Default)]
pub(crate) struct Outcome {
    pub(crate) summary: Summary,
    /// Accesses of objects that nobody else sees, sorted.
    pub(crate) unseen: Vec<InstId>,
    /// Those where nobody else sees the root.
    pub(crate) unseen_roots: Vec<InstId>,
    /// Stores of new objects that nothing holds yet, sorted.
    pub(crate) first_stores: Vec<InstId>,
    /// Calls, sorted, with what is known of their arguments.
    calls: Vec<(InstId, Entry, u32)>,
}

impl Outcome {
    fn access(&mut self, inst: InstId, is_unseen: bool, is_root_unseen: bool) {
        self.unseen.extend(is_unseen.then_some(inst));
        self.unseen_roots.extend(is_root_unseen.then_some(inst));
    }

    /// What is known of a call's arguments.
    pub(crate) fn arguments(&self, inst: InstId) -> Entry {
        self.call(inst).map_or(Entry::NOTHING, |&(_, entry, _)| entry)
    }

    /// The arguments of a call whose roots nobody else sees.
    pub(crate) fn unseen_roots_of(&self, inst: InstId) -> u32 {
        self.call(inst).map_or(0, |&(.., roots)| roots)
    }

    fn call(&self, inst: InstId) -> Option<&(InstId, Entry, u32)> {
        let found = self.calls.binary_search_by_key(&inst, |&(inst, ..)| inst);
        found.ok().map(|index| &self.calls[index])
    }
}

impl Flow {
    /// Reads a body.
    pub(crate) fn of(program: &Program, body: &Body) -> Flow {
        let mut reader = Reader::new(program, body);
        reader.find_sources();
        let blocks = body.blocks().map(|block| Block {
            events: body.block_insts(block).filter_map(|inst| reader.event(inst)).collect(),
            next: body.succs(block).to_vec(),
            pads: body.pads(block).to_vec(),
            is_doomed: body.pads(block).is_empty()
                && matches!(body.inst(body.terminator(block)), Inst::Throw(_)),
        });
        let mut blocks: Vec<Block> = blocks.collect();
        find_doomed(&mut blocks);
        Flow { blocks, tokens: reader.tokens, parameters: reader.parameters }
    }

    fn parameters(&self) -> Tokens {
        (1 << (2 * self.parameters)) - 1
    }

    /// All calls.
    pub(crate) fn calls(&self) -> Vec<NamedCall> {
        let events = self.blocks.iter().flat_map(|block| &block.events);
        let calls = events.filter_map(|event| match *event {
            Event::Call { inst, name, ref arguments, .. } => {
                let has_tokens = arguments.iter().any(|source| source.direct | source.inner != 0);
                Some(NamedCall { inst, name, has_tokens })
            }
            _ => None,
        });
        calls.collect()
    }

    /// Follows the references. `callee` says what a call may do; it is none for a call that nothing is known of.
    pub(crate) fn run<'c>(
        &self,
        entry: Entry,
        callee: &dyn Fn(InstId) -> Option<Cow<'c, Summary>>,
    ) -> Outcome {
        let mut run = Run { flow: self, seen_at_entry: 0, given_at_entry: 0, outcome: Outcome::default() };
        let start = run.start(entry);
        let calls = self.calls().into_iter();
        let mut callees: Vec<Callee<'_>> = calls.map(|call| (call.inst, callee(call.inst))).collect();
        callees.sort_by_key(|&(inst, _)| inst);
        let mut states: Vec<Option<State>> = vec![None; self.blocks.len()];
        states[BlockId::ENTRY.index()] = Some(start);
        let mut work = VecDeque::from([BlockId::ENTRY]);
        while let Some(block) = work.pop_front() {
            let Some(mut state) = states[block.index()].clone() else { continue };
            let block = &self.blocks[block.index()];
            // What a handler finds: the state before or behind any event.
            let mut thrown = (!block.pads.is_empty()).then(|| state.clone());
            for event in &block.events {
                run.step(event, &callees, thrown.is_some(), &mut state);
                if let Some(thrown) = thrown.as_mut().filter(|_| event.changes_state()) {
                    thrown.union(&state);
                }
            }
            let next = block.next.iter().map(|&next| (next, &state));
            let pads = thrown.iter().flat_map(|thrown| block.pads.iter().map(move |&pad| (pad, thrown)));
            for (next, state) in next.chain(pads) {
                let changed = match &mut states[next.index()] {
                    Some(known) => known.union(state),
                    unknown => {
                        *unknown = Some(state.clone());
                        true
                    }
                };
                if changed && !work.contains(&next) {
                    work.push_back(next);
                }
            }
        }
        for (block, state) in self.blocks.iter().zip(states) {
            let Some(mut state) = state else { continue };
            for event in &block.events {
                run.note(event, &state);
                run.raise(event, &callees, &state);
                run.step(event, &callees, !block.pads.is_empty(), &mut state);
            }
            run.summarise(&state, block.is_doomed);
        }
        let mut outcome = run.outcome;
        outcome.unseen.sort();
        outcome.unseen_roots.sort();
        outcome.first_stores.sort();
        outcome.calls.sort_by_key(|&(inst, ..)| inst);
        outcome
    }
}

struct Run<'f> {
    flow: &'f Flow,
    seen_at_entry: Tokens,
    /// Nothing held these.
    given_at_entry: Tokens,
    outcome: Outcome,
}

impl Run<'_> {
    fn start(&mut self, entry: Entry) -> State {
        let nothing = vec![0; self.flow.tokens];
        let mut state = State { seen: 0, stored: 0, holds: nothing.clone(), alike: nothing };
        for index in 0..self.flow.parameters {
            let (object, held) = (own(index), held_by(index));
            state.holds[2 * index] = held;
            state.holds[2 * index + 1] = held;
            if entry.unseen & 1 << index == 0 {
                self.seen_at_entry |= object | held;
            }
            match entry.given & 1 << index {
                0 => state.stored |= object,
                _ => self.given_at_entry |= object,
            }
        }
        state.seen = self.seen_at_entry;
        state
    }

    /// What others may see, given that parameters may be the same object or hold each other, but for those
    /// that nothing held.
    fn seen(&self, state: &State) -> Tokens {
        match state.seen & !self.seen_at_entry & self.flow.parameters() {
            0 => state.seen,
            _ => state.seen | state.closure(self.flow.parameters() & !self.given_at_entry),
        }
    }

    /// What an event does; of a call in a block with handlers, also what it does if it throws.
    fn step(&self, event: &Event, callees: &[Callee<'_>], is_caught: bool, state: &mut State) {
        match event {
            &Event::New(token) => self.renew(token, state),
            Event::Access(..) | Event::Return(_) => {}
            &Event::Store { holder, value, .. } => {
                let tokens = state.meant(value);
                state.keep(holder, tokens);
            }
            &Event::Publish(value) => state.publish(value),
            Event::Call { inst, name, arguments, result, .. } => {
                self.renew(*result, state);
                match effect(callees, *inst) {
                    Some(summary) => {
                        let thrown = if is_caught { summary.thrown } else { 0 };
                        self.call(summary, thrown, arguments, *result, state);
                    }
                    None => {
                        arguments.iter().for_each(|&argument| state.publish(argument));
                        state.seen |= result;
                    }
                }
                if name.is_none() {
                    // A function object holds what it captured.
                    let held = arguments.iter().fold(0, |held, &argument| held | state.meant(argument));
                    state.keep(Source { direct: *result, ..Source::default() }, held);
                }
            }
        }
    }

    /// A token stands for another object now, which nobody has seen.
    fn renew(&self, token: Tokens, state: &mut State) {
        if token == 0 {
            return;
        }
        state.seen &= !token;
        state.stored &= !token;
        for all in [&mut state.holds, &mut state.alike] {
            for (index, tokens) in all.iter_mut().enumerate() {
                *tokens &= !token;
                if token & 1 << index != 0 {
                    *tokens = 0;
                }
            }
        }
    }

    fn call(
        &self,
        summary: &Summary,
        thrown: Tokens,
        arguments: &[Source],
        result: Tokens,
        state: &mut State,
    ) {
        let argument = |index: usize| arguments.get(index).copied().unwrap_or_default();
        // What the callee's tokens are here.
        let here = |tokens: Tokens, state: &State| {
            each(tokens & (Tokens::MAX >> (LIMIT - 2 * PARAMETERS))).fold(0, |all, token| {
                let source = argument(token / 2);
                let meant = match token % 2 {
                    0 => state.meant(source),
                    _ => state.held(source.direct | source.inner),
                };
                all | meant
            })
        };
        for (index, &holds) in summary.holds.iter().enumerate() {
            let tokens = here(holds & !held_by(index), state);
            if tokens != 0 {
                state.keep(argument(index), tokens);
            }
        }
        publish_arguments(summary.published | thrown, arguments, state);
        if result == 0 {
            return;
        }
        let is_inner = each(summary.returns).any(|token| token % 2 == 1);
        let same = each(summary.returns)
            .filter(|token| token % 2 == 0)
            .fold(Source::default(), |all, token| all.union(argument(token / 2)));
        // What comes back may be an argument, or a view of it.
        let sameness = state.alike(state.meant(same));
        if summary.returns_unknown || is_inner || !same.is_direct() || sameness & state.seen != 0 {
            state.seen |= result;
        }
        if sameness != 0 {
            state.stored |= result | sameness;
            for token in each(result) {
                state.alike[token] |= sameness;
            }
            for token in each(sameness) {
                state.alike[token] |= result;
            }
        }
        if summary.returns_new {
            let held = here(summary.new_holds, state);
            state.keep(Source { direct: result, ..Source::default() }, held);
            if summary.new_is_stored {
                state.stored |= result;
            }
            for token in each(summary.new_held_by) {
                state.keep(argument(token / 2), result);
            }
        }
        if state.seen & result != 0 {
            state.seen |= state.closure(result);
        }
    }

    /// Writes down what holds before an event.
    fn note(&mut self, event: &Event, state: &State) {
        let seen = self.seen(state);
        let is_unseen = |source: Source| source.is_direct() && source.direct & seen == 0;
        let is_new = |source: Source| is_unseen(source) && source.direct & state.stored == 0;
        match event {
            &Event::Access(inst, base, root) => self.outcome.access(inst, is_unseen(base), is_unseen(root)),
            &Event::Store { inst, holder, root, value } => {
                self.outcome.access(inst, is_unseen(holder), is_unseen(root));
                if is_new(value) {
                    self.outcome.first_stores.push(inst);
                }
            }
            Event::Call { inst, arguments, roots, .. } => {
                let mut entry = Entry::NOTHING;
                for (index, &argument) in arguments.iter().enumerate().take(PARAMETERS) {
                    entry.unseen |= u32::from(is_unseen(argument)) << index;
                    // The same object for two parameters is held by one when the other takes it.
                    let is_once =
                        arguments.iter().filter(|other| other.direct & argument.direct != 0).count() < 2;
                    entry.given |= u32::from(is_new(argument) && is_once) << index;
                }
                let roots = roots.iter().take(PARAMETERS).enumerate();
                let roots = roots.fold(0, |all, (index, &root)| all | u32::from(is_unseen(root)) << index);
                self.outcome.calls.push((*inst, entry, roots));
            }
            &Event::Return(value) => self.give_back(value, state),
            _ => {}
        }
    }

    fn give_back(&mut self, value: Source, state: &State) {
        let parameters = self.flow.parameters();
        let new = value.direct & !parameters;
        let summary = &mut self.outcome.summary;
        summary.returns |= value.direct & parameters;
        // Something that a parameter holds; what a new object holds may be anything.
        for token in each(value.inner) {
            summary.returns |= match 1 << token & parameters {
                0 => 0,
                _ => held_by(token / 2),
            };
        }
        summary.returns_unknown |= value.unknown || value.inner & !parameters != 0 || new & state.seen != 0;
        if new != 0 {
            summary.returns_new = true;
            summary.new_holds |= state.closure(new) & parameters;
            for index in 0..self.flow.parameters {
                if state.closure(own(index)) & new != 0 {
                    summary.new_held_by |= own(index);
                }
            }
            summary.new_is_stored |= new & state.stored != 0;
        }
    }

    /// What others see if a call throws, and nobody here catches it: it ends this method, too.
    fn raise(&mut self, event: &Event, callees: &[Callee<'_>], state: &State) {
        let Event::Call { inst, arguments, .. } = event else { return };
        let Some(summary) = effect(callees, *inst).filter(|summary| summary.thrown != 0) else { return };
        let mut state = state.clone();
        publish_arguments(summary.thrown, arguments, &mut state);
        self.outcome.summary.thrown |= state.seen & self.flow.parameters() & !self.seen_at_entry;
    }

    fn summarise(&mut self, state: &State, is_doomed: bool) {
        let parameters = self.flow.parameters();
        let summary = &mut self.outcome.summary;
        let seen = if is_doomed { &mut summary.thrown } else { &mut summary.published };
        *seen |= state.seen & parameters & !self.seen_at_entry;
        summary.holds.resize(self.flow.parameters, 0);
        for (index, holds) in summary.holds.iter_mut().enumerate() {
            *holds |= state.held(own(index)) & parameters;
        }
    }
}

/// What a call does, if that is known.
fn effect<'c>(callees: &'c [Callee<'_>], call: InstId) -> Option<&'c Summary> {
    let index = callees.binary_search_by_key(&call, |&(inst, _)| inst).ok()?;
    callees[index].1.as_deref()
}

/// Others see arguments of a call, or what they hold.
fn publish_arguments(published: Tokens, arguments: &[Source], state: &mut State) {
    for (index, &source) in arguments.iter().enumerate() {
        if index >= PARAMETERS || published & own(index) != 0 {
            state.publish(source);
        } else if published & held_by(index) != 0 {
            state.seen |= state.held(source.direct | source.inner);
        }
    }
}

/// Finds the blocks that lead to uncaught exceptions alone: not those that can go round in circles.
fn find_doomed(blocks: &mut [Block]) {
    loop {
        let is_doomed = |block: &Block| {
            let mut next = block.next.iter();
            !block.is_doomed
                && block.pads.is_empty()
                && !block.next.is_empty()
                && next.all(|next| blocks[next.index()].is_doomed)
        };
        let found: Vec<usize> = (0..blocks.len()).filter(|&index| is_doomed(&blocks[index])).collect();
        if found.is_empty() {
            return;
        }
        found.into_iter().for_each(|index| blocks[index].is_doomed = true);
    }
}

struct Reader<'b> {
    program: &'b Program,
    body: &'b Body,
    sources: Vec<Source>,
    /// By value: its token, if it makes something.
    own: Vec<Tokens>,
    /// What a constructor assigns to its object's fields.
    assigned: Assigned,
    /// What is made by `new`, and its type.
    made: Vec<(Tokens, Type)>,
    tokens: usize,
    parameters: usize,
}

impl<'b> Reader<'b> {
    fn new(program: &'b Program, body: &'b Body) -> Reader<'b> {
        let ends = body.insts().filter_map(|inst| match body.inst(inst) {
            Inst::Param(index) => Some(usize::from(index) + 1),
            _ => None,
        });
        let parameters = ends.max().unwrap_or(0).min(PARAMETERS);
        Reader {
            program,
            body,
            sources: vec![Source::default(); body.inst_count()],
            own: vec![0; body.inst_count()],
            assigned: Assigned::of(program, body),
            made: Vec::new(),
            tokens: 2 * parameters,
            parameters,
        }
    }

    fn find_sources(&mut self) {
        for inst in self.body.insts() {
            let makes = match self.body.inst(inst) {
                Inst::New(_) | Inst::NewArray(..) | Inst::NewMultiArray(..) => true,
                Inst::Invoke(..) | Inst::InvokeDynamic(..) => self.body.kind(inst) == Kind::Ref,
                _ => false,
            };
            if makes && self.tokens < LIMIT {
                let token = 1 << self.tokens;
                self.own[inst.index()] = token;
                self.made.extend(made_type(self.body.inst(inst)).map(|ty| (token, ty)));
                self.tokens += 1;
            }
        }
        let dominators = DominatorTree::dominators(self.body);
        let mut makers: Vec<(Tokens, BlockId)> = Vec::new();
        for inst in self.body.insts().filter(|inst| self.own[inst.index()] != 0) {
            makers.push((self.own[inst.index()], self.body.block_of(inst)));
        }
        let mut changed = true;
        while changed {
            changed = false;
            for inst in self.body.insts() {
                let source = self.source(inst, &dominators, &makers);
                if source != self.sources[inst.index()] {
                    self.sources[inst.index()] = source;
                    changed = true;
                }
            }
        }
    }

    fn source(&self, value: Value, dominators: &DominatorTree, makers: &[(Tokens, BlockId)]) -> Source {
        let of = |value: Value| self.sources[value.index()];
        match self.body.inst(value) {
            Inst::Param(index) if usize::from(index) < self.parameters => {
                Source { direct: own(index.into()), ..Source::default() }
            }
            Inst::Const(Const::Null) => Source::default(),
            Inst::CheckCast(_, inner) => of(inner),
            Inst::GetField(field, base) => match self.assigned.value(self.program, self.body, value) {
                Some(assigned) => of(assigned),
                None => self.loaded(of(base), Some(self.program.symbols().field_data(field).ty)),
            },
            Inst::ArrayLoad(_, base, _) => self.loaded(of(base), None),
            Inst::Phi(list) => {
                let mut all = Source::default();
                for &operand in self.body.list(list) {
                    all = all.union(of(operand));
                }
                // What the last iteration made is not what the token stands for.
                let block = self.body.block_of(value);
                let old = makers.iter().filter(|&&(token, maker)| {
                    (all.direct | all.inner) & token != 0 && dominators.dominates(block, maker)
                });
                let old = old.fold(0, |old, (token, _)| old | token);
                if old != 0 {
                    all = Source { direct: all.direct & !old, inner: all.inner & !old, unknown: true, ..all };
                }
                all
            }
            Inst::New(_)
            | Inst::NewArray(..)
            | Inst::NewMultiArray(..)
            | Inst::Invoke(..)
            | Inst::InvokeDynamic(..)
                if self.own[value.index()] != 0 =>
            {
                Source { direct: self.own[value.index()], ..Source::default() }
            }
            _ => Source::UNKNOWN,
        }
    }

    /// What may come out of an object.
    fn loaded(&self, base: Source, ty: Option<Type>) -> Source {
        let inner = base.direct | base.inner;
        let fits = match ty {
            Some(ty) if inner != 0 => self.fitting(ty),
            _ => Tokens::MAX,
        };
        Source { direct: 0, inner, fits, unknown: base.unknown }
    }

    /// The tokens of objects that a variable of a type may hold: all but those that are made here, of another.
    fn fitting(&self, ty: Type) -> Tokens {
        let is_other = |made: Type| self.program.is_assignable(made, ty) == Some(false);
        let others = self.made.iter().filter(|&&(_, made)| is_other(made));
        others.fold(Tokens::MAX, |fits, (token, _)| fits & !token)
    }

    /// What a value was loaded from, from field to field.
    fn root(&self, value: Value) -> Source {
        match self.body.inst(value) {
            Inst::CheckCast(_, inner) | Inst::GetField(_, inner) => self.root(inner),
            _ => self.sources[value.index()],
        }
    }

    fn event(&self, inst: InstId) -> Option<Event> {
        let of = |value: Value| self.sources[value.index()];
        let is_reference = |value: Value| self.body.kind(value) == Kind::Ref;
        let token = self.own[inst.index()];
        match self.body.inst(inst) {
            Inst::New(_) | Inst::NewArray(..) | Inst::NewMultiArray(..) if token != 0 => {
                Some(Event::New(token))
            }
            Inst::GetField(_, base) | Inst::ArrayLoad(_, base, _) => {
                Some(Event::Access(inst, of(base), self.root(base)))
            }
            Inst::PutField(_, base, value) | Inst::ArrayStore(_, base, _, value) => {
                match is_reference(value) {
                    true => {
                        let (holder, root, value) = (of(base), self.root(base), of(value));
                        Some(Event::Store { inst, holder, root, value })
                    }
                    false => Some(Event::Access(inst, of(base), self.root(base))),
                }
            }
            Inst::PutStatic(_, value) | Inst::Throw(value) if is_reference(value) => {
                Some(Event::Publish(of(value)))
            }
            Inst::Invoke(_, name, _) if token != 0 && self.copies_numbers(name) => Some(Event::New(token)),
            Inst::Invoke(_, _, list) | Inst::InvokeDynamic(_, list) => Some(Event::Call {
                inst,
                name: match self.body.inst(inst) {
                    Inst::Invoke(_, name, _) => Some(name),
                    _ => None,
                },
                arguments: self.body.list(list).iter().map(|&value| of(value)).collect(),
                roots: self.body.list(list).iter().map(|&value| self.root(value)).collect(),
                result: token,
            }),
            Inst::Return(Some(value)) if is_reference(value) => Some(Event::Return(of(value))),
            _ => None,
        }
    }
}

impl Reader<'_> {
    /// Whether a call copies an array that holds no references: the copy is new, and leads nowhere.
    fn copies_numbers(&self, name: MethodRef) -> bool {
        let symbols = self.program.symbols();
        let called = symbols.method_data(name);
        let is_of_numbers = called.owner.element().is_some_and(|it| it.kind() != Kind::Ref);
        is_of_numbers && symbols.bytes(called.name) == b"clone"
    }
}

/// The type of what `new` makes.
fn made_type(inst: Inst) -> Option<Type> {
    match inst {
        Inst::New(class) => Some(Type::class(class)),
        Inst::NewArray(element, _) => element.array_of(),
        Inst::NewMultiArray(array, _) => Some(array),
        _ => None,
    }
}
