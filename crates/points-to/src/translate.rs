//! From a body in SSA form to a template.
//!
//! Only what moves references is kept. A value gets a variable if it is a reference and something other
//! than a comparison or a type test uses it: what a client asks for (bases of accesses, locks, receivers)
//! is among those. An exception that is caught only to be thrown again moves nothing.

use deadheat_program::ClassId;
use deadheat_program::classfile::Flags;
use deadheat_program::dynamic::Meaning;
use deadheat_program::ir::{BlockId, Body, Const, DynamicId, ElementKind, Inst, InstId, InvokeKind, Value};
use deadheat_program::symbols::{FieldRef, MethodRef};
use deadheat_program::types::{Kind, Type};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::decided::{self, Flags as Known, Live};
use crate::gaps::Gap;
use crate::graph::EdgeKind;
use crate::ids::{FilterId, MethodIx};
use crate::options::Exceptions;
use crate::plugins;
use crate::template::{Builder, NONE, NewCall, Start, Target, Template, Var};
use crate::types::RuntimeType;
use crate::world::{ELEMENT, SiteKind, THROWN, World};

/// Translates what can run of a body.
pub(crate) fn translate(world: &mut World<'_>, method: MethodIx, body: &Body, flags: Known) -> Template {
    let live = decided::live(world, method, body, flags);
    let mut translation = Translation {
        class: body.method.class,
        is_static: world.is_static(body.method),
        method,
        builder: Builder::default(),
        raises: vec![NONE; body.block_count()],
        texts: FxHashSet::default(),
        world,
        body,
        live,
    };
    translation.number_values();
    translation.number_parameters();
    translation.narrow_parameters();
    translation.prepare_exceptions();
    for block in body.blocks() {
        if translation.live.as_ref().is_some_and(|live| !live.has(block)) {
            continue;
        }
        for inst in body.block_insts(block) {
            translation.inst(block, inst);
        }
    }
    translation.builder.finish()
}

pub(crate) struct Translation<'w, 'a, 'b> {
    pub(crate) world: &'w mut World<'a>,
    pub(crate) body: &'b Body,
    /// What of the body can run, if not all.
    live: Option<Live>,
    pub(crate) class: ClassId,
    pub(crate) method: MethodIx,
    pub(crate) builder: Builder,
    is_static: bool,
    /// By block: the variable for what is thrown there.
    raises: Vec<Var>,
    /// String constants that are handed to reflection.
    texts: FxHashSet<Value>,
}

fn makes_object(inst: Inst) -> bool {
    matches!(inst, Inst::New(_) | Inst::NewArray(..) | Inst::NewMultiArray(..))
}

/// Whether an instruction only asks what a reference is.
fn is_test(inst: Inst) -> bool {
    matches!(inst, Inst::If(..) | Inst::InstanceOf(..))
}

