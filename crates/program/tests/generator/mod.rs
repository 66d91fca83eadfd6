//! Random Java programs from a seed: the same seed gives the same program.
//!
//! A program is one class with a small hierarchy of nested classes, static fields of all types and many
//! static methods. It always compiles and always ends: loops count down, a method calls earlier ones
//! only and gives up when the fuel is out, jumps stand behind conditions that are no constants. What it
//! computes may throw; `main` calls each method, prints the first values that it shows, a checksum of
//! all of them, and the exception that left it.

mod bytecode;
mod expressions;
mod statements;

pub(crate) use bytecode::generate_assembly;
pub(crate) use deadheat_harness::Random;

use std::fmt::Write;

/// A type of the generated programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ty {
    Boolean,
    Byte,
    Short,
    Char,
    Int,
    Long,
    Float,
    Double,
    String,
    /// The nested class `A`, of which `B` and `C` are subclasses.
    Object,
    Ints,
    Longs,
    Doubles,
    Bytes,
}

impl Ty {
    pub(crate) const ALL: [Ty; 14] = [
        Ty::Boolean,
        Ty::Byte,
        Ty::Short,
        Ty::Char,
        Ty::Int,
        Ty::Long,
        Ty::Float,
        Ty::Double,
        Ty::String,
        Ty::Object,
        Ty::Ints,
        Ty::Longs,
        Ty::Doubles,
        Ty::Bytes,
    ];
    /// Arithmetic, with the ones that have operators of their own more often.
    const NUMBERS: [Ty; 9] =
        [Ty::Byte, Ty::Short, Ty::Char, Ty::Int, Ty::Int, Ty::Long, Ty::Long, Ty::Float, Ty::Double];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Ty::Boolean => "boolean",
            Ty::Byte => "byte",
            Ty::Short => "short",
            Ty::Char => "char",
            Ty::Int => "int",
            Ty::Long => "long",
            Ty::Float => "float",
            Ty::Double => "double",
            Ty::String => "String",
            Ty::Object => "A",
            Ty::Ints => "int[]",
            Ty::Longs => "long[]",
            Ty::Doubles => "double[]",
            Ty::Bytes => "byte[]",
        }
    }

    /// The element type of an array type.
    fn element(self) -> Option<Ty> {
        match self {
            Ty::Ints => Some(Ty::Int),
            Ty::Longs => Some(Ty::Long),
            Ty::Doubles => Some(Ty::Double),
            Ty::Bytes => Some(Ty::Byte),
            _ => None,
        }
    }

    fn is_number(self) -> bool {
        Ty::NUMBERS.contains(&self)
    }

    fn is_integral(self) -> bool {
        matches!(self, Ty::Byte | Ty::Short | Ty::Char | Ty::Int | Ty::Long)
    }
}

/// A variable that is in scope.
#[derive(Debug, Clone)]
struct Variable {
    name: String,
    ty: Ty,
    /// Loop counters are not assigned to.
    is_assignable: bool,
    /// Final ones may be used in lambdas.
    is_final: bool,
}

/// A method that may be called.
#[derive(Debug, Clone)]
struct Signature {
    name: String,
    parameters: Vec<Ty>,
    result: Ty,
}

/// Writes one program.
pub(crate) struct Generator {
    random: Random,
    /// Whether switch expressions and the like may be used.
    is_modern: bool,
    text: String,
    indent: usize,
    variables: Vec<Variable>,
    methods: Vec<Signature>,
    /// Labels of the loops around, innermost last; a labelled block can only be left.
    labels: Vec<(String, bool)>,
    counter: u32,
    result: Ty,
    /// Inside a lambda only final variables are seen.
    in_lambda: bool,
}

/// The source of a program, named `R<seed>` in any case.
pub(crate) fn generate(seed: u64, methods: usize, is_modern: bool) -> String {
    let mut generator = Generator {
        random: Random::new(seed),
        is_modern,
        text: String::new(),
        indent: 1,
        variables: Vec::new(),
        methods: Vec::new(),
        labels: Vec::new(),
        counter: 0,
        result: Ty::Int,
        in_lambda: false,
    };
    generator.program(seed, methods)
}

const FIELDS: &str = "    static boolean fZ; static byte fB = 1; static short fS = -2; static char fC = 'c'; \
static int fI = 4; static long fJ = 5L; static float fF = 6.5f; static double fD = -7.25; static String fT = \"t\"; \
static A fO = new A(3); static int[] fIs = {1, 2, 3}; static long[] fJs = {4L, 5L}; \
static double[] fDs = {0.5, 1.5, 2.5}; static byte[] fBs = {1, -1};\n";

