//! Runtime types of abstract objects, and filters: which of them may be assigned to a declared type.
//!
//! A filter is a bit set over runtime types, filled on first use of each pair; so a filtered edge costs
//! one bit test per object. Where a class on the way is missing, everything passes: an analysis that
//! does not know must not lose objects.

use deadheat_program::types::{Base, Type};
use deadheat_program::{ClassId, Program};
use rustc_hash::FxHashMap;

use crate::ids::{FilterId, SiteId, TypeId};
use crate::solver::Object;

/// What an abstract object is at run time.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum RuntimeType {
    /// An instance of a class. Of an interface or abstract class when only a contract tells what it does.
    Class(ClassId),
    /// An array.
    Array(Type),
    /// What a lambda expression or method reference evaluates to.
    Lambda(SiteId),
    /// A dynamic proxy, made at this site, with so many interfaces.
    Proxy(SiteId, u32),
}

/// All types and filters that were met.
#[derive(Debug)]
pub(crate) struct Types<'a> {
    program: &'a Program,
    all: Vec<RuntimeType>,
    numbers: FxHashMap<RuntimeType, TypeId>,
    /// The interfaces of lambdas and proxies.
    interfaces: FxHashMap<TypeId, Box<[ClassId]>>,
    filters: Vec<Filter>,
    filter_numbers: FxHashMap<(Type, bool), FilterId>,
}

#[derive(Debug)]
struct Filter {
    ty: Option<Type>,
    class: Option<ClassId>,
    /// Whether objects of which only an abstract class is known are kept out.
    is_concrete: bool,
    known: Vec<u64>,
    passes: Vec<u64>,
    /// The objects that pass, of the first `masked` ones.
    mask: Vec<u64>,
    masked: usize,
}

impl Filter {
    fn new(ty: Option<Type>, class: Option<ClassId>, is_concrete: bool) -> Filter {
        Filter { ty, class, is_concrete, known: Vec::new(), passes: Vec::new(), mask: Vec::new(), masked: 0 }
    }
}

