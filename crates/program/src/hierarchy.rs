//! The class hierarchy: subtyping, and what a symbolic reference means (JVMS 5.4.3 to 5.4.6, 6.5).
//!
//! *Resolution* finds the declaration that a reference names; *selection* finds the method that runs
//! for a receiver of a given class. Both give the JVM's own error when the JVM would throw one.
//!
//! Deviations: one class loader (a package is a name); loading constraints and modules are not looked
//! at. A class that is missing or cannot be read ends the search there, as `Missing`.

use rustc_hash::FxHashSet;

use crate::classfile::{Class, Flags, Method};
use crate::ir::InvokeKind;
use crate::program::{ClassId, FieldId, MethodId, Program};
use crate::symbols::{DescriptorId, FieldRef, MethodRef, Name};
use crate::types::{Base, Type};

/// Why a reference cannot be followed; named after the errors that the JVM throws.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LinkError {
    /// A class that is needed is not there, or not readable.
    Missing(Name),
    /// A class is its own ancestor.
    ClassCircularity,
    /// No field of this name and type.
    NoSuchField,
    /// No method of this name and descriptor.
    NoSuchMethod,
    /// An interface where a class is needed, or the other way round; static for instance; two defaults.
    IncompatibleClassChange,
    /// Nothing to run for this receiver.
    AbstractMethod,
    /// Not visible from here.
    IllegalAccess,
}

/// The result of resolution or selection.
pub type LinkResult<T> = Result<T, LinkError>;

/// What a class inherits from.
#[derive(Debug, Default)]
pub struct Lineage {
    /// The class itself, its superclass, and so on up to `java/lang/Object`.
    pub superclasses: Box<[ClassId]>,
    /// All superinterfaces of all of these (an interface includes itself), in breadth-first order.
    pub interfaces: Box<[ClassId]>,
    /// Ancestors that are not there.
    pub missing: Box<[Name]>,
    /// Whether the class is its own ancestor, or has too many of them; the JVM would not load it.
    pub circular: bool,
}

/// Real classes have dozens. Without a bound, a chain of n small classes would take n² space.
const MAX_ANCESTORS: usize = 512;

impl Lineage {
    pub(crate) fn of(program: &Program, class: ClassId) -> Lineage {
        let mut lineage = Collector::default();
        let mut current = Some(class);
        while let Some(id) = current {
            if lineage.superclasses.contains(&id) || lineage.superclasses.len() == MAX_ANCESTORS {
                lineage.circular = true;
                break;
            }
            lineage.superclasses.push(id);
            current = lineage.visit(program, id);
        }
        let mut next = 0;
        while next < lineage.interfaces.len() {
            if lineage.interfaces.len() > MAX_ANCESTORS {
                lineage.circular = true;
                break;
            }
            let interface = lineage.interfaces[next];
            lineage.visit(program, interface);
            next += 1;
        }
        if program.is_interface(class) {
            lineage.circular |= lineage.seen.contains(&class);
            lineage.interfaces.insert(0, class);
        }
        Lineage {
            superclasses: lineage.superclasses.into(),
            interfaces: lineage.interfaces.into(),
            missing: lineage.missing.into(),
            circular: lineage.circular,
        }
    }
}

#[derive(Default)]
struct Collector {
    superclasses: Vec<ClassId>,
    interfaces: Vec<ClassId>,
    seen: FxHashSet<ClassId>,
    missing: Vec<Name>,
    circular: bool,
}

impl Collector {
    /// Notes the direct superinterfaces of a class and returns its superclass.
    fn visit(&mut self, program: &Program, id: ClassId) -> Option<ClassId> {
        let Ok(class) = program.class(id) else {
            self.missing.push(program.class_name(id));
            return None;
        };
        for &name in &class.interfaces {
            match program.find(name) {
                Some(interface) if self.seen.insert(interface) => self.interfaces.push(interface),
                Some(_) => {}
                None => self.missing.push(name),
            }
        }
        let parent = class.super_name?;
        let found = program.find(parent);
        if found.is_none() {
            self.missing.push(parent);
        }
        found
    }
}

/// Questions about the hierarchy.
impl Program {
    /// The class itself, its superclass, and so on.
    pub fn superclasses(&self, class: ClassId) -> &[ClassId] {
        &self.lineage(class).superclasses
    }

    /// All interfaces that a class implements or an interface extends, itself included if it is one.
    pub fn superinterfaces(&self, class: ClassId) -> &[ClassId] {
        &self.lineage(class).interfaces
    }

