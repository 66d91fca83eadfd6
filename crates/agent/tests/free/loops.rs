//! Random programs whose threads go through arrays in every way that placement knows, or does not: loops with strides, up and
//! down, nested, left early, with locks, calls and exceptions in them; arrays behind fields, static fields and rows; and two
//! fields that are accessed together.
//!
//! Each thread has a method of its own, which it runs a few times. Every loop is counted, and locks are given back, so every
//! schedule ends. Indices may be out of bounds, objects null: what is thrown is caught somewhere.

use std::fmt::Write as _;

use deadheat_harness::Random;

/// Elements of each array.
const LENGTH: usize = 40;
/// Statements inside of statements.
const DEPTH: usize = 4;

/// A program in the making.
struct Writer {
    random: Random,
    name: String,
    /// Loop variables that can be used, innermost last.
    variables: Vec<String>,
    /// How many names there are by now.
    names: usize,
    /// Statements that may still be written, so that methods stay short.
    left: usize,
    /// Methods that statements may call.
    callable: usize,
    /// Of a hundred blocks, how many are guarded.
    guarded: usize,
    /// Whether the two fields are accessed in the midst of other code, too.
    is_mixed: bool,
    /// Whether a lock is held: who has one takes no other, so that nobody waits for ever.
    is_locked: bool,
}

/// The program of a number, a class `L` and the number.
pub(crate) fn program(number: u64) -> String {
    let mut random = Random::new(number ^ 0x5eed);
    let threads = 2 + random.below(2);
    let (name, guarded) = (format!("L{number}"), random.choose(&[0, 30, 60, 100]));
    let is_mixed = random.chance(40);
    let mut writer = Writer {
        random,
        name: name.clone(),
        variables: Vec::new(),
        names: 0,
        left: 0,
        callable: 0,
        guarded,
        is_mixed,
        is_locked: false,
    };
    let mut text = format!("public final class {name} extends Thread {{\n");
    let _ = writeln!(text, "int f; long g; int n = 6; int[] data = new int[{LENGTH}]; {name} next;");
    let _ = writeln!(
        text,
        "int[][] rows = new int[8][8]; final int[] fixed = new int[{LENGTH}]; final int width = 6;"
    );
    text.push_str("private int c; private long d; final void both(int k) { c = k; d = k; }\n");
    text.push_str("final int sum() { int k = c; long l = d; return k + (int) l; }\n");
    let _ = writeln!(text, "static int s; static int[] stat = new int[{LENGTH}]; static volatile int v;");
    let _ = writeln!(text, "static final Object LOCK = new Object(), OTHER = new Object();");
    let _ = writeln!(text, "static final {name} ONE = new {name}(-1), TWO = new {name}(-2);");
    text.push_str("static { ONE.next = TWO; TWO.next = ONE; }\n");
    let _ = writeln!(text, "final int which; {name}(int which) {{ this.which = which; }}");
    for method in 0..3 {
        let (how, left) = (writer.random.choose(&["", "synchronized ", "static "]), 3);
        let is_static = how == "static ";
        writer.is_locked = how == "synchronized ";
        let body = writer.method(left);
        writer.is_locked = false;
        let body = if is_static { body.replace("this.", "ONE.") } else { body };
        let _ = writeln!(
            text,
            "{}{how}int m{method}(int[] a, int p) {{\n{body}return p;\n}}",
            final_or(is_static)
        );
        writer.callable = method + 1;
    }
    for thread in 0..threads {
        let body = writer.method(9);
        let _ = writeln!(text, "int t{thread}(int[] a, int p) {{\n{body}return p;\n}}");
    }
    text.push_str("@Override public void run() {\nfor (int k = 0; k < 3; k++) { try { switch (which) {\n");
    for thread in 0..threads {
        let target = writer.random.choose(&["ONE", "ONE", "TWO"]);
        let array = writer.random.choose(&["ONE.data", "TWO.data", "stat", "ONE.fixed"]);
        let _ = writeln!(text, "case {thread}: {target}.t{thread}({array}, k); break;");
    }
    text.push_str("default: } } catch (RuntimeException e) { } } }\n");
    text.push_str("public static void main(String[] args) throws Exception {\n");
    let _ = writeln!(text, "Thread[] all = new Thread[{threads}];");
    let _ =
        writeln!(text, "for (int i = 0; i < {threads}; i++) {{ all[i] = new {name}(i); all[i].start(); }}");
    text.push_str("for (Thread one : all) { one.join(); } } }\n");
    text
}

