//! Findings: what the engines announce, merged into one list, ranked, and written for people and machines.
//!
//! In: what `scan`, `run` and `predict` write as JSON ([`from_scan()`], [`from_run()`], [`from_predict()`]). Then [`merge()`] makes one [`Finding`] of each
//! location that races; [`suppress`] and [`baseline`] say which of them count; out come text, JSON, SARIF, JUnit XML and
//! one HTML page. The crate reads no class files: what it needs to know of code it asks by the trait [`Code`].
//!
//! Invariant: the same announcements give the same text, in whatever order they came.

pub mod announced;
pub mod baseline;
mod cause;
pub mod diff;
pub mod finding;
mod from_predict;
mod from_run;
mod from_scan;
pub mod html;
pub mod identity;
pub mod json;
pub mod junit;
mod merge;
pub mod sarif;
pub mod source;
mod suggest;
pub mod suppress;
pub mod text;

pub use announced::{Announced, Announcements, Work};
pub use finding::Finding;
pub use from_predict::{from_predict, from_predictions, is_predict};
pub use from_run::{from_run, is_run, tests_of};
pub use from_scan::{from_scan, grouped, is_scan};
pub use identity::{Code, NoCode};
pub use merge::{Findings, merge};
