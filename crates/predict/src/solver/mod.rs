//! Boolean constraints over an order of nodes, behind one trait.
//!
//! A problem has nodes, edges that always hold, literals that may be true, literals that stand for an edge (if such a
//! literal is true, the edge holds; if it is false, nothing follows), and clauses. It is satisfiable if there is an
//! assignment that makes all clauses true and leaves the edges without a cycle.

pub mod cdcl;
mod topology;

/// A node of the order.
pub type Node = u32;

/// A literal: a variable and its sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Literal {
    /// The variable.
    pub variable: u32,
    /// Whether it stands for the variable's being true.
    pub is_positive: bool,
}

impl std::ops::Not for Literal {
    type Output = Literal;

    fn not(self) -> Literal {
        Literal { is_positive: !self.is_positive, ..self }
    }
}

/// What is to be solved.
#[derive(Debug, Clone, Default)]
pub struct Problem {
    /// How many nodes.
    pub nodes: u32,
    /// How many variables.
    pub variables: u32,
    /// Edges that always hold.
    pub edges: Vec<(Node, Node)>,
    /// Edges that hold if their variable is true.
    pub conditional: Vec<(u32, Node, Node)>,
    /// At least one literal of each is true.
    pub clauses: Vec<Vec<Literal>>,
}

impl Problem {
    /// A new variable.
    pub fn variable(&mut self) -> Literal {
        self.variables += 1;
        Literal { variable: self.variables - 1, is_positive: true }
    }
}

/// What came out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// The variables' values.
    Satisfiable(Vec<bool>),
    /// There is no solution.
    Unsatisfiable,
    /// The budget is spent.
    Unknown,
}

/// Solves problems.
pub trait Solver {
    /// Looks for a solution; gives up after that many conflicts.
    fn solve(&mut self, problem: &Problem, most_conflicts: u64) -> Answer;
}