fn final_or(is_static: bool) -> &'static str {
    if is_static { "" } else { "final " }
}

impl Writer {
    fn method(&mut self, left: usize) -> String {
        self.left = left + self.random.below(left);
        self.variables.clear();
        let mut text = String::new();
        while self.left > 0 {
            text += &self.statement(0);
        }
        text
    }

    fn new_name(&mut self) -> String {
        self.names += 1;
        format!("i{}", self.names)
    }

    fn block(&mut self, depth: usize) -> String {
        let count = 1 + self.random.below(3);
        (0..count).map(|_| self.statement(depth + 1)).collect()
    }

    fn statement(&mut self, depth: usize) -> String {
        self.left = self.left.saturating_sub(1);
        if depth >= DEPTH || self.left == 0 {
            return self.access();
        }
        match self.random.below(100) {
            0..34 => self.access(),
            34..66 => self.counted(depth),
            66..73 => {
                let (condition, then) = (self.condition(), self.block(depth));
                let other = if self.random.chance(40) { self.block(depth) } else { String::new() };
                format!("if ({condition}) {{\n{then}}} else {{\n{other}}}\n")
            }
            73..79 => self.exit(),
            79..87 if !self.is_locked && self.random.chance(self.guarded) => {
                let lock = self.random.choose(&["LOCK", "LOCK", "OTHER", "this.next"]);
                self.is_locked = true;
                let body = self.block(depth);
                self.is_locked = false;
                format!("synchronized ({lock}) {{\n{body}}}\n")
            }
            79..91 => self.tried(depth),
            91..94 => self.random.choose(&["v = p;\n", "p += v;\n", "v++;\n"]).to_owned(),
            94..96 => {
                let array = self.random.choose(&["this.next.data", "stat", "this.data", "new int[10]"]);
                let to = self.random.choose(&["this.data", "stat", "this.rows[2]"]);
                format!("{to} = {array};\n")
            }
            _ => self.call(),
        }
    }

    fn counted(&mut self, depth: usize) -> String {
        let name = self.new_name();
        let (low, high) = (self.random.below(3), 3 + self.random.below(5));
        let step = self.random.choose(&[1, 1, 1, 2, 3]);
        let limit = self.random.choose(&["8", "(p & 3) + 5", "this.n", "a.length / 6", "this.width"]);
        let form = self.random.below(6);
        self.variables.push(name.clone());
        let body = self.block(depth);
        self.variables.pop();
        match form {
            0 | 1 => format!("for (int {name} = {low}; {name} < {high}; {name} += {step}) {{\n{body}}}\n"),
            2 => format!("for (int {name} = {low}; {name} < {limit}; {name} += {step}) {{\n{body}}}\n"),
            3 => format!("for (int {name} = {high}; {name} >= {low}; {name} -= {step}) {{\n{body}}}\n"),
            4 => format!("int {name} = {low}; while ({name} < {high}) {{\n{name} += {step};\n{body}}}\n"),
            _ => format!("int {name} = {low}; do {{\n{body}{name} += {step};\n}} while ({name} < {high});\n"),
        }
    }

    fn condition(&mut self) -> String {
        let index = self.index();
        let place = self.place();
        match self.random.below(5) {
            0 => format!("{index} > 3"),
            1 => format!("({index}) % 2 == 0"),
            2 => format!("{place} == 0"),
            3 => "p == 1".to_owned(),
            _ => format!("{index} == p + 2"),
        }
    }

