//! What an engine announces: one pair of accesses of one location. All engines' results become this, and are merged.

use crate::finding::{Access, Engine, Location, Proof};

/// A race as one engine tells it.
#[derive(Debug, Clone)]
pub struct Announced {
    /// What races.
    pub location: Location,
    /// One access; in a run, the earlier one.
    pub first: Access,
    /// The other.
    pub second: Access,
    /// What the engine says.
    pub proof: Proof,
    /// Why nothing orders the accesses, if the engine knows better than locks and threads tell.
    pub why: Option<String>,
    /// The location whose race publishes the object, in the engine's words.
    pub published_by: Option<String>,
    /// The location in the engine's words; what it tells apart has different ones.
    pub place: String,
}

/// All that an engine found, and what it says about its work.
#[derive(Debug, Clone, Default)]
pub struct Announcements {
    /// The races.
    pub races: Vec<Announced>,
    /// What the work was like.
    pub work: Vec<Work>,
}

impl Announcements {
    /// Adds what another engine found.
    pub fn add(&mut self, other: Announcements) {
        self.races.extend(other.races);
        self.work.extend(other.work);
    }
}

/// An engine's work.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Work {
    /// Who worked.
    pub engine: Engine,
    /// What it did, in a line.
    pub summary: String,
    /// Of `scan`: how many pairs there were, what each filter removed, and what is left.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub filters: Vec<FilterEffect>,
    /// What it could not see.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gaps: Vec<String>,
}

/// What a filter of `scan` did.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct FilterEffect {
    /// Its name.
    pub name: String,
    /// How many pairs it removed, on its own.
    pub removed: u64,
}
