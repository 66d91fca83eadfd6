//! New members: shadow fields, and the helper methods through which all classes reach them.
//!
//! An access to field `x` of class C calls a helper of C that a class finds from the reference alone, however the
//! field is inherited, and that it may call because it may access the field. The helper compares the shadow epoch
//! with the thread's own and calls the runtime only when they differ.

use deadheat_program::classfile::Flags;
use deadheat_program::classfile::opcodes::*;
use deadheat_program::mutf8;

use crate::assembly::Assembly;
use crate::class::{Member, NewParts, member_count};
use crate::descriptors::{is_reference, mangled};
use crate::detectors::Part;
use crate::error::Result;
use crate::method::ClassFacts;
use crate::pool::Additions;
use crate::proxies;
use crate::recorded;
use crate::settings::Role;
use crate::techniques::Technique;

/// The start of the names of helpers for reads.
pub(crate) const READ: &[u8] = b"$deadheat$r$";
/// The start of the names of helpers for writes.
pub(crate) const WRITE: &[u8] = b"$deadheat$w$";
/// The shadow fields of a plain field: write epoch, read epoch, sites.
pub(crate) const SHADOWS: [&[u8]; 3] = [b"$deadheat$W$", b"$deadheat$R$", b"$deadheat$S$"];
/// The shadow field of a plain field for a lockset detector, and what it has.
const HISTORY: &[u8] = b"$deadheat$L$";
const HISTORY_TYPE: &[u8] = b"Ljava/lang/DeadheatHistory;";
/// The shadow field of an object with plain fields.
const MORE: &[u8] = b"$deadheat$more";
/// The shadow field of an object with final fields: the epoch in which its constructor ended.
pub(crate) const FROZEN: &[u8] = b"$deadheat$F";
/// The shadow field of an object that may be locked, or have volatile variables: what hangs on it.
const ENTRY: &[u8] = b"$deadheat$entry";
/// The version of class files from which on they have frames.
pub(crate) const FRAMES_SINCE: u16 = 50;
/// The kind of a frame that is as the one before and may be far from it.
const SAME_FRAME_EXTENDED: u8 = 251;
/// Object and number of the site.
pub(crate) const HELPER: &[u8] = b"(Ljava/lang/Object;I)V";

/// The name of a helper.
pub(crate) fn helper_name(start: &[u8], name: &[u8], descriptor: &[u8]) -> Vec<u8> {
    [start, &mangled(name, descriptor)].concat()
}

/// The new members of a class; without shadow state if that is too much for the pool.
pub(crate) fn add<'a>(facts: &ClassFacts<'_, 'a>, additions: &mut Additions<'a>) -> Result<NewParts> {
    let mark = additions.mark();
    if let Ok(new) = Members::new(facts, additions, true).finish() {
        return Ok(new);
    }
    additions.take_back(mark);
    facts.has_shadows.set(false);
    Members::new(facts, additions, false).finish()
}

/// Gives fields that are always checked together one shadow, now that all checks are known.
pub(crate) fn share<'a>(facts: &ClassFacts<'_, 'a>, additions: &mut Additions<'a>, new: &mut NewParts) {
    *facts.proxies.borrow_mut() = proxies::find(facts);
    if facts.proxies.borrow().is_empty() {
        return;
    }
    let mark = additions.mark();
    match Members::new(facts, additions, true).finish() {
        Ok(members) => (new.fields, new.methods) = (members.fields, members.methods),
        Err(_) => {
            additions.take_back(mark);
            facts.proxies.borrow_mut().clear();
        }
    }
}

/// A shadow that helpers look at: of a field, or of fields that share it.
struct Shadow {
    /// The ends of its words' names.
    name: Vec<u8>,
    /// The number of the field, or of the first.
    number: u32,
    /// Where an object has the reads of several threads.
    reads: u32,
    /// Whether several fields have it.
    is_shared: bool,
}

/// Members in the making.
struct Members<'w, 'a, 'f> {
    facts: &'f ClassFacts<'f, 'a>,
    additions: &'w mut Additions<'a>,
    has_state: bool,
    /// The plain fields, as their shadows are called, in the order of these names: the runtime numbers them so, too.
    plain: Vec<Vec<u8>>,
    new: NewParts,
}

