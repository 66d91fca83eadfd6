//! Class paths of directories and archives, against the JVM where it has a say.

mod common;

use std::fs;
use std::path::Path;
use std::process::Command;

use common::{Scratch, ZipEntry, jar, java, jdks, names, run, text, zip};
use deadheat_harness::Random;
use deadheat_program::ErrorKind;
use deadheat_program::input::{ContainerKind, Input, Options, open_class_path};

const MULTI_RELEASE: &str = "Manifest-Version: 1.0\r\nMulti-Release: true\r\n\r\n";

fn open(paths: &[&Path]) -> Input {
    open_class_path(paths, &Options::default()).unwrap()
}

fn clean(input: &Input) {
    assert!(input.problems.is_empty(), "{:?}", input.problems);
}

/// Random jars with versions, odd versions and double entries: each name must lead to the same bytes here
/// and in the JVM, as a class and as a resource.
#[test]
fn versions_and_double_entries_resolve_as_in_the_jvm() {
    let classes = ["A", "p/B", "p/q/C", "META-INF/D"];
    let roots = [
        "",
        "",
        "",
        "META-INF/versions/9/",
        "META-INF/versions/17/",
        "META-INF/versions/25/",
        "META-INF/versions/99/",
        "META-INF/versions/8/",
        "META-INF/versions/7/",
        "META-INF/versions/09/",
        "META-INF/versions/x/",
    ];
    let manifests = [
        MULTI_RELEASE,
        MULTI_RELEASE,
        "Manifest-Version: 1.0\r\nmulti-release: TRUE\r\n\r\n",
        "Manifest-Version: 1.0\r\nMulti-Release: false\r\n\r\n",
        "Manifest-Version: 1.0\r\nMulti-Release: true \r\n\r\n",
        "Manifest-Version: 1.0\r\n\r\nName: x\r\nMulti-Release: true\r\n\r\n",
    ];
    let scratch = Scratch::new();
    let mut random = Random::new(42);
    let mut queries = Vec::new();
    for number in 0..60 {
        let manifest = manifests[random.below(manifests.len())];
        let name = if random.below(4) == 0 { "meta-inf/Manifest.mf" } else { "META-INF/MANIFEST.MF" };
        let mut entries = vec![ZipEntry::deflated(name, manifest.as_bytes())];
        for content in 0..12 {
            let root = roots[random.below(roots.len())];
            let name = format!("{root}{}.class", classes[random.below(classes.len())]);
            let content = format!("{number}-{content}-{name}");
            let make = if random.below(2) == 0 { ZipEntry::stored } else { ZipEntry::deflated };
            entries.push(make(&name, content.as_bytes()));
        }
        let path = scratch.file(&format!("{number}.jar"), zip(&entries));
        queries.extend(classes.map(|class| (path.clone(), class)));
    }
    let lines: Vec<String> =
        queries.iter().map(|(jar, class)| format!("{} {class}.class\n", jar.display())).collect();
    let list = scratch.file("queries", lines.concat());
    for jdk in jdks().iter().filter(|jdk| jdk.release >= Some(9)) {
        let options = Options { release: jdk.release.unwrap(), ..Options::default() };
        let answers = java(jdk, "FindResources.java", &[&list]);
        let answers: Vec<&str> = answers.lines().collect();
        assert_eq!(answers.len(), queries.len());
        assert!(answers.iter().any(|answer| answer.contains("versions/")), "no version was chosen");
        for ((jar, class), jvm) in queries.iter().zip(answers) {
            let input = open_class_path(&[jar], &options).unwrap();
            clean(&input);
            let found = input.containers[0].find(&format!("{class}.class"));
            let resource = found.map(|id| String::from_utf8(input.containers[0].read(id).unwrap()).unwrap());
            assert_eq!(resource.as_deref().unwrap_or("null"), jvm, "{} {class}", jar.display());
            if !class.starts_with("META-INF/") {
                let ours =
                    input.find(class).map(|entry| String::from_utf8(input.read(entry).unwrap()).unwrap());
                assert_eq!(ours.as_deref().unwrap_or("null"), jvm, "{} {class}", jar.display());
            }
        }
    }
}

