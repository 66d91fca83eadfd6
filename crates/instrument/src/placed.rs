//! Writes the checks that [`placement`](crate::placement) has placed into the code.
//!
//! A check needs its object and its indices where it stands, which is not where they were at hand. So they are kept in
//! new local variables: objects and single indices when they are accessed, bounds of ranges when they are computed.
//! These variables are in every frame; an object that was never accessed is null there, and a check of null is none.

mod firsts;
mod guards;
mod logged;

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};

use deadheat_program::Symbols;
use deadheat_program::classfile::opcodes::*;
use deadheat_program::ir::{self, BlockId, Const, Inst, InstId, InvokeKind, Value};
use deadheat_program::symbols::FieldRef;
use rustc_hash::FxHashMap;

use crate::accesses::{UninitialisedWrites, static_number};
use crate::assembly::Assembly;
use crate::code::{Extra, KeptLocal, Way};
use crate::error::Result;
use crate::groups::group_helper;
use crate::learnt::{self, Learnt};
use crate::members::{READ, WRITE, helper_name};
use crate::method::{Body, Together};
use crate::placement::{
    Check, Knowledge, Linear, Part, Path, PathId, Paths, Placed, Point, Standing, Target, Words, gather,
    join, place,
};
use crate::proxies;
use crate::scene::{Field, Scene};
use crate::settings::{Effect, PlacedCheck};
use crate::slots::Slots;
use crate::tables::unsupported;
use crate::techniques::Technique;

/// More new local variables than these are not worth it.
const MOST_LOCALS: usize = 96;
/// More ways out than these are not either.
const MOST_WAYS: usize = 48;
/// More fields than these are not checked by one call.
const MOST_TOGETHER: usize = 16;

/// Places a method's checks; gives the instructions that are seen to.
pub(crate) fn add_checks(body: &mut Body<'_, '_>, scene: &Scene<'_>) -> Result<BTreeSet<usize>> {
    let Some(code) = scene.body(body.number).filter(|_| !has_subroutines(body)) else {
        return Ok(BTreeSet::new());
    };
    let learnt = learnt(body, code, scene);
    let index_of = |inst: &InstId| body.code.index_at(usize::from(code.pc(*inst)));
    let mut seen_to: BTreeSet<usize> = learnt.finals.iter().filter_map(index_of).collect();
    // Of those that a plan leaves out, the first ones that use their class are seen to by nobody yet.
    let is_known = |inst: &InstId| match code.inst(*inst) {
        Inst::GetStatic(_) | Inst::PutStatic(..) => !is_first_use(code, scene, &learnt, *inst),
        _ => false,
    };
    let known = code.insts().filter(is_known).filter_map(|inst| index_of(&inst));
    seen_to.extend(known.filter(|&index| body.is_quiet(index)));
    seen_to.append(&mut add_accesses(body, code, scene, &learnt)?);
    Ok(seen_to)
}

/// Instructions by which nothing is learnt.
fn learnt(body: &Body<'_, '_>, code: &ir::Body, scene: &Scene<'_>) -> Learnt {
    match body.facts.settings.techniques.has(Technique::Elimination) {
        true => learnt::find(code, scene),
        false => Learnt::default(),
    }
}

/// Whether an instruction may stand for several of the SSA form.
fn has_subroutines(body: &Body<'_, '_>) -> bool {
    (0..body.code.starts.len()).any(|index| matches!(body.code.opcode(index), JSR | JSR_W))
}

