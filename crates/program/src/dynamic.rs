//! What `invokedynamic` call sites and dynamic constants mean.
//!
//! Compilers encode language constructs as calls of a handful of bootstrap methods. Those that the
//! Java language and the big compilers use are taken apart here, so that engines see a lambda with
//! its body and a switch with its labels. A bootstrap that is not known keeps its handle and
//! arguments, and is a gap.

use crate::classfile::{Class, DynamicRef, HandleKind, HandleMember, Loadable, MethodHandle};
use crate::error::Result;
use crate::symbols::{DescriptorId, MethodRef, Name, Symbols};
use crate::types::Type;

/// A dynamic call site or constant.
#[derive(Debug, Clone)]
pub struct Dynamic {
    /// The name; for a lambda, of the interface method.
    pub name: Name,
    /// The descriptor: of a method for a call site, of a field for a constant.
    pub descriptor: Name,
    /// What it does.
    pub meaning: Meaning,
}

/// What a bootstrap method makes of a call site or constant.
#[derive(Debug, Clone)]
pub enum Meaning {
    /// A lambda or method reference: the arguments are captured, the result implements an interface.
    Lambda(Lambda),
    /// String concatenation of the arguments.
    Concat(Concat),
    /// `equals`, `hashCode` or `toString` of a record.
    RecordMethod {
        /// The record class.
        class: Type,
        /// The component's getters (field handles).
        getters: Box<[MethodHandle]>,
    },
    /// A pattern switch over a reference: the index of the first label that matches, from a start.
    TypeSwitch {
        /// Classes, strings, numbers and enum descriptions.
        labels: Box<[Loadable]>,
    },
    /// A pattern switch over an enum.
    EnumSwitch {
        /// Constant names and classes.
        labels: Box<[Loadable]>,
    },
    /// A constant of `java.lang.invoke.ConstantBootstraps`: the bootstrap's name tells what it is.
    Constant {
        /// The bootstrap method's name, `enumConstant`, `primitiveClass`, `invoke`, …
        bootstrap: Name,
        /// The static arguments.
        arguments: Box<[Loadable]>,
    },
    /// Scala's `$deserializeLambda$`, which makes lambdas of the same class anew.
    DeserializeLambda {
        /// The lambda bodies that it can return.
        targets: Box<[MethodHandle]>,
    },
    /// Not known.
    Unknown {
        /// The bootstrap method.
        bootstrap: MethodHandle,
        /// The static arguments.
        arguments: Box<[Loadable]>,
    },
}

/// A lambda expression or method reference.
#[derive(Debug, Clone)]
pub struct Lambda {
    /// The functional interface.
    pub interface: Type,
    /// The erased descriptor of the interface method.
    pub erased: DescriptorId,
    /// The descriptor with the types at this site.
    pub instantiated: DescriptorId,
    /// What a call of the interface method runs.
    pub implementation: MethodHandle,
    /// Further interfaces of the result.
    pub markers: Box<[Type]>,
    /// Further descriptors that the result answers to.
    pub bridges: Box<[DescriptorId]>,
    /// Whether the result is serializable.
    pub serializable: bool,
}

/// A string concatenation.
#[derive(Debug, Clone)]
pub struct Concat {
    /// The recipe: `\\u{1}` stands for the next argument, `\\u{2}` for the next constant, all else for
    /// itself. `None` joins the arguments.
    pub recipe: Option<Name>,
    /// The constants for `\\u{2}`.
    pub constants: Box<[Loadable]>,
}

/// Takes a call site or constant apart.
pub(crate) fn resolve(symbols: &Symbols, class: &Class, site: DynamicRef) -> Result<Dynamic> {
    let (bootstrap, arguments) = class.bootstrap(symbols, site.bootstrap)?;
    let meaning = known(symbols, site, bootstrap, &arguments)
        .unwrap_or_else(|| Meaning::Unknown { bootstrap, arguments: arguments.into() });
    Ok(Dynamic { name: site.name, descriptor: site.descriptor, meaning })
}