impl<'w, 'a, 'f> Members<'w, 'a, 'f> {
    fn new(
        facts: &'f ClassFacts<'f, 'a>,
        additions: &'w mut Additions<'a>,
        has_state: bool,
    ) -> Members<'w, 'a, 'f> {
        let mut members =
            Members { facts, additions, has_state, plain: Vec::new(), new: NewParts::default() };
        let fields = facts.class.fields.iter().filter(|field| has_helpers(facts, field));
        let plain = fields.filter(|field| members.kind(field) == Kind::Plain);
        let mut plain: Vec<Vec<u8>> = plain.map(|field| mangled(field.name, field.descriptor)).collect();
        plain.sort_unstable();
        members.plain = plain;
        members
    }

    fn finish(mut self) -> Result<NewParts> {
        let class = self.facts.class;
        for field in class.fields.iter().filter(|field| has_helpers(self.facts, field)) {
            self.add_field(field)?;
        }
        for number in 0..self.facts.proxies.borrow().len() {
            self.add_proxies(number)?;
        }
        for (name, descriptor) in self.facts.settings.added {
            self.shadow(name.as_bytes(), descriptor.as_bytes())?;
        }
        if !self.plain.is_empty() && !self.has_locksets() && self.facts.settings.recording.is_none() {
            self.shadow(MORE, b"Ljava/lang/Object;")?;
        }
        if has_frozen(self.facts) {
            self.shadow(FROZEN, b"J")?;
        }
        if recorded::has_identity(self.facts) {
            recorded::add_identity(self.additions, &mut self.new)?;
        }
        if self.has_entry() {
            self.shadow(ENTRY, b"Ljava/lang/Object;")?;
        }
        member_count(class.fields.len() + self.new.fields.len())?;
        member_count(class.methods.len() + self.new.methods.len())?;
        Ok(self.new)
    }

    fn has_entry(&self) -> bool {
        let class = self.facts.class;
        let is_meant = matches!(self.facts.settings.role, Role::Application | Role::Excluded | Role::Library);
        let asks = |name| (self.facts.settings.has_entry)(&mutf8::to_text(name));
        is_meant && self.has_state && !class.flags.has(Flags::INTERFACE) && class.superclass.is_some_and(asks)
    }

    fn add_field(&mut self, field: &Member<'_>) -> Result<()> {
        if self.facts.settings.recording.is_some() {
            return recorded::add_helpers(self.facts, self.additions, field, &mut self.new);
        }
        let kind = match proxies::number(self.facts, (field.name, field.descriptor)) {
            Some(_) => Kind::Shared,
            None => self.kind(field),
        };
        if kind == Kind::Plain && self.has_locksets() {
            self.shadow(&helper_name(HISTORY, field.name, field.descriptor), HISTORY_TYPE)?;
        } else if kind == Kind::Plain {
            for start in SHADOWS {
                self.shadow(&helper_name(start, field.name, field.descriptor), b"J")?;
            }
        }
        self.helper(field, READ, kind)?;
        self.helper(field, WRITE, kind)
    }

    /// The shadow of fields that share one, how the runtime finds out which they are, and the helpers that check all.
    fn add_proxies(&mut self, number: usize) -> Result<()> {
        let name = proxies::shadow_name(number);
        for start in SHADOWS {
            self.shadow(&[start, &name].concat(), b"J")?;
        }
        let fields = self.facts.proxies.borrow()[number].clone();
        for &(field, descriptor) in &fields {
            self.new_field(&proxies::mark(number, field, descriptor), b"Z", Flags::STATIC)?;
        }
        let Some(&(first, descriptor)) = fields.first() else { return Ok(()) };
        let (number, reads) = (self.number(first, descriptor), self.number_of_reads(first, descriptor));
        let shadow = Shadow { name, number, reads, is_shared: true };
        for (start, is_read) in [(proxies::READ_ALL, true), (proxies::WRITE_ALL, false)] {
            let (code, targets) = self.plain_body(&shadow, is_read)?;
            self.add_helper(&[start, &shadow.name].concat(), Flags::PRIVATE, &code, targets)?;
        }
        Ok(())
    }

    fn has_locksets(&self) -> bool {
        self.facts.settings.detector.has(Part::Lockset)
    }

    fn kind(&self, field: &Member<'_>) -> Kind {
        let is_program = matches!(self.facts.settings.role, Role::Application | Role::Excluded);
        match field.flags {
            _ if !is_program => Kind::Empty,
            flags if flags.has(Flags::FINAL) => match leads_on(field) {
                true => Kind::Final,
                false => Kind::Empty,
            },
            flags if flags.has(Flags::VOLATILE) => Kind::Volatile,
            _ if self.has_state && self.facts.settings.role == Role::Application => Kind::Plain,
            _ => Kind::Empty,
        }
    }

    /// A private transient field.
    fn shadow(&mut self, name: &[u8], descriptor: &[u8]) -> Result<()> {
        self.new_field(name, descriptor, Flags::TRANSIENT)
    }

    fn new_field(&mut self, name: &[u8], descriptor: &[u8], flags: u16) -> Result<()> {
        let flags = flags | Flags::PRIVATE | Flags::SYNTHETIC;
        let mut field = Vec::with_capacity(8);
        for value in [flags, self.additions.utf8(name)?, self.additions.utf8(descriptor)?, 0] {
            field.extend(value.to_be_bytes());
        }
        self.new.fields.push(field);
        Ok(())
    }

    fn helper(&mut self, field: &Member<'_>, start: &[u8], kind: Kind) -> Result<()> {
        let (code, targets) = match kind {
            Kind::Empty => (vec![RETURN], Vec::new()),
            Kind::Shared => (self.part_body(field, start)?, Vec::new()),
            Kind::Volatile => (self.volatile_body(field, start)?, Vec::new()),
            Kind::Plain if self.has_locksets() => ends_at_return(self.lockset_body(field, start)?),
            Kind::Plain => {
                let shadow = Shadow {
                    name: mangled(field.name, field.descriptor),
                    number: self.number(field.name, field.descriptor),
                    reads: self.number_of_reads(field.name, field.descriptor),
                    is_shared: false,
                };
                self.plain_body(&shadow, start == READ)?
            }
            Kind::Final if start == READ => (self.final_body()?, Vec::new()),
            Kind::Final => (vec![RETURN], Vec::new()),
        };
        let access = field.flags.0 & (Flags::PUBLIC | Flags::PROTECTED | Flags::PRIVATE);
        self.add_helper(&helper_name(start, field.name, field.descriptor), access, &code, targets)
    }

    fn add_helper(&mut self, name: &[u8], access: u16, code: &[u8], mut targets: Vec<usize>) -> Result<()> {
        if self.facts.class.major < FRAMES_SINCE {
            targets.clear();
        }
        let code = code_attribute(self.additions, code, (4, 2), &targets)?;
        self.new.methods.push(static_method(self.additions, access, name, HELPER, &code)?);
        Ok(())
    }

    fn number(&self, name: &[u8], descriptor: &[u8]) -> u32 {
        let (name, descriptor) = (mutf8::to_text(name), mutf8::to_text(descriptor));
        self.facts.settings.numbering.field(&self.facts.name, &name, &descriptor)
    }

    fn volatile_body(&mut self, field: &Member<'_>, start: &[u8]) -> Result<Vec<u8>> {
        let number = self.number(field.name, field.descriptor);
        let mut code = Assembly::new(self.additions);
        code.load(0);
        code.push(number)?;
        code.call(if start == READ { "volatileRead" } else { "volatileWrite" }, "(Ljava/lang/Object;I)V")?;
        code.plain(&[RETURN]);
        Ok(code.bytes)
    }

    /// Who reads a final field knows what was done before the constructor's end, of what the field leads to.
    fn final_body(&mut self) -> Result<Vec<u8>> {
        let this_class = self.facts.class.this_class;
        let frozen = self.additions.field(this_class, FROZEN, b"J")?;
        let mut code = Assembly::new(self.additions);
        code.load(0);
        code.with(CHECKCAST, this_class);
        code.with(GETFIELD, frozen);
        code.call("finalRead", "(J)V")?;
        code.plain(&[RETURN]);
        Ok(code.bytes)
    }

    /// One field is accessed of those that share a shadow, by who is not in the class: the runtime keeps them apart from now on.
    fn part_body(&mut self, field: &Member<'_>, start: &[u8]) -> Result<Vec<u8>> {
        let number = self.number(field.name, field.descriptor);
        let mut code = Assembly::new(self.additions);
        code.load(0);
        code.push(number)?;
        code.plain(&[ILOAD_1]);
        code.call_placed(if start == READ { "readPart" } else { "writePart" }, "(Ljava/lang/Object;II)V")?;
        code.plain(&[RETURN]);
        Ok(code.bytes)
    }

    /// If the object is null or has this thread's epoch, nothing; else the runtime decides. With where branches lead.
    fn plain_body(&mut self, of: &Shadow, is_read: bool) -> Result<(Vec<u8>, Vec<usize>)> {
        let shadow = [SHADOWS[usize::from(is_read)], &of.name].concat();
        let this_class = self.facts.class.this_class;
        let shadow = self.additions.field(this_class, &shadow, b"J")?;
        let mut tail = Assembly::new(self.additions);
        tail.load(0);
        tail.push(of.number)?;
        tail.plain(&[ILOAD_1]);
        let hook = "(Ljava/lang/Object;II)V";
        match of.is_shared {
            true => tail.call_placed(if is_read { "readAll" } else { "writeAll" }, hook)?,
            false => tail.call(if is_read { "readSlow" } else { "writeSlow" }, hook)?,
        }
        let tail = tail.bytes;
        // What this thread has written since its last release it may read.
        let written = match is_read && self.facts.settings.techniques.has(Technique::Elimination) {
            true => {
                let written = [SHADOWS[0], &of.name].concat();
                Some(self.additions.field(this_class, &written, b"J")?)
            }
            false => None,
        };
        let tail_length = tail.len();
        let mut ways = vec![tail];
        if is_read {
            let more = self.additions.field(this_class, MORE, b"Ljava/lang/Object;")?;
            ways.insert(0, self.shared_read(of.reads, shadow, more, tail_length)?);
        }
        for shadow in written.into_iter().chain([shadow]) {
            let behind: usize = ways.iter().map(Vec::len).sum();
            let mut code = Assembly::new(self.additions);
            code.load(0);
            code.with(CHECKCAST, this_class);
            code.with(GETFIELD, shadow);
            code.call("epoch", "()J")?;
            code.plain(&[LCMP]);
            code.with(IFEQ, (3 + behind) as u16);
            ways.insert(0, code.bytes);
        }
        let mut code = Assembly::new(self.additions);
        code.load(0);
        code.with(IFNULL, (3 + ways.iter().map(Vec::len).sum::<usize>()) as u16);
        code.plain(&ways.concat());
        code.plain(&[RETURN]);
        let end = code.bytes.len() - 1;
        let targets = if is_read { vec![end - tail_length, end] } else { vec![end] };
        Ok((code.bytes, targets))
    }
}

