//! The solver: conflict-driven clause learning (batsat, a MiniSat in Rust) with an order theory.
//!
//! The theory adds the edges of literals as they become true to an incremental topological order; a cycle is a conflict
//! that names the literals on it. Nothing is propagated: conflicts are cheap, and few.

use std::cell::Cell;

use batsat::theory::TheoryArg;
use batsat::{Callbacks, Lit, SolverInterface, SolverOpts, Theory, Var, lbool};

use super::topology::Topology;
use super::{Answer, Literal, Node, Problem, Solver};

/// See the module's description.
#[derive(Debug, Default)]
pub struct Cdcl;

impl Solver for Cdcl {
    fn solve(&mut self, problem: &Problem, most_conflicts: u64) -> Answer {
        let Some(mut order) = Order::new(problem) else { return Answer::Unsatisfiable };
        let mut solver = batsat::Solver::new(SolverOpts::default(), Budget::new(most_conflicts));
        let variables: Vec<Var> = (0..problem.variables).map(|_| solver.new_var_default()).collect();
        let of = |literal: &Literal| Lit::new(variables[literal.variable as usize], literal.is_positive);
        for clause in &problem.clauses {
            let mut literals: Vec<Lit> = clause.iter().map(of).collect();
            if !solver.add_clause_reuse(&mut literals) {
                return Answer::Unsatisfiable;
            }
        }
        match solver.solve_limited_th(&mut order, &[]) {
            result if result == lbool::FALSE => Answer::Unsatisfiable,
            result if result == lbool::TRUE => {
                let value = |&variable: &Var| solver.value_var(variable) == lbool::TRUE;
                Answer::Satisfiable(variables.iter().map(value).collect())
            }
            _ => Answer::Unknown,
        }
    }
}

/// Stops after a number of conflicts, so that the same problem has the same answer on every machine.
struct Budget {
    left: Cell<u64>,
}

impl Budget {
    fn new(most: u64) -> Budget {
        Budget { left: Cell::new(most) }
    }
}

impl Callbacks for Budget {
    fn on_new_clause(&mut self, _: &[Lit], kind: batsat::ClauseKind) {
        if kind != batsat::ClauseKind::Axiom {
            self.left.set(self.left.get().saturating_sub(1));
        }
    }

    fn stop(&self) -> bool {
        self.left.get() == 0
    }
}

/// The order theory.
struct Order {
    topology: Topology,
    /// The edge of a variable.
    edges: Vec<Option<(Node, Node)>>,
    /// Edges that hold, in the order in which they were added.
    added: Vec<(Node, Node)>,
    /// How many held when a level began, and how much of the trail was read.
    levels: Vec<(usize, usize)>,
    read: usize,
    conflict: Vec<Lit>,
}

impl Order {
    /// None if the edges that always hold have a cycle.
    fn new(problem: &Problem) -> Option<Order> {
        let mut topology = Topology::new(problem.nodes);
        for &(first, second) in &problem.edges {
            topology.add(first, second, None).ok()?;
        }
        let mut edges = vec![None; problem.variables as usize];
        for &(variable, first, second) in &problem.conditional {
            edges[variable as usize] = Some((first, second));
        }
        let (added, levels, conflict) = (Vec::new(), Vec::new(), Vec::new());
        Some(Order { topology, edges, added, levels, read: 0, conflict })
    }

    fn check(&mut self, acts: &mut TheoryArg<'_>) {
        while self.read < acts.model().len() {
            let literal = acts.model()[self.read];
            self.read += 1;
            let variable = literal.var().idx();
            let edge = self.edges.get(variable as usize).copied().flatten().filter(|_| literal.sign());
            let Some((first, second)) = edge else { continue };
            match self.topology.add(first, second, Some(variable)) {
                Ok(()) => self.added.push((first, second)),
                Err(cycle) => {
                    self.conflict.clear();
                    self.conflict.extend(cycle.iter().map(|&it| Lit::new(Var::unsafe_from_idx(it), false)));
                    acts.raise_conflict(&self.conflict, false);
                    return;
                }
            }
        }
    }
}

impl Theory for Order {
    fn final_check(&mut self, acts: &mut TheoryArg<'_>) {
        self.check(acts);
    }

    fn create_level(&mut self) {
        self.levels.push((self.added.len(), self.read));
    }

    fn pop_levels(&mut self, n: usize) {
        for _ in 0..n {
            let Some((count, read)) = self.levels.pop() else { return };
            for (first, second) in self.added.drain(count..).rev() {
                self.topology.remove(first, second);
            }
            self.read = read;
        }
    }

    fn n_levels(&self) -> usize {
        self.levels.len()
    }

    fn partial_check(&mut self, acts: &mut TheoryArg<'_>) {
        self.check(acts);
    }

    fn explain_propagation(&mut self, _: Lit) -> &[Lit] {
        &[]
    }
}