fn known(
    symbols: &Symbols,
    site: DynamicRef,
    bootstrap: MethodHandle,
    arguments: &[Loadable],
) -> Option<Meaning> {
    let (HandleKind::InvokeStatic, HandleMember::Method(method)) = (bootstrap.kind, bootstrap.member) else {
        return None;
    };
    let data = symbols.method_data(method);
    let owner = symbols.bytes(data.owner.class_name()?);
    match (owner, symbols.bytes(data.name)) {
        (b"java/lang/invoke/LambdaMetafactory", b"metafactory") => lambda(symbols, site, arguments, false),
        (b"java/lang/invoke/LambdaMetafactory", b"altMetafactory") => lambda(symbols, site, arguments, true),
        (b"java/lang/invoke/StringConcatFactory", b"makeConcat") => {
            Some(Meaning::Concat(Concat { recipe: None, constants: [].into() }))
        }
        (b"java/lang/invoke/StringConcatFactory", b"makeConcatWithConstants") => match arguments {
            [Loadable::String(recipe), constants @ ..] => {
                Some(Meaning::Concat(Concat { recipe: Some(*recipe), constants: constants.into() }))
            }
            _ => None,
        },
        (b"java/lang/runtime/ObjectMethods", b"bootstrap") => record_method(arguments),
        (b"java/lang/runtime/SwitchBootstraps", b"typeSwitch") => {
            Some(Meaning::TypeSwitch { labels: arguments.into() })
        }
        (b"java/lang/runtime/SwitchBootstraps", b"enumSwitch") => {
            Some(Meaning::EnumSwitch { labels: arguments.into() })
        }
        (b"java/lang/invoke/ConstantBootstraps", _) => {
            Some(Meaning::Constant { bootstrap: data.name, arguments: arguments.into() })
        }
        (b"scala/runtime/LambdaDeserialize", b"bootstrap") => {
            Some(Meaning::DeserializeLambda { targets: handles(arguments)? })
        }
        _ => None,
    }
}

/// `metafactory(erased, implementation, instantiated)`; `altMetafactory` adds flags and, as they
/// say, marker interfaces and bridges.
fn lambda(symbols: &Symbols, site: DynamicRef, arguments: &[Loadable], alt: bool) -> Option<Meaning> {
    const SERIALIZABLE: i32 = 1;
    const MARKERS: i32 = 2;
    const BRIDGES: i32 = 4;
    let [
        Loadable::MethodType(erased),
        Loadable::MethodHandle(implementation),
        Loadable::MethodType(instantiated),
        rest @ ..,
    ] = arguments
    else {
        return None;
    };
    let interface = symbols.descriptor_data(symbols.descriptor(site.descriptor).ok()?).result?;
    let mut lambda = Lambda {
        interface,
        erased: *erased,
        instantiated: *instantiated,
        implementation: *implementation,
        markers: [].into(),
        bridges: [].into(),
        serializable: false,
    };
    let mut rest = rest.iter();
    if alt {
        let Some(Loadable::Int(flags)) = rest.next() else { return None };
        lambda.serializable = flags & SERIALIZABLE != 0;
        if flags & MARKERS != 0 {
            lambda.markers = counted(&mut rest, |item| match item {
                Loadable::Class(ty) => Some(*ty),
                _ => None,
            })?;
        }
        if flags & BRIDGES != 0 {
            lambda.bridges = counted(&mut rest, |item| match item {
                Loadable::MethodType(descriptor) => Some(*descriptor),
                _ => None,
            })?;
        }
    }
    rest.next().is_none().then_some(Meaning::Lambda(lambda))
}

/// A count and that many items.
fn counted<T>(
    rest: &mut std::slice::Iter<'_, Loadable>,
    pick: impl Fn(&Loadable) -> Option<T>,
) -> Option<Box<[T]>> {
    let Some(Loadable::Int(count)) = rest.next() else { return None };
    (0..*count).map(|_| pick(rest.next()?)).collect()
}

/// `bootstrap(class, "a;b;c", getters…)`.
fn record_method(arguments: &[Loadable]) -> Option<Meaning> {
    match arguments {
        [Loadable::Class(class), Loadable::String(_), getters @ ..] => {
            Some(Meaning::RecordMethod { class: *class, getters: handles(getters)? })
        }
        _ => None,
    }
}

fn handles(arguments: &[Loadable]) -> Option<Box<[MethodHandle]>> {
    let pick = |argument: &Loadable| match argument {
        Loadable::MethodHandle(handle) => Some(*handle),
        _ => None,
    };
    arguments.iter().map(pick).collect()
}

impl Lambda {
    /// The method behind the lambda; `None` when a handle reads or writes a field (no compiler does).
    pub fn target(&self) -> Option<MethodRef> {
        match self.implementation.member {
            HandleMember::Method(method) => Some(method),
            HandleMember::Field(_) => None,
        }
    }
}
