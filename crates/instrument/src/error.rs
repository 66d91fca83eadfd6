//! Why a class is not rewritten.

use std::fmt;

/// A class that is left as it is; the class, method and offset are in the place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// The bytes are not what the format demands.
    Malformed(Place, String),
    /// The result would be beyond a limit of the format: the constant pool or the member tables are full.
    Limit(Place, String),
    /// Legal perhaps, but not understood here.
    Unsupported(Place, String),
}

/// Where a class file gave trouble; every part is optional.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Place {
    /// The class, by its internal name.
    pub class: Option<String>,
    /// The method as name and descriptor.
    pub method: Option<String>,
    /// A byte offset, into the method's bytecode when the method is known, else into the class file.
    pub offset: Option<u64>,
}

pub(crate) type Result<T> = std::result::Result<T, Refusal>;

impl Refusal {
    pub(crate) fn malformed(message: impl Into<String>) -> Refusal {
        Refusal::Malformed(Place::default(), message.into())
    }

    pub(crate) fn limit(message: impl Into<String>) -> Refusal {
        Refusal::Limit(Place::default(), message.into())
    }

    /// Where it happened.
    pub fn place(&self) -> &Place {
        let (Refusal::Malformed(place, _) | Refusal::Limit(place, _) | Refusal::Unsupported(place, _)) = self;
        place
    }

    /// What happened, without the place.
    pub fn message(&self) -> &str {
        let (Refusal::Malformed(_, message) | Refusal::Limit(_, message) | Refusal::Unsupported(_, message)) =
            self;
        message
    }

    fn placed(mut self, set: impl FnOnce(&mut Place)) -> Refusal {
        let (Refusal::Malformed(place, _) | Refusal::Limit(place, _) | Refusal::Unsupported(place, _)) =
            &mut self;
        set(place);
        self
    }

    pub(crate) fn in_class(self, class: &str) -> Refusal {
        self.placed(|place| {
            place.class.get_or_insert_with(|| class.to_owned());
        })
    }

    pub(crate) fn in_method(self, method: &str) -> Refusal {
        self.placed(|place| {
            place.method.get_or_insert_with(|| method.to_owned());
        })
    }

    pub(crate) fn at(self, offset: usize) -> Refusal {
        self.placed(|place| {
            place.offset.get_or_insert(offset as u64);
        })
    }
}

impl From<deadheat_program::Error> for Refusal {
    fn from(error: deadheat_program::Error) -> Refusal {
        use deadheat_program::ErrorKind;
        let offset = error.place.offset.or(error.place.pc.map(u64::from));
        let place = Place { offset, ..Place::default() };
        let message = error.message.into_string();
        match error.kind {
            ErrorKind::Limit => Refusal::Limit(place, message),
            ErrorKind::Unsupported => Refusal::Unsupported(place, message),
            _ => Refusal::Malformed(place, message),
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = self.place();
        if let Some(class) = &place.class {
            write!(f, "class {class}: ")?;
        }
        if let Some(method) = &place.method {
            write!(f, "method {method}: ")?;
        }
        if let Some(offset) = place.offset {
            write!(f, "byte {offset}: ")?;
        }
        let label = match self {
            Refusal::Malformed(..) => "",
            Refusal::Limit(..) => "limit: ",
            Refusal::Unsupported(..) => "unsupported: ",
        };
        write!(f, "{label}{}", self.message())
    }
}

impl std::error::Error for Refusal {}
