//! What a client may add to contexts without touching the solver.

use crate::context::Element;
use crate::graph::EdgeKind;
use crate::ids::{MethodIx, ObjectId, SiteId};

/// A call whose callee's context is being chosen.
#[derive(Debug, Clone, Copy)]
pub struct CallView {
    /// The calling method.
    pub caller: MethodIx,
    /// The client's element of the caller's context.
    pub caller_element: Element,
    /// The call, numbered within the caller.
    pub call: u32,
    /// The method called.
    pub callee: MethodIx,
    /// The object that it is called on, if any, and the client's label of it.
    pub receiver: Option<(ObjectId, Element)>,
    /// Why the callee runs.
    pub kind: EdgeKind,
}

/// The client's part of contexts and objects: an abstract thread (IteRace 3.1), a sharing flag, the
/// container that receives. Elements are numbers that the client gives out; the solver compares them.
pub trait Elements {
    /// The element of the callee's context. Without a reason to change it, the caller's.
    fn callee(&mut self, call: &CallView) -> Element {
        call.caller_element
    }

    /// The label of an object that a site makes in a context with this element.
    fn label(&mut self, _site: SiteId, _element: Element) -> Element {
        0
    }
}

/// A client that adds nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoElements;

impl Elements for NoElements {
    fn callee(&mut self, _: &CallView) -> Element {
        0
    }
}
