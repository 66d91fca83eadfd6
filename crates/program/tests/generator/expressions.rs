//! Random expressions of a given type.

use super::{Generator, Ty};

impl Generator {
    /// A constant, often an edge value.
    pub(super) fn constant(&mut self, ty: Ty) -> String {
        let pick = |generator: &mut Self, items: &[&str]| generator.random.choose(items).to_owned();
        match ty {
            Ty::Boolean => pick(self, &["true", "false"]),
            Ty::Byte => {
                pick(self, &["(byte) 0", "(byte) 1", "(byte) -1", "(byte) 127", "(byte) -128", "(byte) 200"])
            }
            Ty::Short => {
                pick(self, &["(short) 0", "(short) 3", "(short) -1", "(short) 32767", "(short) -32768"])
            }
            Ty::Char => pick(self, &["'a'", "'\\0'", "'\\uffff'", "'Z'", "'7'", "'\\u20ac'"]),
            Ty::Int => pick(
                self,
                &[
                    "0",
                    "1",
                    "-1",
                    "2",
                    "5",
                    "7",
                    "31",
                    "100",
                    "1000",
                    "65536",
                    "Integer.MAX_VALUE",
                    "Integer.MIN_VALUE",
                ],
            ),
            Ty::Long => pick(
                self,
                &[
                    "0L",
                    "1L",
                    "-1L",
                    "3L",
                    "63L",
                    "4294967296L",
                    "1000000007L",
                    "Long.MAX_VALUE",
                    "Long.MIN_VALUE",
                ],
            ),
            Ty::Float => pick(
                self,
                &[
                    "0f",
                    "-0f",
                    "1f",
                    "0.1f",
                    "-2.5f",
                    "1e30f",
                    "Float.NaN",
                    "Float.MIN_VALUE",
                    "(1f / 0)",
                    "3e9f",
                ],
            ),
            Ty::Double => pick(
                self,
                &[
                    "0.0",
                    "-0.0",
                    "1.0",
                    "0.1",
                    "-3.75",
                    "1e300",
                    "Double.NaN",
                    "Double.MIN_VALUE",
                    "(-1.0 / 0)",
                    "1e19",
                ],
            ),
            Ty::String => pick(self, &["\"\"", "\"a\"", "\"xyz\"", "\"\\u20ac\"", "null", "\"12\""]),
            Ty::Object => pick(
                self,
                &[
                    "new A(1)",
                    "new B(2)",
                    "new C(3)",
                    "new B(-4)",
                    "new A(0)",
                    "fO",
                    "fO.next",
                    "new B(9)",
                    "null",
                ],
            ),
            Ty::Ints => pick(
                self,
                &["new int[] {1, 2, 3}", "new int[2]", "fIs", "new int[] {-5, 7}", "new int[4]", "null"],
            ),
            Ty::Longs => pick(
                self,
                &[
                    "new long[] {1, 2, 3}",
                    "new long[4]",
                    "fJs",
                    "new long[] {-1, 1L << 40}",
                    "new long[2]",
                    "null",
                ],
            ),
            Ty::Doubles => {
                pick(self, &["new double[] {1, 2.5}", "new double[3]", "fDs", "new double[] {-0.0, 1e9}"])
            }
            Ty::Bytes => pick(self, &["new byte[] {1, -2, 127}", "new byte[5]"]),
        }
    }

