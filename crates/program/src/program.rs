//! A program: the classes of a class path and a JDK, loaded when asked for.
//!
//! Opening lists the classes; each gets its number then, application before JDK, in the order of the
//! path. So class, method and field numbers are the same from run to run, whatever is loaded in
//! which order by which thread. Loading parses one class; lowering makes SSA of one method; both take
//! `&self` and may be called from any number of threads. A class is kept once loaded, a body is not.
//!
//! One class loader is assumed: a name means one class. As with the JVM's delegation, the JDK's class
//! wins over one of the same name on the class path.

use std::path::PathBuf;
use std::sync::OnceLock;

use rustc_hash::FxHashSet;

use crate::classfile::{Class, Field, Flags, Method, references};
use crate::error::{Error, ErrorKind, Result};
use crate::hierarchy::Lineage;
use crate::input::{self, ClassEntry, Duplicate, Input};
use crate::ir::Body;
use crate::lower::{self, LowerOptions};
use crate::mutf8;
use crate::symbols::{MethodRef, Name, Symbols};

/// A class of the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ClassId(pub(crate) u32);

/// A method: its class and its position there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MethodId {
    /// The declaring class.
    pub class: ClassId,
    /// The position among the class's methods.
    pub index: u16,
}

/// A field: its class and its position there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FieldId {
    /// The declaring class.
    pub class: ClassId,
    /// The position among the class's fields.
    pub index: u16,
}

/// What to open.
#[derive(Debug, Clone, Default)]
pub struct ProgramOptions {
    /// Directories, archives, class files, `dir/*`, or lists of those.
    pub class_path: Vec<PathBuf>,
    /// The JDK's home directory, image or rt.jar; without one, JDK classes are missing.
    pub jdk: Option<PathBuf>,
    /// How archives are read. The release is taken from the JDK when it tells.
    pub input: input::Options,
    /// Method references of the class path to what others declare get methods of their own, as lambdas have.
    pub expand_references: bool,
}

/// See the module's description.
#[derive(Debug)]
pub struct Program {
    symbols: Symbols,
    application: Input,
    jdk: Input,
    /// By `ClassId`.
    classes: Vec<Slot>,
    application_classes: u32,
    /// By class of the class path: whether it counts as a library's. Written once.
    libraries: OnceLock<Box<[bool]>>,
    /// By `Name`: class names are interned before anything else.
    by_name: Vec<u32>,
    /// Classes of the application that the JDK has too.
    shadowed: Vec<ClassEntry>,
    /// Fields that are assigned outside of what makes their object. Written once, by the thread that asks first.
    assigned_elsewhere: OnceLock<FxHashSet<FieldId>>,
    /// `java/lang/Object`.
    pub(crate) object: Option<ClassId>,
    expand_references: bool,
}

#[derive(Debug)]
struct Slot {
    name: Name,
    /// The position in its input; `None` for a class that came as bytes.
    entry: Option<u32>,
    /// Written once, by the thread that asks first.
    class: OnceLock<Result<Class>>,
    /// Written once, by the thread that asks first.
    lineage: OnceLock<Box<Lineage>>,
    /// By field, whether it is assigned once without being final. Written once, by the thread that asks first.
    assigned_once: OnceLock<Box<[bool]>>,
}

const NO_CLASS: u32 = u32::MAX;

impl Program {
    /// Lists the classes of a class path and a JDK; none is read yet.
    pub fn open(options: &ProgramOptions) -> Result<Program> {
        let mut reading = options.input.clone();
        let jdk = match &options.jdk {
            Some(home) => {
                reading.release = input::jdk_release(home).unwrap_or(reading.release);
                input::open_jdk(home, &reading)?
            }
            None => Input::default(),
        };
        let application = input::open_class_path(&options.class_path, &reading)?;
        let mut program = Program::new(application, jdk);
        program.expand_references = options.expand_references;
        Ok(program)
    }

    /// A program of one class, from bytes that belong to no file: what an agent sees, or a fuzzer makes.
    pub fn of_class(bytes: impl Into<Box<[u8]>>) -> Result<(Program, ClassId)> {
        let mut program = Program::new(Input::default(), Input::default());
        let class = Class::parse(&program.symbols, bytes.into())?;
        program.by_name = vec![NO_CLASS; class.name.0 as usize + 1];
        program.by_name[class.name.0 as usize] = 0;
        program.application_classes = 1;
        program.classes.push(Slot {
            name: class.name,
            entry: None,
            class: OnceLock::from(Ok(class)),
            lineage: OnceLock::new(),
            assigned_once: OnceLock::new(),
        });
        Ok((program, ClassId(0)))
    }

