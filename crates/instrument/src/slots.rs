//! The local variables of a method in which its parameters are, and what frames say of them.

use deadheat_program::ir::{self, Inst, Value};
use deadheat_program::types::Kind;

use crate::error::Result;
use crate::frames::{self, FrameType};
use crate::method::Body;

/// The method's own local variables.
pub(crate) struct Slots {
    /// By parameter of the code in SSA form: its local variable, if that never has another value.
    parameters: Vec<Option<u16>>,
    /// The local variables of a frame in which only those are.
    pub(crate) locals: Vec<FrameType>,
    pub(crate) frames: Vec<frames::Frame>,
    pub(crate) max_locals: u16,
}

impl Slots {
    pub(crate) fn new(body: &mut Body<'_, '_>) -> Result<Slots> {
        let this_class = (!body.is_static()).then_some(body.facts.class.this_class);
        let is_constructor = body.is_constructor();
        let initial = frames::initial(this_class, is_constructor, body.method.descriptor, body.additions)?;
        let table = body.code.attributes.iter().find(|attribute| attribute.name == b"StackMapTable");
        let has_frames = body.facts.class.major >= 50;
        let frames = match table.filter(|_| has_frames) {
            Some(table) => frames::decode(table.contents, &initial)?,
            None => Vec::new(),
        };
        // The pool may have a class twice.
        let name = |ty: FrameType| match ty {
            FrameType::Object(class) => body.facts.pool.class_name(class).ok(),
            _ => None,
        };
        let is_equal = |one: FrameType, other: FrameType| {
            one == other || name(one).is_some_and(|known| name(other) == Some(known))
        };
        let (mut parameters, mut locals, mut slot) = (Vec::new(), Vec::new(), 0usize);
        for (at, &ty) in initial.iter().enumerate() {
            let is_this = at == 0 && this_class.is_some();
            // A constructor's object is another thing in frames before and after it is initialised.
            let is_same = |frame: &frames::Frame| {
                let is_known = frame.locals.get(at).is_some_and(|&other| is_equal(ty, other));
                is_this && is_constructor || is_known && is_in_place(frame, &initial, at)
            };
            let is_kept = !body.code.stores_to(slot as u16)
                && (ty.slots() == 1 || !body.code.stores_to(slot as u16 + 1))
                && frames.iter().all(is_same);
            parameters.push(is_kept.then_some(slot as u16));
            match is_kept && !is_constructor {
                true => locals.push(ty),
                false => locals.extend(std::iter::repeat_n(FrameType::TOP, ty.slots())),
            }
            slot += ty.slots();
        }
        Ok(Slots { parameters, locals, frames, max_locals: body.code.max_locals })
    }

    /// The local variable that is always a parameter.
    pub(crate) fn parameter(&self, code: &ir::Body, value: Value) -> Option<u16> {
        match code.inst(value) {
            Inst::Param(number) => *self.parameters.get(usize::from(number))?,
            _ => None,
        }
    }

    /// Whether a number can be kept.
    pub(crate) fn can_save(&self, code: &ir::Body, value: Value) -> bool {
        let block = code.block(code.block_of(value));
        code.kind(value) == Kind::Int
            && match code.inst(value) {
                Inst::Param(_) => self.parameter(code, value).is_some(),
                Inst::Phi(_) => code.slot(value).is_some() && !block.is_pad,
                _ => true,
            }
    }
}

/// Whether what comes before a local variable takes as much room as at the method's start.
fn is_in_place(frame: &frames::Frame, initial: &[FrameType], at: usize) -> bool {
    let room = |types: &[FrameType]| types.iter().take(at).map(|ty| ty.slots()).sum::<usize>();
    room(&frame.locals) == room(initial)
}
