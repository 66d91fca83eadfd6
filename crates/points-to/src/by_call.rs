//! Methods whose results a client tells apart by the calls of them: their contexts have the call (`calls.rs`), and what
//! they make, and what that makes for itself, has a k that reaches back to it.

use deadheat_program::{ClassId, MethodId};
use rustc_hash::FxHashSet;

use crate::ids::{MethodIx, SiteId};
use crate::types::RuntimeType;
use crate::world::{SiteKind, World};

impl World<'_> {
    /// Tells apart what a method makes by the calls of it, and what these objects make for themselves.
    pub(crate) fn tell_apart_by_call(&mut self, method: MethodId) {
        let method = self.method(method);
        self.methods[method.index()].by_call = true;
        let made = self.allocations(|by| by == method);
        let classes: FxHashSet<ClassId> = made
            .iter()
            .filter_map(|&site| match *self.types.get(self.site(site).ty?) {
                RuntimeType::Class(class) if self.program.is_application(class) => Some(class),
                _ => None,
            })
            .collect();
        let inside = self.allocations(|by| self.class_of(by).is_some_and(|class| classes.contains(&class)));
        for (sites, k) in [(made, 2), (inside, 3)] {
            sites.into_iter().for_each(|site| self.raise(site, k));
        }
    }

    /// The allocations of methods that were met.
    fn allocations(&self, is_meant: impl Fn(MethodIx) -> bool) -> Vec<SiteId> {
        let sites = self.sites.iter().enumerate();
        let own = sites.filter(|(_, site)| matches!(site.kind, SiteKind::Alloc(of, ..) if is_meant(of)));
        own.map(|(index, _)| SiteId(index as u32)).collect()
    }
}