    fn new(application: Input, jdk: Input) -> Program {
        let mut program = Program {
            symbols: Symbols::default(),
            application,
            jdk,
            classes: Vec::new(),
            application_classes: 0,
            libraries: OnceLock::new(),
            by_name: Vec::new(),
            shadowed: Vec::new(),
            assigned_elsewhere: OnceLock::new(),
            object: None,
            expand_references: false,
        };
        let (application, jdk) = (&program.application, &program.jdk);
        for (index, entry) in application.entries().iter().enumerate() {
            if jdk.find(&entry.name).is_some() {
                program.shadowed.push(entry.clone());
            } else {
                program.classes.push(Slot::new(&program.symbols, entry, index));
            }
        }
        program.application_classes = program.classes.len() as u32;
        let jdk_classes = jdk.entries().iter().enumerate();
        program.classes.extend(jdk_classes.map(|(index, entry)| Slot::new(&program.symbols, entry, index)));
        program.by_name = vec![NO_CLASS; program.classes.len()];
        for (id, slot) in program.classes.iter().enumerate() {
            program.by_name[slot.name.0 as usize] = id as u32;
        }
        program.object = program.find_class("java/lang/Object");
        program
    }

    /// The program's symbol tables.
    pub fn symbols(&self) -> &Symbols {
        &self.symbols
    }

    /// The application's containers.
    pub fn application_input(&self) -> &Input {
        &self.application
    }

    /// The JDK's containers.
    pub fn jdk_input(&self) -> &Input {
        &self.jdk
    }

    /// All classes, the application's first.
    pub fn classes(&self) -> impl DoubleEndedIterator<Item = ClassId> + ExactSizeIterator + use<> {
        (0..self.classes.len() as u32).map(ClassId)
    }

    /// The classes of the class path.
    pub fn application_classes(
        &self,
    ) -> impl DoubleEndedIterator<Item = ClassId> + ExactSizeIterator + use<> {
        (0..self.application_classes).map(ClassId)
    }

    /// Whether a class comes from the class path rather than the JDK, and does not count as a library's.
    pub fn is_application(&self, class: ClassId) -> bool {
        class.0 < self.application_classes
            && self.libraries.get().is_none_or(|libraries| !libraries[class.0 as usize])
    }

    /// Whether a class comes from the class path.
    pub fn is_on_class_path(&self, class: ClassId) -> bool {
        class.0 < self.application_classes
    }

    /// From now on some classes of the class path count as those of a library, as the JDK's do. Can be said once.
    pub fn take_for_libraries(&self, classes: &[ClassId]) {
        let mut libraries = vec![false; self.application_classes as usize];
        for class in classes.iter().filter(|class| class.0 < self.application_classes) {
            libraries[class.0 as usize] = true;
        }
        let _ = self.libraries.set(libraries.into());
    }

    /// Application classes that do not count because of an earlier one of the same name.
    pub fn duplicates(&self) -> &[Duplicate] {
        &self.application.duplicates
    }

    /// Application classes that do not count because the JDK has them.
    pub fn shadowed(&self) -> &[ClassEntry] {
        &self.shadowed
    }

    /// A class by its interned name.
    pub fn find(&self, name: Name) -> Option<ClassId> {
        match self.by_name.get(name.0 as usize) {
            Some(&id) if id != NO_CLASS => Some(ClassId(id)),
            _ => None,
        }
    }

    /// A class by its internal name, `java/lang/Object`.
    pub fn find_class(&self, name: &str) -> Option<ClassId> {
        self.find(self.symbols.find(&mutf8::from_text(name))?)
    }

    /// A class's name, which is known without loading it.
    pub fn class_name(&self, class: ClassId) -> Name {
        self.classes[class.0 as usize].name
    }

    /// Where a class was found; `None` when it came as bytes.
    pub fn location(&self, class: ClassId) -> Option<String> {
        self.entry(class).map(|(input, entry)| input.location(entry))
    }

    fn entry(&self, class: ClassId) -> Option<(&Input, &ClassEntry)> {
        let is_on_class_path = class.0 < self.application_classes;
        let input = if is_on_class_path { &self.application } else { &self.jdk };
        Some((input, &input.entries()[self.classes[class.0 as usize].entry? as usize]))
    }

    /// Loads a class. An unreadable one gives the same error every time.
    pub fn class(&self, class: ClassId) -> Result<&Class> {
        let slot = &self.classes[class.0 as usize];
        let loaded = slot.class.get_or_init(|| {
            let Some((input, entry)) = self.entry(class) else {
                return Err(Error::new(ErrorKind::Bug, "a class without a file that is not loaded"));
            };
            let class = self.load(input, entry, slot.name);
            class.map_err(|error| error.in_class(&*entry.name).in_file(input.location(entry)))
        });
        loaded.as_ref().map_err(Clone::clone)
    }

    fn load(&self, input: &Input, entry: &ClassEntry, name: Name) -> Result<Class> {
        let class = Class::parse(&self.symbols, input.read(entry)?.into())?;
        if class.name != name {
            let message = format!("the class in this file is named {}", self.symbols.text(class.name));
            return Err(Error::new(ErrorKind::Misplaced, message));
        }
        let is_own = self.find(name).is_some_and(|id| id.0 < self.application_classes);
        if !(self.expand_references && is_own) {
            return Ok(class);
        }
        let is_foreign = |target| !self.declares_nearby(entry, target);
        match references::with_methods(&self.symbols, &class, &is_foreign) {
            Some(bytes) => Class::parse(&self.symbols, bytes),
            None => Ok(class),
        }
    }