    /// A place of a type that can be read, and written if asked for: variable, field or element.
    pub(super) fn place(&mut self, ty: Ty, depth: usize, written: bool) -> String {
        let in_lambda = self.in_lambda;
        let usable = |variable: &&super::Variable| {
            variable.ty == ty && (!written || variable.is_assignable) && (!in_lambda || variable.is_final)
        };
        let names: Vec<String> = self.variables.iter().filter(usable).map(|v| v.name.clone()).collect();
        if !names.is_empty() && self.random.chance(65) {
            return names[self.random.below(names.len())].clone();
        }
        let field = match ty {
            Ty::Boolean => "fZ",
            Ty::Byte => "fB",
            Ty::Short => "fS",
            Ty::Char => "fC",
            Ty::Int => "fI",
            Ty::Long => "fJ",
            Ty::Float => "fF",
            Ty::Double => "fD",
            Ty::String => "fT",
            Ty::Object => "fO",
            Ty::Ints => "fIs",
            Ty::Longs => "fJs",
            Ty::Doubles => "fDs",
            Ty::Bytes => "fBs",
        };
        if depth == 0 || self.random.chance(40) {
            return field.to_owned();
        }
        let array = match ty {
            Ty::Int => Ty::Ints,
            Ty::Long => Ty::Longs,
            Ty::Double => Ty::Doubles,
            Ty::Byte => Ty::Bytes,
            Ty::Object => {
                let object = self.place(Ty::Object, depth - 1, false);
                return format!("{object}.next");
            }
            _ => return field.to_owned(),
        };
        if self.random.chance(50) {
            let member = match ty {
                Ty::Int => "i",
                Ty::Long => "j",
                Ty::Double => "d",
                _ => "b",
            };
            let object = self.object(depth - 1);
            return format!("{object}.{member}");
        }
        let array = self.place(array, depth - 1, false);
        let index = self.expression(Ty::Int, depth - 1);
        // Mostly inside of the array.
        if self.random.chance(85) { format!("{array}[({index}) & 1]") } else { format!("{array}[{index}]") }
    }

    /// An object, rarely null.
    fn object(&mut self, depth: usize) -> String {
        match self.random.below(6) {
            0 => format!("new C({})", self.expression(Ty::Int, depth.min(1))),
            1 => format!("{}.self()", self.place(Ty::Object, depth, false)),
            _ => self.place(Ty::Object, depth, false),
        }
    }

    /// An expression that is no constant, so that the compiler takes no branch for granted.
    pub(super) fn condition(&mut self, depth: usize) -> String {
        let fresh = self.random.choose(&[
            "fI > 3",
            "fJ != 5",
            "fuel > 7",
            "fD < 1",
            "fZ",
            "fuel % 2 == 0",
            "(sum & 4) == 0",
        ]);
        let more = self.expression(Ty::Boolean, depth);
        match self.random.below(4) {
            0 => format!("{fresh} && ({more})"),
            1 => format!("{fresh} || ({more})"),
            2 => format!("{fresh} ^ ({more})"),
            _ => format!("({more}) == ({fresh})"),
        }
    }

    /// An expression of exactly this type, in parentheses where that may matter.
    pub(super) fn expression(&mut self, ty: Ty, depth: usize) -> String {
        if depth == 0 || self.random.chance(12) {
            return if self.random.chance(40) { self.constant(ty) } else { self.place(ty, 0, false) };
        }
        if self.random.chance(12) {
            return self.common(ty, depth - 1);
        }
        match ty {
            Ty::Boolean => self.boolean(depth - 1),
            Ty::String => self.string(depth - 1),
            Ty::Object => self.reference(depth - 1),
            Ty::Ints | Ty::Longs | Ty::Doubles | Ty::Bytes => self.array(ty, depth - 1),
            _ => self.number(ty, depth - 1),
        }
    }

    /// Forms that every type has.
    fn common(&mut self, ty: Ty, depth: usize) -> String {
        match self.random.below(6) {
            0 | 1 => {
                let condition = self.expression(Ty::Boolean, depth);
                let (a, b) = (self.expression(ty, depth), self.expression(ty, depth));
                format!("({condition} ? {a} : {b})")
            }
            2 => {
                let place = self.place(ty, depth, true);
                let value = self.expression(ty, depth);
                if ty == Ty::String {
                    format!("({place} = cut({value}))")
                } else {
                    format!("({place} = {value})")
                }
            }
            3 if self.is_modern => {
                let key = self.expression(Ty::Int, depth);
                let values: Vec<String> = (0..4).map(|_| self.expression(ty, depth)).collect();
                let [a, b, c, d] = &values[..] else { unreachable!() };
                let (name, local) = (ty.name(), self.fresh());
                let block = format!("{{ {name} {local} = {c}; fI++; yield {local}; }}");
                format!(
                    "(switch ({key}) {{ case 0, 5 -> {a}; case -1 -> {b}; case 7 -> {block} default -> {d}; }})"
                )
            }
            4 if !self.in_lambda => {
                self.in_lambda = true;
                let value = self.expression(ty, depth);
                self.in_lambda = false;
                let boxed = match ty {
                    Ty::Boolean => "Boolean",
                    Ty::Byte => "Byte",
                    Ty::Short => "Short",
                    Ty::Char => "Character",
                    Ty::Int => "Integer",
                    Ty::Long => "Long",
                    Ty::Float => "Float",
                    Ty::Double => "Double",
                    other => other.name(),
                };
                let cast = if ty.is_number() { format!("({}) ", ty.name()) } else { String::new() };
                format!("({cast}((java.util.function.Supplier<{boxed}>) () -> {cast}({value})).get())")
            }
            _ => self.call(ty, depth),
        }
    }

