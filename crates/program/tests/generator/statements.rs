//! Random statements. Each can complete normally, as far as the compiler can tell.

use super::{Generator, Ty, Variable};

/// Exceptions to catch, each before what it is a subclass of.
const CAUGHT: [&str; 8] = [
    "ArithmeticException",
    "ArrayIndexOutOfBoundsException",
    "NegativeArraySizeException",
    "NullPointerException",
    "ClassCastException",
    "Failure",
    "RuntimeException",
    "Throwable",
];

impl Generator {
    pub(super) fn statement(&mut self, depth: usize) {
        let simple = depth == 0 || self.random.chance(55);
        if simple {
            return self.simple();
        }
        match self.random.below(12) {
            0 | 1 => self.conditional(depth - 1),
            2 => self.counting_loop(depth - 1),
            3 => self.while_loop(depth - 1),
            4 => self.each_loop(depth - 1),
            5 | 6 => self.try_statement(depth - 1),
            7 => self.switch_statement(depth - 1),
            8 => self.string_switch(depth - 1),
            9 => {
                let lock = self.random.choose(&["fT", "fO", "R_LOCK"]);
                let lock = if lock == "R_LOCK" { "Failure.class" } else { lock };
                self.block(&format!("synchronized ({lock}) {{"), depth - 1);
                self.line("}");
            }
            10 => self.labelled_block(depth - 1),
            _ => self.jump(),
        }
    }

    /// A statement whose exceptions do not end the method.
    pub(super) fn guarded(&mut self) {
        self.block("try {", 2);
        let name = self.fresh();
        self.line(&format!("}} catch (RuntimeException {name}) {{ show({name}.getClass().getName()); }}"));
    }

    fn simple(&mut self) {
        let ty = self.random.choose(&Ty::ALL);
        match self.random.below(10) {
            0..3 => self.declaration(ty),
            3..5 => {
                let place = self.place(ty, 2, true);
                let value = self.expression(ty, 3);
                let value = if ty == Ty::String { format!("cut({value})") } else { value };
                self.line(&format!("{place} = {value};"));
            }
            5..7 => {
                let (ty, value) = (self.random.choose(&Ty::NUMBERS), self.random.choose(&Ty::NUMBERS));
                let place = self.place(ty, 2, true);
                let op = self.assignment_operator(ty, value);
                let value = self.expression(value, 2);
                self.line(&format!("{place} {op} {value};"));
            }
            7 => {
                let ty = self.random.choose(&Ty::NUMBERS);
                let place = self.place(ty, 2, true);
                let op = self.random.choose(&["++", "--"]);
                self.line(&format!("{place}{op};"));
            }
            _ => {
                let value = self.expression(ty, 3);
                self.line(&format!("show(({}) ({value}));", ty.name()));
            }
        }
    }

    fn declaration(&mut self, ty: Ty) {
        let name = self.fresh();
        let is_final = self.random.chance(25);
        if !is_final && self.random.chance(25) {
            // Assigned in both branches.
            let condition = self.condition(1);
            let (a, b) = (self.expression(ty, 2), self.expression(ty, 2));
            self.line(&format!("{} {name};", ty.name()));
            self.line(&format!("if ({condition}) {name} = {a}; else {name} = {b};"));
        } else {
            let value = self.expression(ty, 3);
            self.line(&format!("{}{} {name} = {value};", if is_final { "final " } else { "" }, ty.name()));
        }
        self.variables.push(Variable { name, ty, is_assignable: !is_final, is_final });
    }

    /// Statements with a scope of their own, behind a line that opens it; the caller closes it.
    fn block(&mut self, head: &str, depth: usize) {
        self.line(head);
        self.body(depth);
    }

    fn body(&mut self, depth: usize) {
        let scope = self.variables.len();
        self.indent += 1;
        for _ in 0..1 + self.random.below(2) {
            self.statement(depth);
        }
        self.indent -= 1;
        self.variables.truncate(scope);
    }

    fn conditional(&mut self, depth: usize) {
        let condition = self.condition(2);
        self.block(&format!("if ({condition}) {{"), depth);
        while self.random.chance(25) {
            let condition = self.condition(2);
            self.block(&format!("}} else if ({condition}) {{"), depth);
        }
        if self.random.chance(50) {
            self.block("} else {", depth);
        }
        self.line("}");
    }

    /// A label for a loop, often none.
    fn label(&mut self, is_loop: bool) -> String {
        self.counter += 1;
        let label = format!("l{}", self.counter);
        self.labels.push((label.clone(), is_loop));
        format!("{label}: ")
    }

