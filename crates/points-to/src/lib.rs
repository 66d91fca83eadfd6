//! Call graph and points-to.
#![allow(dead_code, missing_docs, reason = "growing")]

mod behaviour;
mod client;
mod context;
mod cycles;
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
    for root in solver.world.bound.methods_with(|c| c.entry.is_some()) { if !solver.world.program.is_application(root.class) && solver.world.program.method(root).unwrap().flags.is_static() { solver.reach_root(root); } }
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

    let mut pk: std::collections::BTreeMap<String, usize> = Default::default(); for &m in &methods { if let Some(c) = solver.world.class_of(m) { let n = solver.world.program.symbols().text(solver.world.program.class_name(c)).into_owned(); let p: Vec<&str> = n.split('/').collect(); *pk.entry(p[..p.len().saturating_sub(1).min(3)].join("/")).or_default() += 1; } }
    let mut pk: Vec<_> = pk.into_iter().collect(); pk.sort_by_key(|x| std::cmp::Reverse(x.1)); for x in pk.iter().take(40) { eprintln!("PKG {x:?}"); }
    let mut total = 0usize; let mut cost: Vec<(u64, usize, u32, String)> = Vec::new();
    for n in 0..solver.graph.len() { let id = ids::NodeId(n as u32); if solver.graph.root(id) != id { continue; }
        let size = solver.graph.set(id).len(); total += size;
        let mut e = solver.graph.first_edge(id); let mut out = 0; while let Some((_, _, next)) = solver.graph.edge(e) { out += 1; e = next; }
        let mut uses = 0;
        let name = match solver.graph.owner(id) { Some(o) => { let i = &solver.instances[o.index()]; uses = i.template.uses(n as u32 - i.first_node.0).len() as u32; format!("{} v{}", solver.world.display(i.method), n as u32 - i.first_node.0) } None => solver.fields.iter().find(|(_, v)| **v == id).map(|((o, f), _)| format!("field {} of {}", f.0, solver.world.types.display(solver.type_of(*o)))).unwrap_or_default() };
        cost.push(((size * (out + uses as usize)) as u64, size, out as u32 + uses, name)); }
    cost.sort_by_key(|c| std::cmp::Reverse(c.0));
    eprintln!("total set sizes {total}");
    for c in cost.iter().take(40) { eprintln!("{} size {} out {} {}", c.0, c.1, c.2, c.3); }
}
