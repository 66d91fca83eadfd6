//! The Java text of a program, a line for each step.
//!
//! A thread's steps are one method; what is inside of a synchronized method is a method of its own. The line of a step
//! first calls `Turns.at` with the number of the thread's last step, which is done, and the step's own.

use super::program::{Access, Action, By, CELLS, End, MONITORS, Program, Task};

/// A program's text, and for each step its line, from 1.
pub(crate) struct Emitted {
    pub(crate) text: String,
    pub(crate) lines: Vec<usize>,
}

/// A line, and the step that it is.
type Line = (String, Option<usize>);

/// Writes a program.
pub(crate) fn emit(program: &Program) -> Emitted {
    let mut writer = Writer { program, of_cell: Vec::new(), of_class: Vec::new(), methods: 0, last: None };
    for thread in 0..program.tasks.len() {
        writer.thread(thread);
    }
    let mut all: Vec<Line> = writer.head().into_iter().map(|text| (text, None)).collect();
    all.extend(std::mem::take(&mut writer.of_class));
    all.extend(writer.cell().into_iter().map(|text| (text, None)));
    all.extend(std::mem::take(&mut writer.of_cell));
    all.push(("} }".to_owned(), None));
    let mut emitted = Emitted { text: String::new(), lines: vec![0; program.steps.len()] };
    for (index, (text, step)) in all.into_iter().enumerate() {
        emitted.text.push_str(&text);
        emitted.text.push('\n');
        if let Some(step) = step {
            emitted.lines[step] = index + 1;
        }
    }
    emitted
}

const IMPORTS: &str = "import java.lang.invoke.*; import java.util.*; import java.util.concurrent.*; \
                       import java.util.concurrent.atomic.*; import java.util.concurrent.locks.*;";

struct Writer<'p> {
    program: &'p Program,
    /// Methods of the cells' class, and of the program's.
    of_cell: Vec<Line>,
    of_class: Vec<Line>,
    /// How many synchronized methods there are.
    methods: usize,
    /// The last step of the thread that is being written.
    last: Option<usize>,
}

