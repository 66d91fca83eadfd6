//! One method: its code with all hooks, or why there are none.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use deadheat_program::classfile::Flags;
use deadheat_program::classfile::opcodes::*;
use deadheat_program::mutf8;
use rustc_hash::FxHashMap;

use crate::assembly::Assembly;
use crate::class::{ClassFile, Member};
use crate::code::Code;
use crate::error::Result;
use crate::pool::{Additions, ConstantPool, MemberReference};
use crate::scene::Scene;
use crate::settings::{PlacedCheck, Role, Settings};
use crate::{
    accesses, calls, early, layout, library, linkage, made, members, monitors, patches, placed, recorded,
    touched, untraced,
};

/// A field of the class, by name and descriptor.
pub(crate) type OwnField<'a> = (&'a [u8], &'a [u8]);

/// Fields of the class, and how they are checked.
pub(crate) type Group<'a> = (Vec<OwnField<'a>>, Together);

/// The checks of a group.
#[derive(Debug, Default)]
pub(crate) struct GroupChecks {
    /// The number of its helper.
    pub(crate) number: usize,
    /// By check: a site for each field.
    pub(crate) sites: Vec<Vec<u32>>,
}

/// How fields are checked together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Together {
    Read,
    Written,
    /// Written in an object that nobody else can have yet.
    Fresh,
}

/// What is the same for all methods of a class.
pub(crate) struct ClassFacts<'w, 'a> {
    pub(crate) class: &'w ClassFile<'a>,
    pub(crate) pool: &'a ConstantPool<'a>,
    pub(crate) settings: &'w Settings<'w>,
    /// The class's name as text.
    pub(crate) name: String,
    /// The class's own fields.
    fields: FxHashMap<(&'a [u8], &'a [u8]), Flags>,
    /// Methods of `Unsafe` that the class calls by way of wrappers.
    pub(crate) wrapped: RefCell<BTreeSet<(&'a [u8], &'a [u8])>>,
    /// The class's number, if its initialiser is to be told of.
    pub(crate) initialiser: Option<u32>,
    /// Whether objects of the class may be there before that has ended.
    pub(crate) has_early_objects: bool,
    /// What placement knows of the class, if checks are placed.
    pub(crate) scene: Option<Scene<'w>>,
    /// Fields that are checked together somewhere.
    pub(crate) groups: RefCell<BTreeMap<Group<'a>, GroupChecks>>,
    /// Fields that have a check of their own somewhere.
    pub(crate) alone: RefCell<BTreeSet<OwnField<'a>>>,
    /// Fields that share a shadow, in the order of their shadows' names; known when all methods are written.
    pub(crate) proxies: RefCell<Vec<Vec<OwnField<'a>>>>,
    /// Whether the class has room for shadows.
    pub(crate) has_shadows: Cell<bool>,
    /// How long placement took by now.
    pub(crate) placing: Cell<Duration>,
}

impl<'w, 'a> ClassFacts<'w, 'a> {
    pub(crate) fn new(
        class: &'w ClassFile<'a>,
        pool: &'a ConstantPool<'a>,
        settings: &'w Settings<'w>,
    ) -> ClassFacts<'w, 'a> {
        let name = mutf8::to_text(class.name).into_owned();
        let has_initialiser = class.methods.iter().any(|method| method.name == b"<clinit>");
        let is_told = matches!(settings.role, Role::Application | Role::Excluded) && has_initialiser;
        let initialiser = is_told.then(|| settings.numbering.class(&name));
        let has_early_objects = is_told && early::has_early_objects(class, pool, settings.is_jdk);
        let fields = class.fields.iter().map(|field| ((field.name, field.descriptor), field.flags)).collect();
        ClassFacts {
            class,
            pool,
            settings,
            name,
            fields,
            wrapped: RefCell::default(),
            initialiser,
            has_early_objects,
            scene: None,
            groups: RefCell::default(),
            alone: RefCell::default(),
            proxies: RefCell::default(),
            has_shadows: Cell::new(true),
            placing: Cell::default(),
        }
    }

    /// Whether a plain field is the class's own and has a shadow in it.
    pub(crate) fn has_shadow(&self, reference: &MemberReference<'_>) -> bool {
        let is_plain = |flags: Flags| !flags.has(Flags::STATIC | Flags::FINAL | Flags::VOLATILE);
        self.has_shadows.get() && self.own_field(reference).is_some_and(is_plain)
    }

