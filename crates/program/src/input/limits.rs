//! Limits on what hostile archives may cost, and the account kept of it while opening.

use crate::error::{Error, Result};

/// Upper bounds; all are far above what real programs need.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Bytes of one class file or resource.
    pub entry: u64,
    /// Bytes of one archive inside another.
    pub nested: u64,
    /// Bytes of all inflated inner archives together; they stay in memory.
    pub nested_total: u64,
    /// How many archives inside archives are opened in all.
    pub nested_count: u32,
    /// How many levels of archives inside archives are opened.
    pub nesting: u32,
    /// Bytes of all zip central directories and jimage indexes together.
    pub directories: u64,
    /// Files found by walking directories, all together.
    pub files: u32,
    /// Levels of subdirectories walked.
    pub depth: u32,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            entry: 64 << 20,
            nested: 1 << 30,
            nested_total: 2 << 30,
            nested_count: 16_384,
            nesting: 4,
            directories: 512 << 20,
            files: 2_000_000,
            depth: 128,
        }
    }
}

/// What is left of the [`Limits`] that hold for one opening as a whole.
#[derive(Debug)]
pub(super) struct Budget {
    limits: Limits,
    memory: u64,
    directories: u64,
    archives: u64,
    files: u64,
    spent: bool,
}

impl Budget {
    pub(super) fn new(limits: Limits) -> Budget {
        let Limits { nested_total, nested_count, directories, files, .. } = limits;
        Budget {
            limits,
            memory: nested_total,
            directories,
            archives: nested_count.into(),
            files: files.into(),
            spent: false,
        }
    }

    pub(super) fn limits(&self) -> &Limits {
        &self.limits
    }

    pub(super) fn charge_memory(&mut self, bytes: u64) -> Result<()> {
        charge(&mut self.memory, bytes, "archives inside archives hold too much to keep in memory")
    }

    pub(super) fn charge_directory(&mut self, bytes: u64) -> Result<()> {
        let charged = charge(&mut self.directories, bytes, "the archives' directories are too large");
        self.spent |= charged.is_err();
        charged
    }

    pub(super) fn charge_nested(&mut self) -> Result<()> {
        let charged = charge(&mut self.archives, 1, "too many archives inside archives");
        self.spent |= charged.is_err();
        charged
    }

    /// Whether no further archive inside another one should be tried.
    pub(super) fn nested_spent(&self) -> bool {
        self.spent
    }

    pub(super) fn charge_file(&mut self) -> Result<()> {
        charge(&mut self.files, 1, "too many files below the directories")
    }
}

fn charge(left: &mut u64, amount: u64, message: &str) -> Result<()> {
    *left = left.checked_sub(amount).ok_or_else(|| Error::limit(message))?;
    Ok(())
}
