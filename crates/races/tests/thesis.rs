//! Worked examples, with the papers' results. Chord: table 2.1 here; figures 3.1 and 4.1 in their variants
//! are programs of the corpus (`tests/programs/papers`), and the rounds of section 4.5 are below. IteRace: figure 3.

mod support;

use std::collections::BTreeMap;
use std::path::Path;

use deadheat_harness::{Compilation, corpus, jdks};
use deadheat_models::Bound;
use deadheat_points_to::{Options, PointsTo, SiteId};
use deadheat_races::{Budget, Executed, Filters, Target, scan, scan_on_demand, tuples};

/// The tuples of table 2.1: the two accesses, each by thread, context and label, and which of aliasing,
/// escaping, parallel, unlocked and ultimate races keep them.
const TABLE_2_1: &str = "
    main h3 e1 | main h3 e1 | a
    main h3 e1 | h3 h3 e3 | a p u
    main h3 e2 | main h3 e2 | a
    main h3 e2 | h3 h3 e4 | a p u
    main h1 e5 | main h1 e5 | a
    main h1 e5 | main h2 e5 |
    main h2 e5 | main h1 e5 |
    main h2 e5 | main h2 e5 | a
    main h1 e5 | main h1 e6 | a
    main h1 e5 | h3 h2 e6 | u
    main h2 e5 | main h1 e6 |
    main h2 e5 | h3 h2 e6 | a u
    main h1 e5 | main h2 e7 |
    main h1 e5 | h3 h1 e7 | a u
    main h2 e5 | main h2 e7 | a
    main h2 e5 | h3 h1 e7 | u
    main h4::h1 e8 | main h4::h1 e8 | a
    main h4::h1 e8 | main h4::h2 e8 |
    main h4::h2 e8 | main h4::h1 e8 |
    main h4::h2 e8 | main h4::h2 e8 | a
    main h4::h1 e8 | main h4::h1 e9 | a
    main h4::h2 e8 | main h4::h1 e9 |
    main h4::h1 e8 | h3 h4::h2 e9 | u
    main h4::h2 e8 | h3 h4::h2 e9 | a u
    main h4::h1 e8 | main h4::h2 e10 |
    main h4::h2 e8 | main h4::h2 e10 | a
    main h4::h1 e8 | h3 h4::h1 e10 | a u
    main h4::h2 e8 | h3 h4::h1 e10 | u
    main h4::h2 e10 | main h4::h2 e10 | a e
    main h4::h2 e10 | h3 h4::h1 e10 | e p u
    h3 h4::h1 e10 | main h4::h2 e10 | e p u
    h3 h4::h1 e10 | h3 h4::h1 e10 | a e p
    main h4::h1 e9 | main h4::h2 e10 | e
    main h4::h1 e9 | h3 h4::h1 e10 | a e p u ultimate
    h3 h4::h2 e9 | main h4::h2 e10 | a e p
    h3 h4::h2 e9 | h3 h4::h1 e10 | e p
";

fn analysed(source: &Path, main: &str, k: u8, check: impl for<'a> FnOnce(PointsTo<'a>, &'a Bound<'a>)) {
    let jdk = jdks().first().expect("a JDK");
    let support = deadheat_harness::root().join("tests/programs/support");
    let mut sources = vec![source.to_owned()];
    sources
        .extend(std::fs::read_dir(support).into_iter().flatten().filter_map(|file| Some(file.ok()?.path())));
    let classes = Compilation::new(jdk, sources).classes().expect("it compiles");
    let options = |_: &_| Options { k, ..Options::default() };
    support::analysed(&support::models(), (jdk, &classes), Some(main), options, check);
}

/// By line: the label at its end.
fn labels(source: &Path) -> BTreeMap<usize, String> {
    let text = std::fs::read_to_string(source).expect("a source");
    let label = |line: &str| Some(line.rsplit_once("// ")?.1.to_owned());
    text.lines().enumerate().filter_map(|(index, line)| Some((index + 1, label(line)?))).collect()
}

