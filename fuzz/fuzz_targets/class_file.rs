//! Any bytes as a class file: parsed, annotations read, every method lowered, every body verified.

#![no_main]

use deadheat_program::{Program, verify};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok((program, class)) = Program::of_class(bytes) else { return };
    let Ok(methods) = program.methods(class) else { return };
    if let Ok(class) = program.class(class) {
        let _ = class.annotations();
        for field in &class.fields {
            let _ = class.field_annotations(field);
        }
        for method in &class.methods {
            let _ = (class.method_annotations(method), class.parameter_annotations(method));
        }
    }
    for method in methods {
        if let Ok(Some(body)) = program.lower(method) {
            verify::verify(&program, &body).expect("a body that was made is right");
            let _ = body.display(&program).to_string();
        }
    }
});