impl<'a> Types<'a> {
    pub(crate) fn new(program: &'a Program) -> Types<'a> {
        let any = Filter::new(None, None, false);
        Types {
            program,
            all: Vec::new(),
            numbers: FxHashMap::default(),
            interfaces: FxHashMap::default(),
            filters: vec![any],
            filter_numbers: FxHashMap::default(),
        }
    }

    /// The number of a type.
    pub(crate) fn intern(&mut self, ty: RuntimeType) -> TypeId {
        if let Some(&id) = self.numbers.get(&ty) {
            return id;
        }
        let id = TypeId(self.all.len() as u32);
        self.all.push(ty.clone());
        self.numbers.insert(ty, id);
        id
    }

    /// The number of a class, as a type.
    pub(crate) fn class(&mut self, class: ClassId) -> TypeId {
        self.intern(RuntimeType::Class(class))
    }

    /// The number of a declared type: an array, or a class that the program has.
    pub(crate) fn declared(&mut self, ty: Type) -> Option<TypeId> {
        if ty.is_array() {
            return Some(self.intern(RuntimeType::Array(ty)));
        }
        let class = self.program.find(ty.class_name()?)?;
        Some(self.class(class))
    }

    /// A type that implements interfaces without being a class of the program.
    pub(crate) fn implementing(&mut self, ty: RuntimeType, interfaces: Vec<ClassId>) -> TypeId {
        let id = self.intern(ty);
        self.interfaces.insert(id, interfaces.into());
        id
    }

    /// A type by its number.
    pub(crate) fn get(&self, id: TypeId) -> &RuntimeType {
        &self.all[id.index()]
    }

    /// The interfaces of a lambda or proxy.
    pub(crate) fn interfaces(&self, id: TypeId) -> &[ClassId] {
        self.interfaces.get(&id).map_or(&[], |interfaces| interfaces)
    }

    /// The filter for a declared type.
    pub(crate) fn filter(&mut self, ty: Type) -> FilterId {
        self.filter_with(ty, false)
    }

    /// The filter for objects of a class that have code, and are not only known by an interface.
    pub(crate) fn concrete_filter(&mut self, class: ClassId) -> FilterId {
        self.filter_with(Type::class(self.program.class_name(class)), true)
    }

    fn filter_with(&mut self, ty: Type, is_concrete: bool) -> FilterId {
        if let Some(&id) = self.filter_numbers.get(&(ty, is_concrete)) {
            return id;
        }
        let is_object =
            ty.class_name().is_some_and(|name| self.program.symbols().bytes(name) == b"java/lang/Object");
        let class = ty.class_name().and_then(|name| self.program.find(name));
        let id = match (is_object, ty.is_array(), class) {
            (true, ..) | (_, false, None) => FilterId::ANY,
            _ => {
                self.filters.push(Filter::new(Some(ty), class, is_concrete));
                FilterId(self.filters.len() as u32 - 1)
            }
        };
        self.filter_numbers.insert((ty, is_concrete), id);
        id
    }

    /// The filter for the elements of an array type; nothing of reference type passes into `int[]`.
    pub(crate) fn element_filter(&mut self, array: TypeId) -> FilterId {
        match *self.get(array) {
            RuntimeType::Array(ty) => ty.element().map_or(FilterId::ANY, |element| self.filter(element)),
            _ => FilterId::ANY,
        }
    }

    /// Whether objects of a type pass.
    #[inline]
    pub(crate) fn passes(&mut self, filter: FilterId, ty: TypeId) -> bool {
        if filter == FilterId::ANY {
            return true;
        }
        let (word, bit) = (ty.index() / 64, 1u64 << (ty.index() % 64));
        let state = &self.filters[filter.index()];
        match state.known.get(word) {
            Some(known) if known & bit != 0 => state.passes[word] & bit != 0,
            _ => self.decide(filter, ty),
        }
    }

    /// The objects that pass, as a bitmap; `None` when all do.
    pub(crate) fn mask(&mut self, filter: FilterId, objects: &[Object]) -> Option<&[u64]> {
        if filter == FilterId::ANY {
            return None;
        }
        let masked = self.filters[filter.index()].masked;
        if masked < objects.len() {
            let mut mask = std::mem::take(&mut self.filters[filter.index()].mask);
            mask.resize(objects.len().div_ceil(64), 0);
            for (index, object) in objects.iter().enumerate().skip(masked) {
                mask[index / 64] |= u64::from(self.passes(filter, object.ty)) << (index % 64);
            }
            let state = &mut self.filters[filter.index()];
            (state.mask, state.masked) = (mask, objects.len());
        }
        Some(&self.filters[filter.index()].mask)
    }

    /// Forgets about objects: a new solution numbers them anew.
    pub(crate) fn forget_objects(&mut self) {
        for filter in &mut self.filters {
            (filter.mask, filter.masked) = (Vec::new(), 0);
        }
    }

    #[cold]
    fn decide(&mut self, filter: FilterId, ty: TypeId) -> bool {
        let passes = self.is_assignable(ty, filter);
        let (word, bit) = (ty.index() / 64, 1u64 << (ty.index() % 64));
        let state = &mut self.filters[filter.index()];
        if state.known.len() <= word {
            state.known.resize(word + 1, 0);
            state.passes.resize(word + 1, 0);
        }
        state.known[word] |= bit;
        if passes {
            state.passes[word] |= bit;
        }
        passes
    }

    fn is_assignable(&self, ty: TypeId, filter: FilterId) -> bool {
        let Filter { ty: Some(to), class, is_concrete, .. } = self.filters[filter.index()] else {
            return true;
        };
        let from = match self.get(ty) {
            RuntimeType::Class(from) if is_concrete && self.is_abstract(*from) => return false,
            RuntimeType::Class(from) => match class {
                Some(to) => {
                    return self.program.is_subclass(*from, to)
                        || !self.program.missing_ancestors(*from).is_empty();
                }
                None => Type::class(self.program.class_name(*from)),
            },
            RuntimeType::Array(from) => *from,
            RuntimeType::Lambda(_) | RuntimeType::Proxy(..) => {
                let implements =
                    |to| self.interfaces(ty).iter().any(|&own| self.program.is_subclass(own, to));
                return class.is_some_and(implements);
            }
        };
        self.program.is_assignable(from, to).unwrap_or(true)
    }

    fn is_abstract(&self, class: ClassId) -> bool {
        self.program.class(class).is_ok_and(|class| class.flags.is_abstract() || class.flags.is_interface())
    }

    /// A type in Java's notation.
    pub(crate) fn display(&self, id: TypeId) -> String {
        let symbols = self.program.symbols();
        let class = |class: ClassId| symbols.text(self.program.class_name(class)).replace('/', ".");
        match self.get(id) {
            RuntimeType::Class(id) => class(*id),
            RuntimeType::Array(ty) => ty.display(symbols),
            RuntimeType::Lambda(_) | RuntimeType::Proxy(..) => {
                let what = if matches!(self.get(id), RuntimeType::Lambda(_)) { "lambda" } else { "proxy" };
                let interfaces: Vec<String> = self.interfaces(id).iter().map(|&i| class(i)).collect();
                format!("{what} of {}", interfaces.join(" & "))
            }
        }
    }
}

/// Whether values of a type are references.
pub(crate) fn is_reference(ty: Type) -> bool {
    ty.is_array() || matches!(ty.base(), Base::Class(_))
}
