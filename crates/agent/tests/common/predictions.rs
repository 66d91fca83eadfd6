//! What RDIT predicts on a trace of the corpus, held against what the programs announce.

use std::collections::BTreeSet;

use deadheat_harness::Compiled;
use deadheat_harness::corpus::{CorpusProgram, Engine};
use deadheat_predict::{Analysis, Options, predict};
use deadheat_trace::{SiteId, Trace};

use super::batches::short;

/// The pairs of places that RDIT predicts a race of.
pub(crate) fn predicted(trace: &Trace) -> BTreeSet<(SiteId, SiteId)> {
    let options = Options { analyses: vec![Analysis::Rdit], ..Options::default() };
    let predictions = predict(trace, &options);
    let keys = predictions.iter().flat_map(|prediction| prediction.races.keys());
    keys.map(|[one, other]| (one.site, other.site)).collect()
}

/// Lines of programs that are predicted, and that no engine announces.
pub(crate) fn unannounced(lines: BTreeSet<(&str, usize)>, batch: &[&Compiled<CorpusProgram>]) -> Vec<String> {
    let engines = [Engine::Scan, Engine::Run, Engine::Predict];
    let is_announced = |program: &str, line: usize| {
        let compiled = batch.iter().find(|compiled| short(&compiled.program) == program);
        compiled.is_some_and(|it| engines.iter().any(|&engine| it.program.announced(engine).contains(&line)))
    };
    let wrong = lines.into_iter().filter(|&(program, line)| !is_announced(program, line));
    wrong
        .map(|(program, line)| format!("{program}:{line} is predicted, and no engine announces it"))
        .collect()
}