    /// A call of an earlier method that gives this type.
    fn call(&mut self, ty: Ty, depth: usize) -> String {
        let fitting: Vec<_> = self.methods.iter().filter(|method| method.result == ty).cloned().collect();
        if fitting.is_empty() {
            return self.place(ty, depth, false);
        }
        let method = &fitting[self.random.below(fitting.len())];
        let arguments: Vec<String> =
            method.parameters.iter().map(|&ty| self.expression(ty, depth.min(1))).collect();
        format!("{}({})", method.name, arguments.join(", "))
    }

    fn boolean(&mut self, depth: usize) -> String {
        match self.random.below(9) {
            0 => format!("!({})", self.expression(Ty::Boolean, depth)),
            1 | 2 => {
                let op = self.random.choose(&["&&", "||", "&", "|", "^", "==", "!="]);
                let (a, b) = (self.expression(Ty::Boolean, depth), self.expression(Ty::Boolean, depth));
                format!("(({a}) {op} ({b}))")
            }
            3 => {
                let (a, b) = (self.expression(Ty::Object, depth), self.random.choose(&["A", "B", "C"]));
                format!("({a} instanceof {b})")
            }
            4 => {
                let (a, b) = (self.expression(Ty::String, depth), self.expression(Ty::String, depth));
                format!("java.util.Objects.equals({a}, {b})")
            }
            5 => {
                let ty = self.random.choose(&[Ty::Object, Ty::Ints, Ty::String]);
                let (a, op) = (self.place(ty, depth, false), self.random.choose(&["==", "!="]));
                format!("({a} {op} null)")
            }
            _ => {
                let op = self.random.choose(&["<", "<=", ">", ">=", "==", "!="]);
                let (ta, tb) = (self.random.choose(&Ty::NUMBERS), self.random.choose(&Ty::NUMBERS));
                let (a, b) = (self.expression(ta, depth), self.expression(tb, depth));
                format!("({a} {op} {b})")
            }
        }
    }

    fn number(&mut self, ty: Ty, depth: usize) -> String {
        let name = ty.name();
        match self.random.below(12) {
            0 => {
                let from = self.random.choose(&Ty::NUMBERS);
                format!("({name}) ({})", self.expression(from, depth))
            }
            1 => {
                let (op, a) = (self.random.choose(&["-", "+"]), self.expression(ty, depth));
                format!("({name}) ({op}({a}))")
            }
            2 if ty.is_integral() => format!("({name}) (~({}))", self.expression(ty, depth)),
            3 => {
                let place = self.place(ty, depth, true);
                let form = self.random.below(4);
                [
                    format!("({place}++)"),
                    format!("({place}--)"),
                    format!("(++{place})"),
                    format!("(--{place})"),
                ][form]
                    .clone()
            }
            4 => {
                let place = self.place(ty, depth, true);
                let other = self.random.choose(&Ty::NUMBERS);
                let op = self.assignment_operator(ty, other);
                format!("({place} {op} {})", self.expression(other, depth))
            }
            5 if ty.is_integral() => {
                let op = self.random.choose(&["<<", ">>", ">>>"]);
                let distance = self.random.choose(&[Ty::Int, Ty::Long, Ty::Byte]);
                let (a, b) = (self.expression(ty, depth), self.expression(distance, depth));
                format!("({name}) ({a} {op} {b})")
            }
            6 => self.number_of_object(ty, depth),
            7 => self.call(ty, depth),
            _ => {
                let ops: &[&str] = if ty.is_integral() {
                    &["+", "-", "*", "/", "%", "&", "|", "^"]
                } else {
                    &["+", "-", "*", "/", "%"]
                };
                let op = self.random.choose(ops);
                let (a, b) = (self.expression(ty, depth), self.expression(ty, depth));
                // Mostly not a division by zero.
                if ty.is_integral() && matches!(op, "/" | "%") && self.random.chance(80) {
                    return format!("({name}) ({a} {op} ({b} | 1))");
                }
                format!("({name}) ({a} {op} {b})")
            }
        }
    }