    /// The class itself, its superclasses, and all its interfaces.
    pub fn ancestors(&self, class: ClassId) -> impl Iterator<Item = ClassId> + '_ {
        self.superclasses(class).iter().chain(self.superinterfaces(class)).copied()
    }

    /// Ancestors that are missing.
    pub fn missing_ancestors(&self, class: ClassId) -> &[Name] {
        &self.lineage(class).missing
    }

    /// Whether a class is its own ancestor, so that the JVM would not load it.
    pub fn is_circular(&self, class: ClassId) -> bool {
        self.lineage(class).circular
    }

    /// Whether `class` is `ancestor` or inherits from it.
    pub fn is_subclass(&self, class: ClassId, ancestor: ClassId) -> bool {
        class == ancestor
            || self.superclasses(class).contains(&ancestor)
            || self.superinterfaces(class).contains(&ancestor)
            || self.is_object(ancestor)
    }

    fn is_object(&self, class: ClassId) -> bool {
        self.object == Some(class)
    }

    /// `java/lang/Object`, when the program has it.
    pub fn object_class(&self) -> Option<ClassId> {
        self.object
    }

    /// Whether a value of type `from` may be assigned to type `to` without a cast (JVMS 4.10.1.2 and
    /// `instanceof`); `None` when a class on the way is missing.
    pub fn is_assignable(&self, from: Type, to: Type) -> Option<bool> {
        if from == to {
            return Some(true);
        }
        match (from.base(), from.dimensions(), to.base(), to.dimensions()) {
            (Base::Class(from), 0, Base::Class(to), 0) => self.is_class_assignable(from, to),
            (_, 1.., Base::Class(to), 0) => Some(matches!(
                self.symbols().bytes(to),
                b"java/lang/Object" | b"java/lang/Cloneable" | b"java/io/Serializable"
            )),
            (_, 1.., _, 1..) => match (from.element(), to.element()) {
                (Some(from), Some(to)) => self.is_assignable(from, to),
                _ => Some(false),
            },
            _ => Some(false),
        }
    }

    fn is_class_assignable(&self, from: Name, to: Name) -> Option<bool> {
        if self.symbols().bytes(to) == b"java/lang/Object" {
            return Some(true);
        }
        let (from, to) = (self.find(from)?, self.find(to)?);
        if self.is_subclass(from, to) {
            return Some(true);
        }
        self.missing_ancestors(from).is_empty().then_some(false)
    }

    /// Resolves a field reference of class `from` (JVMS 5.4.3.2).
    pub fn resolve_field(&self, from: ClassId, field: FieldRef) -> LinkResult<FieldId> {
        let data = self.symbols().field_data(field);
        let owner = self.find(data.owner).ok_or(LinkError::Missing(data.owner))?;
        let found = self.find_field(owner, data.name, data.ty)?;
        let flags = self.loaded(found.class)?.fields[usize::from(found.index)].flags;
        if self.is_accessible(from, found.class, flags) { Ok(found) } else { Err(LinkError::IllegalAccess) }
    }

    /// The class, then its superinterfaces, then its superclass, each with all of theirs.
    fn find_field(&self, class: ClassId, name: Name, ty: Type) -> LinkResult<FieldId> {
        let mut seen = FxHashSet::default();
        let mut work = vec![class];
        while let Some(id) = work.pop() {
            if !seen.insert(id) {
                continue;
            }
            let class = self.loaded(id)?;
            if let Some(index) = class.fields.iter().position(|field| field.name == name && field.ty == ty) {
                return Ok(FieldId { class: id, index: index as u16 });
            }
            // The last one pushed is searched first.
            let ancestors = class.super_name.iter().chain(class.interfaces.iter().rev());
            for &ancestor in ancestors {
                work.push(self.find(ancestor).ok_or(LinkError::Missing(ancestor))?);
            }
        }
        Err(LinkError::NoSuchField)
    }

    /// Resolves the method reference of a call in class `from` (JVMS 5.4.3.3, 5.4.3.4, and the checks of
    /// the call instructions in 6.5).
    pub fn resolve_method(&self, from: ClassId, kind: InvokeKind, method: MethodRef) -> LinkResult<MethodId> {
        let data = self.symbols().method_data(method);
        let owner = match data.owner.class_name() {
            Some(name) => self.find(name).ok_or(LinkError::Missing(name))?,
            None => self.object_class().ok_or(LinkError::NoSuchMethod)?,
        };
        let is_interface = self.loaded(owner)?.flags.is_interface();
        if is_interface != data.interface {
            return Err(LinkError::IncompatibleClassChange);
        }
        let found = self.lookup(owner, data.name, data.descriptor)?;
        let flags = self.flags(found)?;
        let is_array_clone = data.owner.is_array() && self.symbols().bytes(data.name) == b"clone";
        if !is_array_clone && !self.is_accessible(from, found.class, flags) {
            return Err(LinkError::IllegalAccess);
        }
        if flags.is_static() != (kind == InvokeKind::Static) {
            return Err(LinkError::IncompatibleClassChange);
        }
        Ok(found)
    }

    fn loaded(&self, class: ClassId) -> LinkResult<&Class> {
        self.class(class).map_err(|_| LinkError::Missing(self.class_name(class)))
    }

    fn flags(&self, method: MethodId) -> LinkResult<Flags> {
        Ok(self.loaded(method.class)?.methods[usize::from(method.index)].flags)
    }

    /// The method that a name and descriptor mean in a class or interface.
    pub fn lookup(&self, class: ClassId, name: Name, descriptor: DescriptorId) -> LinkResult<MethodId> {
        if self.is_circular(class) {
            return Err(LinkError::ClassCircularity);
        }
        let is_interface = self.loaded(class)?.flags.is_interface();
        for &ancestor in self.superclasses(class) {
            // An interface's superclass is Object, of which it has the public instance methods.
            let borrowed = is_interface && ancestor != class;
            let accept = |method: &Method| !borrowed || method.flags.is_public() && !method.flags.is_static();
            if let Some(found) = self.declared(ancestor, name, descriptor)?
                && accept(&self.loaded(ancestor)?.methods[usize::from(found.index)])
            {
                return Ok(found);
            }
        }
        let candidates = self.interface_methods(class, name, descriptor)?;
        match (&self.bodies(&self.maximally_specific(&candidates))[..], candidates.first()) {
            ([only], _) => Ok(*only),
            (_, Some(&any)) => Ok(any),
            _ => match self.missing_ancestors(class).first() {
                Some(&missing) => Err(LinkError::Missing(missing)),
                None => Err(LinkError::NoSuchMethod),
            },
        }
    }

    /// The method that a class declares itself, or, for `MethodHandle` and `VarHandle`, the one that
    /// takes any arguments (JVMS 2.9.3).
    fn declared(&self, class: ClassId, name: Name, descriptor: DescriptorId) -> LinkResult<Option<MethodId>> {
        let methods = &self.loaded(class)?.methods;
        let exact = |method: &Method| method.name == name && method.descriptor == descriptor;
        let position = match methods.iter().position(exact) {
            None if self.has_signature_polymorphic(class) => {
                methods.iter().position(|method| method.name == name && self.is_polymorphic(method))
            }
            found => found,
        };
        Ok(position.map(|index| MethodId { class, index: index as u16 }))
    }

    fn has_signature_polymorphic(&self, class: ClassId) -> bool {
        let name = self.symbols().bytes(self.class_name(class));
        matches!(name, b"java/lang/invoke/MethodHandle" | b"java/lang/invoke/VarHandle")
    }

    /// Native, variable arity, one parameter of type `Object[]`.
    fn is_polymorphic(&self, method: &Method) -> bool {
        let descriptor = self.symbols().descriptor_data(method.descriptor).text;
        method.flags.has(Flags::NATIVE)
            && method.flags.has(Flags::VARARGS)
            && self.symbols().bytes(descriptor).starts_with(b"([Ljava/lang/Object;)")
    }

    /// Whether a method takes and returns whatever its call site says.
    pub fn is_signature_polymorphic(&self, method: MethodId) -> bool {
        self.has_signature_polymorphic(method.class)
            && self.method(method).is_ok_and(|method| self.is_polymorphic(method))
    }

    /// The declarations of a method in all superinterfaces, but for private and static ones.
    fn interface_methods(
        &self,
        class: ClassId,
        name: Name,
        descriptor: DescriptorId,
    ) -> LinkResult<Vec<MethodId>> {
        let mut found = Vec::new();
        for &interface in self.superinterfaces(class) {
            let methods = &self.loaded(interface)?.methods;
            let declared = |method: &Method| {
                method.name == name
                    && method.descriptor == descriptor
                    && !method.flags.has(Flags::PRIVATE | Flags::STATIC)
            };
            if let Some(index) = methods.iter().position(declared) {
                found.push(MethodId { class: interface, index: index as u16 });
            }
        }
        Ok(found)
    }

    /// Those that no other one's interface extends.
    fn maximally_specific(&self, methods: &[MethodId]) -> Vec<MethodId> {
        let is_hidden = |method: &MethodId| {
            let hides = |other: &MethodId| {
                other.class != method.class && self.superinterfaces(other.class).contains(&method.class)
            };
            methods.iter().any(hides)
        };
        methods.iter().filter(|method| !is_hidden(method)).copied().collect()
    }

    /// The method that a call in class `from` runs: resolution, then selection. The receiver is the class
    /// of the object that an instance method is called on.
    pub fn dispatch(
        &self,
        from: ClassId,
        kind: InvokeKind,
        method: MethodRef,
        receiver: Option<ClassId>,
    ) -> LinkResult<MethodId> {
        let resolved = self.resolve_method(from, kind, method)?;
        match (kind, receiver) {
            (InvokeKind::Special, _) => self.select_special(from, method, resolved),
            (InvokeKind::Virtual, Some(receiver)) => self.select(receiver, resolved),
            (InvokeKind::Interface, Some(receiver)) => {
                // JVMS 6.5.invokeinterface: it is the interface named by the reference that counts.
                let owner = self.symbols().method_data(method).owner.class_name();
                let implements = owner
                    .and_then(|name| self.find(name))
                    .is_some_and(|owner| self.is_subclass(receiver, owner));
                if !implements {
                    return Err(LinkError::IncompatibleClassChange);
                }
                self.select_for_interface(receiver, resolved)
            }
            _ => Ok(resolved),
        }
    }

    /// As [`Program::select`], for `invokeinterface`: what is selected must be public, or the resolved
    /// private method; a class can have it otherwise only by separate compilation.
    fn select_for_interface(&self, receiver: ClassId, resolved: MethodId) -> LinkResult<MethodId> {
        let declaration = &self.loaded(resolved.class)?.methods[usize::from(resolved.index)];
        if declaration.flags.is_private() {
            return Ok(resolved);
        }
        let selected = self.select_body(receiver, resolved, declaration)?;
        if !self.flags(selected)?.is_public() {
            return Err(LinkError::IllegalAccess);
        }
        self.concrete(selected)
    }

    /// The method that `invokevirtual` or `invokeinterface` runs for a receiver of class `receiver`, given
    /// the resolved method (JVMS 5.4.6).
    pub fn select(&self, receiver: ClassId, resolved: MethodId) -> LinkResult<MethodId> {
        let declaration = &self.loaded(resolved.class)?.methods[usize::from(resolved.index)];
        if declaration.flags.is_private() {
            return Ok(resolved);
        }
        let from_interface = self.loaded(resolved.class)?.flags.is_interface();
        if from_interface && !self.is_subclass(receiver, resolved.class) {
            return Err(LinkError::IncompatibleClassChange);
        }
        self.concrete(self.select_body(receiver, resolved, declaration)?)
    }

    /// The method, if it has something to run.
    fn concrete(&self, method: MethodId) -> LinkResult<MethodId> {
        if self.flags(method)?.is_abstract() { Err(LinkError::AbstractMethod) } else { Ok(method) }
    }

    fn select_body(
        &self,
        receiver: ClassId,
        resolved: MethodId,
        declaration: &Method,
    ) -> LinkResult<MethodId> {
        if self.is_circular(receiver) {
            return Err(LinkError::ClassCircularity);
        }
        for &ancestor in self.superclasses(receiver) {
            if ancestor == resolved.class {
                return Ok(resolved);
            }
            if let Some(found) = self.declared(ancestor, declaration.name, declaration.descriptor)?
                && self.can_override(receiver, found, resolved)?
            {
                return Ok(found);
            }
        }
        self.default_method(receiver, declaration.name, declaration.descriptor)
    }

    /// The one default method that a class inherits.
    fn default_method(&self, class: ClassId, name: Name, descriptor: DescriptorId) -> LinkResult<MethodId> {
        let candidates = self.interface_methods(class, name, descriptor)?;
        match self.bodies(&self.maximally_specific(&candidates))[..] {
            [only] => Ok(only),
            [] => Err(LinkError::AbstractMethod),
            _ => Err(LinkError::IncompatibleClassChange),
        }
    }

    /// Those that are not abstract.
    fn bodies(&self, methods: &[MethodId]) -> Vec<MethodId> {
        let has_body = |&method: &MethodId| self.flags(method).is_ok_and(|flags| !flags.is_abstract());
        methods.iter().copied().filter(has_body).collect()
    }

    /// Whether `method` overrides `overridden` (JVMS 5.4.5), both of the same name and descriptor, declared
    /// in ancestors of `receiver`. A package-private method is overridden in its own package only, but a
    /// method there may widen the access and be overridden in turn; so this walks down from the
    /// overridden one and collects what overrides it, directly or through another.
    fn can_override(&self, receiver: ClassId, method: MethodId, overridden: MethodId) -> LinkResult<bool> {
        let may_be_overridden = |flags: Flags| !flags.is_private() && !flags.is_static();
        let declaration = self.method(overridden).map_err(|_| LinkError::NoSuchMethod)?;
        let directly = |by: MethodId, target: MethodId| -> LinkResult<bool> {
            let visible = self.flags(target)?.has(Flags::PUBLIC | Flags::PROTECTED);
            Ok(visible || self.same_package(by.class, target.class))
        };
        if !may_be_overridden(self.flags(method)?) {
            return Ok(false);
        }
        if directly(method, overridden)? {
            return Ok(true);
        }
        let mut overriding = vec![overridden];
        let chain = self.superclasses(receiver);
        let chain = chain.iter().skip_while(|&&class| class != method.class);
        let chain: Vec<ClassId> = chain.take_while(|&&class| class != overridden.class).copied().collect();
        for &class in chain.iter().rev() {
            let Some(candidate) = self.declared(class, declaration.name, declaration.descriptor)? else {
                continue;
            };
            let mut overrides = false;
            for &target in &overriding {
                overrides |= directly(candidate, target)?;
            }
            if overrides && may_be_overridden(self.flags(candidate)?) {
                overriding.push(candidate);
            }
        }
        Ok(overriding.contains(&method))
    }

    /// The method that `invokespecial` in class `from` runs, given the reference and what it resolved to
    /// (JVMS 6.5.invokespecial).
    pub fn select_special(
        &self,
        from: ClassId,
        method: MethodRef,
        resolved: MethodId,
    ) -> LinkResult<MethodId> {
        let data = self.symbols().method_data(method);
        let declaration = self.method(resolved).map_err(|_| LinkError::NoSuchMethod)?;
        if self.symbols().bytes(declaration.name) == b"<init>" || declaration.flags.is_private() {
            return Ok(resolved);
        }
        let owner = data.owner.class_name().and_then(|name| self.find(name)).unwrap_or(resolved.class);
        let is_super = !self.is_interface(owner)
            && owner != from
            && self.superclasses(from).contains(&owner)
            && !self.is_interface(from);
        let start = if is_super { self.superclasses(from).get(1).copied().unwrap_or(owner) } else { owner };
        for &ancestor in self.superclasses(start) {
            if let Some(found) = self.declared(ancestor, data.name, data.descriptor)?
                && !self.flags(found)?.is_static()
                && (ancestor == start || !self.is_interface(start) || self.flags(found)?.is_public())
            {
                return self.concrete(found);
            }
        }
        self.default_method(start, data.name, data.descriptor)
    }

    /// Whether code in `from` may use a member with these flags (JVMS 5.4.4).
    fn is_accessible(&self, from: ClassId, owner: ClassId, flags: Flags) -> bool {
        if flags.is_public() || from == owner {
            return true;
        }
        if flags.is_private() {
            return self.nest_host(from) == self.nest_host(owner);
        }
        self.same_package(from, owner)
            || flags.has(Flags::PROTECTED) && self.superclasses(from).contains(&owner)
    }

    /// The nest that a class belongs to, by its host.
    fn nest_host(&self, class: ClassId) -> ClassId {
        let host = self.class(class).ok().and_then(|class| class.nest_host(self.symbols()).ok()?);
        host.and_then(|name| self.find(name)).filter(|&host| self.same_package(class, host)).unwrap_or(class)
    }

    fn same_package(&self, a: ClassId, b: ClassId) -> bool {
        let package = |class| {
            let name = self.symbols().bytes(self.class_name(class));
            name.iter().rposition(|&byte| byte == b'/').map_or(&[][..], |end| &name[..end])
        };
        package(a) == package(b)
    }
}
