//! Any bytes as a jar: listed, every class read.

#![no_main]

use std::io::Write;

use deadheat_program::input::{Options, open_class_path};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let file = std::env::temp_dir().join(format!("deadheat-fuzz-{}.jar", std::process::id()));
    std::fs::File::create(&file).and_then(|mut out| out.write_all(bytes)).expect("a file");
    if let Ok(input) = open_class_path(&[&file], &Options::default()) {
        for entry in input.entries() {
            let _ = input.read(entry);
        }
    }
});