#[test]
fn the_class_path_of_a_manifest_is_followed_as_in_the_jvm() {
    let scratch = Scratch::new();
    let manifest =
        "Class-Path: lib/b%20c.jar missing.jar classes/ ../outside.jar\r\n  http://x/y.jar lib \r\n\r\n";
    let main = scratch.file("in/main.jar", jar(&[("META-INF/MANIFEST.MF", manifest), ("A.class", "main")]));
    let back = "Class-Path: ../main.jar deep.jar\r\n\r\n";
    scratch
        .file("in/lib/b c.jar", jar(&[("META-INF/MANIFEST.MF", back), ("A.class", "b"), ("B.class", "b")]));
    scratch.file("in/lib/deep.jar", jar(&[("B.class", "deep"), ("C.class", "deep"), ("D.class", "deep")]));
    scratch.file("in/classes/D.class", "classes");
    scratch.file("in/classes/E.class", "classes");
    scratch.file("outside.jar", jar(&[("E.class", "outside"), ("F.class", "outside")]));
    scratch.file("in/lib/F.class", "lib without a slash is not followed");
    let input = open(&[&main]);
    clean(&input);
    let ours: Vec<String> = ["A", "B", "C", "D", "E", "F"].iter().map(|name| text(&input, name)).collect();
    assert_eq!(ours, ["main", "b", "deep", "deep", "classes", "outside"]);
    assert_eq!(names(&input), ["A", "B", "C", "D", "E", "F"]);
    let missing: Vec<&str> = input.missing.iter().map(|missing| missing.part.as_str()).collect();
    assert_eq!(missing, ["lib", "http://x/y.jar", "missing.jar"]);
    let hidden: Vec<&str> = input.duplicates.iter().map(|duplicate| &*duplicate.hidden.name).collect();
    assert_eq!(hidden, ["A", "B", "D", "E"]);
    let lines = ["A", "B", "C", "D", "E", "F"].map(|name| format!("{} {name}.class\n", main.display()));
    let list = scratch.file("queries", lines.concat());
    for jdk in jdks() {
        assert_eq!(java(&jdk, "FindResources.java", &[&list]).lines().collect::<Vec<_>>(), ours);
    }
}

#[test]
fn wars_and_spring_boot_archives_bring_their_classes_and_libraries() {
    let scratch = Scratch::new();
    let library = jar(&[("l/L.class", "library"), ("a/A.class", "hidden"), ("META-INF/services/s.S", "l.L")]);
    for (base, kind) in [("WEB-INF", "war"), ("BOOT-INF", "jar")] {
        let entries = [
            ZipEntry::deflated("META-INF/MANIFEST.MF", b"Main-Class: boot.Launcher\nStart-Class: a.A\n\n"),
            ZipEntry::deflated("boot/Launcher.class", b"launcher"),
            ZipEntry::deflated(&format!("{base}/classes/a/A.class"), b"own"),
            ZipEntry::deflated(&format!("{base}/classes/META-INF/services/s.T"), b"a.A"),
            ZipEntry::stored(&format!("{base}/lib/z.jar"), &library),
            ZipEntry::deflated(
                &format!("{base}/lib/a.jar"),
                &jar(&[("l/L.class", "later"), ("m/M.class", "m")]),
            ),
        ];
        let path = scratch.file(&format!("app.{kind}"), zip(&entries));
        let input = open(&[&path]);
        clean(&input);
        assert_eq!(names(&input), ["a/A", "boot/Launcher", "l/L", "m/M"]);
        assert_eq!(text(&input, "a/A"), "own");
        assert_eq!(text(&input, "l/L"), "library");
        let kinds: Vec<ContainerKind> = input.containers.iter().map(|container| container.kind).collect();
        assert_eq!(kinds, [ContainerKind::Jar, ContainerKind::NestedJar, ContainerKind::NestedJar]);
        assert_eq!(input.containers[0].manifest.main_class(), Some("boot.Launcher"));
        assert_eq!(input.containers[0].manifest.start_class(), Some("a.A"));
        let location = input.location(input.find("l/L").unwrap());
        assert_eq!(location, format!("{}!/{base}/lib/z.jar!/l/L.class", path.display()));
        let services: Vec<&str> = input.services().iter().map(|file| file.service).collect();
        assert_eq!(services, ["s.T", "s.S"]);
        assert_eq!(input.duplicates.len(), 2);
    }
}

