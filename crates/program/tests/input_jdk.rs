//! JDK images against the JVM's own view of them.

mod common;

use std::collections::BTreeSet;
use std::process::Command;

use common::{Scratch, java, jdks, jimage, packed, run, text};
use deadheat_program::ErrorKind;
use deadheat_program::input::{
    ContainerKind, Input, Jdk, Options, find_jdk, installed_jdks, open_class_path, open_jdk,
};

/// Every class as "module path checksum", read on several threads.
fn listing(input: &Input) -> BTreeSet<String> {
    let all: Vec<_> = input.entries().iter().chain(&input.module_infos).collect();
    let line = |entry: &&deadheat_program::input::ClassEntry| {
        let crc = common::crc(&input.read(entry).unwrap());
        format!("{} {}.class {crc:x}", input.module(entry).unwrap(), entry.name)
    };
    let lines = std::thread::scope(|scope| {
        let workers: Vec<_> = all
            .chunks(all.len().div_ceil(4))
            .map(|part| scope.spawn(move || part.iter().map(line).collect::<Vec<_>>()))
            .collect();
        workers.into_iter().flat_map(|worker| worker.join().unwrap()).collect::<Vec<_>>()
    });
    assert_eq!(lines.len(), all.len());
    lines.into_iter().collect()
}

fn assert_same_as_the_jvm(jdk: &Jdk) {
    let input = open_jdk(&jdk.home, &Options::default()).unwrap();
    assert!(input.problems.is_empty(), "{:?}", input.problems);
    let jvm = java(jdk, "ListImage.java", &[]);
    let jvm: BTreeSet<String> = jvm.lines().map(str::to_owned).collect();
    assert!(jvm.len() > 5_000, "{} has only {} classes", jdk.home.display(), jvm.len());
    let ours = listing(&input);
    let difference: Vec<_> = ours.symmetric_difference(&jvm).take(5).collect();
    assert!(difference.is_empty(), "{}: {difference:?}", jdk.home.display());
}

#[test]
fn classes_and_bytes_of_every_image_are_those_of_jrt() {
    let with_images: Vec<Jdk> =
        jdks().into_iter().filter(|jdk| jdk.home.join("lib/modules").is_file()).collect();
    assert!(!with_images.is_empty(), "no JDK with an image");
    with_images.iter().for_each(assert_same_as_the_jvm);
}

#[test]
fn zip_compressed_images_hold_the_same_classes() {
    let mut tried = 0;
    for jdk in jdks() {
        let Some(release @ 9..) = jdk.release else { continue };
        let scratch = Scratch::new();
        let linked = scratch.0.join("linked");
        let compress = if release >= 21 { "--compress=zip-6" } else { "--compress=2" };
        let mut jlink = Command::new(jdk.home.join("bin/jlink"));
        jlink.args(["--add-modules", "java.logging", compress, "--output"]).arg(&linked);
        // A JDK may come without the parts that jlink needs.
        if !jlink.output().is_ok_and(|output| output.status.success()) {
            continue;
        }
        tried += 1;
        let input = open_jdk(&linked, &Options::default()).unwrap();
        assert_eq!(input.containers[0].modules().collect::<Vec<_>>(), ["java.base", "java.logging"]);
        let whole = open_jdk(&jdk.home, &Options::default()).unwrap();
        let mut equal = 0;
        for entry in input.entries() {
            let bytes = input.read(entry).unwrap();
            let original = whole.find(&entry.name).map(|original| whole.read(original).unwrap());
            // jlink writes a few classes anew, but not many.
            equal += usize::from(original.as_ref() == Some(&bytes));
        }
        assert!(input.entries().len() > 5_000 && equal + 100 > input.entries().len(), "{equal} equal");
    }
    assert!(tried > 0, "no JDK here can link an image");
}

