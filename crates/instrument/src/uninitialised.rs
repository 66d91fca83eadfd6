//! Where a constructor may write to fields of an object that is not initialised yet.
//!
//! The verifier hands an object to nobody before its constructor has called another one (JVMS 4.10.2.4), but lets
//! the class's own fields be written: since Java 25 the source language does, too, and javac always did for
//! captured variables. No hook can be called with such an object.
//!
//! Forward, from the start, along all paths that have not called the other constructor: for each local variable
//! and each word on the stack, whether it is `this`. A path ends with the call. What is not reached is certainly
//! behind it. Words that are `this` on one path only count as `this` for writes, and not for the call, so too much
//! may be found but never too little. Old subroutines (`jsr`) are not followed: all writes are found then.

use std::collections::BTreeSet;

use deadheat_program::classfile::opcodes::*;
use rustc_hash::FxHashMap;

use crate::code::{Code, stored};
use crate::descriptors;
use crate::pool::ConstantPool;

/// Whether a word is the object under construction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Word {
    Other,
    This,
    /// On some paths.
    Perhaps,
}

#[derive(Debug, Clone)]
struct State {
    locals: Vec<Word>,
    stack: Vec<Word>,
}

/// More work than this is a constructor that no compiler writes.
const BUDGET: usize = 2_000_000;

/// The instructions that write a field of an object that is perhaps uninitialised; `None`: any may.
pub(crate) fn writes(code: &Code<'_>, pool: &ConstantPool<'_>) -> Option<BTreeSet<usize>> {
    let mut locals = vec![Word::Other; usize::from(code.max_locals)];
    *locals.first_mut()? = Word::This;
    let start = State { locals, stack: Vec::new() };
    let mut paths = Paths { code, pool, states: FxHashMap::default(), pending: Vec::new(), budget: BUDGET };
    paths.reach(0, &start)?;
    let mut found = BTreeSet::new();
    while let Some(index) = paths.pending.pop() {
        let state = paths.states.get(&index)?.clone();
        paths.follow(index, state, &mut found)?;
    }
    Some(found)
}

struct Paths<'c, 'a> {
    code: &'c Code<'a>,
    pool: &'c ConstantPool<'a>,
    /// The states at the starts of paths, by instruction.
    states: FxHashMap<usize, State>,
    pending: Vec<usize>,
    budget: usize,
}

impl Paths<'_, '_> {
    fn spend(&mut self, work: usize) -> Option<()> {
        self.budget = self.budget.checked_sub(work)?;
        Some(())
    }

    /// A path leads to an instruction.
    fn reach(&mut self, index: usize, state: &State) -> Option<()> {
        self.spend(state.locals.len() + state.stack.len() + 1)?;
        if index >= self.code.starts.len() {
            return None;
        }
        match self.states.get_mut(&index) {
            None => {
                self.states.insert(index, state.clone());
                self.pending.push(index);
            }
            Some(known) => {
                if known.merge(state)? {
                    self.pending.push(index);
                }
            }
        }
        Some(())
    }

    fn jump(&mut self, from: usize, distance: i32, state: &State) -> Option<()> {
        let target = usize::try_from(self.code.start(from) as i64 + i64::from(distance)).ok()?;
        self.reach(self.code.index_at(target)?, state)
    }

    /// Follows a path to its end, or to where it joins another one.
    fn follow(&mut self, mut index: usize, mut state: State, found: &mut BTreeSet<usize>) -> Option<()> {
        loop {
            self.spend(1 + self.code.exceptions.len())?;
            self.reach_handlers(index, &state)?;
            let opcode = self.code.opcode(index);
            if opcode == PUTFIELD && state.receiver(self.operand_words(index)?)? != Word::Other {
                found.insert(index);
            }
            if self.is_construction(index, &state)? {
                return Some(());
            }
            self.step(index, &mut state)?;
            self.reach_handlers(index, &state)?;
            self.jumps(index, &state)?;
            if matches!(opcode, GOTO | GOTO_W | TABLESWITCH | LOOKUPSWITCH | IRETURN..=RETURN | ATHROW) {
                return Some(());
            }
            index += 1;
            if self.states.contains_key(&index) {
                return self.reach(index, &state);
            }
        }
    }

