//! A schedule in two columns: the threads of the two accesses; what others do stands across.

use std::fmt::Write as _;

use anyhow::Result;

use deadheat_predict::{Race, Step};
use deadheat_trace::{Event, ObjectId, Op, SiteId, Tables, ThreadId};

/// Steps that are shown: the last ones.
const MOST_STEPS: usize = 16;
/// The width of the left column.
const WIDTH: usize = 56;

/// Writes the schedule of a race, if it has one.
pub(super) fn describe(race: &Race, tables: &Tables, all_steps: bool, text: &mut String) -> Result<()> {
    let Some(schedule) = &race.schedule else { return Ok(()) };
    let threads = race.threads();
    let shown = if all_steps { 0 } else { schedule.len().saturating_sub(MOST_STEPS) };
    writeln!(text, "  a schedule that brings both together:")?;
    let [left, right] = threads.map(|thread| tables.show_thread(thread));
    writeln!(text, "    {left:<WIDTH$}{right}")?;
    if shown > 0 {
        writeln!(text, "    … {shown} events before (--all-steps)")?;
    }
    for step in &schedule[shown..] {
        line(&what(&step.event, tables), step, threads, tables, text)?;
    }
    for step in &race.accesses {
        line(&format!("» {}", what(&step.event, tables)), step, threads, tables, text)?;
    }
    Ok(())
}

fn line(what: &str, step: &Step, threads: [ThreadId; 2], tables: &Tables, text: &mut String) -> Result<()> {
    let thread = step.event.thread;
    if thread == threads[0] {
        writeln!(text, "    {what}")?;
    } else if thread == threads[1] {
        writeln!(text, "    {:<WIDTH$}{what}", "")?;
    } else {
        writeln!(text, "    [{}] {what}", tables.show_thread(thread))?;
    }
    Ok(())
}

/// What an event does, and where.
pub(crate) fn what(event: &Event, tables: &Tables) -> String {
    let word = event.op.word();
    let operand = match event.op {
        op if op.is_access() => format!(" {} = {}", short(event, tables), event.value),
        Op::Fork | Op::Join => format!(" {}", tables.show_thread(event.other())),
        Op::Begin | Op::End | Op::Branch => String::new(),
        Op::Send | Op::Receive => match tables.channels.get(&event.object) {
            Some(name) => format!(" {name}"),
            None => format!(" channel {}", event.object),
        },
        Op::CallbackBegin | Op::CallbackEnd => String::new(),
        Op::MethodBegin | Op::MethodEnd => {
            format!(" {}", tables.methods.get(event.method().index()).map_or("?", String::as_str))
        }
        Op::Reach => " more objects".to_owned(),
        _ => format!(" {}", tables.show_object(event.lock())),
    };
    match event.site {
        SiteId(0) => format!("{word}{operand}"),
        site => format!("{word}{operand} ({})", tables.show_site(site)),
    }
}

/// A location without the words around it.
fn short(event: &Event, tables: &Tables) -> String {
    let location = event.location();
    let object = match location.object {
        ObjectId(0) => String::new(),
        object => format!("{}.", tables.show_object(object)),
    };
    match location.slot.as_element() {
        Some(index) => format!("{}[{index}]", object.trim_end_matches('.')),
        None => match tables.fields.get(location.slot.0 as usize) {
            Some(field) if location.object == ObjectId(0) && !field.class.is_empty() => {
                format!("{}.{}", field.class, field.name)
            }
            Some(field) => format!("{object}{}", field.name),
            None => format!("{object}{}", location.slot.0),
        },
    }
}
