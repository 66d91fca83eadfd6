//! Classes at run time: initialisation (JVMS 5.5), layout of objects, static fields, `Class` objects,
//! and exceptions that the JVM itself throws.

use std::rc::Rc;

use deadheat_program::classfile::{Flags, Loadable};
use deadheat_program::symbols::FieldRef;
use deadheat_program::types::Type;
use deadheat_program::{ClassId, FieldId, LinkError, Name};

use super::heap::{Data, Reference, Slot};
use super::{Initialization, Machine, Run, Stop, failed};

/// Where the fields of a class's instances are.
#[derive(Debug, Default, Clone)]
pub(super) struct Layout {
    /// Inherited ones first; in order.
    pub(super) fields: Vec<(FieldId, Name, Type)>,
}

impl<'p> Machine<'p> {
    /// A class by its internal name, which must be there.
    pub(super) fn class(&self, name: &str) -> Run<ClassId> {
        self.program.find_class(name).map_or_else(|| failed(format!("{name} is missing")), Ok)
    }

    pub(super) fn class_type(&self, name: &str) -> Type {
        Type::class(self.program.symbols().name(name.as_bytes()))
    }

    /// A class that an instruction names.
    pub(super) fn find(&mut self, name: Name) -> Run<ClassId> {
        match self.program.find(name) {
            Some(class) => Ok(class),
            None => Err(self.link_error(LinkError::Missing(name))),
        }
    }

    /// Initialises a class, unless that was done or begun before.
    pub(super) fn initialize(&mut self, class: ClassId) -> Run<()> {
        match self.initialized.get(&class) {
            Some(Initialization::Begun) => return Ok(()),
            Some(Initialization::Erroneous) => {
                return Err(self.throw("java/lang/NoClassDefFoundError", Some("model")));
            }
            None => {}
        }
        self.initialized.insert(class, Initialization::Begun);
        let result = self.initialize_now(class);
        if let Err(Stop::Throw(exception)) = result {
            self.initialized.insert(class, Initialization::Erroneous);
            return Err(self.wrap_in_initializer_error(exception)?);
        }
        result
    }

    fn initialize_now(&mut self, class: ClassId) -> Run<()> {
        let declaration = self.declaration(class)?;
        if !declaration.flags.is_interface()
            && let Some(&parent) = self.program.superclasses(class).get(1)
        {
            self.initialize(parent)?;
            // Superinterfaces, those of interfaces first, if they declare a default method.
            for &name in &declaration.interfaces {
                let interface = self.find(name)?;
                self.initialize_interface(interface)?;
            }
        }
        let symbols = self.program.symbols();
        let is_initializer = |name| symbols.bytes(name) == b"<clinit>";
        if let Some(index) = declaration.methods.iter().position(|method| is_initializer(method.name)) {
            self.call(deadheat_program::MethodId { class, index: index as u16 }, &[])?;
        }
        Ok(())
    }

    fn initialize_interface(&mut self, interface: ClassId) -> Run<()> {
        let declaration = self.declaration(interface)?;
        for &name in &declaration.interfaces {
            let parent = self.find(name)?;
            self.initialize_interface(parent)?;
        }
        let is_default = |flags: Flags| !flags.is_abstract() && !flags.is_static();
        if declaration.methods.iter().any(|method| is_default(method.flags)) {
            self.initialize(interface)?;
        }
        Ok(())
    }

    /// An exception of a static initialiser, as `ExceptionInInitializerError`.
    fn wrap_in_initializer_error(&mut self, exception: Reference) -> Run<Stop> {
        let error = self.class_type("java/lang/Error");
        if self.is_instance(exception, error)? {
            return Ok(Stop::Throw(exception));
        }
        let class = self.class("java/lang/ExceptionInInitializerError")?;
        self.initialize(class)?;
        let wrapper = self.new_object(class)?;
        let arguments = [Slot::Ref(wrapper), Slot::Ref(exception)];
        self.call_special(class, "<init>", "(Ljava/lang/Throwable;)V", &arguments)?;
        let cause = self.traces.get(&exception).cloned().unwrap_or_default();
        self.traces.insert(wrapper, cause);
        Ok(Stop::Throw(wrapper))
    }