    /// A field has a check of its own.
    pub(crate) fn note_alone(&self, reference: &MemberReference<'a>) {
        if self.own_field(reference).is_some() {
            self.alone.borrow_mut().insert((reference.name, reference.descriptor));
        }
    }

    /// Fields have a check together, with a site for each; gives the number of its helper.
    pub(crate) fn note_together(&self, group: Group<'a>, sites: &[u32]) -> usize {
        let mut groups = self.groups.borrow_mut();
        let next = groups.len();
        let checks = groups.entry(group).or_insert(GroupChecks { number: next, sites: Vec::new() });
        checks.sites.push(sites.to_vec());
        checks.number
    }

    /// The flags of a field, of this class or as the class path has it; `None` if nobody knows.
    pub(crate) fn field_flags(&self, reference: &MemberReference<'_>) -> Option<Flags> {
        self.own_field(reference).or_else(|| {
            let (owner, name) = (mutf8::to_text(reference.owner), mutf8::to_text(reference.name));
            (self.settings.field_flags)(&owner, &name, &mutf8::to_text(reference.descriptor)).map(Flags)
        })
    }

    /// The flags of a field, if the class declares it itself.
    pub(crate) fn own_field(&self, reference: &MemberReference<'_>) -> Option<Flags> {
        let is_own = reference.owner == self.class.name;
        self.fields.get(&(reference.name, reference.descriptor)).copied().filter(|_| is_own)
    }
}

/// A method under work.
pub(crate) struct Body<'w, 'a> {
    pub(crate) facts: &'w ClassFacts<'w, 'a>,
    pub(crate) method: &'w Member<'a>,
    pub(crate) additions: &'w mut Additions<'a>,
    pub(crate) code: Code<'a>,
    lines: Vec<(u16, u16)>,
    /// Its number in the class.
    pub(crate) number: usize,
    /// How many checks it has by now.
    pub(crate) checks: u32,
    /// Where accesses stand that race with none.
    quiet: &'w [u16],
}

/// The contents of the new `Code` attribute and the number of checks in it; `None` when nothing changes. With the method's
/// number in its class, checks are placed; else they are where the accesses are.
pub(crate) fn rewrite<'a>(
    facts: &ClassFacts<'_, 'a>,
    method: &Member<'a>,
    contents: &'a [u8],
    additions: &mut Additions<'a>,
    number: Option<usize>,
) -> Result<Option<(Vec<u8>, u32)>> {
    let code = Code::read(contents, facts.pool)?;
    let mut body = Body::new(facts, method, additions, code);
    body.lines = body.code.lines()?;
    body.number = number.unwrap_or(0);
    let is_recorded = facts.settings.recording.is_some();
    let is_missing = is_recorded && (facts.settings.role == Role::Excluded || untraced::is_missing(&body)?);
    let is_marked = facts.settings.recording.is_some_and(|recording| {
        recording.tells_touched || recording.marks_synchronised && facts.settings.role == Role::Application
    });
    let is_untraced = is_missing && !is_marked;
    match facts.settings.role {
        Role::Application | Role::Excluded if is_untraced => untraced::add_barrier(&mut body)?,
        Role::Application | Role::Excluded if is_recorded => {
            let keeps_all = facts.settings.recording.is_some_and(|recording| recording.keeps_untraced);
            recorded::add_hooks(&mut body, is_missing && touched::is_told(facts) && !keeps_all)?;
            if touched::is_told(facts) && (is_missing || method.name.starts_with(b"<")) {
                touched::add_hooks(&mut body)?;
            }
            calls::add_hooks(&mut body)?;
            monitors::add_interrupts(&mut body)?;
            linkage::add_hooks(&mut body)?;
            made::add_hooks(&mut body)?;
        }
        Role::Application | Role::Excluded => {
            let scene = facts.scene.as_ref().filter(|_| number.is_some());
            let start = Instant::now();
            let seen_to = scene.map(|scene| placed::add_checks(&mut body, scene)).transpose()?;
            if scene.is_some() {
                facts.placing.set(facts.placing.get() + start.elapsed());
            }
            accesses::add_hooks(&mut body, &seen_to.unwrap_or_default())?;
            if facts.settings.role == Role::Application {
                calls::add_hooks(&mut body)?;
            }
            monitors::add_interrupts(&mut body)?;
            linkage::add_hooks(&mut body)?;
            made::add_hooks(&mut body)?;
        }
        Role::Library => library::add_hooks(&mut body)?,
        Role::Incidental => monitors::add_silence(&mut body)?,
        Role::Members => {}
    }
    if is_untraced || matches!(facts.settings.role, Role::Members | Role::Incidental) {
        monitors::add_waits(&mut body)?;
    } else {
        monitors::add_hooks(&mut body)?;
        monitors::add_synchronized(&mut body)?;
    }
    if facts.settings.role == Role::Library {
        monitors::add_guarded(&mut body)?;
    }
    let is_program = matches!(facts.settings.role, Role::Application | Role::Excluded);
    if is_recorded && !is_untraced && (is_program || facts.settings.role == Role::Library) {
        recorded::add_notifications(&mut body)?;
    }
    if is_recorded && !is_untraced && is_program {
        match is_missing {
            true => untraced::add_barrier(&mut body)?,
            false => untraced::add_callback(&mut body)?,
        }
    }
    calls::add_clones(&mut body)?;
    add_end_of_constructor(&mut body)?;
    add_use(&mut body)?;
    if facts.settings.is_audited && facts.settings.role == Role::Application {
        let number = facts.settings.numbering.method();
        body.at_start(|code| {
            code.push(number)?;
            code.call("begins", "(I)V")
        })?;
    }
    patches::add_calls(&mut body)?;
    if !body.code.is_changed() {
        return Ok(None);
    }
    body.code.extra_stack = body.code.extra_stack.max(4);
    let written = layout::write(&body.code, body.additions, facts.class.major)?;
    Ok(Some((written, body.checks)))
}