/// Places the checks of accesses; gives those that are seen to.
fn add_accesses(
    body: &mut Body<'_, '_>,
    code: &ir::Body,
    scene: &Scene<'_>,
    learnt: &Learnt,
) -> Result<BTreeSet<usize>> {
    let Some(found) = find_checks(body, code, scene, learnt)? else { return Ok(BTreeSet::new()) };
    let placed = &found.placed;
    let index_of = |inst: InstId| body.code.index_at(usize::from(code.pc(inst)));
    let mut seen_to: BTreeSet<usize> =
        found.paths.accesses.keys().filter_map(|&inst| index_of(inst)).collect();
    for at in placed.at_once.iter().filter_map(|&inst| index_of(inst)) {
        seen_to.remove(&at);
    }
    let writer = Writer {
        code,
        paths: &found.paths,
        table: found.table,
        coalesces: coalesces(body),
        objects: FxHashMap::default(),
        numbers: FxHashMap::default(),
        indices: FxHashMap::default(),
        kept: Vec::new(),
        instead: Cell::new(None),
        compared: None,
        object_class: body.additions.class(b"java/lang/Object")?,
        symbols: scene.symbols(),
        starts: code
            .blocks()
            .filter(|&block| !code.block(block).is_pad)
            .filter_map(|block| body.code.index_at(usize::from(code.block(block).pc)))
            .collect(),
    };
    writer.write(body, placed)?;
    Ok(seen_to)
}

/// A method's checks.
struct Found<'s> {
    paths: Paths<'s>,
    placed: Placed,
    table: Slots,
}

/// Finds the places of a method's checks; `None` if it has none.
fn find_checks<'s>(
    body: &mut Body<'_, '_>,
    code: &'s ir::Body,
    scene: &Scene<'_>,
    learnt: &Learnt,
) -> Result<Option<Found<'s>>> {
    let table = Slots::new(body)?;
    let unsafe_writes = UninitialisedWrites::new(body);
    let mut left_out = BTreeSet::new();
    for index in 0..body.code.starts.len() {
        let is_early = body.code.opcode(index) == PUTFIELD && unsafe_writes.has(body, index)?;
        if is_early || body.is_quiet(index) {
            left_out.insert(body.code.start(index) as u16);
        }
    }
    let is_covered = |pc: u16| body.code.exceptions.iter().any(|row| row.start <= pc && pc < row.end);
    let can_catch = |inst: InstId| !body.is_constructor() && !is_covered(code.pc(inst));
    let is_initialiser = body.is_constructor() || body.method.name == b"<clinit>";
    let knowledge = Knowledge {
        is_plain: &|field| scene.field(field) == Field::Plain,
        is_final: &|field| !is_initialiser && matches!(scene.field(field), Field::Final(_)),
        is_same_name: &|one, other| scene.is_same_name(one, other),
        effect: &|inst| match learnt.uses.contains(&inst) {
            _ if learnt.finals.contains(&inst) => Effect::NONE,
            true => scene.effect_initialised(code, inst),
            false => scene.effect(code, inst),
        },
        is_left_out: &|inst| left_out.contains(&code.pc(inst)) || is_first_use(code, scene, learnt, inst),
        can_save: &|value| table.can_save(code, value),
        techniques: body.facts.settings.techniques,
        standing: Standing::of(body.facts.settings.detector),
    };
    let paths = Paths::find(code, &knowledge);
    if paths.accesses.is_empty() {
        return Ok(None);
    }
    let Some(mut placed) = place(&paths, &knowledge, &can_catch) else { return Ok(None) };
    if !body.facts.settings.techniques.has(Technique::Motion) {
        let throws = std::mem::take(&mut placed.throws);
        join(&paths, &throws, &|inst| may_share(body, code, inst), &mut placed);
    }
    Ok(Some(Found { paths, placed, table }))
}

/// Whether an access is of a static field by which its thread may learn what an initialiser did: its check, which asks for that,
/// stays where it is.
fn is_first_use(code: &ir::Body, scene: &Scene<'_>, learnt: &Learnt, inst: InstId) -> bool {
    match code.inst(inst) {
        Inst::GetStatic(field) | Inst::PutStatic(field, _) => {
            !learnt.uses.contains(&inst) && !scene.use_of(code, field).is_none()
        }
        _ => false,
    }
}

/// Whether an access is of a field that may share its shadow.
fn may_share(body: &Body<'_, '_>, code: &ir::Body, inst: InstId) -> bool {
    let at = body.code.index_at(usize::from(code.pc(inst)));
    at.is_some_and(|at| body.member(at).is_ok_and(|member| proxies::may_share(body.facts, &member)))
}

