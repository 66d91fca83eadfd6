//! Checks that a loop makes in the first turn which accesses something (peeling; why that is enough is said in
//! [`contexts`](crate::placement)).
//!
//! For each such path of a loop a variable has the object that was checked, which is none where the loop is entered. At the
//! access that object, or null if it is the same as before, goes to the check, and a check of null is none: new code at
//! accesses does not branch. Static fields have no object but a flag, which says whether they are still to be checked. The variable
//! is set behind the check, so that a check which throws its race is made again.

use deadheat_program::classfile::opcodes::*;

use super::guards::save;
use super::{Writer, element};
use crate::accesses::static_number;
use crate::code::KeptLocal;
use crate::error::Result;
use crate::members::{READ, WRITE, helper_name};
use crate::method::Body;
use crate::placement::{Access, Check, Part, Path, PathId, Placed, Point, Target};
use crate::tables::unsupported;

impl Writer<'_> {
    /// The accesses that only the first turn checks, each with the path that tells whether it has.
    fn firsts(&self, placed: &Placed) -> Vec<(Access, PathId)> {
        let meant = self.paths.accesses.values().filter(|access| placed.firsts.contains(&access.inst));
        meant.filter_map(|access| Some((*access, access.first?))).collect()
    }

    /// Makes room for what loops have checked.
    pub(super) fn reserve_firsts(&mut self, placed: &Placed) {
        for (access, first) in self.firsts(placed) {
            let object = KeptLocal::Object(self.object_class);
            let is_static = matches!(self.paths.path(access.path), Path::Static { .. });
            if !self.objects.contains_key(&Target::First(first)) {
                let place = self.new_local(if is_static { KeptLocal::Int } else { object });
                self.objects.insert(Target::First(first), place);
            }
            if element(self.paths, first).is_some() {
                self.reserve_index(first);
            }
            if !is_static && self.compared.is_none() {
                self.compared = Some((self.new_local(object).local(), self.new_local(object).local()));
            }
        }
    }

    /// Checks what was not checked in an earlier turn.
    pub(super) fn check_firsts(&self, body: &mut Body<'_, '_>, placed: &Placed) -> Result<()> {
        for (access, first) in self.firsts(placed) {
            let lost = || unsupported("a first access that is not kept");
            let at = self.index(body, access.inst).ok_or_else(lost)?;
            let kept = self.objects.get(&Target::First(first)).ok_or_else(lost)?.local();
            match self.paths.path(access.path) {
                Path::Static { .. } => self.check_first_static(body, (at, &access), (first, kept))?,
                _ => {
                    let (now, due) = self.compared.ok_or_else(lost)?;
                    self.check_first(body, (at, &access), first, (kept, now, due))?;
                }
            }
            body.checks += 1;
        }
        Ok(())
    }

    fn check_first_static(
        &self,
        body: &mut Body<'_, '_>,
        (at, access): (usize, &Access),
        (first, flag): (PathId, u16),
    ) -> Result<()> {
        let (member, site) = (body.member(at)?, body.site(at));
        let number = static_number(body, &member);
        let is_counted = body.facts.settings.is_counted;
        self.tell_first(body, (at, access), first)?;
        body.before(at, |code| {
            if is_counted {
                code.local(ILOAD, flag);
                code.call("checked", "(I)V")?;
            }
            code.push(number)?;
            code.push(site)?;
            code.local(ILOAD, flag);
            code.call_placed(if access.is_write { "staticWriteIf" } else { "staticReadIf" }, "(III)V")?;
            code.plain(&[ICONST_0]);
            code.local(ISTORE, flag);
            Ok(())
        })
    }

    fn check_first(
        &self,
        body: &mut Body<'_, '_>,
        (at, access): (usize, &Access),
        first: PathId,
        (kept, now, due): (u16, u16, u16),
    ) -> Result<()> {
        save(body, at, Some(now), self.indices.get(&first).map(|place| place.local()))?;
        let (is_counted, object_class) = (body.facts.settings.is_counted, self.object_class);
        body.before(at, |code| {
            code.load(kept);
            code.load(now);
            code.call_placed("left", "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;")?;
            code.local(ASTORE, due);
            if is_counted {
                code.load(due);
                code.with(INSTANCEOF, object_class);
                code.call("checked", "(I)V")?;
            }
            Ok(())
        })?;
        self.instead.set(Some((Target::First(first), due)));
        self.tell_first(body, (at, access), first)?;
        self.instead.set(None);
        self.call_check(body, (at, access), (first, due))?;
        body.before(at, |code| {
            code.load(now);
            code.local(ASTORE, kept);
            Ok(())
        })
    }

    /// Calls the check of an object, or of null.
    fn call_check(
        &self,
        body: &mut Body<'_, '_>,
        (at, access): (usize, &Access),
        (first, due): (PathId, u16),
    ) -> Result<()> {
        let site = body.site(at);
        if let Path::Element { .. } = self.paths.path(access.path) {
            return body.before(at, |code| {
                code.load(due);
                self.push_index(code, first, 0)?;
                code.push(site)?;
                let call = if access.is_write { "arrayWriteLeft" } else { "arrayReadLeft" };
                code.call_placed(call, "(Ljava/lang/Object;II)V")
            });
        }
        let member = body.member(at)?;
        body.facts.note_alone(&member);
        let start = if access.is_write { WRITE } else { READ };
        let helper = helper_name(start, member.name, member.descriptor);
        body.before(at, |code| {
            code.load(due);
            code.push(site)?;
            code.call_method(member.owner_index, &helper, b"(Ljava/lang/Object;I)V")
        })
    }

    /// Tells who holds checks against accesses.
    fn tell_first(
        &self,
        body: &mut Body<'_, '_>,
        (at, access): (usize, &Access),
        first: PathId,
    ) -> Result<()> {
        let part = match self.paths.path(access.path) {
            Path::Field { field, .. } => Part::Fields(vec![(*field, access.path)]),
            Path::Static { field } => Part::Static(*field),
            _ => Part::Element(first),
        };
        let target = Some(Target::First(first));
        let check = Check { is_write: access.is_write, target, part, path: access.path };
        let bytes = self.log(body, Point::Before(access.inst), &check)?;
        body.code.edit(at).before.extend(bytes);
        Ok(())
    }
}
