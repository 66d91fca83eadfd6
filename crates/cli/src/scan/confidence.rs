//! How much speaks for a race, in words.

use deadheat_races::{Confidence, Doubt, Sign};

/// Why a race is likely, or no more than possible.
pub(super) fn because(confidence: Confidence) -> String {
    match confidence {
        Confidence::Likely(sign) => sign_text(sign),
        Confidence::Possible(doubt) => doubt_text(doubt).to_owned(),
    }
}

/// How likely a race is, and why.
pub(super) fn confidence_text(confidence: Confidence) -> String {
    format!("{}: {}", name(confidence), because(confidence))
}

/// `likely` or `possible`.
pub(super) fn name(confidence: Confidence) -> &'static str {
    if confidence.is_likely() { "likely" } else { "possible" }
}

fn sign_text(sign: Sign) -> String {
    match sign {
        Sign::Static => "the field is static".to_owned(),
        Sign::Single => "the program has one such object".to_owned(),
        Sign::HandedOver => "one of the threads was handed the object by another".to_owned(),
        Sign::DealtOut => "several tasks may have been given the object".to_owned(),
        Sign::Uneven { locked, all } => {
            format!("the write holds a lock, the read does not; {locked} of {all} accesses do")
        }
        Sign::Callers => {
            "callers from outside make the object and use it, and its class synchronises".to_owned()
        }
    }
}

/// What speaks against a race, without a subject.
pub(super) fn doubt_text(doubt: Doubt) -> &'static str {
    match doubt {
        Doubt::Follows => "another race publishes the object before it is complete",
        Doubt::Construction => "one access is part of making the object",
        Doubt::ClassLiteral => "an old compiler keeps a class literal there, always the same",
        Doubt::Initialisation => "only a static initialiser makes one access",
        Doubt::Guessed => "only reflective calls of unknown targets lead to one access",
        Doubt::CalledBack => {
            "library code that is not looked into calls one access back, with objects that it was given"
        }
        Doubt::SetUp => "the main thread may write before it starts others",
        Doubt::SameLock => "both accesses hold a lock that may be the same one",
        Doubt::Finalizer => "a finalizer is one of the threads, when nobody else has the object",
        Doubt::Own => "one thread has only what it made itself, or was given alone",
        Doubt::Lent => "callers would have to share an object that they were given",
        Doubt::Unsynchronised => "callers would have to share an object whose class never synchronises",
        Doubt::Contents => "each thread may have an array or library object of its own",
        Doubt::Unshared => "each thread may have an object of its own",
    }
}