    pub(super) fn declaration(&self, class: ClassId) -> Run<&'p deadheat_program::classfile::Class> {
        self.program.class(class).or_else(|error| failed(error.to_string()))
    }

    pub(super) fn layout(&mut self, class: ClassId) -> Run<Rc<Layout>> {
        if let Some(layout) = self.layouts.get(&class) {
            return Ok(layout.clone());
        }
        let mut layout = match self.program.superclasses(class).get(1) {
            Some(&parent) => (*self.layout(parent)?).clone(),
            None => Layout::default(),
        };
        for (index, field) in self.declaration(class)?.fields.iter().enumerate() {
            if !field.flags.is_static() {
                layout.fields.push((FieldId { class, index: index as u16 }, field.name, field.ty));
            }
        }
        let layout = Rc::new(layout);
        self.layouts.insert(class, layout.clone());
        Ok(layout)
    }

    /// An object with zeros in its fields.
    pub(super) fn new_object(&mut self, class: ClassId) -> Run<Reference> {
        let layout = self.layout(class)?;
        let fields = layout.fields.iter().map(|&(_, _, ty)| Slot::zero(ty)).collect();
        Ok(self.heap.add(Data::Instance(class, fields)))
    }

    /// Resolves a field; with its position when it is an instance field, and its type.
    pub(super) fn resolve_field(
        &mut self,
        from: ClassId,
        field: FieldRef,
        is_static: bool,
    ) -> Run<(FieldId, usize, Type)> {
        if let Some(&known) = self.resolved_fields.get(&(from, field)) {
            return Ok(known);
        }
        let id = match self.program.resolve_field(from, field) {
            Ok(id) => id,
            Err(error) => return Err(self.link_error(error)),
        };
        let declared = self.program.field(id).or_else(|error| failed(error.to_string()))?;
        if declared.flags.is_static() != is_static {
            return Err(self.link_error(LinkError::IncompatibleClassChange));
        }
        let position = self.layout(id.class)?.fields.iter().position(|&(field, _, _)| field == id);
        let resolved = (id, position.unwrap_or(usize::MAX), declared.ty);
        self.resolved_fields.insert((from, field), resolved);
        Ok(resolved)
    }

    pub(super) fn get_static(&mut self, id: FieldId) -> Run<Slot> {
        let known = self.statics.get(&id).copied();
        if let Some(value) = known.filter(|&value| value != Slot::Null) {
            return Ok(value);
        }
        let class = self.declaration(id.class)?;
        let field = &class.fields[usize::from(id.index)];
        let symbols = self.program.symbols();
        // Its own initialiser sets it to null, for the JVM's start-up to replace.
        if symbols.bytes(class.name) == b"java/lang/System" && symbols.bytes(field.name) == b"out" {
            return self.system_out();
        }
        if let Some(value) = known {
            return Ok(value);
        }
        let value = match class.field_attribute(field, "ConstantValue") {
            Ok(Some(&[high, low])) => match class.pool.loadable(symbols, u16::from_be_bytes([high, low])) {
                Ok(constant) => self.loadable(constant)?,
                Err(error) => return failed(error.to_string()),
            },
            _ => Slot::zero(field.ty),
        };
        self.statics.insert(id, value);
        Ok(value)
    }

    pub(super) fn loadable(&mut self, constant: Loadable) -> Run<Slot> {
        Ok(match constant {
            Loadable::Int(value) => Slot::Int(value),
            Loadable::Long(value) => Slot::Long(value),
            Loadable::Float(value) => Slot::Float(value),
            Loadable::Double(value) => Slot::Double(value),
            Loadable::String(name) => Slot::Ref(self.literal(name)?),
            Loadable::Class(ty) => Slot::Ref(self.mirror(Some(ty))?),
            other => return failed(format!("{other:?} as an object")),
        })
    }

    fn system_out(&mut self) -> Run<Slot> {
        if self.system_out.is_none() {
            let class = self.class("java/io/PrintStream")?;
            self.system_out = Some(self.new_object(class)?);
        }
        Ok(self.system_out.into())
    }

    /// The `Class` object of a type, `None` for `void`.
    pub(super) fn mirror(&mut self, ty: Option<Type>) -> Run<Reference> {
        if let Some(&known) = self.mirrors.get(&ty) {
            return Ok(known);
        }
        let class = self.class("java/lang/Class")?;
        let mirror = self.new_object(class)?;
        self.mirrors.insert(ty, mirror);
        self.mirrored.insert(mirror, ty);
        Ok(mirror)
    }

    /// The type that a `Class` object stands for.
    pub(super) fn mirrored_type(&mut self, mirror: Slot) -> Run<Option<Type>> {
        let mirror = self.operand(mirror)?;
        self.mirrored.get(&mirror).copied().map_or_else(|| failed("no Class object"), Ok)
    }

    /// The position of a field by its name, looked for from the object's class upwards.
    fn field_position(&mut self, object: Reference, name: &str) -> Run<usize> {
        let Data::Instance(class, _) = self.heap.get(object).data else {
            return failed(format!("no fields, so no {name}"));
        };
        let layout = self.layout(class)?;
        let symbols = self.program.symbols();
        let found = layout.fields.iter().rposition(|&(_, field, _)| symbols.bytes(field) == name.as_bytes());
        found.map_or_else(|| failed(format!("there is no field {name}")), Ok)
    }

    pub(super) fn get_field(&mut self, object: Reference, name: &str) -> Run<Slot> {
        let position = self.field_position(object, name)?;
        Ok(self.heap.fields(object).map_or(Slot::Undefined, |fields| fields[position]))
    }

    pub(super) fn set_field(&mut self, object: Reference, name: &str, value: Slot) -> Run<()> {
        let position = self.field_position(object, name)?;
        if let Some(fields) = self.heap.fields_mut(object) {
            fields[position] = value;
        }
        Ok(())
    }

    /// Makes an exception that the JVM throws.
    pub(super) fn throw(&mut self, class: &str, message: Option<&str>) -> Stop {
        match self.make_exception(class, message) {
            Ok(exception) => Stop::Throw(exception),
            Err(stop) => stop,
        }
    }

    fn make_exception(&mut self, name: &str, message: Option<&str>) -> Run<Reference> {
        let class = self.class(name)?;
        self.initialize(class)?;
        let exception = self.new_object(class)?;
        match message {
            Some(message) => {
                let message = self.text(message)?;
                let arguments = [Slot::Ref(exception), message];
                self.call_special(class, "<init>", "(Ljava/lang/String;)V", &arguments)?;
            }
            None => {
                self.call_special(class, "<init>", "()V", &[Slot::Ref(exception)])?;
            }
        }
        Ok(exception)
    }

    pub(super) fn null_pointer(&mut self) -> Stop {
        self.throw("java/lang/NullPointerException", None)
    }

    pub(super) fn link_error(&mut self, error: LinkError) -> Stop {
        let class = match error {
            LinkError::Missing(_) => "java/lang/NoClassDefFoundError",
            LinkError::ClassCircularity => "java/lang/ClassCircularityError",
            LinkError::NoSuchField => "java/lang/NoSuchFieldError",
            LinkError::NoSuchMethod => "java/lang/NoSuchMethodError",
            LinkError::IncompatibleClassChange => "java/lang/IncompatibleClassChangeError",
            LinkError::AbstractMethod => "java/lang/AbstractMethodError",
            LinkError::IllegalAccess => "java/lang/IllegalAccessError",
        };
        self.throw(class, Some("model"))
    }
}