    fn counting_loop(&mut self, depth: usize) {
        let label = self.label(true);
        let name = self.fresh();
        let ty = self.random.choose(&[Ty::Int, Ty::Int, Ty::Long, Ty::Byte, Ty::Double]);
        let limit = 2 + self.random.below(4);
        self.variables.push(Variable { name: name.clone(), ty, is_assignable: false, is_final: false });
        let head = if self.random.chance(60) {
            format!("{label}for ({} {name} = 0; {name} < {limit}; {name}++) {{", ty.name())
        } else {
            format!("{label}for ({} {name} = {limit}; --{name} >= 0 && fuel > 0; ) {{", ty.name())
        };
        self.block(&head, depth);
        self.line("}");
        self.variables.pop();
        self.labels.pop();
    }

    fn while_loop(&mut self, depth: usize) {
        let name = self.fresh();
        let limit = 1 + self.random.below(5);
        self.line(&format!("int {name} = {limit};"));
        self.variables.push(Variable {
            name: name.clone(),
            ty: Ty::Int,
            is_assignable: false,
            is_final: false,
        });
        let label = self.label(true);
        let condition = self.condition(2);
        if self.random.chance(50) {
            self.block(&format!("{label}while ({name}-- > 0 && ({condition})) {{"), depth);
            self.line("}");
        } else {
            self.block(&format!("{label}do {{"), depth);
            self.line(&format!("}} while ({name}-- > 0 && ({condition}));"));
        }
        self.labels.pop();
    }

    fn each_loop(&mut self, depth: usize) {
        let array = self.random.choose(&[Ty::Ints, Ty::Longs, Ty::Doubles, Ty::Bytes]);
        let ty = array.element().unwrap_or_else(|| unreachable!());
        let value = self.expression(array, 2);
        let label = self.label(true);
        let name = self.fresh();
        self.variables.push(Variable { name: name.clone(), ty, is_assignable: true, is_final: false });
        self.block(&format!("{label}for ({} {name} : ({}) ({value})) {{", ty.name(), array.name()), depth);
        self.line("}");
        self.variables.pop();
        self.labels.pop();
    }

    fn labelled_block(&mut self, depth: usize) {
        let label = self.label(false);
        self.block(&format!("{label}{{"), depth);
        self.line("}");
        self.labels.pop();
    }

    fn try_statement(&mut self, depth: usize) {
        self.block("try {", depth);
        let mut handlers = 0;
        for caught in CAUGHT {
            if !self.random.chance(25) {
                continue;
            }
            handlers += 1;
            let name = self.fresh();
            self.block(&format!("}} catch ({caught} {name}) {{"), depth);
            self.indent += 1;
            self.line(&format!("show({name}.getClass().getName());"));
            if caught != "Throwable" && self.random.chance(20) {
                let condition = self.condition(1);
                self.line(&format!("if ({condition}) throw {name};"));
            }
            self.indent -= 1;
        }
        if handlers == 0 || self.random.chance(50) {
            self.block("} finally {", depth);
        }
        self.line("}");
    }

    fn switch_statement(&mut self, depth: usize) {
        let ty = self.random.choose(&[Ty::Int, Ty::Char, Ty::Byte, Ty::Short]);
        let key = self.expression(ty, 2);
        self.line(&format!("switch (({}) (({key}) & 15)) {{", ty.name()));
        let dense = self.random.chance(60);
        let start = self.random.below(5);
        let default = self.random.below(6);
        for case in 0..5 {
            let value = if dense { start + case } else { (start + case * 7) % 16 };
            self.case(&format!("case {value}:"), depth);
            if case == default {
                self.case("default:", depth);
            }
        }
        self.line("}");
    }

    fn string_switch(&mut self, depth: usize) {
        let key = self.expression(Ty::String, 2);
        self.line(&format!("switch (\"\" + {key}) {{"));
        for text in ["", "a", "null", "Aa", "BB", "12"] {
            if self.random.chance(50) {
                self.case(&format!("case \"{text}\":"), depth);
            }
        }
        self.case("default:", depth);
        self.line("}");
    }

    /// One case, which may fall through.
    fn case(&mut self, head: &str, depth: usize) {
        self.indent += 1;
        self.block(&format!("{head} {{"), depth);
        self.line("}");
        if self.random.chance(60) {
            self.line("break;");
        }
        self.indent -= 1;
    }

    /// Leaves something, behind a condition.
    fn jump(&mut self) {
        let condition = self.condition(1);
        let jump = match self.random.below(5) {
            0 => format!("return {};", self.expression(self.result, 1)),
            1 => format!("throw new Failure({});", self.expression(Ty::Int, 1)),
            _ if self.labels.is_empty() => "throw new Failure(1);".to_owned(),
            _ => {
                let (label, is_loop) = self.labels[self.random.below(self.labels.len())].clone();
                if is_loop && self.random.chance(50) {
                    format!("continue {label};")
                } else {
                    format!("break {label};")
                }
            }
        };
        self.line(&format!("if ({condition}) {jump}"));
    }
}