    /// An operator for `place op= value`.
    pub(super) fn assignment_operator(&mut self, ty: Ty, value: Ty) -> &'static str {
        if ty.is_integral() && value.is_integral() {
            self.random.choose(&["+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", ">>>="])
        } else {
            self.random.choose(&["+=", "-=", "*=", "/=", "%="])
        }
    }

    /// Numbers that strings, arrays and objects give.
    fn number_of_object(&mut self, ty: Ty, depth: usize) -> String {
        let name = ty.name();
        let object = self.object(depth);
        match self.random.below(5) {
            0 => format!("({name}) ({}).length()", self.nonnull(depth)),
            1 => {
                let array = self.random.choose(&[Ty::Ints, Ty::Longs, Ty::Doubles, Ty::Bytes]);
                format!("({name}) ({}).length", self.place(array, depth, false))
            }
            2 => format!("({name}) {object}.step({})", self.expression(Ty::Int, depth)),
            3 => {
                let (x, y) = (self.expression(Ty::Long, depth), self.expression(Ty::Double, depth));
                format!("({name}) {object}.run({x}, {y})")
            }
            _ => format!(
                "({name}) (\"k\" + {}).charAt(({}) & 1)",
                self.nonnull(depth),
                self.expression(Ty::Int, depth)
            ),
        }
    }

    fn nonnull(&mut self, depth: usize) -> String {
        format!("(\"\" + {})", self.expression(Ty::String, depth))
    }

    fn string(&mut self, depth: usize) -> String {
        match self.random.below(5) {
            0 => {
                let ty = self.random.choose(&Ty::ALL[..9]);
                format!("String.valueOf({})", self.cast_null(ty, depth))
            }
            1 => format!("cut({})", self.place(Ty::String, depth, false)),
            _ => {
                let count = 2 + self.random.below(3);
                let parts: Vec<String> = (0..count)
                    .map(|_| {
                        let ty = self.random.choose(&Ty::ALL[..9]);
                        self.cast_null(ty, depth)
                    })
                    .collect();
                format!("cut(\"{}\" + {})", self.random.choose(&["", "s", "\\u0001", "-"]), parts.join(" + "))
            }
        }
    }

    /// `null` alone would be ambiguous between overloads.
    fn cast_null(&mut self, ty: Ty, depth: usize) -> String {
        let value = self.expression(ty, depth);
        if ty == Ty::String { format!("(Object) ({value})") } else { format!("({value})") }
    }

    fn reference(&mut self, depth: usize) -> String {
        match self.random.below(7) {
            0 => format!("new A({})", self.expression(Ty::Int, depth)),
            1 => format!("new B({})", self.expression(Ty::Int, depth)),
            2 => format!("new C({})", self.expression(Ty::Int, depth)),
            3 => format!("((B) {})", self.place(Ty::Object, depth, false)),
            4 => format!("{}.self()", self.place(Ty::Object, depth, false)),
            5 => self.call(Ty::Object, depth),
            _ => self.place(Ty::Object, depth, false),
        }
    }

    fn array(&mut self, ty: Ty, depth: usize) -> String {
        let element = ty.element().unwrap_or_else(|| unreachable!());
        match self.random.below(5) {
            0 if self.random.chance(20) => {
                format!("new {}[({}) % 6]", element.name(), self.expression(Ty::Int, depth))
            }
            0 => format!("new {}[({} & 3) + 2]", element.name(), self.expression(Ty::Int, depth)),
            1 | 2 => {
                let count = 2 + self.random.below(3);
                let values: Vec<String> = (0..count).map(|_| self.expression(element, depth)).collect();
                format!("new {}[] {{{}}}", element.name(), values.join(", "))
            }
            3 => format!("{}.clone()", self.place(ty, depth, false)),
            _ => self.place(ty, depth, false),
        }
    }
}