impl Members<'_, '_, '_> {
    /// Leads behind the tail that follows if several threads have read the field, and this one in its epoch; else to the tail.
    /// Whether they have is asked here and not in the runtime, so that the JIT knows it of each field.
    fn shared_read(&mut self, number: u32, shadow: u16, more: u16, tail: usize) -> Result<Vec<u8>> {
        let this_class = self.facts.class.this_class;
        let mut code = Assembly::new(self.additions);
        code.load(0);
        code.with(CHECKCAST, this_class);
        code.with(GETFIELD, more);
        code.push(number)?;
        code.call("hasRead", "(Ljava/lang/Object;I)Z")?;
        code.with(IFNE, (3 + tail) as u16);
        let asked = code.bytes;
        let mut code = Assembly::new(self.additions);
        code.load(0);
        code.with(CHECKCAST, this_class);
        code.with(GETFIELD, shadow);
        code.plain(&[ICONST_M1, I2L, LCMP]);
        code.with(IFNE, (3 + asked.len()) as u16);
        code.plain(&asked);
        Ok(code.bytes)
    }

    /// Where an object has the reads of several threads, among those of its class's fields.
    fn number_of_reads(&self, name: &[u8], descriptor: &[u8]) -> u32 {
        let name = mangled(name, descriptor);
        self.plain.partition_point(|other| *other < name) as u32
    }

    /// If the object is null or the thread has accessed it like this before, nothing; else the runtime decides.
    fn lockset_body(&mut self, field: &Member<'_>, start: &[u8]) -> Result<Vec<u8>> {
        let number = self.number(field.name, field.descriptor);
        let (known, slow) = if start == READ { ("hasRead", "readSlow") } else { ("hasWritten", "writeSlow") };
        let this_class = self.facts.class.this_class;
        let shadow = helper_name(HISTORY, field.name, field.descriptor);
        let shadow = self.additions.field(this_class, &shadow, HISTORY_TYPE)?;
        let history = self.additions.class(b"java/lang/DeadheatHistory")?;
        let mut tail = Assembly::new(self.additions);
        tail.load(0);
        tail.push(number)?;
        tail.plain(&[ILOAD_1]);
        tail.call(slow, "(Ljava/lang/Object;II)V")?;
        let tail = tail.bytes;
        let mut code = Assembly::new(self.additions);
        code.load(0);
        code.with(CHECKCAST, this_class);
        code.with(GETFIELD, shadow);
        code.call_method(history, known.as_bytes(), b"(Ljava/lang/DeadheatHistory;)Z")?;
        code.with(IFNE, (3 + tail.len()) as u16);
        let look = code.bytes;
        let mut code = Assembly::new(self.additions);
        code.load(0);
        code.with(IFNULL, (3 + look.len() + tail.len()) as u16);
        code.plain(&look);
        code.plain(&tail);
        code.plain(&[RETURN]);
        Ok(code.bytes)
    }
}

