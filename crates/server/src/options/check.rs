//! The options of the check of records.

use std::path::PathBuf;

use clap::Args;
use tengen_check::{DeadChoice, RulesChoice};

/// The options of `tengen check`.
#[derive(Debug, Clone, Args)]
pub struct CheckOptions {
    /// Records in SGF, GIB, NGF or UGF, or folders in which all files with the endings of these are checked, also in
    /// folders below them; - is standard input.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,

    /// The rules for all records [default: the record's own, or japanese where it names none that are known].
    #[arg(long, value_name = "PRESET[,AXIS=VALUE...]")]
    pub rules: Option<RulesChoice>,

    /// Read files that are too much for an import: up to 64 MiB and 4 Mi nodes in place of 8 MiB and 200,000.
    #[arg(long)]
    pub large: bool,

    /// Dead stones: none, auto (what the engine proposes), or points such as D4,Q16, one or more of each chain.
    #[arg(long, value_name = "none|auto|POINTS", default_value = "none")]
    pub dead: DeadChoice,
}
