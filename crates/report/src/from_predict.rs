//! `deadheat predict --json` → what is announced.
//!
//! Only RDIT's races count: the other analyses take a trace for complete, which it is not where code was not traced. Races are in
//! the form of `run`'s ([`crate::from_run()`]). A race behind another race was seen, but not in a schedule that was
//! checked, and is left out.

use serde_json::Value;

use crate::announced::{Announced, Announcements, Work};
use crate::finding::Engine;
use crate::from_run::announced;
use crate::from_scan::{counted, grouped, strings};

/// The analysis whose races are true also where code was not traced.
const SOUND: &str = "rdit";
/// A schedule is shown from here on before its end.
const MOST_STEPS: usize = 40;

/// Whether a value looks like the result of a prediction.
pub fn is_predict(value: &Value) -> bool {
    value["analyses"].is_array() && value["events"].is_u64()
}

/// What a prediction announces.
pub fn from_predict(value: &Value) -> Announcements {
    from_predictions(std::slice::from_ref(value))
}

/// What the predictions of several JVMs announce; to the reader that is one piece of work.
pub fn from_predictions(values: &[Value]) -> Announcements {
    let analyses = values.iter().flat_map(|value| value["analyses"].as_array().into_iter().flatten());
    let sound: Vec<&Value> = analyses.filter(|it| it["analysis"] == SOUND).collect();
    let races = sound.iter().flat_map(|it| it["races"].as_array().into_iter().flatten());
    let races: Vec<Announced> = races
        .filter(|race| race["schedule"].is_array() && race["behind_race"] != Value::Bool(true))
        .filter_map(announced)
        .map(with_last_steps)
        .collect();
    let work = work(values, &sound, races.len());
    Announcements { races, work: vec![work] }
}

fn with_last_steps(mut race: Announced) -> Announced {
    let schedule = &mut race.proof.schedule;
    if schedule.len() > MOST_STEPS {
        let before = schedule.len() - MOST_STEPS;
        schedule.drain(..before);
        schedule.insert(0, format!("{before} steps before"));
    }
    race
}

fn work(values: &[Value], sound: &[&Value], races: usize) -> Work {
    let total = |key: &str| -> u64 { sound.iter().filter_map(|it| it["counts"][key].as_u64()).sum() };
    let mut gaps: Vec<String> = values.iter().flat_map(|value| strings(&value["problems"])).collect();
    for (key, what) in [
        ("skipped", "pairs of accesses were not looked at: too many alike, or the time was up"),
        ("unknown", "pairs of accesses were given up by the solver"),
    ] {
        if total(key) > 0 {
            gaps.push(counted(total(key), what));
        }
    }
    if sound.is_empty() {
        gaps.push(
            "predicted without rdit: other analyses take the trace for complete, and do not count".to_owned(),
        );
    }
    let events = values.iter().filter_map(|value| value["events"].as_u64()).sum();
    let pairs = total("pairs");
    let races = format!("{races} {}", if races == 1 { "race" } else { "races" });
    let summary = format!(
        "{} events recorded, {} pairs of accesses looked at; {races} predicted",
        grouped(events),
        grouped(pairs)
    );
    Work { engine: Engine::Predict, summary, filters: Vec::new(), gaps }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::finding::{Evidence, Kind};

    fn race(schedule: Value) -> Value {
        let side = |access: &str| {
            json!({ "access": access, "thread": "T", "site": { "class": "A", "method": "m", "line": 3 },
                "stack": ["A.m(A.java:3)"], "locks": ["object 4"] })
        };
        json!({ "evidence": "predicted", "kind": "field", "owner": "A", "name": "x", "object": "A", "identity": "7",
            "first": side("read"), "second": side("write"), "behind_race": false, "schedule": schedule })
    }

    fn predicted(analysis: &str, races: Vec<Value>) -> Value {
        json!({ "events": 9, "problems": [], "analyses": [{ "analysis": analysis, "races": races, "counts": { "pairs": 2 } }] })
    }

    #[test]
    fn races_of_rdit_come_with_their_schedule() {
        let steps = json!([{ "thread": "T", "what": "write A.x = 1" }]);
        let found = from_predict(&predicted("rdit", vec![race(steps)]));
        let [one] = &found.races[..] else { panic!("{found:?}") };
        assert_eq!(
            (one.proof.kind, one.location.kind, &*one.location.name),
            (Evidence::Predicted, Kind::Field, "x")
        );
        assert_eq!(one.proof.schedule, ["\"T\": write A.x = 1"]);
        assert_eq!(
            found.work[0].summary,
            "9 events recorded, 2 pairs of accesses looked at; 1 race predicted"
        );
    }

    #[test]
    fn races_without_a_schedule_and_of_other_analyses_do_not_count() {
        assert!(from_predict(&predicted("rdit", vec![race(Value::Null)])).races.is_empty());
        let unsound = from_predict(&predicted("mc", vec![race(json!([]))]));
        assert!(unsound.races.is_empty());
        assert!(unsound.work[0].gaps[0].contains("without rdit"));
    }

    #[test]
    fn several_jvms_are_one_piece_of_work() {
        let step = json!([{ "thread": "T", "what": "write A.x = 1" }]);
        let values = [predicted("rdit", Vec::new()), predicted("rdit", vec![race(step)])];
        let found = from_predictions(&values);
        let [work] = &found.work[..] else { panic!("{found:?}") };
        assert_eq!(work.summary, "18 events recorded, 4 pairs of accesses looked at; 1 race predicted");
    }

    #[test]
    fn long_schedules_keep_their_end() {
        let steps: Vec<Value> = (0..100).map(|at| json!({ "thread": "T", "what": at.to_string() })).collect();
        let found = from_predict(&predicted("rdit", vec![race(json!(steps))]));
        let schedule = &found.races[0].proof.schedule;
        assert_eq!((schedule.len(), &*schedule[0], &*schedule[40]), (41, "60 steps before", "\"T\": 99"));
    }
}
