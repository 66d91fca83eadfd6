//! Completions of shells and manual pages, made from the command's own description.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::CommandFactory;
use clap_complete::Shell;

use crate::Arguments;

/// The completions of a shell.
pub(crate) fn completions(shell: Shell, text: &mut String) -> Result<()> {
    let mut bytes = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "deadheat", &mut bytes);
    text.push_str(&String::from_utf8(bytes)?);
    Ok(())
}

/// Writes a manual page for the command and for each of its subcommands.
pub(crate) fn man_pages(directory: &Path, text: &mut String) -> Result<()> {
    fs::create_dir_all(directory).with_context(|| format!("{} cannot be made", directory.display()))?;
    let mut command = Arguments::command();
    command.build();
    let mut pages = vec![("deadheat".to_owned(), command.clone())];
    for subcommand in command.get_subcommands().filter(|it| !it.is_hide_set() && it.get_name() != "help") {
        let name = format!("deadheat-{}", subcommand.get_name());
        pages.push((name, subcommand.clone()));
    }
    for (name, page) in pages {
        let mut bytes = Vec::new();
        clap_mangen::Man::new(page).render(&mut bytes)?;
        let file: PathBuf = directory.join(format!("{name}.1"));
        fs::write(&file, bytes).with_context(|| format!("{} cannot be written", file.display()))?;
        text.push_str(&format!("{}\n", file.display()));
    }
    Ok(())
}