    /// Whether the instruction calls another constructor of the same object.
    fn is_construction(&self, index: usize, state: &State) -> Option<bool> {
        if self.code.opcode(index) != INVOKESPECIAL {
            return Some(false);
        }
        let called = self.pool.member(self.code.operand(index)).ok()?;
        Some(called.name == b"<init>" && state.receiver(self.operand_words(index)?)? == Word::This)
    }

    fn reach_handlers(&mut self, index: usize, state: &State) -> Option<()> {
        let at = self.code.start(index);
        let code = self.code;
        let covering = |start: u16, end: u16| (usize::from(start)..usize::from(end)).contains(&at);
        for row in code.exceptions.iter().filter(|row| covering(row.start, row.end)) {
            let state = State { locals: state.locals.clone(), stack: vec![Word::Other] };
            self.reach(code.index_at(usize::from(row.handler))?, &state)?;
        }
        Some(())
    }

    fn jumps(&mut self, index: usize, state: &State) -> Option<()> {
        match *self.code.instruction(index) {
            [IFEQ..=GOTO | IFNULL | IFNONNULL, high, low] => {
                self.jump(index, i32::from(i16::from_be_bytes([high, low])), state)
            }
            [GOTO_W, a, b, c, d] => self.jump(index, i32::from_be_bytes([a, b, c, d]), state),
            [JSR | RET | JSR_W, ..] | [WIDE, RET, ..] => None,
            [opcode @ (TABLESWITCH | LOOKUPSWITCH), ..] => self.cases(index, opcode, state),
            _ => Some(()),
        }
    }

    fn cases(&mut self, index: usize, opcode: u8, state: &State) -> Option<()> {
        let skipped = 4 - self.code.start(index) % 4;
        let words = self.code.instruction(index).get(skipped..)?.as_chunks::<4>().0;
        let is_target = |number: usize| match opcode {
            TABLESWITCH => number == 0 || number > 2,
            _ => number == 0 || (number > 1 && number % 2 == 1),
        };
        for (_, word) in words.iter().enumerate().filter(|&(number, _)| is_target(number)) {
            self.jump(index, i32::from_be_bytes(*word), state)?;
        }
        Some(())
    }

    /// The words above the receiver.
    fn operand_words(&self, index: usize) -> Option<usize> {
        let member = self.pool.member(self.code.operand(index)).ok()?;
        if self.code.opcode(index) == PUTFIELD {
            return Some(descriptors::words(member.descriptor));
        }
        let (parameters, _) = descriptors::split(member.descriptor).ok()?;
        Some(parameters.iter().map(|parameter| descriptors::words(parameter)).sum())
    }

    /// What the instruction does to locals and stack.
    fn step(&self, index: usize, state: &mut State) -> Option<()> {
        let instruction = self.code.instruction(index);
        match *instruction {
            [opcode @ ALOAD_0..=ALOAD_3] => state.load(u16::from(opcode - ALOAD_0)),
            [ALOAD, local] => state.load(u16::from(local)),
            [WIDE, ALOAD, high, low] => state.load(u16::from_be_bytes([high, low])),
            [opcode @ POP..=SWAP] => state.shuffle(opcode),
            [GETSTATIC..=INVOKEDYNAMIC, ..] => self.member(index, state),
            [MULTIANEWARRAY, _, _, dimensions] => state.replace(usize::from(dimensions), 1),
            [WIDE, opcode, ..] | [opcode, ..] => match stored(instruction) {
                Some((local, is_wide)) if opcode != IINC => state.store(local, is_wide),
                _ => state.replace(usize::from(effect(opcode).0), usize::from(effect(opcode).1)),
            },
            [] => None,
        }
    }

    fn member(&self, index: usize, state: &mut State) -> Option<()> {
        let opcode = self.code.opcode(index);
        if opcode == INVOKEDYNAMIC {
            let (parameters, result) =
                descriptors::split(self.pool.dynamic(self.code.operand(index)).ok()?.1).ok()?;
            let pops = parameters.iter().map(|parameter| descriptors::words(parameter)).sum();
            return state.replace(pops, descriptors::words(result));
        }
        let descriptor = self.pool.member(self.code.operand(index)).ok()?.descriptor;
        let words = descriptors::words(descriptor);
        match opcode {
            GETSTATIC => state.replace(0, words),
            PUTSTATIC => state.replace(words, 0),
            GETFIELD => state.replace(1, words),
            PUTFIELD => state.replace(1 + words, 0),
            _ => {
                let (_, result) = descriptors::split(descriptor).ok()?;
                let receiver = usize::from(opcode != INVOKESTATIC);
                state.replace(self.operand_words(index)? + receiver, descriptors::words(result))
            }
        }
    }
}