#[test]
fn table_2_1() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/thesis/T.java");
    let labels = labels(&source);
    analysed(&source, "T", 2, |points_to, bound| {
        let site = |site: &SiteId| {
            let place = points_to.display_site(*site);
            let line = place.rsplit_once(':').and_then(|(_, line)| line.parse().ok());
            line.and_then(|line: usize| labels.get(&line).cloned()).unwrap_or(place)
        };
        let sites = |sites: &[SiteId]| match sites {
            [] => "main".to_owned(),
            sites => sites.iter().map(site).collect::<Vec<_>>().join("::"),
        };
        let executed = |executed: &Executed| {
            let label = executed.end.line.and_then(|line| labels.get(&usize::from(line)));
            format!(
                "{} {} {}",
                sites(&executed.thread),
                sites(&executed.context),
                label.map_or("?", String::as_str)
            )
        };
        let program = points_to.program();
        let mut found: Vec<String> = tuples(&points_to, bound, |field| program.is_application(field.class))
            .into_iter()
            .map(|tuple| {
                let ultimate = tuple.aliasing && tuple.escaping && tuple.parallel && tuple.unlocked_may;
                let kept = [
                    (tuple.aliasing, "a"),
                    (tuple.escaping, "e"),
                    (tuple.parallel, "p"),
                    (tuple.unlocked_may, "u"),
                    (ultimate, "ultimate"),
                ];
                let kept: Vec<&str> =
                    kept.iter().filter(|(is_kept, _)| *is_kept).map(|(_, name)| *name).collect();
                let line =
                    format!("{} | {} | {}", executed(&tuple.first), executed(&tuple.second), kept.join(" "));
                line.trim_end().to_owned()
            })
            .collect();
        let mut expected: Vec<&str> =
            TABLE_2_1.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        found.sort();
        expected.sort_unstable();
        assert_eq!(found, expected);
    });
}

/// Section 4.5: three rounds, of which only the last is without the false race of `p1` and `p2`.
#[test]
fn figure_4_1_takes_three_rounds() {
    for variant in ["Coarse", "Medium", "Fine"] {
        let name = format!("ChordFigure4_1{variant}");
        let source = corpus::directory().join("papers").join(format!("{name}.java"));
        analysed(&source, &name, 1, |points_to, bound| {
            let mut rounds = Vec::new();
            let refined =
                scan_on_demand(points_to, bound, Filters::default(), Budget::default(), &mut |_, scan| {
                    rounds.push(scan.races.len());
                });
            assert_eq!(rounds, [1, 1, 0], "{name}");
            assert!(refined.is_complete);
        });
    }
}

/// Section 3.7: each way of locking is enough by itself, and without locks there is a race.
#[test]
fn figure_3_1_in_its_four_variants() {
    for variant in ["Coarse", "Medium", "Fine", "Own"] {
        let name = format!("ChordFigure3_1{variant}");
        let source = corpus::directory().join("papers").join(format!("{name}.java"));
        analysed(&source, &name, 1, |points_to, bound| {
            assert_eq!(scan(&points_to, bound, Filters::default()).races.len(), 0, "{name}");
            let without = Filters { locks: false, ..Filters::default() };
            assert_eq!(scan(&points_to, bound, without).races.len(), 1, "{name} without locks");
        });
    }
}

/// By what races: the lines of each pair, the write of the first thread first. IteRace's lines 24, 25, 28, 30, 31, 33
/// and 34 are 30, 31, 33, 35, 36, 37 and 40 here.
const FIGURE_3: [(&str, &[(u16, u16)]); 4] = [
    ("history", &[(40, 40)]),
    ("x", &[(35, 35), (35, 35)]),
    ("y", &[(36, 36), (36, 36)]),
    ("centre", &[(31, 30), (31, 31), (31, 33), (31, 35), (31, 36), (31, 37), (31, 40)]),
];

#[test]
fn figure_3_of_iterace_has_its_twelve_races() {
    let source = deadheat_harness::root().join("tests/programs/papers/IteRaceFigure2.java");
    analysed(&source, "IteRaceFigure2", 1, |points_to, bound| {
        let found = scan(&points_to, bound, Filters::default());
        let mut races: BTreeMap<String, Vec<(u16, u16)>> = BTreeMap::new();
        for race in &found.races {
            let target = match race.target {
                Target::Field(field) => {
                    let program = points_to.program();
                    program.symbols().text(program.field(field).expect("a field").name).to_string()
                }
                _ => "history".to_owned(),
            };
            let (first, second) = (race.first.line.expect("a line"), race.second.line.expect("a line"));
            let lines = if race.first.is_write { (first, second) } else { (second, first) };
            races.entry(target).or_default().push(lines);
        }
        races.values_mut().for_each(|lines| lines.sort());
        let expected: BTreeMap<String, Vec<(u16, u16)>> =
            FIGURE_3.iter().map(|(name, lines)| (name.to_string(), lines.to_vec())).collect();
        assert_eq!(races, expected);
        assert_eq!(found.counts.races, 12);
    });
}