#[test]
fn both_byte_orders_and_compressors() {
    for little in [true, false] {
        let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::default());
        std::io::Write::write_all(&mut encoder, b"packed bytes").unwrap();
        let zipped = packed(&encoder.finish().unwrap(), 12, 1, little);
        let twice = packed(b"x", 1, 5, little);
        let image = jimage(
            &[
                ("m.b", "p", "B", "class", b"bytes of B", None),
                ("m.a", "p/q", "A", "class", b"packed bytes", Some(&zipped)),
                ("m.a", "", "module-info", "class", b"module a", None),
                ("m.a", "p", "Odd", "class", b"?", Some(&twice)),
                ("m.b", "", "module-info", "class", b"module b", None),
                ("m.b", "META-INF/services", "a", "Service", b"p.B", None),
                ("packages", "", "p", "class", b"", None),
            ],
            little,
        );
        let scratch = Scratch::new();
        let input = open_jdk(&scratch.file("modules", image), &Options::default()).unwrap();
        assert_eq!(common::names(&input), ["p/Odd", "p/q/A", "p/B"]);
        assert_eq!(text(&input, "p/q/A"), "packed bytes");
        assert_eq!(text(&input, "p/B"), "bytes of B");
        assert_eq!(input.containers[0].modules().collect::<Vec<_>>(), ["m.a", "m.b"]);
        assert_eq!(input.module(input.find("p/B").unwrap()), Some("m.b"));
        assert_eq!(input.module_infos.len(), 2);
        assert_eq!(input.services()[0].service, "a.Service");
        let error = input.read(input.find("p/Odd").unwrap()).unwrap_err();
        assert_eq!(error.kind, ErrorKind::Unsupported);
        assert!(error.to_string().contains("modules!/m.a/p/Odd.class"), "{error}");
        let found = input.containers[0].find("p/B.class").unwrap();
        assert_eq!(input.containers[0].read(found).unwrap(), b"bytes of B");
    }
}

#[test]
fn jmods_hold_the_classes_of_their_module() {
    let mut tried = 0;
    for jdk in jdks() {
        let jmod = jdk.home.join("jmods/java.logging.jmod");
        if !jmod.is_file() {
            continue;
        }
        tried += 1;
        let input = open_class_path(&[jmod], &Options::default()).unwrap();
        assert_eq!(input.containers[0].kind, ContainerKind::Jmod);
        let image = open_jdk(&jdk.home, &Options::default()).unwrap();
        let ours: Vec<&str> = common::names(&input);
        let of_module = image.entries().iter().filter(|entry| image.module(entry) == Some("java.logging"));
        assert_eq!(ours, of_module.map(|entry| &*entry.name).collect::<Vec<_>>());
        assert_eq!(input.module_infos.len(), 1);
    }
    // Not every JDK ships jmods; the format is covered by the JDK's own tool then.
    if tried == 0 {
        let scratch = Scratch::new();
        let classes = scratch.file("classes/p/A.class", "x");
        let classes = classes.parent().unwrap().parent().unwrap();
        let jmod = scratch.0.join("m.jmod");
        run(Command::new(jdks()[0].home.join("bin/jmod"))
            .args(["create", "--class-path"])
            .arg(classes)
            .arg(&jmod));
        assert_eq!(common::names(&open_class_path(&[jmod], &Options::default()).unwrap()), ["p/A"]);
    }
}

#[test]
fn a_jdk_8_is_rt_jar_and_the_jars_beside_it() {
    let scratch = Scratch::new();
    let jar = |name: &str, class: &str, content: &str| {
        scratch.file(&format!("jdk8/jre/lib/{name}"), common::jar(&[(class, content)]))
    };
    let rt = jar("rt.jar", "java/lang/Object.class", "object");
    jar("jce.jar", "javax/crypto/Cipher.class", "cipher");
    jar("ext/zipfs.jar", "z/Z.class", "z");
    jar("ext/a.jar", "java/lang/Object.class", "other");
    jar("plugin.jar", "no/No.class", "not on the boot class path");
    scratch.file("jdk8/release", "JAVA_VERSION=\"1.8.0_292\"\n");
    let home = scratch.0.join("jdk8");
    for path in [&home, &home.join("jre"), &rt] {
        let input = open_jdk(path, &Options::default()).unwrap();
        assert_eq!(common::names(&input), ["java/lang/Object", "javax/crypto/Cipher", "z/Z"]);
        assert_eq!(text(&input, "java/lang/Object"), "object");
        assert_eq!(input.duplicates.len(), 1);
    }
    assert_eq!(find_jdk(Some(&home)).unwrap().release, Some(8));
    assert_eq!(find_jdk(Some(&home.join("jre"))).unwrap().release, Some(8));
}

#[test]
fn what_is_no_jdk_is_an_error() {
    let scratch = Scratch::new();
    assert!(open_jdk(&scratch.0, &Options::default()).is_err());
    assert!(open_jdk(&scratch.0.join("none"), &Options::default()).is_err());
    assert!(open_jdk(&scratch.file("lib/modules", "nonsense"), &Options::default()).is_err());
    assert!(find_jdk(Some(&scratch.0.join("none"))).is_err());
}

#[test]
fn installed_jdks_are_sorted_and_listed_once() {
    let jdks = installed_jdks();
    assert!(!jdks.is_empty());
    assert!(jdks.windows(2).all(|pair| pair[0].home < pair[1].home));
    for jdk in &jdks {
        assert_eq!(jdk.home, std::fs::canonicalize(&jdk.home).unwrap());
        assert!(jdk.release.is_some_and(|release| release >= 8));
        assert_eq!(&find_jdk(Some(&jdk.home)).unwrap(), jdk);
    }
}