#[test]
fn ears_and_unpacked_wars() {
    let scratch = Scratch::new();
    let library = jar(&[("l/L.class", "l")]);
    let war = zip(&[
        ZipEntry::deflated("WEB-INF/classes/w/W.class", b"w"),
        ZipEntry::deflated("WEB-INF/lib/l.jar", &library),
    ]);
    let ear = zip(&[
        ZipEntry::deflated("web.war", &war),
        ZipEntry::stored("ejb.jar", &jar(&[("e/E.class", "e")])),
        ZipEntry::stored("lib/odd.zip", &jar(&[("no/No.class", "a zip inside is not searched")])),
    ]);
    let input = open(&[&scratch.file("app.ear", ear)]);
    clean(&input);
    assert_eq!(names(&input), ["w/W", "l/L", "e/E"]);
    assert_eq!(input.containers[2].inside.as_deref(), Some("web.war!/WEB-INF/lib/l.jar"));
    scratch.file("web/WEB-INF/classes/w/W.class", "w");
    scratch.file("web/WEB-INF/lib/l.jar", library);
    let input = open(&[&scratch.0.join("web")]);
    clean(&input);
    assert_eq!(names(&input), ["w/W", "l/L"]);
}

#[test]
fn directories_are_walked_sorted_and_links_do_not_lead_in_circles() {
    let scratch = Scratch::new();
    for name in
        ["b/B.class", "a/A.class", "a/A$1.class", "a/package-info.class", "module-info.class", "a/x.txt"]
    {
        scratch.file(&format!("root/{name}"), name);
    }
    scratch.file("elsewhere/C.class", "c");
    let root = scratch.0.join("root");
    std::os::unix::fs::symlink(&root, root.join("a/up")).unwrap();
    std::os::unix::fs::symlink(scratch.0.join("elsewhere"), root.join("c")).unwrap();
    std::os::unix::fs::symlink("/nowhere/at/all", root.join("Gone.class")).unwrap();
    let input = open(&[&root]);
    assert_eq!(names(&input), ["a/A", "a/A$1", "a/package-info", "b/B", "c/C"]);
    assert_eq!(input.module_infos.len(), 1);
    assert_eq!(input.problems.len(), 1, "{:?}", input.problems);
    assert_eq!(text(&input, "a/A$1"), "a/A$1.class");
    assert_eq!(input.location(input.find("b/B").unwrap()), root.join("b/B.class").display().to_string());
}

#[test]
fn projects_stand_for_their_output_directories() {
    let scratch = Scratch::new();
    scratch.file("p/pom.xml", "");
    scratch.file("p/core/pom.xml", "");
    scratch.file("p/core/target/classes/c/Core.class", "core");
    scratch.file("p/core/target/test-classes/c/CoreTest.class", "test");
    scratch.file("p/core/target/dependency/d.jar", jar(&[("d/D.class", "d")]));
    scratch.file("p/web/build.gradle.kts", "");
    scratch.file("p/web/build/classes/java/main/w/Web.class", "web");
    scratch.file("p/web/build/classes/kotlin/main/w/K.class", "kotlin");
    scratch.file("p/web/build/classes/java/test/w/WebTest.class", "test");
    scratch.file("p/web/build/resources/main/META-INF/services/s.S", "w.Web");
    let input = open(&[&scratch.0.join("p")]);
    clean(&input);
    assert_eq!(names(&input), ["c/Core", "d/D", "w/Web", "w/K"]);
    assert_eq!(input.services()[0].service, "s.S");
    assert_eq!(names(&open(&[&scratch.0.join("p/web")])), ["w/Web", "w/K"]);
}