    /// Whether a class from the same place as another has a method that is named there. It is not loaded for that:
    /// the other is being loaded, and may be what it needs.
    fn declares_nearby(&self, entry: &ClassEntry, target: MethodRef) -> bool {
        let data = self.symbols.method_data(target);
        let owner = data.owner.class_name().and_then(|name| self.application.find(&self.symbols.text(name)));
        let Some(found) = owner.filter(|found| found.container == entry.container) else { return false };
        let bytes = self.application.read(found).map(Into::into);
        let class = bytes.and_then(|bytes: Box<[u8]>| Class::parse(&self.symbols, bytes));
        class.is_ok_and(|class| references::declares(&class, data))
    }

    /// What a class inherits from; computed once.
    pub(crate) fn lineage(&self, class: ClassId) -> &Lineage {
        self.classes[class.0 as usize].lineage.get_or_init(|| Box::new(Lineage::of(self, class)))
    }

    pub(crate) fn assigned_once(&self, class: ClassId, compute: impl FnOnce() -> Box<[bool]>) -> &[bool] {
        self.classes[class.0 as usize].assigned_once.get_or_init(compute)
    }

    pub(crate) fn assigned_elsewhere(
        &self,
        compute: impl FnOnce() -> FxHashSet<FieldId>,
    ) -> &FxHashSet<FieldId> {
        self.assigned_elsewhere.get_or_init(compute)
    }

    /// A method's declaration. The class must have been loaded, as it was to get the number.
    pub fn method(&self, method: MethodId) -> Result<&Method> {
        let found = self.class(method.class)?.methods.get(usize::from(method.index));
        found.ok_or_else(|| Error::new(ErrorKind::Bug, "no such method"))
    }

    /// Whether a method is a constructor.
    pub fn is_constructor(&self, method: MethodId) -> bool {
        self.method(method).is_ok_and(|method| self.symbols().bytes(method.name) == b"<init>")
    }

    /// The class that a class is nested in, by its name.
    pub fn outer_class(&self, class: ClassId) -> Option<ClassId> {
        let name = self.symbols().bytes(self.class_name(class));
        let end = name.iter().rposition(|&byte| byte == b'$')?;
        self.symbols().find(&name[..end]).and_then(|outer| self.find(outer))
    }

    /// A field's declaration.
    pub fn field(&self, field: FieldId) -> Result<&Field> {
        let found = self.class(field.class)?.fields.get(usize::from(field.index));
        found.ok_or_else(|| Error::new(ErrorKind::Bug, "no such field"))
    }

    /// The methods of a class.
    pub fn methods(&self, class: ClassId) -> Result<impl ExactSizeIterator<Item = MethodId> + use<>> {
        let count = self.class(class)?.methods.len();
        Ok((0..count).map(move |index| MethodId { class, index: index as u16 }))
    }

    /// Lowers a method to SSA; `None` when it is abstract or native.
    pub fn lower(&self, method: MethodId) -> Result<Option<Body>> {
        self.lower_with(method, LowerOptions::default())
    }

    /// Lowers a method to SSA.
    pub fn lower_with(&self, method: MethodId, options: LowerOptions) -> Result<Option<Body>> {
        let class = self.class(method.class)?;
        let declaration = self.method(method)?;
        lower::lower(&self.symbols, class, declaration, method, options).map_err(|error| {
            match self.location(method.class) {
                Some(location) => error.in_file(location),
                None => error,
            }
        })
    }

    /// `package.Class.method(parameters)`, as a Java developer would write it.
    pub fn display_method(&self, method: MethodId) -> String {
        let class = self.symbols.text(self.class_name(method.class)).replace('/', ".");
        let Ok(declaration) = self.method(method) else { return class };
        let descriptor = self.symbols.descriptor_data(declaration.descriptor);
        let parameters: Vec<_> = descriptor.parameters.iter().map(|ty| ty.display(&self.symbols)).collect();
        format!("{class}.{}({})", self.symbols.text(declaration.name), parameters.join(", "))
    }

    /// Whether a class is an interface; false when it cannot be read.
    pub(crate) fn is_interface(&self, class: ClassId) -> bool {
        self.class(class).is_ok_and(|class| class.flags.has(Flags::INTERFACE))
    }
}

impl Slot {
    fn new(symbols: &Symbols, entry: &ClassEntry, index: usize) -> Slot {
        Slot {
            name: symbols.name(&mutf8::from_text(&entry.name)),
            entry: Some(index as u32),
            class: OnceLock::new(),
            lineage: OnceLock::new(),
            assigned_once: OnceLock::new(),
        }
    }
}
