//! What a client tells apart more finely than the options say: so that a solution that is given up leaves no trace.

use rustc_hash::FxHashMap;

use crate::ids::{MethodIx, SiteId};
use crate::world::World;

/// See the module's description.
pub(crate) struct Precision {
    raised: FxHashMap<SiteId, u8>,
    by_call: Vec<MethodIx>,
}

impl World<'_> {
    /// What is told apart now.
    pub(crate) fn precision(&self) -> Precision {
        let methods = self.methods.iter().enumerate().filter(|(_, method)| method.by_call);
        Precision {
            raised: self.raised.clone(),
            by_call: methods.map(|(index, _)| MethodIx(index as u32)).collect(),
        }
    }

    /// Goes back to what was told apart before.
    pub(crate) fn restore(&mut self, before: Precision) {
        self.raised = before.raised;
        self.methods.iter_mut().for_each(|method| method.by_call = false);
        for method in before.by_call {
            self.methods[method.index()].by_call = true;
        }
        self.forget_solution();
    }
}