#[test]
fn lists_wildcards_and_missing_paths() {
    let scratch = Scratch::new();
    scratch.file("lib/b.jar", jar(&[("B.class", "b"), ("A.class", "hidden")]));
    scratch.file("lib/a.JAR", jar(&[("A.class", "a")]));
    scratch.file("lib/c.zip", jar(&[("C.class", "c")]));
    let (lib, star) = (scratch.0.join("lib"), scratch.0.join("lib/*"));
    assert_eq!(names(&open(&[&star])), ["A", "B"]);
    let list = std::env::join_paths([&lib.join("c.zip"), &scratch.0.join("none"), &star]).unwrap();
    let input = open(&[Path::new(&list)]);
    assert_eq!(names(&input), ["C", "A", "B"]);
    assert_eq!((input.problems.len(), input.duplicates.len()), (1, 1));
    assert_eq!(&*input.duplicates[0].used.name, "A");
    let missing = open_class_path(&[scratch.0.join("none.jar")], &Options::default()).unwrap_err();
    assert_eq!(missing.kind, ErrorKind::Io);
    assert!(missing.to_string().contains("none.jar"));
    assert!(open_class_path(&[scratch.0.join("no/*")], &Options::default()).is_err());
    let jars_only = open(&[&lib]);
    assert!(jars_only.entries().is_empty() && jars_only.problems[0].to_string().contains("dir/*"));
    let twice = lib.join("b.jar");
    assert_eq!(open(&[&twice, &twice]).containers.len(), 1);
}

#[test]
fn a_class_file_alone_tells_its_own_name() {
    let scratch = Scratch::new();
    let source = scratch.file("Hello.java", "package a.b; class Hello { long x = 5L; double y = 2.5; }");
    let jdk = &jdks()[0];
    run(Command::new(jdk.home.join("bin/javac")).arg("-d").arg(&scratch.0).arg(source));
    let class = scratch.0.join("a/b/Hello.class");
    let input = open(&[&class]);
    clean(&input);
    assert_eq!(names(&input), ["a/b/Hello"]);
    assert_eq!(input.read(&input.entries()[0]).unwrap(), fs::read(&class).unwrap());
    let bytes = fs::read(&class).unwrap();
    for len in 0..bytes.len() {
        let cut = scratch.file("cut/Cut.class", &bytes[..len]);
        let input = open(&[&cut]);
        assert_eq!(input.entries().len() + input.problems.len(), 1);
    }
}

#[test]
fn jars_of_the_jdk_with_many_entries_and_a_prefix() {
    let scratch = Scratch::new();
    let many = scratch.0.join("many.jar");
    java(&jdks()[0], "ManyEntries.java", &[&many]);
    let bytes = fs::read(&many).unwrap();
    let prefixed = scratch.file("prefixed", [b"#!/bin/sh\nexec java -jar $0\n", &*bytes].concat());
    for path in [many, prefixed] {
        let input = open(&[&path]);
        clean(&input);
        assert_eq!(input.entries().len(), 70_000);
        assert_eq!(text(&input, "p/C69999"), "69999");
    }
    let small = scratch.0.join("small.jar");
    scratch.file("classes/p/A.class", "a");
    let mut tool = Command::new(jdks()[0].home.join("bin/jar"));
    run(tool
        .args(["--create", "--main-class", "p.A", "--file"])
        .arg(&small)
        .arg("-C")
        .arg(scratch.0.join("classes"))
        .arg("."));
    let input = open(&[&small]);
    clean(&input);
    assert_eq!(text(&input, "p/A"), "a");
    assert_eq!(input.containers[0].manifest.main_class(), Some("p.A"));
}
