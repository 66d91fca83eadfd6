//! Strongly connected components of a graph, callees before callers: what flows along calls has one value in each.
//!
//! Tarjan's algorithm (1972), with a stack of its own instead of recursion.

/// By node, the number of its component. An edge leads to the same component, or to one with a smaller number.
pub(crate) fn components<'s, I>(count: usize, successors: impl Fn(usize) -> I) -> Vec<usize>
where
    I: Iterator<Item = usize> + 's,
{
    let mut search = Search {
        order: vec![0; count],
        low: vec![0; count],
        component: vec![OPEN; count],
        ..Search::default()
    };
    for root in 0..count {
        if search.order[root] == 0 {
            search.from(root, &successors);
        }
    }
    search.component
}

/// In no component yet.
const OPEN: usize = usize::MAX;

#[derive(Default)]
struct Search {
    /// By node: the order of discovery, from 1.
    order: Vec<usize>,
    /// By node: the first node in that order that it is known to reach among those that are open.
    low: Vec<usize>,
    component: Vec<usize>,
    open: Vec<usize>,
    discovered: usize,
    closed: usize,
}

impl Search {
    fn from<'s, I>(&mut self, root: usize, successors: &impl Fn(usize) -> I)
    where
        I: Iterator<Item = usize> + 's,
    {
        self.discover(root);
        let mut path = vec![(root, successors(root))];
        while let Some((node, left)) = path.last_mut() {
            let node = *node;
            match left.next() {
                Some(next) if self.order[next] == 0 => {
                    self.discover(next);
                    path.push((next, successors(next)));
                }
                Some(next) if self.component[next] == OPEN => {
                    self.low[node] = self.low[node].min(self.order[next]);
                }
                Some(_) => {}
                None => {
                    path.pop();
                    if let Some(&(parent, _)) = path.last() {
                        self.low[parent] = self.low[parent].min(self.low[node]);
                    }
                    if self.low[node] == self.order[node] {
                        self.close(node);
                    }
                }
            }
        }
    }

    fn discover(&mut self, node: usize) {
        self.discovered += 1;
        (self.order[node], self.low[node]) = (self.discovered, self.discovered);
        self.open.push(node);
    }

    fn close(&mut self, first: usize) {
        while let Some(node) = self.open.pop() {
            self.component[node] = self.closed;
            if node == first {
                break;
            }
        }
        self.closed += 1;
    }
}

#[cfg(test)]
mod tests {
    use deadheat_harness::Random;

    use super::components;

    /// Nodes are in one component if each reaches the other; and what is reached is numbered before.
    #[test]
    fn components_are_those_of_mutual_reachability() {
        let mut random = Random::new(5);
        for _ in 0..300 {
            let count = 1 + random.below(12);
            let edges: Vec<Vec<usize>> =
                (0..count).map(|_| (0..random.below(4)).map(|_| random.below(count)).collect()).collect();
            let found = components(count, |node| edges[node].iter().copied());
            let reached: Vec<Vec<bool>> = (0..count).map(|node| reached(&edges, node)).collect();
            for one in 0..count {
                for other in 0..count {
                    let is_mutual = reached[one][other] && reached[other][one];
                    assert_eq!(found[one] == found[other], is_mutual, "{edges:?} {found:?}");
                    assert!(!reached[one][other] || found[other] <= found[one], "{edges:?} {found:?}");
                }
            }
        }
    }

    fn reached(edges: &[Vec<usize>], from: usize) -> Vec<bool> {
        let mut reached = vec![false; edges.len()];
        let mut work = vec![from];
        while let Some(node) = work.pop() {
            if !std::mem::replace(&mut reached[node], true) {
                work.extend(&edges[node]);
            }
        }
        reached
    }
}
