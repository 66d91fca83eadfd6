//! An incremental topological order (Pearce and Kelly, JEA 2006) with edges that can be taken back.
//!
//! Naive model: a set of edges, and a search for a cycle after each new one. Here each node has a rank; an edge that agrees
//! with the ranks costs nothing, another one reorders only the nodes between its ends. Edges that are taken
//! back leave the ranks as they are, which are right for fewer edges as well.

use super::Node;

/// An edge's tag: which variable it stands for; none for edges that always hold.
pub(super) type Tag = Option<u32>;

#[derive(Debug, Default)]
pub(super) struct Topology {
    rank: Vec<u32>,
    out: Vec<Vec<(Node, Tag)>>,
    into: Vec<Vec<Node>>,
    mark: Vec<bool>,
    /// How a search came to a node.
    from: Vec<(Node, Tag)>,
}

impl Topology {
    pub(super) fn new(nodes: u32) -> Topology {
        let count = nodes as usize;
        Topology {
            rank: (0..nodes).collect(),
            out: vec![Vec::new(); count],
            into: vec![Vec::new(); count],
            mark: vec![false; count],
            from: vec![(0, None); count],
        }
    }

    /// Adds an edge. If that closes a cycle, nothing is added, and the tags on it are given, the edge's own included.
    pub(super) fn add(&mut self, first: Node, second: Node, tag: Tag) -> Result<(), Vec<u32>> {
        if first == second {
            return Err(tag.into_iter().collect());
        }
        let (low, high) = (self.rank[second as usize], self.rank[first as usize]);
        if low < high {
            let forward = self.forward(second, first, high);
            let Some(forward) = forward else { return Err(self.cycle(first, second, tag)) };
            let backward = self.backward(first, low);
            self.reorder(backward, forward);
        }
        self.out[first as usize].push((second, tag));
        self.into[second as usize].push(first);
        Ok(())
    }

    /// Takes the edge back that was added last between these nodes.
    pub(super) fn remove(&mut self, first: Node, second: Node) {
        let (out, into) = (&mut self.out[first as usize], &mut self.into[second as usize]);
        if let Some(at) = out.iter().rposition(|(to, _)| *to == second) {
            out.remove(at);
        }
        if let Some(at) = into.iter().rposition(|from| *from == first) {
            into.remove(at);
        }
    }

    /// Nodes that are reached from `start` and rank at most `high`; none if `goal` is one.
    fn forward(&mut self, start: Node, goal: Node, high: u32) -> Option<Vec<Node>> {
        let mut reached = vec![start];
        self.mark[start as usize] = true;
        let mut at = 0;
        let mut found = false;
        while at < reached.len() && !found {
            let node = reached[at];
            at += 1;
            for index in 0..self.out[node as usize].len() {
                let (next, tag) = self.out[node as usize][index];
                if self.mark[next as usize] || self.rank[next as usize] > high {
                    continue;
                }
                self.mark[next as usize] = true;
                self.from[next as usize] = (node, tag);
                reached.push(next);
                if next == goal {
                    found = true;
                    break;
                }
            }
        }
        reached.iter().for_each(|&node| self.mark[node as usize] = false);
        (!found).then_some(reached)
    }

    fn backward(&mut self, start: Node, low: u32) -> Vec<Node> {
        let mut reached = vec![start];
        self.mark[start as usize] = true;
        let mut at = 0;
        while at < reached.len() {
            let node = reached[at];
            at += 1;
            for index in 0..self.into[node as usize].len() {
                let before = self.into[node as usize][index];
                if !self.mark[before as usize] && self.rank[before as usize] >= low {
                    self.mark[before as usize] = true;
                    reached.push(before);
                }
            }
        }
        reached.iter().for_each(|&node| self.mark[node as usize] = false);
        reached
    }

    /// What leads to the new edge comes before what it leads to, on the same ranks.
    fn reorder(&mut self, mut backward: Vec<Node>, mut forward: Vec<Node>) {
        let by_rank =
            |rank: &[u32], nodes: &mut Vec<Node>| nodes.sort_unstable_by_key(|&node| rank[node as usize]);
        by_rank(&self.rank, &mut backward);
        by_rank(&self.rank, &mut forward);
        backward.append(&mut forward);
        let mut ranks: Vec<u32> = backward.iter().map(|&node| self.rank[node as usize]).collect();
        ranks.sort_unstable();
        for (node, rank) in backward.into_iter().zip(ranks) {
            self.rank[node as usize] = rank;
        }
    }

    /// The way that the last search found from `second` to `first`, and the edge that closes it.
    fn cycle(&self, first: Node, second: Node, tag: Tag) -> Vec<u32> {
        let mut tags: Vec<u32> = tag.into_iter().collect();
        let mut node = first;
        while node != second {
            let (before, tag) = self.from[node as usize];
            tags.extend(tag);
            node = before;
        }
        tags
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reaches(edges: &[(Node, Node)], from: Node, to: Node) -> bool {
        let mut seen = vec![from];
        let mut at = 0;
        while at < seen.len() {
            let node = seen[at];
            at += 1;
            for &(_, next) in edges.iter().filter(|(first, _)| *first == node) {
                if !seen.contains(&next) {
                    seen.push(next);
                }
            }
        }
        seen.contains(&to)
    }

    #[test]
    fn agrees_with_a_search_for_cycles() {
        let mut seed = 1u64;
        let mut random = |below: u64| {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            seed % below
        };
        for _ in 0..300 {
            let nodes = 2 + random(12) as u32;
            let mut topology = Topology::new(nodes);
            let mut edges = Vec::new();
            for number in 0..60u32 {
                if random(4) == 0 && !edges.is_empty() {
                    let (first, second) = edges.pop().unwrap();
                    topology.remove(first, second);
                    continue;
                }
                let (first, second) = (random(u64::from(nodes)) as u32, random(u64::from(nodes)) as u32);
                let closes = first == second || reaches(&edges, second, first);
                match topology.add(first, second, Some(number)) {
                    Ok(()) => edges.push((first, second)),
                    Err(cycle) => assert!(cycle.contains(&number)),
                }
                assert_eq!(closes, edges.last() != Some(&(first, second)) || closes, "{first} {second}");
                assert!(edges.iter().all(|&(a, b)| topology.rank[a as usize] < topology.rank[b as usize]));
            }
        }
    }
}