const LIBRARY: &str = r#"    static int fuel, lines;
    static long sum;
    static class Failure extends RuntimeException { final int code; Failure(int code) { super("f" + code); this.code = code; } }
    static class A {
        int i; long j = 1; double d = 0.5; byte b = 3; A next = this;
        A(int i) { this.i = i; j += step(i); }
        int step(int x) { return x + 1; }
        long run(long x, double y) { d += y; return j = x * 3 + i++; }
        A self() { return this; }
        @Override public String toString() { return getClass().getSimpleName() + i + "," + j + "," + d + "," + b; }
    }
    static class B extends A {
        float f = 2;
        B(int i) { super(i * 2); f += i; }
        @Override int step(int x) { return super.step(x) * 2 - (int) f; }
        @Override long run(long x, double y) { return x > 5 ? super.run(x - 1, y + 1) : (b += x) + (long) y; }
    }
    static class C extends B {
        final long[] log = new long[3];
        C(int i) { super(i - 1); }
        @Override int step(int x) { return log == null ? 7 : (int) (log[x & 1] += x); }
        @Override long run(long x, double y) { long old = log[2]; try { log[(int) x % 3]++; return old; } finally { log[2] = x; i ^= 5; } }
    }
    static void show(String v) { sum = sum * 31 + (v == null ? 0 : v.hashCode()); if (lines++ < 30) System.out.println(v); }
    static void show(boolean v) { show(v ? "yes" : "no"); }
    static void show(char v) { show((int) v); }
    static void show(int v) { sum = sum * 31 + v; if (lines++ < 30) System.out.println(v); }
    static void show(long v) { sum = sum * 31 + v; if (lines++ < 30) System.out.println(v); }
    static void show(float v) { sum = sum * 31 + Float.floatToIntBits(v); if (lines++ < 30) System.out.println(v); }
    static void show(double v) { sum = sum * 31 + Double.doubleToLongBits(v); if (lines++ < 30) System.out.println(v); }
    static void show(A v) { show(v == null ? "none" : v.toString()); }
    static void show(int[] v) { if (v == null) show("null"); else for (int x : v) sum = sum * 31 + x; show(sum); }
    static void show(long[] v) { if (v == null) show("null"); else for (long x : v) sum = sum * 31 + x; show(sum); }
    static void show(double[] v) { if (v == null) show("null"); else for (double x : v) sum = sum * 31 + Double.doubleToLongBits(x); show(sum); }
    static void show(byte[] v) { if (v == null) show("null"); else for (byte x : v) sum = sum * 31 + x; show(sum); }
    static String cut(String s) { return s != null && s.length() > 24 ? s.substring(s.length() - 20) : s; }
"#;

impl Generator {
    fn program(&mut self, seed: u64, methods: usize) -> String {
        for index in 0..methods {
            self.method(index);
        }
        let calls: String = (0..methods).map(|index| self.calls(index)).collect();
        let body = std::mem::take(&mut self.text);
        format!(
            "/** Seed {seed}. */\npublic class R{seed} {{\n{FIELDS}{LIBRARY}{body}\
    public static void main(String[] args) {{\n{calls}    }}\n}}\n"
        )
    }

    fn method(&mut self, index: usize) {
        let count = self.random.below(5);
        let parameters: Vec<Ty> = (0..count).map(|_| self.random.choose(&Ty::ALL)).collect();
        self.result = self.random.choose(&Ty::ALL);
        self.variables.clear();
        let mut list = Vec::new();
        for &ty in &parameters {
            let name = self.fresh();
            let is_final = self.random.chance(30);
            list.push(format!("{}{} {name}", if is_final { "final " } else { "" }, ty.name()));
            self.variables.push(Variable { name, ty, is_assignable: !is_final, is_final });
        }
        let name = format!("m{index}");
        let modifier = if self.random.chance(8) { "synchronized " } else { "" };
        let head = format!("static {modifier}{} {name}({}) {{", self.result.name(), list.join(", "));
        self.line(&head);
        self.indent += 1;
        let nothing = self.constant(self.result);
        self.line(&format!("if (--fuel < 0) return {nothing};"));
        let statements = 3 + self.random.below(6);
        for _ in 0..statements {
            // Most of a method should be reached.
            if self.random.chance(40) {
                self.guarded();
            } else {
                self.statement(3);
            }
        }
        let result = self.expression(self.result, 3);
        self.line(&format!("return {result};"));
        self.indent -= 1;
        self.line("}");
        self.methods.push(Signature { name, parameters, result: self.result });
    }

    /// What `main` does with one method.
    fn calls(&mut self, index: usize) -> String {
        let method = self.methods[index].clone();
        let mut text = String::new();
        for _ in 0..2 {
            let arguments: Vec<String> = method.parameters.iter().map(|&ty| self.constant(ty)).collect();
            let call = format!("{}({})", method.name, arguments.join(", "));
            let _ = writeln!(
                text,
                "        fuel = 60; lines = 0; sum = {index};\n        \
        try {{ show({call}); }} catch (Throwable t) {{ System.out.println(\"EXC \" + t.getClass().getName()); }}\n        \
        System.out.println(\"{} \" + sum);",
                method.name
            );
        }
        text
    }

    fn fresh(&mut self) -> String {
        self.counter += 1;
        format!("v{}", self.counter)
    }

    fn line(&mut self, text: &str) {
        for _ in 0..self.indent {
            self.text.push_str("    ");
        }
        self.text.push_str(text);
        self.text.push('\n');
    }
}
