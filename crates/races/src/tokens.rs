//! What is known of tokens at a place of a body (`flow`): which are seen by others, which were stored, what they hold.

/// A set of tokens.
pub(crate) type Tokens = u128;

/// What a value may be.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Source {
    /// One of these.
    pub(crate) direct: Tokens,
    /// Something that one of these holds.
    pub(crate) inner: Tokens,
    /// What that may be, by its type.
    pub(crate) fits: Tokens,
    /// Something else.
    pub(crate) unknown: bool,
}

impl Source {
    pub(crate) const UNKNOWN: Source = Source { direct: 0, inner: 0, fits: 0, unknown: true };

    pub(crate) fn union(self, other: Source) -> Source {
        Source {
            direct: self.direct | other.direct,
            inner: self.inner | other.inner,
            fits: self.fits | other.fits,
            unknown: self.unknown | other.unknown,
        }
    }

    pub(crate) fn is_direct(self) -> bool {
        self.inner == 0 && !self.unknown
    }
}

/// See the module's description.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct State {
    /// Seen by others.
    pub(crate) seen: Tokens,
    /// Stored somewhere at least once.
    pub(crate) stored: Tokens,
    /// By token.
    pub(crate) holds: Vec<Tokens>,
    /// By token: what it is a view of, and its views. They are seen and hold the same.
    pub(crate) alike: Vec<Tokens>,
}

impl State {
    /// The tokens and all that they hold, with views.
    pub(crate) fn closure(&self, tokens: Tokens) -> Tokens {
        let mut all = tokens;
        loop {
            let more = each(all).fold(all, |more, token| more | self.holds[token] | self.alike[token]);
            if more == all {
                return all;
            }
            all = more;
        }
    }

    /// The tokens, what they are views of, and views of them.
    pub(crate) fn alike(&self, tokens: Tokens) -> Tokens {
        let mut all = tokens;
        loop {
            let more = each(all).fold(all, |more, token| more | self.alike[token]);
            if more == all {
                return all;
            }
            all = more;
        }
    }

    /// All that the tokens hold.
    pub(crate) fn held(&self, tokens: Tokens) -> Tokens {
        self.closure(each(self.alike(tokens)).fold(0, |held, token| held | self.holds[token]))
    }

    pub(crate) fn meant(&self, source: Source) -> Tokens {
        source.direct | self.held(source.inner) & source.fits
    }

    pub(crate) fn publish(&mut self, source: Source) {
        self.stored |= source.direct;
        self.seen |= self.closure(self.meant(source));
    }

    /// Something is stored in an object.
    pub(crate) fn keep(&mut self, holder: Source, tokens: Tokens) {
        self.stored |= tokens;
        if !holder.is_direct() || holder.direct & self.seen != 0 {
            self.seen |= self.closure(tokens);
        }
        for token in each(holder.direct) {
            self.holds[token] |= tokens;
        }
    }

    pub(crate) fn union(&mut self, other: &State) -> bool {
        let before = (self.seen, self.stored);
        self.seen |= other.seen;
        self.stored |= other.stored;
        let mut grew = before != (self.seen, self.stored);
        let holds = self.holds.iter_mut().zip(&other.holds);
        for (own, more) in holds.chain(self.alike.iter_mut().zip(&other.alike)) {
            grew |= more & !*own != 0;
            *own |= more;
        }
        grew
    }
}

pub(crate) fn each(mut tokens: Tokens) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let token = tokens.trailing_zeros() as usize;
        (tokens != 0).then(|| {
            tokens &= tokens - 1;
            token
        })
    })
}
