//! Any bytes as a class file: parsed, every method lowered, every body verified.

#![no_main]

use deadheat_program::{Program, verify};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok((program, class)) = Program::of_class(bytes) else { return };
    let Ok(methods) = program.methods(class) else { return };
    for method in methods {
        if let Ok(Some(body)) = program.lower(method) {
            verify::verify(&program, &body).expect("a body that was made is right");
            let _ = body.display(&program).to_string();
        }
    }
});
