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
    let options = if args.get(4).is_some_and(|a| a == "c") { Options { k, ..Options::default() } } else { Options::uniform(k) };
    let start = std::time::Instant::now();
    let result = solve(&bound, options, &[m], &mut NoElements, &mut |_| {});
    println!("solved {:?}", start.elapsed());
    println!("{:?} {} gaps {:?}", result.statistics(), result.gaps().len(), start.elapsed());
}
