//! Elements that tasks load at numbers of their own range are followed through the methods that count.

use std::collections::BTreeMap;
use std::rc::Rc;

use deadheat_points_to::{InstanceId, ObjectId, Placed};
use deadheat_program::ir::{Body, Inst, InstId, Value};
use deadheat_program::types::Kind;

use super::{Found, Pieces, Program};
use crate::owned::Owned;
use crate::summaries::fits;

/// Elements of tasks' ranges, as they are followed.
pub(super) struct Elements<'e, 'a> {
    pub(super) program: &'e Program<'e, 'a>,
    pub(super) placed: &'e Placed<'e, 'a>,
    pub(super) owned: &'e Owned,
    pub(super) number: usize,
    pub(super) codes: &'e [InstanceId],
    pub(super) bodies: &'e BTreeMap<InstanceId, Rc<Body>>,
}

impl Elements<'_, '_> {
    /// Goes through all methods; tells whether anything is new.
    pub(super) fn step(&self, pieces: &mut Pieces) -> bool {
        let before = pieces.held.len();
        for (&instance, body) in self.bodies {
            for inst in body.insts().filter(|&inst| body.kind(inst) == Kind::Ref) {
                for object in self.program.points_to.points_to(instance, inst) {
                    if !pieces.held.contains_key(&(instance, inst, object))
                        && let Some(found) = self.find(pieces, instance, body, inst, object)
                    {
                        pieces.held.insert((instance, inst, object), found);
                    }
                }
            }
        }
        pieces.held.len() != before
    }

    fn find(
        &self,
        pieces: &Pieces,
        instance: InstanceId,
        body: &Body,
        value: Value,
        object: ObjectId,
    ) -> Option<Found> {
        let points_to = self.program.points_to;
        let held = |value: Value, object: ObjectId| pieces.held.get(&(instance, value, object)).copied();
        match body.inst(value) {
            Inst::ArrayLoad(_, array, _) => {
                pieces.element(instance, value).filter(|&tree| tree == self.number)?;
                let array = self.placed.only_array(&points_to.points_to(instance, array), object)?;
                Some((self.number, Some(array)))
            }
            Inst::CheckCast(_, of) => held(of, object),
            Inst::GetField(name, of) => {
                let field = points_to.program().resolve_field(body.method.class, name).ok()?;
                let holders = points_to.points_to(instance, of);
                let found = only(holders.into_iter().map(|holder| held(of, holder)))?;
                self.owned.owns(object, field).then_some(found)
            }
            Inst::Param(index) => self.passed(pieces, instance, index, object),
            Inst::Invoke(..) => self.given(pieces, instance, value, object),
            _ => None,
        }
    }

    /// What a call gives.
    fn given(&self, pieces: &Pieces, instance: InstanceId, call: InstId, object: ObjectId) -> Option<Found> {
        let points_to = self.program.points_to;
        if let Some(&(tree, list)) = pieces.gets.get(&(instance, call)) {
            (tree == self.number && self.placed.is_given_in_one_place(instance, call, object))
                .then_some(())?;
            let Some(list) = list else { return Some((tree, None)) };
            return match points_to.points_to(instance, list)[..] {
                [only] => Some((tree, Some(only))),
                _ => None,
            };
        }
        let mut all = Vec::new();
        for (callee, _) in points_to.callees(instance, call) {
            let body = self.bodies.get(&callee)?;
            for inst in body.insts() {
                if let Inst::Return(Some(value)) = body.inst(inst)
                    && points_to.points_to(callee, value).contains(&object)
                {
                    all.push(pieces.held.get(&(callee, value, object)).copied());
                }
            }
        }
        only(all.into_iter())
    }

    /// What all callers pass.
    fn passed(&self, pieces: &Pieces, callee: InstanceId, index: u16, object: ObjectId) -> Option<Found> {
        let points_to = self.program.points_to;
        let method = points_to.method(callee)?;
        let mut all = Vec::new();
        for &(by, at) in self.program.graph.callers(callee) {
            let body = self.bodies.get(&by)?;
            let Inst::Invoke(_, name, list) = body.inst(at) else { return None };
            // What is another task's may run beside those below this one.
            let is_same = body.list(list).first().is_some_and(|&it| matches!(body.inst(it), Inst::Param(0)));
            (is_same || !self.codes.contains(&callee)).then_some(())?;
            fits(points_to, Some(name), method).then_some(())?;
            let &value = body.list(list).get(usize::from(index))?;
            if points_to.points_to(by, value).contains(&object) {
                all.push(pieces.held.get(&(by, value, object)).copied());
            }
        }
        only(all.into_iter())
    }
}

/// The only one, if there is one and all are known.
fn only(mut all: impl Iterator<Item = Option<Found>>) -> Option<Found> {
    let first = all.next()??;
    all.all(|other| other == Some(first)).then_some(first)
}
