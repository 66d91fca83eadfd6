//! Keeps what is accessed, and compares it with what was accessed before where that may differ.
//!
//! A loop that loads an array anew in each turn has one range for all turns ([`aliases`](crate::placement)). Another thread
//! may have stored another array in between, and then the range would be about an array that was not accessed. So
//! before an access the array is compared with the one that is kept. If it is another one, what is pending about the
//! old one is checked at once, and the loop goes astray: until it is entered anew, nothing is kept, and each access is
//! checked where it is. New code does not branch: what is not to be checked is null.

use deadheat_program::classfile::opcodes::*;
use deadheat_program::ir::{BlockId, InstId};

use super::{Place, Writer, element};
use crate::assembly::Assembly;
use crate::code::KeptLocal;
use crate::descriptors::words;
use crate::error::Result;
use crate::method::Body;
use crate::placement::{Access, Check, Path, Placed, Point, Target};
use crate::tables::unsupported;

impl Writer<'_> {
    /// What is kept of an access: the object, and what is checked if that is another one than before.
    fn kept_of(&self, access: &Access, placed: &Placed) -> Option<(Target, Vec<Check>)> {
        let target = match (access.in_loop, self.paths.path(access.path)) {
            (Some(in_loop), _) => Target::InLoop(in_loop),
            (None, Path::Field { object, .. }) => Target::Value(*object),
            (None, Path::Element { array, .. }) => Target::Value(*array),
            _ => return None,
        };
        let facts = match access.in_loop {
            Some(in_loop) => vec![in_loop.fact(access.is_write)],
            None => placed.on_change.get(&access.inst).cloned().unwrap_or_default(),
        };
        let is_guarded = self.paths.guarded(access.path).is_some();
        Some((target, if is_guarded { self.gather(&facts) } else { Vec::new() }))
    }

    /// Makes room for what is compared.
    pub(super) fn reserve_guards(&mut self, placed: &Placed) {
        for access in self.paths.accesses.values() {
            if self.is_passed_over(access, placed) || self.paths.guarded(access.path).is_none() {
                continue;
            }
            let Some((_, checks)) = self.kept_of(access, placed) else { continue };
            checks.iter().for_each(|check| self.reserve(check));
            self.reserve_index(access.in_loop.unwrap_or(access.path));
            if self.compared.is_none() {
                let object = KeptLocal::Object(self.object_class);
                self.compared = Some((self.new_local(object).local(), self.new_local(object).local()));
            }
        }
    }

    fn is_passed_over(&self, access: &Access, placed: &Placed) -> bool {
        let is_seen_to_there = placed.at_once.contains(&access.inst) || placed.firsts.contains(&access.inst);
        is_seen_to_there || placed.spoken_for.contains(&access.inst)
    }

    /// Nothing is kept where a loop is entered, and nothing was checked by it.
    pub(super) fn begin_loop(&self, body: &mut Body<'_, '_>, head: BlockId) -> Result<Vec<u8>> {
        let of_loop = self.paths.of_loop(head).flat_map(|id| [Target::InLoop(id), Target::First(id)]);
        let mut targets: Vec<Target> = of_loop.collect();
        let is_home = |&value: &InstId| self.paths.aliases.home(value) == self.paths.loop_at(head);
        targets.extend(self.paths.aliases.guarded().filter(is_home).map(Target::Value));
        targets.sort_unstable();
        body.assemble(|code| {
            for target in targets {
                if let Some(Place::New(local)) = self.objects.get(&target) {
                    let (start, store) = match (self.is_flag(target), target) {
                        (true, Target::First(_)) => (ICONST_1, ISTORE),
                        (true, _) => (ICONST_0, ISTORE),
                        (false, _) => (ACONST_NULL, ASTORE),
                    };
                    code.plain(&[start]);
                    code.local(store, *local);
                }
            }
            Ok(())
        })
    }

    /// Whether nothing is kept of a target but that it was accessed.
    fn is_flag(&self, target: Target) -> bool {
        let (Target::InLoop(id) | Target::First(id)) = target else { return false };
        match self.paths.path(id) {
            Path::InLoop { path, .. } => matches!(self.paths.path(*path), Path::Static { .. }),
            _ => false,
        }
    }

    /// Pushes the object that a check is about.
    pub(super) fn load_target(&self, code: &mut Assembly<'_, '_>, check: &Check) -> Result<()> {
        let lost = || unsupported("a check of nothing");
        let target = check.target.ok_or_else(lost)?;
        if let Some((_, local)) = self.instead.get().filter(|(other, _)| *other == target) {
            code.load(local);
            return Ok(());
        }
        code.load(self.objects.get(&target).ok_or_else(lost)?.local());
        match target {
            Target::Value(value) if self.paths.aliases.is_guarded(value) => {
                code.call_placed("actual", "(Ljava/lang/Object;)Ljava/lang/Object;")
            }
            _ => Ok(()),
        }
    }

    /// Keeps objects and indices where they are accessed.
    pub(super) fn save_accesses(&self, body: &mut Body<'_, '_>, placed: &Placed) -> Result<()> {
        for access in self.paths.accesses.values() {
            let Some(at) = self.index(body, access.inst) else { continue };
            if self.is_passed_over(access, placed) {
                continue;
            }
            if let (Some(in_loop), Path::Static { .. }) = (access.in_loop, self.paths.path(access.path)) {
                if let Some(flag) = self.objects.get(&Target::InLoop(in_loop)).map(|place| place.local()) {
                    body.before(at, |code| {
                        code.plain(&[ICONST_1]);
                        code.local(ISTORE, flag);
                        Ok(())
                    })?;
                }
                continue;
            }
            let Some((target, checks)) = self.kept_of(access, placed) else { continue };
            let object = match self.objects.get(&target) {
                Some(Place::New(local)) => Some(*local),
                _ => None,
            };
            let index = self.indices.get(&access.in_loop.unwrap_or(access.path)).map(|place| place.local());
            match (self.paths.guarded(access.path), object, self.compared) {
                (Some(_), Some(kept), Some((now, old))) => {
                    save(body, at, Some(now), index)?;
                    self.compare(body, (at, access), (kept, now, old), (target, &checks))?;
                }
                _ => save(body, at, object, index)?,
            }
        }
        Ok(())
    }

    /// Compares the object that is about to be accessed with the one that is kept.
    fn compare(
        &self,
        body: &mut Body<'_, '_>,
        (at, access): (usize, &Access),
        (kept, now, old): (u16, u16, u16),
        (target, checks): (Target, &[Check]),
    ) -> Result<()> {
        if !checks.is_empty() {
            body.before(at, |code| {
                code.load(now);
                code.load(kept);
                code.call_placed("left", "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;")?;
                code.local(ASTORE, old);
                Ok(())
            })?;
        }
        self.instead.set(Some((target, old)));
        for check in checks {
            let mut bytes = self.log(body, Point::Before(access.inst), check)?;
            bytes.extend(self.assemble_one(body, Point::Before(access.inst), check)?);
            body.code.edit(at).before.extend(bytes);
        }
        self.instead.set(None);
        let site = body.site(at);
        let is_element = element(self.paths, access.path).is_some() && access.in_loop.is_none();
        body.before(at, |code| {
            code.load(now);
            if is_element {
                self.push_index(code, access.path, 0)?;
                code.load(kept);
                code.push(site)?;
                let call = if access.is_write { "keepWritten" } else { "keepRead" };
                code.call_placed(call, "(Ljava/lang/Object;ILjava/lang/Object;I)Ljava/lang/Object;")?;
            }
            code.local(ASTORE, kept);
            Ok(())
        })
    }
}

