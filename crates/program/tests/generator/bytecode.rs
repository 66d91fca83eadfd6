//! Random bytecode, as text for the assembler: arbitrary control flow with values on the stack.
//!
//! A method has a handful of blocks. Each expects a stack of a given shape; a block's end makes its stack
//! fit the targets. Loops, irreducible or not, end when the fuel in a variable is out. Handlers cover
//! random runs of blocks; subroutines are called with an empty stack, each by the blocks or by one
//! other subroutine only: the JVM's old verifier refuses more.

use std::fmt::Write;

use super::Random;

/// What lies on the stack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Word {
    Int,
    Long,
    Double,
    Reference,
}

impl Word {
    fn is_wide(self) -> bool {
        matches!(self, Word::Long | Word::Double)
    }
}

const SHAPES: [&[Word]; 8] = [
    &[],
    &[],
    &[Word::Int],
    &[Word::Int, Word::Int],
    &[Word::Long],
    &[Word::Int, Word::Long],
    &[Word::Long, Word::Int],
    &[Word::Double, Word::Reference, Word::Int],
];

// The variables: ints in 0 to 2, a long in 3, fuel in 5, a double in 6, a reference in 8; from 10 on
// whatever a block needs for itself; return addresses from 20 on.
const FUEL: usize = 5;
const ADDRESSES: usize = 20;

struct Writer {
    random: Random,
    text: String,
    stack: Vec<Word>,
    /// For each subroutine, the one that calls it, or `None` for the blocks.
    callers: Vec<Option<usize>>,
}

/// A class's worth of methods, for `assembler::assemble`.
pub(crate) fn generate_assembly(seed: u64, methods: usize) -> String {
    let random = Random::new(seed ^ 0xb17e_c0de);
    let mut writer = Writer { random, text: String::new(), stack: Vec::new(), callers: Vec::new() };
    for index in 0..methods {
        writer.method(index);
    }
    writer.text
}

impl Writer {
    fn line(&mut self, text: &str) {
        self.text.push_str(text);
        self.text.push('\n');
    }

    fn method(&mut self, index: usize) {
        let blocks = 3 + self.random.below(9);
        let subroutines = if self.random.chance(40) { 1 + self.random.below(3) } else { 0 };
        self.callers.clear();
        for index in 0..subroutines {
            let caller =
                if self.random.chance(50) { self.random.below(index + 1).checked_sub(1) } else { None };
            self.callers.push(caller);
        }
        let shapes: Vec<usize> = (0..blocks).map(|_| self.random.below(SHAPES.len())).collect();
        // More than 64 variables take another way through lowering.
        let locals = self.random.choose(&[30, 64, 65, 150]);
        let _ = writeln!(self.text, ".method m{index} (I)I\n.locals {locals}");
        for line in [
            "iconst_3",
            "istore_1",
            "iconst_5",
            "istore_2",
            "ldc2_w 6000000000L",
            "lstore_3",
            "bipush 40",
            "istore 5",
            "ldc2_w 2.5d",
            "dstore 6",
            "ldc \"s\"",
            "astore 8",
        ] {
            self.line(line);
        }
        self.stack.clear();
        self.conform(SHAPES[shapes[0]]);
        for block in 0..blocks {
            let _ = writeln!(self.text, "b{block}:");
            self.stack = SHAPES[shapes[block]].to_vec();
            let shape = shapes[block];
            let _ = writeln!(self.text, "iinc {FUEL} -1\niload {FUEL}\nifle exit{shape}");
            self.operations(None);
            self.terminator(block, &shapes);
        }
        self.line("last:");
        for subroutine in 0..subroutines {
            self.subroutine(subroutine);
        }
        self.line("subs:");
        self.handlers(blocks, subroutines, &shapes);
        for (shape, words) in SHAPES.iter().enumerate() {
            let _ = writeln!(self.text, "exit{shape}:");
            for word in words.iter().rev() {
                self.line(if word.is_wide() { "pop2" } else { "pop" });
            }
            self.line("goto end");
        }
        for line in [
            "end:",
            "iload_0",
            "bipush 31",
            "imul",
            "iload_1",
            "iadd",
            "bipush 31",
            "imul",
            "iload_2",
            "iadd",
            "lload_3",
            "dup2",
            "bipush 32",
            "lushr",
            "lxor",
            "l2i",
            "iadd",
            "dload 6",
            "d2i",
            "ixor",
            "iload 5",
            "iadd",
            "ireturn",
            ".run 0 1 2 -3 7 1000000",
        ] {
            self.line(line);
        }
    }

    /// Makes the stack fit a shape, keeping what already fits.
    fn conform(&mut self, shape: &[Word]) {
        let kept = self.stack.iter().zip(shape).take_while(|(have, want)| have == want).count();
        while self.stack.len() > kept {
            let word = self.stack.pop();
            // Sometimes what is dropped leaves a trace.
            match word {
                Some(Word::Int) if self.random.chance(70) => self.line("istore_2"),
                Some(Word::Long) if self.random.chance(70) => self.line("lstore_3"),
                Some(Word::Double) if self.random.chance(70) => self.line("dstore 6"),
                Some(word) => self.line(if word.is_wide() { "pop2" } else { "pop" }),
                None => {}
            }
        }
        for &word in &shape[kept..] {
            self.push(word);
        }
    }