/// Where the checks of a method are placed.
pub(crate) fn describe<'a>(
    facts: &ClassFacts<'_, 'a>,
    method: &Member<'a>,
    contents: &'a [u8],
    additions: &mut Additions<'a>,
    (number, scene): (usize, &Scene<'_>),
) -> Result<Vec<PlacedCheck>> {
    let code = Code::read(contents, facts.pool)?;
    let mut body = Body::new(facts, method, additions, code);
    body.number = number;
    placed::describe(&mut body, scene)
}

/// As [`rewrite`], with nothing but calls that tell that what the method does is not seen.
pub(crate) fn rewrite_blind<'a>(
    facts: &ClassFacts<'_, 'a>,
    method: &Member<'a>,
    contents: &'a [u8],
    additions: &mut Additions<'a>,
) -> Result<Option<Vec<u8>>> {
    let code = Code::read(contents, facts.pool)?;
    let mut body = Body::new(facts, method, additions, code);
    body.at_start(|code| code.call("blind", "()V"))?;
    for index in body.returns() {
        body.before(index, |code| code.call("blind", "()V"))?;
    }
    layout::write(&body.code, body.additions, facts.class.major).map(Some)
}

impl<'w, 'a> Body<'w, 'a> {
    fn new(
        facts: &'w ClassFacts<'w, 'a>,
        method: &'w Member<'a>,
        additions: &'w mut Additions<'a>,
        code: Code<'a>,
    ) -> Body<'w, 'a> {
        let name = || format!("{}{}", mutf8::to_text(method.name), mutf8::to_text(method.descriptor));
        let quiet = facts.settings.planned.and_then(|class| class.quiet.get(&name()));
        let quiet = quiet.map_or(&[][..], Vec::as_slice);
        Body { facts, method, additions, code, lines: Vec::new(), number: 0, checks: 0, quiet }
    }

    /// Whether an instruction is an access that is known to race with none.
    pub(crate) fn is_quiet(&self, index: usize) -> bool {
        self.quiet.binary_search(&(self.code.start(index) as u16)).is_ok()
    }

