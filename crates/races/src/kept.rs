//! What the arguments of a library's method come to hold, by its contract (`flow`).

use deadheat_models::{Object, Values};

/// What a library's method may make an argument hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kept {
    Nothing,
    /// What the others hold.
    Contents,
    /// The others, and what they hold.
    All,
}

/// What a library's method makes an argument hold, by its contract. One that says what is stored says all of it; but objects
/// that are called back may store more.
pub(crate) fn kept(values: Option<&Values>, calls_back: bool, index: usize, is_static: bool) -> Kept {
    let argument = |object: &Object| match *object {
        Object::Argument(number) => Some(usize::from(number) + usize::from(!is_static)),
        _ => None,
    };
    let into = || values.into_iter().flat_map(|values| &values.stores).map(|store| root(&store.into));
    let is_named = |into: &Object| matches!(into, Object::This | Object::Argument(_) | Object::Result);
    if into().any(|into| argument(into).is_some()) && calls_back
        || into().any(|into| argument(into) == Some(index))
    {
        Kept::All
    } else if calls_back || into().next().is_none() || !into().all(is_named) {
        Kept::Contents
    } else {
        Kept::Nothing
    }
}

/// Of which object something is a part.
fn root(object: &Object) -> &Object {
    match object {
        Object::Part(_, of) | Object::Field(_, of) => root(of),
        _ => object,
    }
}