impl State {
    /// The word below some others.
    fn receiver(&self, above: usize) -> Option<Word> {
        self.stack.iter().rev().nth(above).copied()
    }

    fn load(&mut self, local: u16) -> Option<()> {
        self.stack.push(*self.locals.get(usize::from(local))?);
        Some(())
    }

    fn store(&mut self, local: u16, is_wide: bool) -> Option<()> {
        let word = self.stack.pop()?;
        *self.locals.get_mut(usize::from(local))? = word;
        if is_wide {
            self.stack.pop()?;
            *self.locals.get_mut(usize::from(local) + 1)? = word;
        }
        Some(())
    }

    fn replace(&mut self, pops: usize, pushes: usize) -> Option<()> {
        let left = self.stack.len().checked_sub(pops)?;
        self.stack.truncate(left);
        self.stack.resize(left + pushes, Word::Other);
        Some(())
    }

    fn shuffle(&mut self, opcode: u8) -> Option<()> {
        let (copied, below) = match opcode {
            POP => return self.replace(1, 0),
            POP2 => return self.replace(2, 0),
            SWAP => {
                let top = self.stack.pop()?;
                let at = self.stack.len().checked_sub(1)?;
                self.stack.insert(at, top);
                return Some(());
            }
            opcode @ DUP..=DUP_X2 => (1, usize::from(opcode - DUP)),
            opcode => (2, usize::from(opcode - DUP2)),
        };
        let top = self.stack.get(self.stack.len().checked_sub(copied)?..)?.to_vec();
        let at = self.stack.len().checked_sub(copied + below)?;
        self.stack.splice(at..at, top);
        Some(())
    }

    /// Joins another path; whether that changed anything.
    fn merge(&mut self, other: &State) -> Option<bool> {
        if self.stack.len() != other.stack.len() || self.locals.len() != other.locals.len() {
            return None;
        }
        let words = self.locals.iter_mut().chain(&mut self.stack);
        let mut is_changed = false;
        for (word, other) in words.zip(other.locals.iter().chain(&other.stack)) {
            if *word != *other && *word != Word::Perhaps {
                *word = Word::Perhaps;
                is_changed = true;
            }
        }
        Some(is_changed)
    }
}

/// Words that an instruction takes from the stack and puts there, for those where the opcode alone tells.
fn effect(opcode: u8) -> (u8, u8) {
    let by_type = |is_wide: bool, one, two| if is_wide { two } else { one };
    match opcode {
        ACONST_NULL..=ICONST_5 | FCONST_0..=FCONST_2 | BIPUSH..=LDC_W | ILOAD | FLOAD | NEW => (0, 1),
        ILOAD_0..=ILOAD_3 | FLOAD_0..=FLOAD_3 => (0, 1),
        LCONST_0 | LCONST_1 | DCONST_0 | DCONST_1 | LDC2_W | LLOAD | DLOAD => (0, 2),
        LLOAD_0..=LLOAD_3 | DLOAD_0..=DLOAD_3 => (0, 2),
        IALOAD..=SALOAD => by_type(matches!(opcode, LALOAD | DALOAD), (2, 1), (2, 2)),
        IASTORE..=SASTORE => by_type(matches!(opcode, LASTORE | DASTORE), (3, 0), (4, 0)),
        IADD..=DREM | IAND..=LXOR => by_type(opcode % 2 == 1, (2, 1), (4, 2)),
        INEG..=DNEG => by_type(opcode % 2 == 1, (1, 1), (2, 2)),
        ISHL..=LUSHR => by_type(opcode % 2 == 1, (2, 1), (3, 2)),
        I2L | I2D | F2L | F2D => (1, 2),
        L2I | L2F | D2I | D2F => (2, 1),
        L2D | D2L => (2, 2),
        I2F | F2I | I2B..=I2S | NEWARRAY..=ARRAYLENGTH | CHECKCAST | INSTANCEOF => (1, 1),
        LCMP | DCMPL | DCMPG => (4, 1),
        FCMPL | FCMPG => (2, 1),
        IFEQ..=IFLE | IFNULL | IFNONNULL | TABLESWITCH | LOOKUPSWITCH | MONITORENTER | MONITOREXIT => (1, 0),
        IF_ICMPEQ..=IF_ACMPNE => (2, 0),
        _ => (0, 0),
    }
}