    /// Leaves a loop, or goes on with it; at the top, the method is left.
    fn exit(&mut self) -> String {
        let condition = self.condition();
        let how = match self.variables.is_empty() {
            true => self.random.choose(&["return p;", "throw new IllegalStateException();"]),
            false => {
                self.random.choose(&["break;", "break;", "return 1;", "throw new IllegalStateException();"])
            }
        };
        format!("if ({condition}) {{ {how} }}\n")
    }

    fn tried(&mut self, depth: usize) -> String {
        let inside = self.block(depth);
        let after = self.access();
        match self.random.below(3) {
            0 => format!("try {{\n{inside}}} finally {{\n{after}}}\n"),
            _ => format!("try {{\n{inside}}} catch (RuntimeException e) {{\n{after}}}\n"),
        }
    }

    fn call(&mut self) -> String {
        let index = self.index();
        match self.callable {
            0 => format!("p = Math.max(p, {index});\n"),
            _ if self.is_locked => format!("p = Math.min({index}, 3);\n"),
            count => {
                let method = self.random.below(count);
                let array = self.random.choose(&["a", "this.data", "stat"]);
                format!("p = Math.min(this.m{method}({array}, p), 3);\n")
            }
        }
    }

    /// An index: mostly linear in loop variables, seldom out of bounds.
    fn index(&mut self) -> String {
        let Some(inner) = self.variables.last().cloned() else {
            return self.random.below(8).to_string();
        };
        let outer = self.variables[self.random.below(self.variables.len())].clone();
        let constant = self.random.below(4);
        match self.random.below(14) {
            0..5 => inner,
            5 => format!("{inner} + {constant}"),
            6 => format!("2 * {inner} + {constant}"),
            7 => format!("8 - {inner}"),
            8 => format!("{outer} * 5 + {inner}"),
            9 => format!("{outer} * this.width + {inner}"),
            10 => format!("{outer} * p + {inner}"),
            11 => constant.to_string(),
            12 => format!("{outer} * {inner} + {constant}"),
            _ => format!("{inner} * 6 - {constant}"),
        }
    }

    /// What is accessed, an `int` or `long`.
    fn place(&mut self) -> String {
        let index = self.index();
        let outer = self.variables.first().cloned().unwrap_or_else(|| "1".to_owned());
        match self.random.below(20) {
            0 => "this.f".to_owned(),
            1 => "this.next.f".to_owned(),
            2 => "s".to_owned(),
            3 => "this.g".to_owned(),
            4..8 => format!("a[{index}]"),
            8..12 => format!("this.data[{index}]"),
            12 | 13 => format!("stat[{index}]"),
            14 => format!("this.fixed[{index}]"),
            15 => format!("this.next.data[{index}]"),
            16..18 => format!("this.rows[{outer}][{index}]"),
            18 => format!("{}.s", self.name),
            _ => format!("this.next.rows[{outer} & 7][{index}]"),
        }
    }

    /// An access of two fields.
    fn both(&mut self) -> String {
        let of = self.random.choose(&["this", "this.next", "ONE", "TWO"]);
        match self.random.below(if self.is_mixed { 6 } else { 4 }) {
            0 | 1 => format!("{of}.both(p);\n"),
            2 | 3 => format!("p = {of}.sum() & 3;\n"),
            4 => format!("{of}.c = p; {of}.d = p;\n"),
            _ => format!("p = ({of}.c + (int) {of}.d) & 3;\n"),
        }
    }

    fn access(&mut self) -> String {
        let (place, other) = (self.place(), self.place());
        match self.random.below(9) {
            8 => self.both(),
            0..2 => format!("{place} = p;\n"),
            2 => format!("{place}++;\n"),
            3 => format!("{place} += p;\n"),
            4 => format!("{place} = (int) {other} + 1;\n"),
            5 => format!("p = (int) {place} & 3;\n"),
            _ => format!("p = ((int) {place} + (int) {other}) & 3;\n"),
        }
    }
}
