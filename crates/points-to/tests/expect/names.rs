//! The names of a program's sites and methods, as its assertions write them.

use std::collections::BTreeMap;

use deadheat_harness::expect::{ExpectProgram, Site};
use deadheat_points_to::{ObjectId, PointsTo, SiteId, SiteKind};
use deadheat_program::classfile::HandleMember;
use deadheat_program::dynamic::Meaning;
use deadheat_program::ir::{Body, Inst, InstId, InvokeKind};
use deadheat_program::{ClassId, MethodId, Program};

/// The program's own classes and bodies.
pub struct Code<'a> {
    pub program: &'a Program,
    source: &'a ExpectProgram,
    /// In the order of the program.
    pub bodies: BTreeMap<MethodId, Body>,
    /// What lambdas with a name run, and that name.
    lambdas: BTreeMap<MethodId, String>,
    /// By class: the named sites that make its objects.
    merged: BTreeMap<String, Vec<String>>,
}

impl<'a> Code<'a> {
    pub fn new(program: &'a Program, source: &'a ExpectProgram) -> Code<'a> {
        let mut bodies = BTreeMap::new();
        for class in program.application_classes().filter(|&class| !is_support(program, class)) {
            for method in program.methods(class).into_iter().flatten() {
                if let Ok(Some(body)) = program.lower(method) {
                    bodies.insert(method, body);
                }
            }
        }
        let mut code = Code { program, source, bodies, lambdas: BTreeMap::new(), merged: BTreeMap::new() };
        code.find_lambdas();
        code.find_merged();
        code
    }

    fn find_lambdas(&mut self) {
        let mut lambdas = BTreeMap::new();
        for body in self.bodies.values() {
            for inst in body.insts() {
                let Inst::InvokeDynamic(dynamic, _) = body.inst(inst) else { continue };
                let Meaning::Lambda(lambda) = &body.dynamic(dynamic).meaning else { continue };
                let HandleMember::Method(method) = lambda.implementation.member else { continue };
                if !self
                    .program
                    .symbols()
                    .bytes(self.program.symbols().method_data(method).name)
                    .starts_with(b"lambda$")
                {
                    continue;
                }
                let interface = simple(&lambda.interface.display(self.program.symbols()));
                let Some(site) = self.named(body, inst, |name| name == interface) else { continue };
                for kind in [InvokeKind::Static, InvokeKind::Virtual, InvokeKind::Interface] {
                    if let Ok(method) = self.program.resolve_method(body.method.class, kind, method) {
                        lambdas.insert(method, format!("lambda:{}", site.name));
                    }
                }
            }
        }
        self.lambdas = lambdas;
    }

    /// The named site at an instruction's line whose type, if it has one, fits.
    fn named(&self, body: &Body, inst: InstId, fits: impl Fn(&str) -> bool) -> Option<&'a Site> {
        let line = usize::from(body.line(inst)?);
        self.source.sites_at(line).find(|site| site.allocated.as_deref().is_none_or(&fits))
    }

    /// The methods of the program's file, by their name in assertions.
    pub fn method_name(&self, method: MethodId) -> String {
        if let Some(lambda) = self.lambdas.get(&method) {
            return lambda.clone();
        }
        let symbols = self.program.symbols();
        let name = self.program.method(method).map_or("?".into(), |method| symbols.text(method.name));
        format!("{}.{name}", class_name(self.program, method.class))
    }

    /// Whether a method is one of the program's file.
    pub fn is_own(&self, method: MethodId) -> bool {
        self.program.is_application(method.class) && !is_support(self.program, method.class)
    }

    /// An object's name: that of its site, or its class. An object that stands for all of its class has the
    /// names of all sites that make one.
    pub fn object_names(&self, result: &PointsTo<'_>, object: ObjectId) -> Vec<String> {
        let ty = result.type_name(object);
        let Some(&site) = result.sites(object).first() else { return vec![format!("class:{ty}")] };
        let mut names = match result.site_kind(site) {
            SiteKind::Merged(_) => self.merged.get(&ty).cloned().unwrap_or_default(),
            _ => self.site_name(result, site, &ty).map(|site| site.name.clone()).into_iter().collect(),
        };
        if names.is_empty() {
            names.push(format!("class:{ty}"));
        }
        names
    }

    /// By class: the named sites that make its objects.
    fn find_merged(&mut self) {
        let mut merged: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for body in self.bodies.values() {
            for inst in body.insts() {
                let Inst::New(class) = body.inst(inst) else { continue };
                let class = self.program.symbols().text(class).replace('/', ".");
                if let Some(site) = self.named(body, inst, |name| self.is_called(&class, name)) {
                    merged.entry(class).or_default().push(site.name.clone());
                }
            }
        }
        self.merged = merged;
    }

    fn site_name(&self, result: &PointsTo<'_>, site: SiteId, ty: &str) -> Option<&'a Site> {
        let (method, inst) = result.site_place(site)?;
        let body = self.bodies.get(&method)?;
        let is_call = matches!(result.site_kind(site), SiteKind::Call(..));
        let found = self.named(body, inst, |name| self.is_called(ty, name))?;
        // A name without a type means the line's allocation, where there is one.
        let is_hidden = is_call && found.allocated.is_none() && has_allocation(body, inst);
        (!is_hidden).then_some(found)
    }

    /// Whether a type has this simple name; an anonymous class has those of its ancestors.
    fn is_called(&self, ty: &str, name: &str) -> bool {
        if let Some(interfaces) = ty.strip_prefix("lambda of ").or(ty.strip_prefix("proxy of ")) {
            return interfaces.split(" & ").any(|interface| simple(interface) == name);
        }
        let own = simple(ty);
        if !own.is_empty() || ty.ends_with(']') {
            return own == name;
        }
        let Some(class) = self.program.find_class(&ty.replace('.', "/")) else { return false };
        let ancestors = self.program.ancestors(class);
        let names = ancestors.filter(|&ancestor| Some(ancestor) != self.program.object_class());
        names.map(|ancestor| simple(&class_name(self.program, ancestor))).any(|own| own == name)
    }
}

/// Whether the line of an instruction has an allocation that the source shows.
fn has_allocation(body: &Body, inst: InstId) -> bool {
    let is_lambda = |id| matches!(body.dynamic(id).meaning, Meaning::Lambda(_));
    let is_alloc = |inst| match body.inst(inst) {
        Inst::New(_) | Inst::NewArray(..) | Inst::NewMultiArray(..) => true,
        Inst::InvokeDynamic(dynamic, _) => is_lambda(dynamic),
        _ => false,
    };
    body.insts().any(|other| body.line(other) == body.line(inst) && is_alloc(other))
}

/// A class's binary name.
pub fn class_name(program: &Program, class: ClassId) -> String {
    program.symbols().text(program.class_name(class)).replace('/', ".")
}

/// Whether a class belongs to the assertions.
pub fn is_support(program: &Program, class: ClassId) -> bool {
    matches!(program.symbols().bytes(program.class_name(class)), b"Expect" | b"Expect$For")
}

/// The simple name of a type in Java's notation; empty for an anonymous class.
fn simple(ty: &str) -> String {
    let last = ty.rsplit(['.', '$', '/']).next().unwrap_or(ty);
    last.trim_start_matches(|c: char| c.is_ascii_digit()).to_owned()
}