/// Whether one check may be of several fields. Those that stand where the accesses are are joined for their shadows' sake.
fn coalesces(body: &Body<'_, '_>) -> bool {
    let techniques = body.facts.settings.techniques;
    techniques.has(Technique::Coalescing) || !techniques.has(Technique::Motion)
}

/// Where a method's checks are, in words.
pub(crate) fn describe(body: &mut Body<'_, '_>, scene: &Scene<'_>) -> Result<Vec<PlacedCheck>> {
    let Some(code) = scene.body(body.number).filter(|_| !has_subroutines(body)) else {
        return Ok(Vec::new());
    };
    let learnt = learnt(body, code, scene);
    let Some(found) = find_checks(body, code, scene, &learnt)? else { return Ok(Vec::new()) };
    let paths = &found.paths;
    let coalesces = coalesces(body);
    let mut all = Vec::new();
    let mut add = |point: Point, facts: &[usize], (start, is_on_throw): (&str, bool)| {
        // The instruction that runs before it, and the one after it.
        let (block, limit, last, next) = match point {
            Point::Before(inst) => {
                let block = code.block_of(inst);
                let is_first = code.block_insts(block).next() == Some(inst);
                (block, Some(inst), InstId(inst.0.saturating_sub(u32::from(!is_first))), Some(inst))
            }
            Point::Edge(from, to) => (from, None, code.terminator(from), code.block_insts(to).next()),
        };
        let words = Words { paths, symbols: scene.symbols(), block, before: limit };
        let checks = gather(paths, facts, coalesces);
        let texts: Vec<String> = checks.iter().map(|check| words.check(check)).collect();
        let (after, before) = (code.line(last), next.and_then(|inst| code.line(inst)));
        let text = format!("{start}{}", texts.join(", "));
        all.push(PlacedCheck { after, before, text, is_on_throw });
    };
    for (point, facts) in &found.placed.checks {
        add(*point, facts, ("", false));
    }
    for (inst, facts) in &found.placed.on_throw {
        add(Point::Before(*inst), facts, ("", true));
    }
    for (inst, access) in &paths.accesses {
        let fact = [access.path.fact(access.is_write)];
        if found.placed.at_once.contains(inst) {
            add(Point::Before(*inst), &fact, ("", false));
        } else if found.placed.firsts.contains(inst) {
            add(Point::Before(*inst), &fact, ("first ", false));
        }
    }
    Ok(all)
}

/// Where something is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// In a variable of the method's own.
    Own(u16),
    /// In a new one.
    New(u16),
}

impl Place {
    fn local(self) -> u16 {
        match self {
            Place::Own(local) | Place::New(local) => local,
        }
    }
}

struct Writer<'p> {
    code: &'p ir::Body,
    paths: &'p Paths<'p>,
    table: Slots,
    coalesces: bool,
    objects: FxHashMap<Target, Place>,
    numbers: FxHashMap<Value, Place>,
    /// By path: the index of an element.
    indices: FxHashMap<PathId, Place>,
    kept: Vec<KeptLocal>,
    /// The local variable that is checked in a target's place.
    instead: Cell<Option<(Target, u16)>>,
    /// Two local variables for objects that are compared.
    compared: Option<(u16, u16)>,
    object_class: u16,
    symbols: &'p Symbols,
    /// The instructions that blocks start with.
    starts: BTreeSet<usize>,
}