    fn push(&mut self, word: Word) {
        let choices: &[&str] = match word {
            Word::Int => {
                &["iload_0", "iload_1", "iload_2", "iconst_2", "bipush -7", "sipush 1000", "iconst_0"]
            }
            Word::Long => &["lload_3", "lconst_1", "ldc2_w -5000000000L"],
            Word::Double => &["dload 6", "dconst_1", "ldc2_w 0.1d"],
            Word::Reference => &["aload 8", "aconst_null", "ldc \"t\""],
        };
        let choice = self.random.choose(choices);
        self.line(choice);
        self.stack.push(word);
    }

    /// A run of random instructions, in a block or in a subroutine.
    fn operations(&mut self, inside: Option<usize>) {
        let callees: Vec<usize> =
            (0..self.callers.len()).filter(|&sub| self.callers[sub] == inside).collect();
        for _ in 0..2 + self.random.below(9) {
            if self.stack.is_empty() && !callees.is_empty() && self.random.chance(30) {
                let callee = self.random.choose(&callees);
                let _ = writeln!(self.text, "jsr sub{callee}");
            } else {
                self.operation();
            }
        }
    }

    fn operation(&mut self) {
        use Word::{Double, Int, Long, Reference};
        let depth = self.stack.len();
        if depth < 2 || depth < 7 && self.random.chance(25) {
            let word = self.random.choose(&[Int, Int, Int, Long, Double, Reference]);
            return self.push(word);
        }
        if self.random.chance(25) && self.shuffle() {
            return;
        }
        let (below, top) = (self.stack[depth - 2], self.stack[depth - 1]);
        let (text, popped, pushed): (&str, usize, &[Word]) = match (below, top) {
            (Int, Int) => {
                let ops =
                    ["iadd", "isub", "imul", "idiv", "irem", "iand", "ior", "ixor", "ishl", "ishr", "iushr"];
                (self.random.choose(&ops), 2, &[Int])
            }
            (Long, Long) => match self.random.below(8) {
                0 => ("lcmp", 2, &[Int]),
                1 => ("ldiv", 2, &[Long]),
                2 => ("lmul", 2, &[Long]),
                _ => (self.random.choose(&["ladd", "lsub", "lxor", "land"]), 2, &[Long]),
            },
            (Long, Int) => (self.random.choose(&["lshl", "lshr", "lushr"]), 2, &[Long]),
            (Double, Double) => match self.random.below(4) {
                0 => (self.random.choose(&["dcmpl", "dcmpg"]), 2, &[Int]),
                _ => (self.random.choose(&["dadd", "dsub", "dmul", "drem"]), 2, &[Double]),
            },
            (_, Int) => match self.random.below(5) {
                0 => ("i2l", 1, &[Long]),
                1 => ("i2d", 1, &[Double]),
                2 => (self.random.choose(&["istore_0", "istore_1", "istore_2"]), 1, &[]),
                3 => ("istore_1\niinc 2 3", 1, &[]),
                // A long, then an int in its second half.
                _ => ("i2l\ndup2\nlstore 10\nl2i\nistore 11\niload 11\nineg", 1, &[Int]),
            },
            (_, Long) => match self.random.below(4) {
                0 => ("l2i", 1, &[Int]),
                1 => ("lstore_3", 1, &[]),
                2 => ("lneg", 1, &[Long]),
                _ => ("l2d", 1, &[Double]),
            },
            (_, Double) => match self.random.below(3) {
                0 => ("d2i", 1, &[Int]),
                1 => ("d2l", 1, &[Long]),
                _ => ("dstore 6", 1, &[]),
            },
            (_, Reference) => match self.random.below(4) {
                0 => ("instanceof java/lang/String", 1, &[Int]),
                1 => ("checkcast java/lang/String\ninvokevirtual java/lang/String length ()I", 1, &[Int]),
                2 => ("astore 8", 1, &[]),
                _ => ("astore 10\naload 10", 1, &[Reference]),
            },
        };
        self.line(text);
        self.stack.truncate(depth - popped);
        self.stack.extend(pushed);
    }