impl Writer<'_> {
    fn name(&self) -> String {
        format!("P{}", self.program.number)
    }

    /// The beginning of the class: what there is, and how threads run.
    fn head(&self) -> Vec<String> {
        let name = self.name();
        let mut lines = vec![IMPORTS.to_owned(), format!("public final class {name} extends Thread {{")];
        for cell in 0..CELLS {
            let class = if cell + 1 == CELLS { "Sub" } else { "Cell" };
            lines.push(format!("static final {class} o{cell} = new {class}();"));
        }
        lines.push("static final Object o = new Object(); static volatile int w;".to_owned());
        lines.push("static final long[] g = new long[8]; static final VarHandle H = handle();".to_owned());
        lines
            .push("static final VarHandle A = MethodHandles.arrayElementVarHandle(long[].class);".to_owned());
        for (index, of) in self.program.fields.iter().enumerate() {
            let (element, dimensions) = match of.name.strip_suffix("[]") {
                Some(element) => (element, "[]"),
                None => (of.name, ""),
            };
            lines.push(format!("static final {0}[] a{index} = new {element}[100]{dimensions};", of.name));
        }
        for (name, of) in ["s0", "s1"].into_iter().zip(&self.program.fields) {
            lines.push(format!("static {} {name};", of.name));
        }
        for thing in &self.program.things {
            if let Some((of, value)) = thing.kind.declaration() {
                lines.push(format!("static final {of} {} = {value};", thing.text));
            }
        }
        lines.extend(
            self.program.tasks.iter().enumerate().filter_map(|(index, task)| self.task(index, *task)),
        );
        lines.push(format!("final int which; {name}(int which) {{ this.which = which; }}"));
        lines.push("static VarHandle handle() { try { return MethodHandles.lookup()".to_owned());
        lines.push(".findVarHandle(Cell.class, \"h\", int.class); }".to_owned());
        lines.push(
            "catch (ReflectiveOperationException e) { throw new IllegalStateException(e); } }".to_owned(),
        );
        lines.push("@Override public void run() { try { switch (which) {".to_owned());
        lines.extend((1..self.program.tasks.len()).map(|task| format!("case {task}: t{task}(); break;")));
        lines.push("default: } } catch (Throwable thrown) { Turns.fail(thrown); } }".to_owned());
        lines.push("public static void main(String[] args) throws Exception {".to_owned());
        lines.push(format!("t0(); {} }}", self.joins()));
        lines
    }

    fn task(&self, index: usize, task: Task) -> Option<String> {
        let runs = format!("new {}({index})", self.name());
        match task {
            Task::Main => None,
            Task::Thread => Some(format!("static final Thread T{index} = {runs};")),
            Task::Virtual => {
                Some(format!("static final Thread T{index} = Thread.ofVirtual().unstarted({runs});"))
            }
            Task::Executor | Task::Future => {
                Some(format!("static final ExecutorService T{index} = Turns.pool();"))
            }
        }
    }

    /// The program ends with all of its threads.
    fn joins(&self) -> String {
        let is_thread = |task: &usize| matches!(self.program.tasks[*task], Task::Thread | Task::Virtual);
        let started = self.program.steps.iter().filter_map(|step| match step.action {
            Action::Start(started) => Some(started),
            _ => None,
        });
        started.filter(is_thread).map(|started| format!("T{started}.join(); ")).collect()
    }

    /// The beginning of the cells' class, after that of their subclass.
    fn cell(&self) -> Vec<String> {
        let fields = &self.program.fields;
        let last = fields.len() - 1;
        let mut lines =
            vec![format!("static final class Sub extends Cell {{ private {} f{last}; }}", fields[last].name)];
        lines.push(format!("static class Cell {{ volatile int v; int h; static {} c0;", fields[2].name));
        lines.extend(fields[..last].iter().enumerate().map(|(index, of)| format!("{} f{index};", of.name)));
        lines
    }

    fn thread(&mut self, thread: usize) {
        let steps = &self.program.steps;
        let own: Vec<usize> = (0..steps.len()).filter(|&step| steps[step].thread == thread).collect();
        self.last = None;
        let mut lines = vec![(format!("static void t{thread}() throws Exception {{"), None)];
        self.block(&mut own.into_iter(), &mut lines);
        let end = match self.last {
            // The main thread is the last to go on.
            _ if thread == 0 => self.at(steps.len()),
            Some(last) => format!("Turns.pass({last});"),
            None => String::new(),
        };
        lines.push((format!("{end} }}"), None));
        self.of_class.extend(lines);
    }

    /// Steps up to the one that leaves the monitor around them.
    fn block(&mut self, steps: &mut dyn Iterator<Item = usize>, lines: &mut Vec<Line>) -> Option<usize> {
        while let Some(step) = steps.next() {
            match self.program.steps[step].action {
                Action::Enter { monitor, by, end } => self.region(step, (monitor, by, end), steps, lines),
                Action::Leave { .. } => return Some(step),
                action => {
                    let at = self.at(step);
                    lines.push((format!("{at} {}", self.action(step, action)), Some(step)));
                }
            }
        }
        None
    }

    fn at(&mut self, step: usize) -> String {
        let last = self.last.replace(step).map_or(-1, |last| last as i64);
        format!("Turns.at({last}, {step});")
    }

    /// What is done with a monitor.
    fn region(
        &mut self,
        step: usize,
        (monitor, by, end): (usize, By, End),
        steps: &mut dyn Iterator<Item = usize>,
        lines: &mut Vec<Line>,
    ) {
        let at = self.at(step);
        let (open, close) = match end {
            End::Normal => ("", ""),
            End::Exception => ("try { ", " } catch (Turns.Left left) { }"),
        };
        let mut inside = Vec::new();
        let left = self.block(steps, &mut inside);
        if let Some(left) = left {
            let at = self.at(left);
            let throw = if end == End::Exception { " throw Turns.left();" } else { "" };
            inside.push((format!("{at}{throw}"), Some(left)));
        }
        let name = monitor_name(monitor, &self.name());
        if by == By::Block {
            lines.push((format!("{open}{at} synchronized ({name}) {{"), Some(step)));
            lines.extend(inside);
            lines.push((format!("}}{close}"), None));
            return;
        }
        let method = self.methods;
        self.methods += 1;
        let (target, flags, to) = if monitor < CELLS {
            (name, "", &mut self.of_cell)
        } else {
            (format!("P{}", self.program.number), "static ", &mut self.of_class)
        };
        lines.push((format!("{open}{at} {target}.m{method}();{close}"), Some(step)));
        to.push((format!("{flags}synchronized void m{method}() throws Exception {{"), None));
        to.extend(inside);
        to.push(("}".to_owned(), None));
    }

    fn action(&mut self, step: usize, action: Action) -> String {
        match action {
            Action::Access(location, access) => self.access(step, location, access),
            Action::Wait { monitor } => {
                self.last = None;
                format!("Turns.pass({step}); {}.wait();", monitor_name(monitor, &self.name()))
            }
            Action::Notify { monitor, all } => {
                let call = if all { "notifyAll" } else { "notify" };
                format!("{}.{call}();", monitor_name(monitor, &self.name()))
            }
            Action::Start(task) => self.start(task),
            Action::Join(task) => self.join(task, step),
            Action::Unpark(thread) => format!("LockSupport.unpark(T{thread});"),
            Action::Park => "LockSupport.park();".to_owned(),
            Action::Use { thing, call } => call.java.replace('$', &self.program.things[thing].text),
            Action::Enter { .. } | Action::Leave { .. } | Action::Wake { .. } => String::new(),
        }
    }

    fn access(&self, step: usize, location: usize, access: Access) -> String {
        let location = &self.program.locations[location];
        // A static field has the names of the classes that inherit it, too.
        let text = match location.text.as_str() {
            "Cell.c0" if step.is_multiple_of(2) => "Sub.c0",
            "s0" if step.is_multiple_of(2) => &format!("{}.s0", self.name()),
            text => text,
        };
        match access {
            Access::Read => format!("{{ {} k = {text}; }}", location.of.name),
            Access::Write => format!("{text} = {};", location.of.value),
            Access::Update if step.is_multiple_of(2) => format!("{text}++;"),
            Access::Update => format!("{text} += 1;"),
        }
    }

    fn start(&self, task: usize) -> String {
        match self.program.tasks[task] {
            Task::Executor => format!("Turns.keep({task}, T{task}.submit(new {}({task})));", self.name()),
            Task::Future => {
                let runs = format!("CompletableFuture.runAsync(new {}({task}), T{task})", self.name());
                format!("Turns.keep({task}, {runs});")
            }
            Task::Main | Task::Thread | Task::Virtual => format!("T{task}.start();"),
        }
    }

    fn join(&self, task: usize, step: usize) -> String {
        match self.program.tasks[task] {
            Task::Future if step.is_multiple_of(2) => {
                format!("((CompletableFuture<?>) Turns.kept({task})).join();")
            }
            Task::Executor | Task::Future => format!("Turns.kept({task}).get();"),
            Task::Main | Task::Thread | Task::Virtual => format!("T{task}.join();"),
        }
    }
}

fn monitor_name(monitor: usize, class: &str) -> String {
    match monitor {
        cell if cell < CELLS => format!("o{cell}"),
        cell if cell + 1 < MONITORS => format!("{class}.class"),
        _ => "o".to_owned(),
    }
}
