//! Calls: resolution and selection through the program's hierarchy, then a body or a model.

use deadheat_program::ir::InvokeKind;
use deadheat_program::symbols::MethodRef;
use deadheat_program::types::Type;
use deadheat_program::{ClassId, MethodId};

use super::heap::{Data, Reference, Slot};
use super::{DEPTH_LIMIT, Machine, Run, Stop, Target, failed};

impl Machine<'_> {
    /// What a call instruction of class `from` does.
    pub(super) fn invoke(
        &mut self,
        from: ClassId,
        kind: InvokeKind,
        method: MethodRef,
        arguments: &[Slot],
    ) -> Run<Slot> {
        let resolved = self.resolve_method(from, kind, method)?;
        match kind {
            InvokeKind::Static => {
                self.initialize(resolved.class)?;
                self.call(resolved, arguments)
            }
            InvokeKind::Special => {
                self.operand(arguments[0])?;
                let selected = match self.program.select_special(from, method, resolved) {
                    Ok(selected) => selected,
                    Err(error) => return Err(self.link_error(error)),
                };
                self.call(selected, arguments)
            }
            InvokeKind::Virtual | InvokeKind::Interface => self.dispatch(resolved, arguments),
        }
    }

    pub(super) fn resolve_method(
        &mut self,
        from: ClassId,
        kind: InvokeKind,
        method: MethodRef,
    ) -> Run<MethodId> {
        if let Some(&known) = self.resolved_methods.get(&(from, kind, method)) {
            return Ok(known);
        }
        match self.program.resolve_method(from, kind, method) {
            Ok(resolved) => {
                self.resolved_methods.insert((from, kind, method), resolved);
                Ok(resolved)
            }
            Err(error) => Err(self.link_error(error)),
        }
    }

    /// Calls what the receiver's class makes of a resolved method.
    pub(super) fn dispatch(&mut self, resolved: MethodId, arguments: &[Slot]) -> Run<Slot> {
        let receiver = self.operand(arguments[0])?;
        let class = match &self.heap.get(receiver).data {
            Data::Instance(class, _) => *class,
            Data::Array(..) => self.class("java/lang/Object")?,
            Data::Lambda(lambda) => {
                let lambda = lambda.clone();
                let declaration = self.program.method(resolved).or_else(|error| failed(error.to_string()))?;
                if declaration.flags.is_abstract() && declaration.name == lambda.method {
                    return self.call_lambda(&lambda, declaration.descriptor, &arguments[1..]);
                }
                let name = lambda.interface.class_name().unwrap_or_else(|| unreachable!());
                self.find(name)?
            }
        };
        let selected = self.select(class, resolved)?;
        self.call(selected, arguments)
    }

    fn select(&mut self, class: ClassId, resolved: MethodId) -> Run<MethodId> {
        if let Some(&known) = self.selected.get(&(class, resolved)) {
            return Ok(known);
        }
        match self.program.select(class, resolved) {
            Ok(selected) => {
                self.selected.insert((class, resolved), selected);
                Ok(selected)
            }
            Err(error) => Err(self.link_error(error)),
        }
    }

    /// Runs a method.
    pub(super) fn call(&mut self, method: MethodId, arguments: &[Slot]) -> Run<Slot> {
        if self.frames.len() >= DEPTH_LIMIT {
            return failed(format!("recursion too deep in {}", self.program.display_method(method)));
        }
        match self.bodies.target(self.program, method)? {
            Target::Native(native) => native(self, arguments),
            Target::Body(body) => {
                let monitor = match body.is_synchronized() {
                    true => Some(self.monitor_of(method, arguments)?),
                    false => None,
                };
                self.frames.push(method);
                let result = self.execute(&body, arguments);
                if let Err(Stop::Failed(_)) = result {
                    return result;
                }
                self.frames.pop();
                if let Some(monitor) = monitor {
                    self.monitor_exit(monitor)?;
                }
                self.narrow_result(method, result?)
            }
        }
    }

    /// The monitor that a synchronized method takes, taken.
    fn monitor_of(&mut self, method: MethodId, arguments: &[Slot]) -> Run<Reference> {
        let declaration = self.program.method(method).or_else(|error| failed(error.to_string()))?;
        let monitor = if declaration.flags.is_static() {
            self.mirror(Some(Type::class(self.program.class_name(method.class))))?
        } else {
            self.operand(arguments[0])?
        };
        self.heap.get_mut(monitor).monitor += 1;
        Ok(monitor)
    }

    /// A result of a small integer type is narrowed (JVMS 6.5.ireturn).
    fn narrow_result(&mut self, method: MethodId, result: Slot) -> Run<Slot> {
        let Slot::Int(_) = result else { return Ok(result) };
        let declaration = self.program.method(method).or_else(|error| failed(error.to_string()))?;
        let declared = self.program.symbols().descriptor_data(declaration.descriptor).result;
        Ok(declared.map_or(result, |ty| result.narrow(ty)))
    }

    /// A method by names, looked for as resolution does.
    fn lookup(&self, class: ClassId, name: &str, descriptor: &str) -> Run<MethodId> {
        let symbols = self.program.symbols();
        let text = symbols.name(descriptor.as_bytes());
        let descriptor_id = symbols.descriptor(text).or_else(|error| failed(error.to_string()))?;
        let found = self.program.lookup(class, symbols.name(name.as_bytes()), descriptor_id);
        found.or_else(|error| failed(format!("{name}{descriptor}: {error:?}")))
    }

    pub(super) fn call_static(
        &mut self,
        class: &str,
        name: &str,
        descriptor: &str,
        arguments: &[Slot],
    ) -> Run<Slot> {
        let class = self.class(class)?;
        let method = self.lookup(class, name, descriptor)?;
        self.initialize(method.class)?;
        self.call(method, arguments)
    }

    /// Calls exactly this method.
    pub(super) fn call_special(
        &mut self,
        class: ClassId,
        name: &str,
        descriptor: &str,
        arguments: &[Slot],
    ) -> Run<Slot> {
        let method = self.lookup(class, name, descriptor)?;
        self.call(method, arguments)
    }

    /// Calls a method of `java/lang/Object` on a receiver.
    pub(super) fn call_object_method(
        &mut self,
        name: &str,
        descriptor: &str,
        arguments: &[Slot],
    ) -> Run<Slot> {
        let object = self.class("java/lang/Object")?;
        let method = self.lookup(object, name, descriptor)?;
        self.dispatch(method, arguments)
    }
}