impl Translation<'_, '_, '_> {
    fn number_values(&mut self) {
        let body = self.body;
        let mut is_used = vec![false; body.inst_count()];
        for inst in body.insts() {
            let counts = match body.inst(inst) {
                test if is_test(test) => false,
                Inst::Throw(value) => {
                    !matches!(body.inst(value), Inst::Catch(_)) || self.follows_exceptions()
                }
                _ => true,
            };
            if let Inst::Invoke(_, method, args) = body.inst(inst)
                && let Some(owner) = self.world.program.symbols().method_data(method).owner.class_name()
                && self.world.reflective.contains(&owner)
            {
                self.texts.extend(body.list(args));
            }
            if counts {
                body.for_each_operand(inst, |operand| is_used[operand.index()] = true);
            }
        }
        self.builder.is_inert = !self.locks_receiver()
            && body.insts().all(|inst| match body.inst(inst) {
                Inst::Param(_) => !(body.kind(inst) == Kind::Ref && is_used[inst.index()]),
                Inst::Invoke(..) | Inst::InvokeDynamic(..) => false,
                other => !makes_object(other),
            });
        let is_inert = self.builder.is_inert;
        let is_wanted = |value: Value| match body.inst(value) {
            Inst::Const(Const::Null) => false,
            // The receiver, which contexts are about.
            Inst::Param(0) if !self.is_static => !is_inert,
            inst => is_used[value.index()] || makes_object(inst),
        };
        for value in body.insts() {
            let wanted = body.kind(value) == Kind::Ref && is_wanted(value);
            let var = if wanted { self.builder.var() } else { NONE };
            self.builder.values.push(var);
        }
    }

    fn locks_receiver(&self) -> bool {
        let declaration = self.world.program.method(self.body.method);
        !self.is_static && declaration.is_ok_and(|method| method.flags.has(Flags::SYNCHRONIZED))
    }

    /// What a parameter is only ever cast to, if it is one type: nothing else need be passed to it.
    fn narrow_parameters(&mut self) {
        let body = self.body;
        let mut casts: FxHashMap<Value, Option<Type>> = FxHashMap::default();
        for inst in body.insts().filter(|&inst| !is_test(body.inst(inst))) {
            let cast = match body.inst(inst) {
                Inst::CheckCast(ty, _) => Some(ty),
                _ => None,
            };
            body.for_each_operand(inst, |operand| {
                if let Inst::Param(_) = body.inst(operand) {
                    let known = casts.entry(operand).or_insert(cast);
                    *known = known.filter(|_| *known == cast);
                }
            });
        }
        if casts.values().all(Option::is_none) {
            return;
        }
        let mut filters = crate::behaviour::parameter_filters(self.world, self.method).to_vec();
        for inst in body.block_insts(BlockId::ENTRY) {
            if let Inst::Param(index) = body.inst(inst)
                && let Some(&Some(ty)) = casts.get(&inst)
                && let Some(filter) = filters.get_mut(usize::from(index))
                && (index > 0 || self.is_static)
            {
                *filter = self.world.types.filter(ty);
            }
        }
        self.world.data_mut(self.method).filters = Some(filters.into());
    }

    fn number_parameters(&mut self) {
        let Ok(declaration) = self.world.program.method(self.body.method) else { return };
        let descriptor = self.world.program.symbols().descriptor_data(declaration.descriptor);
        let receiver = usize::from(!self.is_static);
        self.builder.params = vec![NONE; descriptor.parameters.len() + receiver];
        for inst in self.body.block_insts(BlockId::ENTRY) {
            if let Inst::Param(index) = self.body.inst(inst)
                && let Some(slot) = self.builder.params.get_mut(usize::from(index))
            {
                *slot = self.builder.values[inst.index()];
            }
        }
    }

    pub(crate) fn follows_exceptions(&self) -> bool {
        self.world.options.exceptions == Exceptions::AlongCalls
    }

    /// When exceptions flow along calls, a variable per block takes what is thrown there, and hands it to
    /// the block's landing pads or out of the method.
    fn prepare_exceptions(&mut self) {
        if !self.follows_exceptions() {
            return;
        }
        let out = self.builder.var();
        self.builder.raised = Some(out);
        for block in self.body.blocks() {
            let pads = self.body.pads(block);
            if pads.is_empty() {
                self.raises[block.index()] = out;
                continue;
            }
            let raised = self.builder.var();
            self.raises[block.index()] = raised;
            let mut escapes = true;
            for &pad in pads {
                for inst in self.body.block_insts(pad) {
                    let Inst::Catch(ty) = self.body.inst(inst) else { continue };
                    escapes &= ty.is_some();
                    let filter = ty.map_or(FilterId::ANY, |ty| self.world.types.filter(ty));
                    let caught = self.var(inst);
                    self.builder.copy(raised, caught, filter);
                }
            }
            if escapes {
                self.builder.copy(raised, out, FilterId::ANY);
            }
        }
    }

    pub(crate) fn var(&self, value: Value) -> Var {
        self.builder.values[value.index()]
    }

    pub(crate) fn vars(&self, values: &[Value]) -> Vec<Var> {
        values.iter().map(|&value| self.var(value)).collect()
    }

    pub(crate) fn raised(&self, block: BlockId) -> Var {
        self.raises[block.index()]
    }

    fn inst(&mut self, block: BlockId, inst: InstId) {
        let to = self.var_or_none(inst);
        match self.body.inst(inst) {
            Inst::Phi(list) => {
                let incoming = match &self.live {
                    Some(live) => live.incoming(self.body, inst).collect(),
                    None => self.body.list(list).to_vec(),
                };
                for value in incoming {
                    let from = self.var(value);
                    self.builder.copy(from, to, FilterId::ANY);
                }
            }
            Inst::Catch(ty) if to != NONE => self.catch(ty, to),
            Inst::Const(constant) => self.constant(inst, constant, to),
            Inst::New(name) => self.allocate(inst, Type::class(name), to),
            Inst::NewArray(element, length) => {
                if let Some(ty) = element.array_of() {
                    self.allocate(inst, ty, to);
                }
                if self.body.inst(length) == Inst::Const(Const::Int(0)) {
                    let site = self.world.site_of(SiteKind::Alloc(self.method, inst, 0), None);
                    self.world.set_site_empty(site);
                }
            }
            Inst::NewMultiArray(ty, lengths) => self.multi_array(inst, ty, self.body.list(lengths).len(), to),
            Inst::ArrayLoad(ElementKind::Ref, array, _) => {
                let array = self.var(array);
                self.builder.load(array, ELEMENT, to);
            }
            Inst::ArrayStore(ElementKind::Ref, array, _, value) => {
                let (array, value) = (self.var(array), self.var(value));
                self.builder.store(array, ELEMENT, value);
            }
            Inst::GetField(field, object) if to != NONE => {
                if let Some(key) = self.world.resolve_field(self.class, field) {
                    let object = self.var(object);
                    self.builder.load(object, key, to);
                }
            }
            Inst::PutField(field, object, value) if self.is_ref(value) => {
                if let Some(key) = self.world.resolve_field(self.class, field) {
                    let (object, value) = (self.var(object), self.var(value));
                    self.builder.store(object, key, value);
                }
            }
            Inst::GetStatic(field) => self
                .static_field(field, |key| (to != NONE).then_some(Start::LoadStatic(to, key, FilterId::ANY))),
            Inst::PutStatic(field, value) => {
                let from = self.var(value);
                self.static_field(field, |key| (from != NONE).then_some(Start::StoreStatic(key, from)));
            }
            Inst::Invoke(kind, method, args) => self.invoke(block, inst, kind, method, args, to),
            Inst::InvokeDynamic(dynamic, args) => {
                let args = self.vars(self.body.list(args));
                self.dynamic(block, inst, dynamic, &args, to);
            }
            Inst::CheckCast(ty, value) => {
                let (from, filter) = (self.var(value), self.world.types.filter(ty));
                self.builder.copy(from, to, filter);
            }
            Inst::Return(Some(value)) => {
                let var = self.var(value);
                self.builder.give(var);
            }
            Inst::Throw(value) => self.throw(block, value),
            _ => {}
        }
    }

    fn var_or_none(&self, inst: InstId) -> Var {
        self.builder.values[inst.index()]
    }

    fn is_ref(&self, value: Value) -> bool {
        self.body.kind(value) == Kind::Ref
    }

    /// What is thrown anywhere; when exceptions are followed along calls, that is what the JVM throws.
    fn catch(&mut self, ty: Option<Type>, to: Var) {
        let throwable = self.world.well_known.throwable.map(|class| self.world.program.class_name(class));
        let filter = match ty.or(throwable.map(Type::class)) {
            Some(ty) => self.world.types.filter(ty),
            None => FilterId::ANY,
        };
        // A variable that a static field is read to has no other source.
        let thrown = if self.follows_exceptions() { self.builder.var() } else { to };
        self.builder.start(Start::LoadStatic(thrown, THROWN, filter));
        self.builder.copy(thrown, to, FilterId::ANY);
    }

    fn throw(&mut self, block: BlockId, value: Value) {
        let from = self.var(value);
        if from == NONE {
            return;
        }
        if self.follows_exceptions() {
            let raised = self.raised(block);
            self.builder.copy(from, raised, FilterId::ANY);
        } else if !matches!(self.body.inst(value), Inst::Catch(_)) {
            self.builder.start(Start::StoreStatic(THROWN, from));
        }
    }

    fn allocate(&mut self, inst: InstId, ty: Type, to: Var) {
        let Some(id) = self.world.types.declared(ty) else {
            if let Some(name) = ty.class_name() {
                self.world.note_link_error(deadheat_program::LinkError::Missing(name));
            }
            return;
        };
        if let RuntimeType::Class(class) = *self.world.types.get(id) {
            self.builder.start(Start::Initialise(class));
        }
        let site = self.world.site_of(SiteKind::Alloc(self.method, inst, 0), Some(id));
        if to != NONE {
            self.builder.start(Start::Alloc(to, site));
        }
    }

    /// Nested arrays: each dimension with a given length is a site, held by the one around it.
    fn multi_array(&mut self, inst: InstId, ty: Type, lengths: usize, to: Var) {
        let (mut outer, mut ty) = (to, Some(ty));
        for depth in 0..lengths.min(255) {
            let Some(array) = ty else { return };
            let Some(id) = self.world.types.declared(array) else { return };
            let site = self.world.site_of(SiteKind::Alloc(self.method, inst, depth as u8), Some(id));
            let var = if depth == 0 { to } else { self.builder.var() };
            if var == NONE {
                return;
            }
            self.builder.start(Start::Alloc(var, site));
            if depth > 0 {
                self.builder.store(outer, ELEMENT, var);
            }
            (outer, ty) = (var, array.element());
        }
    }

    fn static_field(&mut self, field: FieldRef, access: impl FnOnce(crate::ids::FieldKey) -> Option<Start>) {
        let Some(key) = self.world.resolve_field(self.class, field) else { return };
        if let Some(class) = self.world.field_class(key) {
            self.builder.start(Start::Initialise(class));
        }
        if let Some(start) = access(key) {
            self.builder.start(start);
        }
    }

    fn constant(&mut self, inst: InstId, constant: Const, to: Var) {
        if to == NONE {
            return;
        }
        match constant {
            Const::String(text) => {
                let matters = self.texts.contains(&inst);
                let site = plugins::strings::constant(self.world, text, matters);
                self.builder.start(Start::Constant(to, site));
            }
            Const::Class(ty) => {
                let matters = self.texts.contains(&inst) || self.world.is_application(self.method);
                let site = plugins::reflection::class_literal(self.world, ty, matters);
                self.builder.start(Start::Constant(to, site));
            }
            Const::MethodHandle(handle) => {
                let handle = self.body.handle(handle);
                plugins::method_handles::constant(self, handle, to);
            }
            Const::Dynamic(dynamic) => self.dynamic(self.body.block_of(inst), inst, dynamic, &[], to),
            _ => {}
        }
    }

    fn invoke(
        &mut self,
        block: BlockId,
        inst: InstId,
        kind: InvokeKind,
        method: MethodRef,
        args: deadheat_program::ir::ValueList,
        to: Var,
    ) {
        let target = match kind {
            InvokeKind::Static => Target::Static(method),
            InvokeKind::Special => Target::Special(method),
            InvokeKind::Virtual => Target::Virtual(method),
            InvokeKind::Interface => Target::Interface(method),
        };
        let args = self.vars(self.body.list(args));
        self.call(block, inst, target, &args, to, EdgeKind::Call);
        self.builder.pass(&decided::passed(self.world.program, self.body, inst));
    }

    /// A call at an instruction.
    pub(crate) fn call(
        &mut self,
        block: BlockId,
        inst: InstId,
        target: Target,
        args: &[Var],
        result: Var,
        kind: EdgeKind,
    ) {
        let raised = self.raised(block);
        self.builder.call(NewCall { inst, target, args, result, raised, kind });
    }

    fn dynamic(&mut self, block: BlockId, inst: InstId, dynamic: DynamicId, args: &[Var], to: Var) {
        let body = self.body;
        let dynamic = body.dynamic(dynamic);
        match &dynamic.meaning {
            Meaning::Lambda(lambda) => {
                plugins::lambdas::expression(self, inst, dynamic.name, lambda, args, to)
            }
            Meaning::Concat(_) => plugins::strings::concat(self, block, inst, args, to),
            Meaning::RecordMethod { getters, .. } => {
                plugins::records::method(self, block, inst, dynamic, getters, args, to);
            }
            Meaning::TypeSwitch { .. } | Meaning::EnumSwitch { .. } => {}
            Meaning::Constant { .. } if to == NONE => {}
            Meaning::Constant { .. } | Meaning::DeserializeLambda { .. } | Meaning::Unknown { .. } => {
                let method = self.world.display(self.method);
                self.world.gaps.add(Gap::Dynamic(method));
            }
        }
    }
}