    /// One of the stack instructions, if it can be used here.
    fn shuffle(&mut self) -> bool {
        let depth = self.stack.len();
        if depth > 7 {
            return false;
        }
        let word = |back: usize| depth.checked_sub(back).map(|at| self.stack[at]);
        let (Some(top), Some(below)) = (word(1), word(2)) else { return false };
        let third = word(3);
        let wide = |word: Word| word.is_wide();
        let mut choices: Vec<(&str, Vec<Word>, usize)> = Vec::new();
        match (wide(below), wide(top)) {
            (_, true) => {
                choices.push(("dup2", vec![top, top], 1));
                let name = if wide(below) { "dup2_x2" } else { "dup2_x1" };
                choices.push((name, vec![top, below, top], 2));
                if let Some(third) = third.filter(|&third| !wide(third) && !wide(below)) {
                    choices.push(("dup2_x2", vec![top, third, below, top], 3));
                }
            }
            (true, false) => {
                choices.push(("dup", vec![top, top], 1));
                choices.push(("dup_x2", vec![top, below, top], 2));
            }
            (false, false) => {
                choices.push(("swap", vec![top, below], 2));
                choices.push(("dup_x1", vec![top, below, top], 2));
                choices.push(("dup2", vec![below, top, below, top], 2));
                if let Some(third) = third {
                    let name = if wide(third) { "dup2_x2" } else { "dup2_x1" };
                    choices.push((name, vec![below, top, third, below, top], 3));
                }
                if let Some(third) = third.filter(|&third| !wide(third)) {
                    choices.push(("dup_x2", vec![top, third, below, top], 3));
                    if let Some(fourth) = word(4).filter(|&fourth| !wide(fourth)) {
                        choices.push(("dup2_x2", vec![below, top, fourth, third, below, top], 4));
                    }
                }
            }
        }
        let (name, pushed, popped) = choices.swap_remove(self.random.below(choices.len()));
        self.line(name);
        self.stack.truncate(depth - popped);
        self.stack.extend(pushed);
        true
    }

    /// Leaves a block: all targets expect the same shape.
    fn terminator(&mut self, block: usize, shapes: &[usize]) {
        let target = self.random.below(shapes.len());
        let same: Vec<usize> = (0..shapes.len()).filter(|&other| shapes[other] == shapes[target]).collect();
        self.conform(SHAPES[shapes[target]]);
        let pick = |writer: &mut Self| same[writer.random.below(same.len())];
        let other = pick(self);
        match self.random.below(6) {
            0 => {}
            1 => {
                let (a, b) = (pick(self), pick(self));
                let key = self.random.choose(&["iload_0", "iload_1", "iload_2"]);
                let _ = writeln!(self.text, "{key}\ntableswitch -1 b{a} b{b} b{target} else b{other}");
            }
            2 => {
                let a = pick(self);
                let _ = writeln!(
                    self.text,
                    "iload_1\nbipush 7\nirem\nlookupswitch -3:b{a} 0:b{other} 5:b{target} else b{other}"
                );
            }
            3 => {
                let test = self.random.choose(&["if_icmplt", "if_icmpeq", "if_icmpge"]);
                let _ = writeln!(self.text, "iload_1\niload_2\n{test} b{other}");
            }
            _ => {
                let (variable, test) = (
                    self.random.choose(&["iload_0", "iload_1", "iload_2"]),
                    self.random.choose(&["ifeq", "ifgt", "iflt"]),
                );
                let _ = writeln!(self.text, "{variable}\niconst_3\niand\n{test} b{other}");
            }
        }
        // Falls through when the next block fits.
        if !(shapes.get(block + 1) == Some(&shapes[target]) && self.random.chance(60)) {
            let jump = if self.random.chance(10) { "goto_w" } else { "goto" };
            let _ = writeln!(self.text, "{jump} b{target}");
        }
    }

    fn subroutine(&mut self, index: usize) {
        let address = ADDRESSES + index;
        let _ = writeln!(self.text, "sub{index}:\nastore {address}");
        self.stack.clear();
        self.operations(Some(index));
        self.conform(&[]);
        if self.random.chance(40) {
            // Two ways through, and sometimes one out.
            let out = if self.random.chance(40) { "end".to_owned() } else { format!("ret{index}") };
            let _ = writeln!(self.text, "iload_2\nifgt {out}");
            self.operations(Some(index));
            self.conform(&[]);
        }
        let _ = writeln!(self.text, "ret{index}:\nret {address}");
    }

    fn handlers(&mut self, blocks: usize, subroutines: usize, shapes: &[usize]) {
        if subroutines > 0 && self.random.chance(30) {
            // Ends the method: the verifier refuses a way from here to another call of the subroutine.
            self.line(".catch any last subs outside\noutside:\npop\niinc 1 5\ngoto end");
        }
        for handler in 0..self.random.below(4) {
            let from = self.random.below(blocks);
            let to = from + 1 + self.random.below(blocks - from);
            let end = if to == blocks { "last".to_owned() } else { format!("b{to}") };
            let class =
                self.random.choose(&["any", "java/lang/ArithmeticException", "java/lang/RuntimeException"]);
            let _ = writeln!(self.text, ".catch {class} b{from} {end} h{handler}");
            // The handler may cover itself; it burns fuel.
            let _ = writeln!(self.text, "h{handler}:\niinc {FUEL} -2\nastore 8\niload {FUEL}\nifle exit0");
            self.stack.clear();
            self.operations(Some(usize::MAX));
            let target = self.random.below(blocks);
            self.conform(SHAPES[shapes[target]]);
            let _ = writeln!(self.text, "goto b{target}\nhe{handler}:");
            if self.random.chance(30) {
                let _ = writeln!(self.text, ".catch any h{handler} he{handler} h{handler}");
            }
        }
    }
}