    /// The number of the access that an instruction is; in code that nobody asks about, a negative one.
    pub(crate) fn site(&self, index: usize) -> u32 {
        if self.facts.settings.role == Role::Excluded {
            match self.facts.settings.recording.filter(|recording| recording.tells_touched) {
                None => return u32::MAX,
                // Everything is asked of it but where it stands.
                Some(recording) if !recording.keeps_untraced => return 0,
                Some(_) => {}
            }
        }
        let at = self.code.start(index) as u16;
        let line = self.lines.partition_point(|&(start, _)| start <= at).checked_sub(1);
        let line = line.and_then(|row| self.lines.get(row)).map(|&(_, line)| line);
        let (name, descriptor) = (mutf8::to_text(self.method.name), mutf8::to_text(self.method.descriptor));
        let number = self.facts.settings.numbering.site(&self.facts.name, &name, &descriptor, line, at);
        // In a trace, 0 is a place that is not known.
        number + u32::from(self.facts.settings.recording.is_some())
    }

    /// Assembles code.
    pub(crate) fn assemble(
        &mut self,
        write: impl FnOnce(&mut Assembly<'_, 'a>) -> Result<()>,
    ) -> Result<Vec<u8>> {
        let mut assembly = Assembly::new(self.additions);
        write(&mut assembly)?;
        Ok(assembly.bytes)
    }

    /// Adds code before an instruction, behind what is there already.
    pub(crate) fn before(
        &mut self,
        index: usize,
        write: impl FnOnce(&mut Assembly<'_, 'a>) -> Result<()>,
    ) -> Result<()> {
        let bytes = self.assemble(write)?;
        self.code.edit(index).before.extend(bytes);
        Ok(())
    }

    /// Adds code after an instruction.
    pub(crate) fn after(
        &mut self,
        index: usize,
        write: impl FnOnce(&mut Assembly<'_, 'a>) -> Result<()>,
    ) -> Result<()> {
        let bytes = self.assemble(write)?;
        self.code.edit(index).after.extend(bytes);
        Ok(())
    }

    /// Adds code at the method's start, behind what is there already.
    pub(crate) fn at_start(&mut self, write: impl FnOnce(&mut Assembly<'_, 'a>) -> Result<()>) -> Result<()> {
        let bytes = self.assemble(write)?;
        self.code.prologue.extend(bytes);
        Ok(())
    }

    /// Whether the method is static.
    pub(crate) fn is_static(&self) -> bool {
        self.method.flags.has(Flags::STATIC)
    }

    /// Whether the method is a constructor.
    pub(crate) fn is_constructor(&self) -> bool {
        self.method.name == b"<init>"
    }

    /// The instructions that return.
    pub(crate) fn returns(&self) -> Vec<usize> {
        let is_return = |index: &usize| matches!(self.code.opcode(*index), IRETURN..=RETURN);
        (0..self.code.starts.len()).filter(is_return).collect()
    }

    /// The member that an instruction names.
    pub(crate) fn member(&self, index: usize) -> Result<MemberReference<'a>> {
        let member = self.facts.pool.member(self.code.operand(index));
        member.map_err(|refusal| refusal.at(self.code.start(index)))
    }
}

/// Notes when an object with final fields is complete (JLS 17.5).
fn add_end_of_constructor(body: &mut Body<'_, '_>) -> Result<()> {
    if !body.is_constructor() || !members::has_frozen(body.facts) || body.code.stores_to(0) {
        return Ok(());
    }
    let is_recorded = body.facts.settings.recording.is_some();
    let frozen = body.additions.field(body.facts.class.this_class, members::FROZEN, b"J")?;
    for index in body.returns() {
        body.before(index, |code| {
            code.load(0);
            match is_recorded {
                true => {
                    code.plain(&[DUP]);
                    code.call_recorder("frozen", "(Ljava/lang/Object;)J")?;
                }
                false => code.call("frozen", "()J")?,
            }
            code.with(PUTFIELD, frozen);
            Ok(())
        })?;
    }
    Ok(())
}

/// Tells that the class was initialised, and when it is used after that.
fn add_use(body: &mut Body<'_, '_>) -> Result<()> {
    let Some(number) = body.facts.initialiser else { return Ok(()) };
    if body.method.name == b"<clinit>" {
        for index in body.returns() {
            body.before(index, |code| {
                code.push(number)?;
                code.call("initialised", "(I)V")
            })?;
        }
        return Ok(());
    }
    if body.is_static() || body.is_constructor() {
        body.at_start(|code| {
            code.push(number)?;
            code.call("used", "(I)V")
        })?;
    }
    Ok(())
}
