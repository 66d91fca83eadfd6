//! Throw-away.
use deadheat_program::*;
use deadheat_points_to::*;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let cp = args[1].split(':').filter(|s| !s.is_empty()).map(Into::into).collect();
    let main = args[2].replace('.', "/");
    let k: u8 = args[3].parse().unwrap();
    let program = Program::open(&ProgramOptions { class_path: cp, jdk: Some("/usr/lib/jvm/java-17-openjdk-amd64".into()), input: Default::default() }).unwrap();
    let models = deadheat_models::Models::shipped();
    let (bound, _) = models.bind(&program, 17);
    let class = program.find_class(&main).expect("main class");
    let main_name = program.symbols().name(b"main");
    let m = program.methods(class).unwrap().find(|&m| program.method(m).unwrap().name == main_name).unwrap();
    let mut options = if args.get(4).is_some_and(|a| a == "c") { Options { k, ..Options::default() } } else { Options::uniform(k) };
    options.reflection = std::env::var("REFL").is_ok();
    let start = std::time::Instant::now();
    let result = solve(&bound, options, &[m], &mut NoElements, &mut |_| {});
    println!("solved {:?}", start.elapsed());
    println!("{:?} {} gaps {:?}", result.statistics(), result.gaps().len(), start.elapsed());
    if let Ok(f) = std::env::var("METHODS") { let t: Vec<String> = result.methods().iter().map(|&m| program.display_method(m)).collect(); std::fs::write(f, t.join("\n")).unwrap(); }
    if let Ok(f) = std::env::var("CALLERS") { for e in result.method_edges() { if program.display_method(e.callee).starts_with(&f) { println!("{} <- {}", program.display_method(e.callee), program.display_method(e.caller)); } } }
    if let Ok(f) = std::env::var("FRONTIER") { let t = std::fs::read_to_string(f).unwrap(); let known: std::collections::HashSet<&str> = t.lines().collect(); for e in result.method_edges() { let (a, b) = (program.display_method(e.caller), program.display_method(e.callee)); if known.contains(a.as_str()) && !known.contains(b.as_str()) { println!("{a} -> {b}"); } } }
}
