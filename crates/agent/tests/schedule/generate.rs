//! Makes programs at random: what there is, then one step after the other, each of a thread that can go on.
//!
//! A step is only chosen if it does not block, as the state of monitors and locks tells. A thread that waits is woken
//! right after the step that lets it go on, because nothing keeps it from going on then. At the end, whoever has locks
//! gives them back, and the main thread notifies who still waits.

use deadheat_harness::Random;

use super::parts::{Guard, guard, locations, tasks, things};
use super::program::{Access, Action, By, End, MONITORS, Program, Step, TYPES, Task, Type};
use super::state::State;
use super::things::Call;

/// The program of a number; the same number gives the same program.
pub(crate) fn program(number: u64, has_virtual: bool) -> Program {
    let mut random = Random::new(number);
    let fields: Vec<Type> = (0..4).map(|_| random.choose(&TYPES)).collect();
    let program = Program {
        number,
        tasks: tasks(&mut random, has_virtual),
        locations: locations(&mut random, &fields),
        things: things(&mut random),
        fields,
        steps: Vec::new(),
    };
    let mut schedule = Schedule::new(program, random);
    let length = 15 + schedule.random.below(60);
    while schedule.program.steps.len() < length {
        schedule.step();
    }
    schedule.finish();
    schedule.program
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Progress {
    New,
    Runs,
    Waits,
    Ended,
}

/// Who has a monitor, and who waits for it to be notified.
#[derive(Debug, Clone, Default)]
struct Monitor {
    owner: Option<usize>,
    times: usize,
    /// Who waits and was not notified, and how often it had the monitor.
    waiting: Option<(usize, usize)>,
    /// Who waits and goes on when the monitor is free.
    notified: Option<(usize, usize)>,
}

/// How many accesses of a hundred are guarded: programs are wild, or have few races, or none.
const DISCIPLINES: [usize; 6] = [0, 70, 90, 97, 97, 100];

/// A schedule in the making.
struct Schedule {
    random: Random,
    program: Program,
    /// By location.
    guards: Vec<Guard>,
    discipline: usize,
    progress: Vec<Progress>,
    monitors: Vec<Monitor>,
    /// By thread: the monitors that it entered, the last one last.
    entered: Vec<Vec<usize>>,
    things: Vec<State>,
    /// By thread: whether it was unparked and did not park since.
    permits: Vec<bool>,
    /// Who waits, in the order in which they began to.
    waiting: Vec<(usize, usize)>,
    current: usize,
}

impl Schedule {
    fn new(program: Program, mut random: Random) -> Schedule {
        let count = program.tasks.len();
        let guards = program.locations.iter().map(|_| guard(&mut random, &program.things)).collect();
        let discipline = random.choose(&DISCIPLINES);
        let mut progress = vec![Progress::New; count];
        progress[0] = Progress::Runs;
        Schedule {
            random,
            guards,
            discipline,
            progress,
            monitors: vec![Monitor::default(); MONITORS],
            entered: vec![Vec::new(); count],
            things: program.things.iter().map(|thing| State::new(thing.kind)).collect(),
            permits: vec![false; count],
            waiting: Vec::new(),
            current: 0,
            program,
        }
    }

    fn push(&mut self, thread: usize, action: Action) {
        self.program.steps.push(Step { thread, action });
    }

    /// One thread's next step, or none if what was drawn cannot be.
    fn step(&mut self) {
        let running: Vec<usize> = self.threads(Progress::Runs);
        if self.progress[self.current] != Progress::Runs || self.random.chance(40) {
            self.current = self.random.choose(&running);
        }
        let thread = self.current;
        if running.len() < 3 && self.random.chance(30) {
            return self.start(thread);
        }
        match self.random.below(100) {
            0..42 => self.access(thread),
            42..52 => self.enter(thread),
            52..64 => self.leave(thread),
            64..68 => self.wait(thread),
            68..75 => self.notify(thread),
            75..89 => self.call(thread),
            89..93 => self.start(thread),
            93..96 => self.join(thread),
            96..98 => self.park(thread),
            _ => self.end(thread),
        }
    }

    fn threads(&self, progress: Progress) -> Vec<usize> {
        (0..self.progress.len()).filter(|&thread| self.progress[thread] == progress).collect()
    }

    /// An access, mostly guarded by what is meant to guard the location, as far as the program keeps to that.
    fn access(&mut self, thread: usize) {
        let location = self.random.below(self.program.locations.len());
        if !self.random.chance(self.discipline) {
            return self.access_of(thread, location);
        }
        match self.guards[location] {
            Guard::Monitor(monitor) if self.can_enter(thread, monitor) => {
                self.take(thread, monitor, By::Block, End::Normal);
                self.access_of(thread, location);
                self.leave(thread);
            }
            Guard::Monitor(_) => {}
            Guard::Thing(thing) => {
                let calls = self.program.things[thing].kind.calls();
                let drawn = |random: &mut Random, is_meant: fn(&Call) -> bool| {
                    random.choose(&calls.iter().copied().filter(is_meant).collect::<Vec<_>>())
                };
                let call = drawn(&mut self.random, |call| call.acquires != 0);
                self.push(thread, Action::Use { thing, call });
                self.access_of(thread, location);
                let call = drawn(&mut self.random, |call| call.releases != 0);
                self.push(thread, Action::Use { thing, call });
            }
        }
    }

    fn access_of(&mut self, thread: usize, location: usize) {
        let is_number = self.program.locations[location].of.is_number;
        let access = match self.random.below(10) {
            0..4 => Access::Read,
            4 if is_number => Access::Update,
            _ => Access::Write,
        };
        self.push(thread, Action::Access(location, access));
    }

    fn can_enter(&self, thread: usize, monitor: usize) -> bool {
        self.monitors[monitor].owner.is_none_or(|owner| owner == thread)
    }

    fn enter(&mut self, thread: usize) {
        let monitor = self.random.below(MONITORS);
        if !self.can_enter(thread, monitor) || self.entered[thread].len() > 3 {
            return;
        }
        let is_method = monitor + 1 < MONITORS && self.random.chance(40);
        let by = if is_method { By::Method } else { By::Block };
        let end = if self.random.chance(25) { End::Exception } else { End::Normal };
        self.take(thread, monitor, by, end);
    }

    fn take(&mut self, thread: usize, monitor: usize, by: By, end: End) {
        self.monitors[monitor].owner = Some(thread);
        self.monitors[monitor].times += 1;
        self.entered[thread].push(monitor);
        self.push(thread, Action::Enter { monitor, by, end });
    }

    fn leave(&mut self, thread: usize) {
        let Some(monitor) = self.entered[thread].pop() else { return };
        self.push(thread, Action::Leave { monitor });
        self.monitors[monitor].times -= 1;
        if self.monitors[monitor].times == 0 {
            self.free(monitor);
        }
    }

    /// A monitor becomes free: who was notified has it at once.
    fn free(&mut self, monitor: usize) {
        let state = &mut self.monitors[monitor];
        state.owner = None;
        if let Some((woken, times)) = state.notified.take() {
            (state.owner, state.times) = (Some(woken), times);
            self.progress[woken] = Progress::Runs;
            self.current = woken;
            self.push(woken, Action::Wake { monitor });
        }
    }

    /// The main thread never waits, so that someone is there to notify; and one thread waits at a time.
    fn wait(&mut self, thread: usize) {
        let own = self.entered[thread].clone();
        if thread == 0 || own.is_empty() {
            return;
        }
        let monitor = self.random.choose(&own);
        if self.monitors[monitor].waiting.is_some() {
            return;
        }
        let times = std::mem::take(&mut self.monitors[monitor].times);
        self.monitors[monitor].waiting = Some((thread, times));
        self.waiting.push((thread, monitor));
        self.progress[thread] = Progress::Waits;
        self.push(thread, Action::Wait { monitor });
        self.free(monitor);
    }

    fn notify(&mut self, thread: usize) {
        // Better where someone waits.
        let free = self.waiting.iter().find(|&&(_, monitor)| self.monitors[monitor].owner.is_none());
        if let Some(&(_, monitor)) = free {
            self.notify_one(thread, monitor);
            return;
        }
        let own = self.entered[thread].clone();
        if let Some(&monitor) = own.get(self.random.below(own.len())) {
            let all = self.random.chance(50);
            self.push(thread, Action::Notify { monitor, all });
            let state = &mut self.monitors[monitor];
            // One that was notified before does not wait any more.
            if let Some((woken, times)) = state.waiting.filter(|_| state.notified.is_none()) {
                (state.waiting, state.notified) = (None, Some((woken, times)));
                self.waiting.retain(|&(waiting, _)| waiting != woken);
            } else if state.waiting.is_some() {
                // Two would go on in an order that nobody knows.
                self.program.steps.pop();
            }
        }
    }

    /// Wakes who waits for a monitor that is free.
    fn notify_one(&mut self, thread: usize, monitor: usize) {
        self.waiting.retain(|&(_, waited)| waited != monitor);
        self.take(thread, monitor, By::Block, End::Normal);
        self.push(thread, Action::Notify { monitor, all: false });
        let state = &mut self.monitors[monitor];
        state.notified = state.waiting.take();
        self.leave(thread);
    }

    fn call(&mut self, thread: usize) {
        if self.things.is_empty() {
            return;
        }
        let thing = self.random.below(self.things.len());
        if let Some(call) = self.things[thing].call(&mut self.random, thread) {
            self.push(thread, Action::Use { thing, call });
        }
    }

    fn start(&mut self, thread: usize) {
        let new = self.threads(Progress::New);
        if !new.is_empty() {
            let started = self.random.choose(&new);
            self.progress[started] = Progress::Runs;
            self.push(thread, Action::Start(started));
        }
    }

    fn join(&mut self, thread: usize) {
        let ended = self.threads(Progress::Ended);
        if !ended.is_empty() {
            let joined = self.random.choose(&ended);
            // The library waits for all but threads by parking, which may use the permit up.
            if self.permits[thread] && self.program.tasks[joined] != Task::Thread {
                return;
            }
            self.push(thread, Action::Join(joined));
        }
    }

    /// Parks if that does not block; else lets another thread park later.
    fn park(&mut self, thread: usize) {
        if std::mem::take(&mut self.permits[thread]) {
            self.push(thread, Action::Park);
            return;
        }
        let is_known = |other: &usize| *other != thread && self.program.tasks[*other] == Task::Thread;
        let others: Vec<usize> = self.threads(Progress::Runs).into_iter().filter(is_known).collect();
        if !others.is_empty() {
            let other = self.random.choose(&others);
            self.permits[other] = true;
            self.push(thread, Action::Unpark(other));
        }
    }

    /// A thread that has nothing to give back ends.
    fn end(&mut self, thread: usize) {
        if thread != 0 && !self.holds(thread) {
            self.progress[thread] = Progress::Ended;
        }
    }

    fn finish(&mut self) {
        loop {
            // Who gives back a monitor may wake another, who then has it.
            while let Some(holder) = self.threads(Progress::Runs).into_iter().find(|&it| self.holds(it)) {
                self.give_back(holder);
            }
            // Who waited last has the monitor that it waits for, as far as those are concerned who still wait.
            let Some(&(_, monitor)) = self.waiting.last() else { break };
            self.notify_one(0, monitor);
        }
    }

    fn holds(&self, thread: usize) -> bool {
        let is_held = |thing: &State| thing.clone().give_back(thread).is_some();
        !self.entered[thread].is_empty() || self.things.iter().any(is_held)
    }

    fn give_back(&mut self, thread: usize) {
        while !self.entered[thread].is_empty() {
            self.leave(thread);
        }
        for thing in 0..self.things.len() {
            while let Some(call) = self.things[thing].give_back(thread) {
                self.push(thread, Action::Use { thing, call });
            }
        }
    }
}