/// Stores the object, and the index, that an instruction is about to access.
pub(super) fn save(
    body: &mut Body<'_, '_>,
    at: usize,
    object: Option<u16>,
    index: Option<u16>,
) -> Result<()> {
    if object.is_none() && index.is_none() {
        return Ok(());
    }
    let opcode = body.code.opcode(at);
    let store_object = |code: &mut Assembly<'_, '_>| match object {
        Some(local) => code.local(ASTORE, local),
        None => code.plain(&[POP]),
    };
    let store_both = |code: &mut Assembly<'_, '_>| {
        match index {
            Some(local) => code.local(ISTORE, local),
            None => code.plain(&[POP]),
        }
        store_object(code);
    };
    match opcode {
        GETFIELD => body.before(at, |code| {
            code.plain(&[DUP]);
            store_object(code);
            Ok(())
        }),
        PUTFIELD => {
            let is_wide = words(body.member(at)?.descriptor) == 2;
            body.before(at, |code| {
                code.plain(if is_wide { &[DUP2_X1, POP2, DUP] } else { &[DUP2, POP] });
                store_object(code);
                code.plain(if is_wide { &[DUP_X2, POP] } else { &[] });
                Ok(())
            })
        }
        IALOAD..=SALOAD => body.before(at, |code| {
            code.plain(&[DUP2]);
            store_both(code);
            Ok(())
        }),
        IASTORE..=SASTORE => {
            let is_wide = matches!(opcode, LASTORE | DASTORE);
            body.before(at, |code| {
                code.plain(if is_wide { &[DUP2_X2, POP2, DUP2] } else { &[DUP_X2, POP, DUP2] });
                store_both(code);
                code.plain(if is_wide { &[DUP2_X2, POP2] } else { &[DUP2_X1, POP2] });
                Ok(())
            })
        }
        _ => Ok(()),
    }
}
