//! The helpers of checks of several fields: one call, and mostly one comparison, for all of them.

use deadheat_program::classfile::Flags;
use deadheat_program::classfile::opcodes::*;

use crate::assembly::Assembly;
use crate::class::member_count;
use crate::descriptors::mangled;
use crate::error::Result;
use crate::members::{
    FRAMES_SINCE, HELPER, READ, SHADOWS, WRITE, code_attribute, ends_at_return, static_method,
};
use crate::method::{ClassFacts, OwnField, Together};
use crate::pool::Additions;
use crate::proxies::{self, READ_ALL, WRITE_ALL};

/// The name and descriptor of the helper of a group of so many fields; it takes the object and a site for each.
pub(crate) fn group_helper(number: usize, fields: usize) -> (Vec<u8>, Vec<u8>) {
    let name = format!("$deadheat$g${number}").into_bytes();
    (name, [&b"(Ljava/lang/Object;"[..], &b"I".repeat(fields), b")V"].concat())
}

/// The helpers of all groups.
pub(crate) fn helpers(facts: &ClassFacts<'_, '_>, additions: &mut Additions<'_>) -> Result<Vec<Vec<u8>>> {
    proxies::tell_sites(facts);
    let mut methods = Vec::new();
    for ((fields, how), checks) in facts.groups.borrow().iter() {
        let (helper, descriptor) = group_helper(checks.number, fields.len());
        let shadows = shadows(facts, fields);
        let epoch = fields.len() as u16 + 1;
        let (code, mut targets) = match how {
            Together::Written => body(facts, (&shadows, epoch), false, additions)?,
            Together::Read => body(facts, (&shadows, epoch), true, additions)?,
            Together::Fresh => (fresh_body(facts, (&shadows, epoch), additions)?, Vec::new()),
        };
        if facts.class.major < FRAMES_SINCE {
            targets.clear();
        }
        let code = code_attribute(additions, &code, (8, epoch + 2), &targets)?;
        methods.push(static_method(additions, Flags::PRIVATE, &helper, &descriptor, &code)?);
    }
    member_count(facts.class.methods.len() + methods.len())?;
    Ok(methods)
}

/// A shadow of some of the fields.
struct Shadow {
    /// The ends of its words' names.
    name: Vec<u8>,
    /// How the names of the helpers start that check it, of reads and of writes.
    helpers: [&'static [u8]; 2],
    /// The local variable with the site of the field, or of the first.
    site: u16,
}

/// The shadows of fields, each once.
fn shadows(facts: &ClassFacts<'_, '_>, fields: &[OwnField<'_>]) -> Vec<Shadow> {
    let mut all: Vec<Shadow> = Vec::new();
    for (site, &(name, descriptor)) in (1..).zip(fields) {
        let shadow = match proxies::number(facts, (name, descriptor)) {
            None => Shadow { name: mangled(name, descriptor), helpers: [READ, WRITE], site },
            Some(number) => {
                Shadow { name: proxies::shadow_name(number), helpers: [READ_ALL, WRITE_ALL], site }
            }
        };
        if all.iter().all(|known| known.name != shadow.name) {
            all.push(shadow);
        }
    }
    all
}

/// If all shadows have this thread's epoch, nothing; else each shadow's own helper.
fn body(
    facts: &ClassFacts<'_, '_>,
    (shadows, epoch): (&[Shadow], u16),
    is_read: bool,
    additions: &mut Additions<'_>,
) -> Result<(Vec<u8>, Vec<usize>)> {
    let this_class = facts.class.this_class;
    let mut tail = Assembly::new(additions);
    for shadow in shadows {
        tail.load(0);
        tail.local(ILOAD, shadow.site);
        let helper = [shadow.helpers[usize::from(!is_read)], &shadow.name].concat();
        tail.call_method(this_class, &helper, HELPER)?;
    }
    let tail = tail.bytes;
    let mut code = Assembly::new(additions);
    code.call("epoch", "()J")?;
    code.local(LSTORE, epoch);
    for (at, shadow) in shadows.iter().enumerate() {
        code.load(0);
        code.with(CHECKCAST, this_class);
        let word = [SHADOWS[usize::from(is_read)], &shadow.name].concat();
        let word = code.field(this_class, &word, b"J")?;
        code.with(GETFIELD, word);
        code.local(LLOAD, epoch);
        code.plain(if at == 0 { &[LXOR] } else { &[LXOR, LOR] });
    }
    code.plain(&[LCONST_0, LCMP]);
    code.with(IFEQ, (3 + tail.len()) as u16);
    let body = code.bytes;
    let mut whole = Assembly::new(additions);
    whole.load(0);
    whole.with(IFNULL, (3 + body.len() + tail.len()) as u16);
    whole.plain(&body);
    whole.plain(&tail);
    whole.plain(&[RETURN]);
    Ok(ends_at_return(whole.bytes))
}

/// Writes the epoch and the sites of fields that have no history.
fn fresh_body(
    facts: &ClassFacts<'_, '_>,
    (shadows, epoch): (&[Shadow], u16),
    additions: &mut Additions<'_>,
) -> Result<Vec<u8>> {
    let this_class = facts.class.this_class;
    let mut code = Assembly::new(additions);
    code.call("epoch", "()J")?;
    code.local(LSTORE, epoch);
    for shadow in shadows {
        let [write, _, sites] = SHADOWS.map(|start| [start, &shadow.name].concat());
        let (write, sites) = (code.field(this_class, &write, b"J")?, code.field(this_class, &sites, b"J")?);
        code.load(0);
        code.with(CHECKCAST, this_class);
        code.plain(&[DUP]);
        code.local(LLOAD, epoch);
        code.with(PUTFIELD, write);
        code.local(ILOAD, shadow.site);
        code.local(LLOAD, epoch);
        code.call("fresh", "(IJ)J")?;
        code.with(PUTFIELD, sites);
    }
    code.plain(&[RETURN]);
    Ok(code.bytes)
}
