//! Which crate of the workspace imports which.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::Unreadable;

/// A crate of the workspace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Crate {
    /// Its name without the prefix that all share.
    pub name: String,
    /// Its folder.
    pub folder: PathBuf,
    /// The names of the crates of the workspace that it imports. Those of its tests and its build script are left out.
    pub imports: BTreeSet<String>,
}

/// The part of their names that all crates share.
const PREFIX: &str = "tengen-";

/// The crates of the workspace to which a folder belongs, by their names.
pub fn crates(folder: &Path) -> Result<Vec<Crate>, Unreadable> {
    let metadata = metadata(folder)?;
    let packages = metadata["packages"].as_array().into_iter().flatten();
    let mut crates: Vec<Crate> = packages.filter_map(of_package).collect();
    crates.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(crates)
}

/// What cargo knows of the workspace to which a folder belongs.
pub(crate) fn metadata(folder: &Path) -> Result<Value, Unreadable> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let said = Command::new(cargo)
        .args(["metadata", "--format-version", "1", "--no-deps", "--offline", "--locked"])
        .current_dir(folder)
        .output()?;
    if !said.status.success() {
        return Err(Unreadable::Cargo(String::from_utf8_lossy(&said.stderr).into_owned()));
    }
    serde_json::from_slice(&said.stdout).map_err(|error| Unreadable::Cargo(error.to_string()))
}

fn of_package(package: &Value) -> Option<Crate> {
    let short = |name: &Value| name.as_str()?.strip_prefix(PREFIX).map(str::to_owned);
    let dependencies = package["dependencies"].as_array().into_iter().flatten();
    // Of the usual kind, there is no word.
    let usual =
        dependencies.filter(|dependency| dependency["kind"].is_null() && dependency["path"].is_string());
    Some(Crate {
        name: short(&package["name"])?,
        folder: Path::new(package["manifest_path"].as_str()?).parent()?.to_owned(),
        imports: usual.filter_map(|dependency| short(&dependency["name"])).collect(),
    })
}
