//! Call graph and points-to.
#![allow(dead_code, missing_docs, reason = "growing")]

mod behaviour;
mod client;
mod context;
mod gaps;
mod graph;
mod ids;
mod options;
mod plugins;
mod set;
mod solver;
mod template;
mod translate;
mod types;
mod world;

pub use options::*;
pub use gaps::*;

use deadheat_models::Bound;
use deadheat_program::MethodId;

pub fn probe(bound: &Bound<'_>, options: Options, roots: &[MethodId]) {
    let start = std::time::Instant::now();
    let mut world = world::World::new(bound, options);
    let mut client = client::NoElements;
    let mut solver = solver::Solver::new(&mut world, &mut client);
    for &root in roots {
        solver.reach_root(root);
    }
    let mut steps = 0u64;
    while solver.step() {
        steps += 1;
        if steps % 1_000_000 == 0 {
            eprintln!("{steps} steps, {} instances, {} nodes, {} edges, {} objects, handed {} {:?}", solver.instances.len(), solver.graph.len(), solver.graph.edge_count(), solver.objects.len(), solver.handed, start.elapsed());
        }
    }
    let mut methods: Vec<_> = solver.instances.iter().map(|i| i.method).collect();
    methods.sort(); methods.dedup();
    eprintln!("{steps} steps, {} methods, {} instances, {} nodes, {} edges, {} objects, {} call edges, handed {} heap {} MB {:?}", methods.len(), solver.instances.len(), solver.graph.len(), solver.graph.edge_count(), solver.objects.len(), solver.edges.len(), solver.handed, solver.graph.heap_size() >> 20, start.elapsed());
}