impl Writer<'_> {
    fn write(mut self, body: &mut Body<'_, '_>, placed: &Placed) -> Result<()> {
        let checks: Vec<(Point, Vec<Check>)> =
            placed.checks.iter().map(|(point, facts)| (*point, self.gather(facts))).collect();
        let thrown = self.thrown(placed);
        let all = checks.iter().map(|(_, checks)| checks).chain(thrown.iter().map(|(checks, _)| checks));
        for check in all.flatten() {
            self.reserve(check);
        }
        self.reserve_guards(placed);
        self.reserve_firsts(placed);
        if self.kept.len() > MOST_LOCALS || thrown.len() > MOST_WAYS {
            return Err(unsupported("too many checks to be kept in mind"));
        }
        self.begin(body)?;
        self.save_numbers(body)?;
        for (point, checks) in &checks {
            let bytes = self.assemble(body, *point, checks)?;
            self.insert(body, *point, bytes)?;
        }
        for &(from, to) in &placed.begins {
            let bytes = self.begin_loop(body, to)?;
            self.insert(body, Point::Edge(from, to), bytes)?;
        }
        self.save_accesses(body, placed)?;
        self.check_firsts(body, placed)?;
        let throwable = body.additions.class(b"java/lang/Throwable")?;
        for (checks, by) in &thrown {
            let Some(&first) = by.first() else { continue };
            let code = self.assemble(body, Point::Before(first), checks)?;
            let by = by.iter().filter_map(|&inst| self.index(body, inst)).collect();
            let way = Way::Throw { by, locals: self.table.locals.clone(), throwable };
            body.code.extras.push(Extra { code, way });
        }
        body.code.extra_stack = body.code.extra_stack.max(2 + MOST_TOGETHER as u16);
        if !body.code.extras.is_empty() || !self.kept.is_empty() {
            body.code.frames = Some(self.table.frames);
        }
        body.code.kept = self.kept;
        Ok(())
    }

    fn gather(&self, facts: &[usize]) -> Vec<Check> {
        gather(self.paths, facts, self.coalesces)
    }

    /// What is checked on the way out, with the instructions that throw.
    fn thrown(&self, placed: &Placed) -> Vec<(Vec<Check>, Vec<InstId>)> {
        let mut ways: BTreeMap<&[usize], Vec<InstId>> = BTreeMap::new();
        for (inst, facts) in &placed.on_throw {
            ways.entry(facts).or_default().push(*inst);
        }
        ways.into_iter().map(|(facts, by)| (self.gather(facts), by)).collect()
    }

    fn index(&self, body: &Body<'_, '_>, inst: InstId) -> Option<usize> {
        body.code.index_at(usize::from(self.code.pc(inst)))
    }

    // Variables.

    fn new_local(&mut self, kind: KeptLocal) -> Place {
        self.kept.push(kind);
        Place::New(self.table.max_locals + self.kept.len() as u16 - 1)
    }

    fn reserve(&mut self, check: &Check) {
        if let Some(target) = check.target
            && !self.objects.contains_key(&target)
        {
            let own = match target {
                Target::Value(value) => self.table.parameter(self.code, value),
                Target::InLoop(_) | Target::First(_) => None,
            };
            let place = match own {
                Some(slot) => Place::Own(slot),
                None if matches!(check.part, Part::Static(_)) => self.new_local(KeptLocal::Int),
                None => self.new_local(KeptLocal::Object(self.object_class)),
            };
            self.objects.insert(target, place);
        }
        match &check.part {
            Part::Element(id) | Part::Row(id, ..) => self.reserve_index(*id),
            Part::Range(low, high, ..) => {
                low.values().chain(high.values()).for_each(|value| self.reserve_number(value));
            }
            Part::Fields(_) | Part::Static(_) => {}
        }
    }

    fn reserve_index(&mut self, id: PathId) {
        let is_number = element(self.paths, id).is_some_and(|index| index.number().is_some());
        if !is_number && !self.indices.contains_key(&id) {
            let place = self.new_local(KeptLocal::Int);
            self.indices.insert(id, place);
        }
    }

    fn reserve_number(&mut self, value: Value) {
        if !self.numbers.contains_key(&value) {
            let place = match self.table.parameter(self.code, value) {
                Some(slot) => Place::Own(slot),
                None => self.new_local(KeptLocal::Int),
            };
            self.numbers.insert(value, place);
        }
    }

    /// All new variables have a value from the start.
    fn begin(&self, body: &mut Body<'_, '_>) -> Result<()> {
        let first = self.table.max_locals;
        let bytes = body.assemble(|code| {
            for (local, kind) in (first..).zip(&self.kept) {
                let (zero, store) = match kind {
                    KeptLocal::Int => (ICONST_0, ISTORE),
                    KeptLocal::Object(_) => (ACONST_NULL, ASTORE),
                };
                code.plain(&[zero]);
                code.local(store, local);
            }
            Ok(())
        })?;
        body.code.prologue.extend(bytes);
        Ok(())
    }

    /// Keeps bounds where they are computed.
    fn save_numbers(&self, body: &mut Body<'_, '_>) -> Result<()> {
        let mut numbers: Vec<(Value, u16)> = self
            .numbers
            .iter()
            .filter_map(|(&value, &place)| match place {
                Place::New(local) => Some((value, local)),
                Place::Own(_) => None,
            })
            .collect();
        numbers.sort_unstable();
        let members =
            |(value, local)| self.paths.aliases.members(value).into_iter().map(move |it| (it, local));
        for (value, local) in numbers.into_iter().flat_map(members) {
            let block = self.code.block(self.code.block_of(value));
            match self.code.inst(value) {
                Inst::Phi(_) => {
                    let slot = self.code.slot(value);
                    let at = body.code.index_at(usize::from(block.pc));
                    let (Some(slot), Some(at)) = (slot, at) else {
                        return Err(unsupported("a lost variable"));
                    };
                    body.before(at, |code| {
                        code.local(ILOAD, slot);
                        code.local(ISTORE, local);
                        Ok(())
                    })?;
                }
                Inst::Const(Const::Int(_)) => {}
                _ => {
                    let at = self.index(body, value).ok_or_else(|| unsupported("a lost number"))?;
                    let counted = match *body.code.instruction(at) {
                        [IINC, slot, _] => Some(u16::from(slot)),
                        [WIDE, IINC, high, low, ..] => Some(u16::from_be_bytes([high, low])),
                        _ => None,
                    };
                    body.after(at, |code| {
                        match counted {
                            Some(slot) => code.local(ILOAD, slot),
                            None => code.plain(&[DUP]),
                        }
                        code.local(ISTORE, local);
                        Ok(())
                    })?;
                }
            }
        }
        Ok(())
    }

    // Checks.

    fn assemble(&self, body: &mut Body<'_, '_>, point: Point, checks: &[Check]) -> Result<Vec<u8>> {
        let before = body.checks;
        let mut bytes = Vec::new();
        for check in checks {
            bytes.extend(self.log(body, point, check)?);
            bytes.extend(self.assemble_one(body, point, check)?);
        }
        let number = body.checks - before;
        if body.facts.settings.is_counted && number != 0 {
            let counted = body.assemble(|code| {
                code.push(number)?;
                code.call("checked", "(I)V")
            })?;
            bytes.splice(0..0, counted);
        }
        Ok(bytes)
    }

    fn assemble_one(&self, body: &mut Body<'_, '_>, point: Point, check: &Check) -> Result<Vec<u8>> {
        let lost = || unsupported("a check of nothing");
        let is_left = self.instead.get().is_some();
        // What a loop has left behind is checked by methods of their own, which have time for null.
        let call = |code: &mut Assembly<'_, '_>, names: [&'static str; 4], descriptor: &str| {
            let name = names[usize::from(check.is_write) + 2 * usize::from(is_left)];
            if is_left { code.call_placed(name, descriptor) } else { code.call(name, descriptor) }
        };
        let at = self.site(body, point, check.path, check.is_write).ok_or_else(lost)?;
        let site = body.site(at);
        body.checks += 1;
        match &check.part {
            Part::Fields(fields) => {
                if let Some(bytes) = self.assemble_group(body, point, check, fields)? {
                    return Ok(bytes);
                }
                // Classes check their own fields together; those of others, one by one.
                body.checks += fields.len() as u32 - 1;
                let mut bytes = Vec::new();
                for &(_, id) in fields {
                    let at = self.site(body, point, id, check.is_write).ok_or_else(lost)?;
                    let (site, member) = (body.site(at), body.member(at)?);
                    let start = if check.is_write { WRITE } else { READ };
                    let helper = helper_name(start, member.name, member.descriptor);
                    body.facts.note_alone(&member);
                    bytes.extend(body.assemble(|code| {
                        self.load_target(code, check)?;
                        code.push(site)?;
                        code.call_method(member.owner_index, &helper, b"(Ljava/lang/Object;I)V")
                    })?);
                }
                Ok(bytes)
            }
            Part::Static(_) => {
                let member = body.member(at)?;
                let number = static_number(body, &member);
                let flagged = if check.is_write { "staticWriteIf" } else { "staticReadIf" };
                let plain = if check.is_write { "staticWrite" } else { "staticRead" };
                let flag = check.target.and_then(|target| self.objects.get(&target));
                body.assemble(|code| {
                    code.push(number)?;
                    code.push(site)?;
                    let Some(flag) = flag else {
                        return code.call(plain, "(II)V");
                    };
                    code.local(ILOAD, flag.local());
                    code.call_placed(flagged, "(III)V")
                })
            }
            Part::Element(id) => body.assemble(|code| {
                self.load_target(code, check)?;
                self.push_index(code, *id, 0)?;
                code.push(site)?;
                call(
                    code,
                    ["arrayRead", "arrayWrite", "arrayReadLeft", "arrayWriteLeft"],
                    "(Ljava/lang/Object;II)V",
                )
            }),
            Part::Row(..) | Part::Range(..) => body.assemble(|code| {
                self.load_target(code, check)?;
                self.push_range(code, &check.part)?;
                code.push(site)?;
                call(
                    code,
                    ["rangeRead", "rangeWrite", "rangeReadLeft", "rangeWriteLeft"],
                    "(Ljava/lang/Object;IIII)V",
                )
            }),
        }
    }

    /// One call for several fields of this class.
    fn assemble_group(
        &self,
        body: &mut Body<'_, '_>,
        point: Point,
        check: &Check,
        fields: &[(FieldRef, PathId)],
    ) -> Result<Option<Vec<u8>>> {
        let is_fresh = check.is_write && self.is_fresh(body, check);
        let least = if is_fresh { 1 } else { 2 };
        if !(least..=MOST_TOGETHER).contains(&fields.len()) {
            return Ok(None);
        }
        let mut group = Vec::new();
        for &(_, id) in fields {
            let Some(at) = self.site(body, point, id, check.is_write) else { return Ok(None) };
            let member = body.member(at)?;
            if !body.facts.has_shadow(&member) {
                return Ok(None);
            }
            group.push(((member.name, member.descriptor), body.site(at)));
        }
        group.sort_unstable();
        let sites: Vec<u32> = group.iter().map(|&(_, site)| site).collect();
        let how = match check.is_write {
            true if is_fresh => Together::Fresh,
            true => Together::Written,
            false => Together::Read,
        };
        let key = (group.into_iter().map(|(field, _)| field).collect(), how);
        let number = body.facts.note_together(key, &sites);
        let (helper, descriptor) = group_helper(number, sites.len());
        let this_class = body.facts.class.this_class;
        let bytes = body.assemble(|code| {
            self.load_target(code, check)?;
            sites.iter().try_for_each(|&site| code.push(site))?;
            code.call_method(this_class, &helper, &descriptor)
        })?;
        Ok(Some(bytes))
    }

    /// Whether nobody else can have the object yet: it is a constructor's own, which does nothing with it but to access
    /// its fields.
    fn is_fresh(&self, body: &Body<'_, '_>, check: &Check) -> bool {
        let Some(Target::Value(this)) = check.target else { return false };
        body.facts.settings.techniques.has(Technique::Fresh)
            && body.is_constructor()
            && self.code.inst(this) == Inst::Param(0)
            && self.code.insts().all(|inst| {
                let is_super = |method| {
                    let data = self.symbols.method_data(method);
                    let owner = data.owner.class_name().map(|owner| self.symbols.bytes(owner));
                    matches!(owner, Some(b"java/lang/Object" | b"java/lang/Record"))
                };
                let mut is_handed_on = false;
                self.code.for_each_operand(inst, |operand| is_handed_on |= operand == this);
                !is_handed_on
                    || match self.code.inst(inst) {
                        Inst::GetField(..) => true,
                        Inst::PutField(_, _, value) => value != this,
                        Inst::Invoke(InvokeKind::Special, method, _) => is_super(method),
                        _ => false,
                    }
            })
    }

    fn push_index(&self, code: &mut Assembly<'_, '_>, id: PathId, plus: i32) -> Result<()> {
        if let Some(number) = element(self.paths, id).and_then(|index| index.number()) {
            return code.push(number.wrapping_add(plus).cast_unsigned());
        }
        let place = self.indices.get(&id).ok_or_else(|| unsupported("an index that is not kept"))?;
        code.local(ILOAD, place.local());
        add(code, plus)
    }

    /// Where a range begins, where it ends, and how far its elements are apart.
    fn push_range(&self, code: &mut Assembly<'_, '_>, part: &Part) -> Result<()> {
        match part {
            Part::Row(id, from, to, step) => {
                self.push_index(code, *id, *from)?;
                self.push_index(code, *id, *to)?;
                code.push(step.cast_unsigned())
            }
            Part::Range(low, high, step, more) => {
                self.push_sum(code, low)?;
                if *more == 0 {
                    self.push_sum(code, high)?;
                } else {
                    self.push_sum(code, low)?;
                    self.push_sum(code, high)?;
                    code.push(more.cast_unsigned())?;
                    code.call("spread", "(III)I")?;
                }
                code.push(step.cast_unsigned())
            }
            Part::Fields(_) | Part::Element(_) | Part::Static(_) => Ok(()),
        }
    }

    fn push_sum(&self, code: &mut Assembly<'_, '_>, sum: &Linear) -> Result<()> {
        let Some((&(first, factor), rest)) = sum.terms.split_first() else {
            return code.push(sum.constant.cast_unsigned());
        };
        self.push_term(code, first, factor)?;
        for &(value, factor) in rest {
            self.push_term(code, value, factor)?;
            code.plain(&[IADD]);
        }
        add(code, sum.constant)
    }

    fn push_term(&self, code: &mut Assembly<'_, '_>, value: Value, factor: i32) -> Result<()> {
        let place = self.numbers.get(&value).ok_or_else(|| unsupported("a number that is not kept"))?;
        code.local(ILOAD, place.local());
        if factor != 1 {
            code.push(factor.cast_unsigned())?;
            code.plain(&[IMUL]);
        }
        Ok(())
    }

    /// The access that a check tells of: the last one before it, or of a check that comes first, the next.
    fn site(&self, body: &Body<'_, '_>, point: Point, id: PathId, is_write: bool) -> Option<usize> {
        let is_told = |inst: InstId, or_written: bool| {
            let access = self.paths.accesses.get(&inst);
            access.is_some_and(|access| {
                let is_path = match self.paths.path(id) {
                    Path::InLoop { .. } => access.in_loop == Some(id),
                    Path::Range { element, .. } => access.path == *element,
                    _ => access.path == id,
                };
                is_path && (access.is_write == is_write || or_written && access.is_write)
            })
        };
        let found = [false, true].into_iter().find_map(|or_written| {
            let is_told = |inst| is_told(inst, or_written);
            self.search(point, true, &is_told).or_else(|| self.search(point, false, &is_told))
        });
        self.index(body, found?)
    }

    /// The nearest instruction of a kind before a point, or after it.
    fn search(&self, point: Point, backward: bool, is_meant: &dyn Fn(InstId) -> bool) -> Option<InstId> {
        let (start, limit) = match (point, backward) {
            (Point::Before(inst), _) => (self.code.block_of(inst), Some(inst)),
            (Point::Edge(from, _), true) => (from, None),
            (Point::Edge(_, to), false) => (to, None),
        };
        let in_block = |block: BlockId, limit: Option<InstId>| {
            let mut insts = self.code.block_insts(block);
            match backward {
                true => insts.rev().find(|&inst| limit.is_none_or(|limit| inst < limit) && is_meant(inst)),
                false => insts.find(|&inst| limit.is_none_or(|limit| inst >= limit) && is_meant(inst)),
            }
        };
        if let Some(found) = in_block(start, limit) {
            return Some(found);
        }
        let mut seen = BTreeSet::new();
        let mut work = std::collections::VecDeque::from([start]);
        while let Some(block) = work.pop_front() {
            let next = if backward { self.code.preds(block) } else { self.code.succs(block) };
            for &next in next {
                if !seen.insert(next) {
                    continue;
                }
                if let Some(found) = in_block(next, None) {
                    return Some(found);
                }
                work.push_back(next);
            }
        }
        None
    }

    // Places in the code.

    fn insert(&self, body: &mut Body<'_, '_>, point: Point, bytes: Vec<u8>) -> Result<()> {
        if bytes.is_empty() {
            return Ok(());
        }
        let (from, to) = match point {
            Point::Before(inst) => {
                let at = self.index(body, inst).ok_or_else(|| unsupported("a lost instruction"))?;
                body.code.edit(at).before.extend(bytes);
                return Ok(());
            }
            Point::Edge(from, to) => (from, to),
        };
        let lost = || unsupported("a lost edge");
        let (start, target) = (self.code.block(from), self.code.block(to));
        // The method's start may be a block of its own, if something jumps back to the first instruction.
        if from == BlockId::ENTRY && start.pc == target.pc {
            body.code.prologue.extend(bytes);
            return Ok(());
        }
        if start.is_pad {
            return Err(unsupported("an edge from a handler's start"));
        }
        let last = self.last_instruction(body, from).ok_or_else(lost)?;
        let first = body.code.index_at(usize::from(target.pc)).ok_or_else(lost)?;
        if self.code.succs(from).len() == 1 {
            // A branch or switch may have but one place to go to.
            match ends_block(body.code.opcode(last)) {
                true => body.code.edit(last).before.extend(bytes),
                false => body.code.edit(last).after.extend(bytes),
            }
        } else if self.code.preds(to).len() == 1 {
            body.code.edit(first).before.extend(bytes);
        } else if first == last + 1 && is_branch(body.code.opcode(last)) {
            body.code.edit(last).after.extend(bytes);
        } else {
            let way = Way::Jump { from: last, to: usize::from(target.pc) };
            let known = body.code.extras.iter_mut().find(|extra| {
                matches!(extra.way, Way::Jump { from, to } if from == last && to == usize::from(target.pc))
            });
            match known {
                Some(extra) => extra.code.extend(bytes),
                None => body.code.extras.push(Extra { code: bytes, way }),
            }
        }
        Ok(())
    }

    /// The last instruction of a block, as the code has it.
    fn last_instruction(&self, body: &Body<'_, '_>, block: BlockId) -> Option<usize> {
        let first = body.code.index_at(usize::from(self.code.block(block).pc))?;
        let next = self.starts.range(first + 1..).next().copied().unwrap_or(body.code.starts.len());
        // What is behind a jump is not reached: no block starts there.
        (first..next).find(|&at| ends_block(body.code.opcode(at))).or(next.checked_sub(1))
    }
}

/// The index of a path that is an element.
fn element<'p>(paths: &'p Paths<'_>, id: PathId) -> Option<&'p Linear> {
    match paths.path(id) {
        Path::Element { index, .. } => Some(index),
        Path::InLoop { path, .. } => element(paths, *path),
        _ => None,
    }
}

fn add(code: &mut Assembly<'_, '_>, number: i32) -> Result<()> {
    if number != 0 {
        code.push(number.cast_unsigned())?;
        code.plain(&[IADD]);
    }
    Ok(())
}

fn is_branch(opcode: u8) -> bool {
    matches!(opcode, IFEQ..=IF_ACMPNE | IFNULL | IFNONNULL)
}

fn ends_block(opcode: u8) -> bool {
    is_branch(opcode)
        || matches!(opcode, GOTO | GOTO_W | TABLESWITCH | LOOKUPSWITCH | IRETURN..=RETURN | ATHROW)
}
