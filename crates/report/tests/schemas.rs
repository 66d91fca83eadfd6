//! JSON against the project's own schema, SARIF against the official one.
//!
//! The official schema is not part of this repository: it is in the package `serde-sarif` of the registry, which cargo fetches
//! by `tests/sarif-schema/Cargo.toml` and does not build.

mod support;

use std::path::{Path, PathBuf};
use std::process::Command;

use deadheat_report::{Findings, json, sarif};
use jsonschema::Validator;
use serde_json::Value;
use support::{example, many};

fn check(validator: &Validator, value: &Value) {
    let errors: Vec<String> = validator
        .iter_errors(value)
        .take(5)
        .map(|error| format!("{}: {error}", error.instance_path))
        .collect();
    assert!(errors.is_empty(), "{errors:#?}");
}

fn lists() -> [Findings; 4] {
    let mut marked = example().0;
    for (number, finding) in marked.findings.iter_mut().enumerate() {
        finding.new = Some(number % 2 == 0);
        let (place, reason) = ("deadheat.toml:3".to_owned(), "on purpose".to_owned());
        finding.suppressed = (number == 1).then_some(deadheat_report::finding::Suppression { place, reason });
    }
    let incomplete = Findings { problems: vec!["the tests did not end".to_owned()], ..example().0 };
    [marked, many(300), incomplete, Findings::default()]
}

#[test]
fn json_fits_its_schema() {
    let file = deadheat_harness::root().join("docs/schema/findings.schema.json");
    let schema: Value = serde_json::from_slice(&std::fs::read(file).expect("the schema")).expect("JSON");
    let validator = jsonschema::validator_for(&schema).expect("a schema");
    for list in lists() {
        check(&validator, &serde_json::from_str(&json::write(&list).expect("JSON")).expect("JSON"));
    }
    let mut wrong: Value = serde_json::from_str(&json::write(&lists()[0]).expect("JSON")).expect("JSON");
    wrong["findings"][0]["severity"] = "dreadful".into();
    assert!(!validator.is_valid(&wrong), "the schema does not look");
    wrong = serde_json::from_str(&json::write(&lists()[0]).expect("JSON")).expect("JSON");
    wrong["findings"][0]["further"] = 1.into();
    assert!(!validator.is_valid(&wrong), "the schema lets anything in");
}

/// Where cargo put the package with the official schema; none if it may not be fetched and was not before.
fn official() -> Option<PathBuf> {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sarif-schema/Cargo.toml");
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(["metadata", "--format-version", "1", "--locked", "--manifest-path"]).arg(manifest);
    let is_offline = std::env::var_os("DEADHEAT_OFFLINE").is_some();
    if is_offline {
        command.arg("--offline");
    }
    let output = command.output().expect("cargo starts");
    if !output.status.success() && is_offline {
        return None;
    }
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let mut packages = metadata["packages"].as_array().into_iter().flatten();
    let package = packages.find(|package| package["name"] == "serde-sarif").expect("the package");
    let manifest = Path::new(package["manifest_path"].as_str().expect("a path"));
    Some(manifest.with_file_name("src").join("schema.json"))
}

#[test]
fn sarif_fits_the_official_schema() {
    let Some(file) = official() else { return };
    let schema: Value = serde_json::from_slice(&std::fs::read(file).expect("the schema")).expect("JSON");
    let name = schema["$id"].as_str().expect("a name");
    assert!(name.ends_with("sarif-schema-2.1.0.json"), "{name}");
    let validator = jsonschema::validator_for(&schema).expect("a schema");
    for list in lists() {
        let written = sarif::write(&list);
        check(&validator, &written);
        for result in written["runs"][0]["results"].as_array().expect("results") {
            assert_eq!(result["codeFlows"][0]["threadFlows"].as_array().map(Vec::len), Some(2), "{result}");
            assert!(result["relatedLocations"][0]["id"] == 1, "{result}");
        }
    }
    let mut wrong = sarif::write(&lists()[0]);
    wrong["runs"][0]["results"][0]["level"] = "dreadful".into();
    assert!(!validator.is_valid(&wrong), "the schema does not look");
}
