//! Whether a contract fits the method that it is given to: arguments, result, callbacks.

use deadheat_program::types::{Kind, Primitive, Type};
use deadheat_program::{ClassId, MethodId, Program};

use crate::contract::{Contract, Position, RunsOn, Task, Threads};
use crate::names::find_class;
use crate::object::Object;
use crate::suggest;
use crate::words::{AtomicKind, When};

/// What the checks need to know of a method.
struct Signature<'a> {
    program: &'a Program,
    /// The class of the entry.
    class: ClassId,
    parameters: &'a [Type],
    result: Option<Type>,
    has_receiver: bool,
}

/// `Err` says what does not fit.
pub(crate) fn fits(
    program: &Program,
    class: ClassId,
    method: MethodId,
    contract: &Contract,
) -> Result<(), String> {
    let declaration = program.method(method).map_err(|error| error.to_string())?;
    let descriptor = program.symbols().descriptor_data(declaration.descriptor);
    let signature = Signature {
        program,
        class,
        parameters: &descriptor.parameters,
        result: descriptor.result,
        has_receiver: !declaration.flags.is_static(),
    };
    objects(contract).into_iter().try_for_each(|object| signature.has(object))?;
    tasks(contract).into_iter().try_for_each(|task| signature.has_task(task))?;
    signature.has_atomic(contract)?;
    match contract.ordering.as_ref().and_then(|ordering| ordering.when) {
        Some(when) => signature.has_outcome(when),
        None => Ok(()),
    }
}

impl Signature<'_> {
    fn has(&self, object: &Object) -> Result<(), String> {
        match object.base() {
            Object::This if !self.has_receiver => Err("a static method has no `this`".to_owned()),
            Object::Argument(index) if usize::from(*index) >= self.parameters.len() => {
                Err(format!("there is no arg{index}"))
            }
            Object::Result if self.result.is_none() => Err("there is no result".to_owned()),
            Object::New(class) if find_class(self.program, class).is_none() => {
                Err(format!("there is no class {class}"))
            }
            _ => self.has_field(object),
        }
    }

    fn has_field(&self, object: &Object) -> Result<(), String> {
        match object {
            Object::Field(field, of) => match self.type_of(of) {
                Some(class) => has_field(self.program, class, field),
                None => Ok(()),
            },
            Object::Call(method, of) => {
                self.has_method(of, method, 0)?;
                self.has_field(of)
            }
            Object::Part(_, of) => self.has_field(of),
            _ => Ok(()),
        }
    }

    /// The static type of an object, when the signature tells it.
    fn type_of(&self, object: &Object) -> Option<ClassId> {
        match object {
            Object::This => Some(self.class),
            Object::Argument(index) => {
                self.program.find(self.parameters.get(usize::from(*index))?.class_name()?)
            }
            Object::Result => self.program.find(self.result?.class_name()?),
            _ => None,
        }
    }

    /// The class of a task's object must have the method, with as many parameters as are given.
    fn has_task(&self, task: &Task) -> Result<(), String> {
        self.has_method(&task.object, &task.method, task.arguments.len())
    }

    /// The class of an object must have a method; no parameters stand for any number.
    fn has_method(&self, object: &Object, name: &str, count: usize) -> Result<(), String> {
        let Some(class) = self.type_of(object) else { return Ok(()) };
        let program = self.program;
        let ancestors = program.ancestors(class);
        let methods =
            ancestors.filter_map(|class| program.class(class).ok()).flat_map(|class| &class.methods);
        let is_meant = |method: &deadheat_program::classfile::Method| {
            let parameters = &program.symbols().descriptor_data(method.descriptor).parameters;
            program.symbols().bytes(method.name) == name.as_bytes()
                && (count == 0 || parameters.len() == count)
        };
        if methods.into_iter().any(is_meant) {
            return Ok(());
        }
        let class = crate::pattern::dotted(&program.symbols().text(program.class_name(class)));
        Err(format!("{object} is a {class}, which has no such method {name}"))
    }

    fn has_atomic(&self, contract: &Contract) -> Result<(), String> {
        let Some(atomic) = contract.atomic else { return Ok(()) };
        match atomic.position {
            Position::This | Position::Variable => self.has(&Object::This)?,
            Position::Element(index) | Position::FieldOf(index) => {
                self.has(&Object::This)?;
                self.has(&Object::Argument(index))?;
            }
        }
        match atomic.kind {
            AtomicKind::CompareAndSet => self.has_outcome(When::True),
            AtomicKind::CompareAndExchange | AtomicKind::Read => self.has(&Object::Result),
            AtomicKind::Write | AtomicKind::Update => Ok(()),
        }
    }

    fn has_outcome(&self, when: When) -> Result<(), String> {
        let result = match self.result {
            _ if when == When::Ended => return Ok(()),
            Some(result) => result,
            None => return Err("there is no result for `when`".to_owned()),
        };
        let is_boolean = result == Type::primitive(Primitive::Boolean);
        let fits = match when {
            When::True | When::False => is_boolean,
            When::NonNull => result.kind() == Kind::Ref,
            When::NonZero | When::Zero | When::NonNegative | When::Ended => {
                !is_boolean && matches!(result.kind(), Kind::Int | Kind::Long)
            }
        };
        if fits { Ok(()) } else { Err(format!("its result is never `{when}`")) }
    }
}

