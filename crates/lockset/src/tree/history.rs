//! The concurrency history of a code place (definition 3.3.4): the contexts under which it was come to, in a trie, since
//! contexts share their beginnings. A node has the first two threads that came with just that context (algorithm 2).

use deadheat_trace::ThreadId;

use super::context::{Context, Element};

/// A node of the trie.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct HistoryNode {
    /// The threads that came here, two at most.
    pub stack: Vec<ThreadId>,
    /// Edges and where they lead, in order.
    pub children: Vec<(Element, HistoryNode)>,
}

/// See the module's description.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct History {
    /// The node of the empty context.
    pub root: HistoryNode,
}

const MOST: usize = 2;

impl History {
    /// A thread comes with a context: whether that says nothing new.
    pub(super) fn is_redundant(
        &mut self,
        thread: ThreadId,
        context: &Context,
        between_threads: bool,
    ) -> bool {
        let stack = &mut self.find(context).stack;
        if stack.contains(&thread) || between_threads && stack.len() == MOST {
            return true;
        }
        stack.push(thread);
        false
    }

    fn find(&mut self, context: &Context) -> &mut HistoryNode {
        let mut node = &mut self.root;
        for element in context.elements() {
            let at = match node.children.binary_search_by_key(element, |(its, _)| *its) {
                Ok(at) => at,
                Err(at) => {
                    node.children.insert(at, (*element, HistoryNode::default()));
                    at
                }
            };
            node = &mut node.children[at].1;
        }
        node
    }

    /// How many nodes there are.
    pub fn nodes(&self) -> usize {
        self.root.count()
    }

    /// The threads that came with a context, by its elements; none if there is no such node.
    pub fn stack(&self, elements: &[Element]) -> &[ThreadId] {
        let mut node = Some(&self.root);
        for element in elements {
            let children = node.map_or(&[][..], |node| &node.children);
            node = children.iter().find(|(its, _)| its == element).map(|(_, child)| child);
        }
        node.map_or(&[], |node| &node.stack)
    }
}

impl HistoryNode {
    fn count(&self) -> usize {
        1 + self.children.iter().map(|(_, child)| child.count()).sum::<usize>()
    }
}
