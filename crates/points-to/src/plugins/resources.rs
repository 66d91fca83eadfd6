//! Files beside the classes that name classes: the parts of a program that is put together by configuration.
//!
//! Properties and XML files, service files and plugin lists are read as words; a word that is the full name
//! of a class of the application names it. Which of the names a look-up means is not known, so all are meant.

use std::collections::BTreeSet;
use std::rc::Rc;

use deadheat_program::{ClassId, Program};

use crate::solver::Solver;

/// How the names of files end that may name classes, service files apart.
const ENDINGS: [&str; 4] = [".properties", ".xml", ".dat", ".conf"];
/// Where services are.
const SERVICES: &str = "META-INF/services/";

/// The application's classes that files of it name, in order.
pub(crate) fn classes(solver: &mut Solver<'_, '_>) -> Rc<[ClassId]> {
    let program = solver.world.program;
    solver.named_in_files.get_or_insert_with(|| find(program).into_iter().collect()).clone()
}

fn find(program: &Program) -> BTreeSet<ClassId> {
    let mut found = BTreeSet::new();
    for container in &program.application_input().containers {
        for file in container.resources() {
            let may_name =
                file.name.starts_with(SERVICES) || ENDINGS.iter().any(|ending| file.name.ends_with(ending));
            if may_name && let Ok(bytes) = container.read(file.id) {
                found.extend(words(&bytes).filter_map(|word| class_named(program, word)));
            }
        }
    }
    found
}

/// Runs of bytes that can be in the name of a class.
fn words(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    let belongs = |byte: &u8| byte.is_ascii_alphanumeric() || b"._$".contains(byte);
    bytes.split(move |byte| !belongs(byte)).filter(|word| word.contains(&b'.'))
}

/// The class of the application that a word names, perhaps behind a length of one byte.
fn class_named(program: &Program, word: &[u8]) -> Option<ClassId> {
    let named = |word: &[u8]| {
        let name: Vec<u8> = word.iter().map(|&byte| if byte == b'.' { b'/' } else { byte }).collect();
        program.find(program.symbols().find(&name)?).filter(|&class| program.is_application(class))
    };
    named(word).or_else(|| named(&word[1..]))
}
