//! What a call has to do with tasks, as its contract says: which it starts, by which handle others wait for
//! them, after which they begin, and for which it waits.

use deadheat_models::{Contract, Object, Part};
use deadheat_program::ir::{InstId, InvokeKind, Value};

use crate::paths::Path;

/// A value and its path.
pub(crate) type Named = (Value, Path);

/// See the module's description.
#[derive(Debug, Clone, Default)]
pub(crate) struct Tasks {
    /// The handle of what the call starts.
    pub(crate) handle: Option<Named>,
    /// The handles of what the call starts are elements of its result.
    pub(crate) is_of_elements: bool,
    /// How many tasks the contract names.
    pub(crate) starts: usize,
    /// The handles of tasks that have ended before those of the call begin.
    pub(crate) after: Vec<Named>,
    /// The pools whose tasks have ended before those of the call begin.
    pub(crate) after_pools: Vec<Value>,
    /// Whose tasks have ended when the call returns.
    pub(crate) joins: Vec<Joined>,
    /// They have only if the call has the outcome on which its contract depends.
    pub(crate) needs_outcome: bool,
    /// The handle that others take for ended because of the call, whatever its task does.
    pub(crate) completes: Option<Value>,
}

/// For what a call waits.
#[derive(Debug, Clone)]
pub(crate) enum Joined {
    /// The task of a handle.
    Handle(Named),
    /// The tasks of the handles that the result holds.
    ElementsOfResult,
    /// All tasks of a pool.
    TasksOf(Value),
}

/// Reads a contract; `elements` gives what an array that is made for the call holds.
pub(crate) fn of(
    contract: &Contract,
    inst: InstId,
    kind: InvokeKind,
    arguments: &[Value],
    path: impl Fn(Value) -> Path,
    elements: impl Fn(Value) -> Vec<Value>,
) -> Tasks {
    let value = |object: &Object| match object {
        Object::This => arguments.first().copied().filter(|_| kind != InvokeKind::Static),
        Object::Argument(index) => {
            arguments.get(usize::from(*index) + usize::from(kind != InvokeKind::Static)).copied()
        }
        Object::Result => Some(inst),
        _ => None,
    };
    let named = |object: &Object| value(object).map(|value| (value, path(value)));
    let mut tasks = Tasks::default();
    if let Some(spawning) = &contract.spawning {
        tasks.starts = spawning.starts.len();
        let own = match &spawning.starts[..] {
            [only] => Some(&only.object),
            _ => None,
        };
        tasks.handle = spawning.handle.as_ref().or(own).and_then(named);
        tasks.is_of_elements = spawning.handle.as_ref().is_some_and(is_element_of_result);
        for object in &spawning.after {
            match object {
                Object::Part(Part::Tasks, of) => tasks.after_pools.extend(value(of)),
                Object::Part(Part::Element, of) => {
                    let elements = value(of).map(&elements).unwrap_or_default();
                    tasks.after.extend(elements.into_iter().map(|value| (value, path(value))));
                }
                other => tasks.after.extend(named(other)),
            }
        }
    }
    if let Some(ordering) = &contract.ordering {
        tasks.needs_outcome = ordering.when.is_some();
        tasks.joins = ordering
            .joins
            .iter()
            .filter_map(|object| match object {
                elements if is_element_of_result(elements) => Some(Joined::ElementsOfResult),
                Object::Part(Part::Tasks, of) => value(of).map(Joined::TasksOf),
                other => named(other).map(Joined::Handle),
            })
            .collect();
        let sent = ordering.sends.iter().filter(|message| message.through.is_none());
        tasks.completes = sent.filter_map(|message| value(&message.object)).next();
    }
    tasks
}

fn is_element_of_result(object: &Object) -> bool {
    matches!(object, Object::Part(Part::Element, of) if **of == Object::Result)
}