/// A static synthetic method.
pub(crate) fn static_method(
    additions: &mut Additions<'_>,
    access: u16,
    name: &[u8],
    descriptor: &[u8],
    code: &[u8],
) -> Result<Vec<u8>> {
    let flags = access | Flags::STATIC | Flags::SYNTHETIC;
    let name = additions.utf8(name)?;
    let mut method = Vec::with_capacity(code.len() + 14);
    for value in [flags, name, additions.utf8(descriptor)?, 1, additions.utf8(b"Code")?] {
        method.extend(value.to_be_bytes());
    }
    method.extend((code.len() as u32).to_be_bytes());
    method.extend(code);
    Ok(method)
}

/// Code whose branches all lead to the return at its end.
pub(crate) fn ends_at_return(code: Vec<u8>) -> (Vec<u8>, Vec<usize>) {
    let end = code.len() - 1;
    (code, vec![end])
}

/// The contents of a `Code` attribute; with frames where branches lead, in their order, which are all as at the start.
pub(crate) fn code_attribute(
    additions: &mut Additions<'_>,
    code: &[u8],
    (stack, locals): (u16, u16),
    targets: &[usize],
) -> Result<Vec<u8>> {
    let mut out = Vec::with_capacity(code.len() + 24);
    out.extend(stack.to_be_bytes());
    out.extend(locals.to_be_bytes());
    out.extend((code.len() as u32).to_be_bytes());
    out.extend(code);
    out.extend([0, 0]);
    out.extend(u16::from(!targets.is_empty()).to_be_bytes());
    if !targets.is_empty() {
        out.extend(additions.utf8(b"StackMapTable")?.to_be_bytes());
        let mut frames = Vec::new();
        let mut next = 0;
        for &target in targets {
            match u8::try_from(target - next) {
                Ok(near @ 0..=63) => frames.push(near),
                _ => {
                    frames.push(SAME_FRAME_EXTENDED);
                    frames.extend(((target - next) as u16).to_be_bytes());
                }
            }
            next = target + 1;
        }
        out.extend((frames.len() as u32 + 2).to_be_bytes());
        out.extend((targets.len() as u16).to_be_bytes());
        out.extend(frames);
    }
    Ok(out)
}

