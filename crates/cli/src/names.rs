//! How people name classes, methods and fields, and what is meant.

use anyhow::{Result, bail};
use deadheat_program::{ClassId, FieldId, MethodId, Program};

pub(crate) fn dotted(program: &Program, class: ClassId) -> String {
    program.symbols().text(program.class_name(class)).replace('/', ".")
}

/// The class, and the method if the last part names no class.
pub(crate) fn find<'a>(program: &Program, target: &'a str) -> Result<(ClassId, Option<&'a str>)> {
    let class = |name: &str| program.find_class(&name.replace('.', "/"));
    if let Some(found) = class(target) {
        return Ok((found, None));
    }
    if let Some((head, method)) = target.rsplit_once('.')
        && let Some(found) = class(head)
    {
        return Ok((found, Some(method)));
    }
    let similar = similar_classes(program, target);
    if similar.is_empty() {
        bail!("no class {target} on the class path or in the JDK");
    }
    bail!("no class {target} on the class path or in the JDK; did you mean {}?", similar.join(" or "))
}

/// Classes whose simple name is the target's last part, or the one before a method.
fn similar_classes(program: &Program, target: &str) -> Vec<String> {
    let parts: Vec<&str> = target.rsplit(['.', '/']).take(2).collect();
    let simple = |name: &str| name.rsplit(['/', '$']).next().map(str::to_owned);
    let is_similar = |class: &ClassId| {
        let name = program.symbols().text(program.class_name(*class));
        simple(&name).is_some_and(|simple| parts.contains(&simple.as_str()))
    };
    program.classes().filter(is_similar).take(3).map(|class| dotted(program, class)).collect()
}

/// All methods of a class that have a name, which is given with the class.
pub(crate) fn methods_named(program: &Program, name: &str) -> Result<Vec<MethodId>> {
    match find(program, name)? {
        (class, Some(method)) => methods_of(program, class, method),
        (_, None) => bail!("{name} is a class; name one of its methods, as in {name}.run"),
    }
}

/// All methods of a class that have a name.
pub(crate) fn methods_of(program: &Program, class: ClassId, name: &str) -> Result<Vec<MethodId>> {
    let is_named = |id: &MethodId| {
        program.method(*id).is_ok_and(|declaration| program.symbols().text(declaration.name) == name)
    };
    let found: Vec<MethodId> = program.methods(class)?.filter(is_named).collect();
    if found.is_empty() {
        bail!("{} has no method {name}", dotted(program, class));
    }
    Ok(found)
}

/// The field that a class has or inherits, which is given with the class.
pub(crate) fn field_named(program: &Program, name: &str) -> Result<FieldId> {
    let (class, Some(field_name)) = find(program, name)? else {
        bail!("{name} is a class; name one of its fields, as in {name}.field");
    };
    program.class(class)?;
    let mut names: Vec<String> = Vec::new();
    for class in program.ancestors(class) {
        let Ok(data) = program.class(class) else { continue };
        for (index, field) in data.fields.iter().enumerate() {
            let known = program.symbols().text(field.name);
            if known == field_name {
                return Ok(FieldId { class, index: index as u16 });
            }
            names.push(known.into_owned());
        }
    }
    const SHOWN: usize = 8;
    let wanted = field_name.to_lowercase();
    let is_similar = |name: &String| {
        let name = name.to_lowercase();
        name.contains(&wanted) || wanted.contains(&name)
    };
    // A stable sort: the class's own come before those that it inherits.
    names.sort_by_key(|name| !is_similar(name));
    let more = if names.len() > SHOWN { format!(" and {} more", names.len() - SHOWN) } else { String::new() };
    names.truncate(SHOWN);
    let hint =
        if names.is_empty() { String::new() } else { format!("; there is {}{more}", names.join(", ")) };
    bail!("{} has no field {field_name}{hint}", dotted(program, class))
}