/// Whether a class or an ancestor declares a field.
pub(crate) fn has_field(program: &Program, class: ClassId, field: &str) -> Result<(), String> {
    let symbols = program.symbols();
    let ancestors = program.ancestors(class);
    let fields = ancestors.filter_map(|class| program.class(class).ok()).flat_map(|class| &class.fields);
    let names: Vec<_> = fields.map(|field| symbols.text(field.name)).collect();
    if names.iter().any(|name| *name == field) {
        return Ok(());
    }
    let class = crate::pattern::dotted(&symbols.text(program.class_name(class)));
    Err(format!("{class} has no field {field}{}", suggest::hint(suggest::nearest(field, &names))))
}

fn tasks(contract: &Contract) -> Vec<&Task> {
    let starts = contract.spawning.iter().flat_map(|spawning| &spawning.starts);
    let calls = contract.callbacks.iter().flat_map(|callbacks| &callbacks.calls);
    let actions = contract.ordering.iter().filter_map(|ordering| ordering.barrier_action.as_ref());
    starts.chain(calls).chain(actions).collect()
}

/// Every object that a contract names.
fn objects(contract: &Contract) -> Vec<&Object> {
    let mut found: Vec<&Object> = Vec::new();
    for task in tasks(contract) {
        found.push(&task.object);
        found.extend(&task.arguments);
    }
    if let Some(ordering) = &contract.ordering {
        found.extend(ordering.needs.iter().chain(&ordering.permits));
    }
    if let Some(spawning) = &contract.spawning {
        found.extend(spawning.handle.iter().chain(&spawning.after).chain(&spawning.after_either));
        found.extend(spawning.on.iter().filter_map(|on| match on {
            RunsOn::Pool(pool) => Some(pool),
            _ => None,
        }));
        found.extend(spawning.threads.iter().filter_map(|threads| match threads {
            Threads::As(count) => Some(count),
            _ => None,
        }));
    }
    if let Some(ordering) = &contract.ordering {
        let locks = ordering.acquires.iter().chain(&ordering.releases).chain(&ordering.waits);
        found.extend(locks.map(|lock| &lock.object));
        for message in ordering.sends.iter().chain(&ordering.receives) {
            found.push(&message.object);
            found.extend(&message.through);
        }
        found.extend(ordering.meets.iter().chain(&ordering.joins).chain(&ordering.ends));
    }
    if let Some(data) = &contract.data {
        found.extend(data.reads.iter().chain(&data.writes).chain(&data.touches).chain(&data.reorders));
    }
    if let Some(values) = &contract.values {
        found.extend(values.stores.iter().flat_map(|store| [&store.value, &store.into]));
        found.extend(
            values.returns.iter().chain(values.makes.iter().map(|made| &made.of)).chain(&values.throws),
        );
    }
    found
}