/// What the helpers of a field do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Empty,
    Volatile,
    Plain,
    /// Plain, with a shadow that other fields have, too.
    Shared,
    Final,
}

/// Classes whose objects lead to nothing that is checked.
const LEAVES: [&[u8]; 10] = [
    b"Ljava/lang/String;",
    b"Ljava/lang/Class;",
    b"Ljava/lang/Integer;",
    b"Ljava/lang/Long;",
    b"Ljava/lang/Boolean;",
    b"Ljava/lang/Double;",
    b"Ljava/util/concurrent/locks/ReentrantLock;",
    b"Ljava/util/concurrent/locks/Lock;",
    b"Ljava/util/concurrent/atomic/AtomicInteger;",
    b"Ljava/util/concurrent/atomic/AtomicLong;",
];

/// Whether a final field leads to what may be checked.
pub(crate) fn leads_on(field: &Member<'_>) -> bool {
    is_reference(field.descriptor) && !LEAVES.contains(&field.descriptor)
}

/// Whether the objects of a class are told to be complete when their constructor ends.
pub(crate) fn has_frozen(facts: &ClassFacts<'_, '_>) -> bool {
    let is_meant = |field: &Member<'_>| {
        field.flags.has(Flags::FINAL) && !field.flags.has(Flags::STATIC) && leads_on(field)
    };
    matches!(facts.settings.role, Role::Application | Role::Excluded)
        && !facts.class.flags.has(Flags::INTERFACE)
        && facts.class.fields.iter().any(is_meant)
}

/// Whether a field has helpers: it is the application's, or an application's class may inherit it.
fn has_helpers(facts: &ClassFacts<'_, '_>, field: &Member<'_>) -> bool {
    let class = facts.class.flags;
    let is_instance = !field.flags.has(Flags::STATIC) && !class.has(Flags::INTERFACE);
    match facts.settings.role {
        Role::Application | Role::Excluded => is_instance,
        Role::Library | Role::Incidental | Role::Members => {
            is_instance && !class.has(Flags::FINAL) && field.flags.has(Flags::PUBLIC | Flags::PROTECTED)
        }
    }
}
