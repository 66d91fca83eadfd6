//! How a contract names objects: `this`, `arg1`, `element of arg0`, `lock of owner of this`.

use std::fmt;

use crate::words::{self, Part};

/// An object that a call has to do with.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Object {
    /// The receiver; in a constructor, the new object.
    This,
    /// A parameter, from 0, without the receiver.
    Argument(u8),
    /// What the call returns.
    Result,
    /// What the callback of the same contract returns.
    Callback,
    /// The thread that calls.
    CurrentThread,
    /// The class that has the method: whose static fields are meant.
    Class,
    /// Something that the model does not name.
    Unknown,
    /// Whatever was thrown, here or elsewhere.
    Thrown,
    /// A `Consumer` that the call makes; what it is given are its elements.
    Consumer,
    /// A new object of a class, whose constructor is not looked at: `new java.lang.Integer`.
    New(Box<str>),
    /// A part of another object.
    Part(Part, Box<Object>),
    /// What a field of another object holds: `field mutex of this`.
    Field(Box<str>, Box<Object>),
    /// What a method of another object returns that takes nothing: `supplier() of arg0`.
    Call(Box<str>, Box<Object>),
}

/// Deeper nesting than this is an error; it keeps recursion bounded.
const MAX_DEPTH: usize = 8;

impl Object {
    /// Reads `this`, `argN`, `result`, `callback`, `current-thread`, `class`, `unknown`, `thrown`, `consumer`, `new CLASS`,
    /// `PART of OBJECT`, `field NAME of OBJECT` or `NAME() of OBJECT`.
    pub(crate) fn parse(text: &str) -> Result<Object, String> {
        let mut parts: Vec<&str> = text.split(" of ").map(str::trim).collect();
        if parts.len() > MAX_DEPTH {
            return Err("nested too deeply".to_owned());
        }
        let mut object = Object::parse_base(parts.pop().unwrap_or_default())?;
        for part in parts.into_iter().rev() {
            let of = Box::new(object);
            object = match (part.strip_prefix("field "), part.strip_suffix("()")) {
                (Some(field), _) => Object::Field(field.trim().into(), of),
                (None, Some(method)) => Object::Call(method.into(), of),
                (None, None) => Object::Part(words::parse(part).ok_or_else(|| unknown_part(part))?, of),
            };
        }
        Ok(object)
    }

    fn parse_base(text: &str) -> Result<Object, String> {
        Ok(match text {
            "this" => Object::This,
            "result" => Object::Result,
            "callback" => Object::Callback,
            "current-thread" => Object::CurrentThread,
            "class" => Object::Class,
            "unknown" => Object::Unknown,
            "thrown" => Object::Thrown,
            "consumer" => Object::Consumer,
            _ => match (text.strip_prefix("arg").map(str::parse), text.strip_prefix("new ")) {
                (Some(Ok(index)), _) => Object::Argument(index),
                (_, Some(class)) => Object::New(class.trim().into()),
                _ => {
                    return Err(format!(
                        "`{text}` is no object; expected this, arg0, arg1, …, result, callback, \
                         current-thread, class, unknown, thrown, consumer, new CLASS, or a part such as \
                         `element of this`"
                    ));
                }
            },
        })
    }

    /// The innermost object: `arg0` of `element of arg0`.
    pub fn base(&self) -> &Object {
        match self {
            Object::Part(_, of) | Object::Field(_, of) | Object::Call(_, of) => of.base(),
            other => other,
        }
    }
}

fn unknown_part(text: &str) -> String {
    format!(
        "`{text}` is no part of an object; expected field NAME, NAME(), {}",
        words::all::<Part>().join(", ")
    )
}

impl fmt::Display for Object {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Object::This => f.write_str("this"),
            Object::Argument(index) => write!(f, "arg{index}"),
            Object::Result => f.write_str("result"),
            Object::Callback => f.write_str("callback"),
            Object::CurrentThread => f.write_str("current-thread"),
            Object::Class => f.write_str("class"),
            Object::Unknown => f.write_str("unknown"),
            Object::Thrown => f.write_str("thrown"),
            Object::Consumer => f.write_str("consumer"),
            Object::New(class) => write!(f, "new {class}"),
            Object::Part(part, of) => write!(f, "{part} of {of}"),
            Object::Field(field, of) => write!(f, "field {field} of {of}"),
            Object::Call(method, of) => write!(f, "{method}() of {of}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_are_read_and_written() {
        for text in [
            "this",
            "arg12",
            "result",
            "element of arg0",
            "lock of owner of this",
            "field lock of this",
            "get() of arg1",
        ] {
            assert_eq!(Object::parse(text).map(|object| object.to_string()), Ok(text.to_owned()));
        }
        for text in ["", "that", "arg", "arg-1", "arg300", "elements of this", "element of"] {
            assert!(Object::parse(text).is_err(), "{text}");
        }
        assert!(Object::parse(&"element of ".repeat(100_000)).is_err());
    }
}
