//! Migrations are compiled into the program, so a change to them is a change to it.

use std::env;
use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed=../../migrations");
    let folder = fs::canonicalize("../../migrations")?;
    for database in ["sqlite", "postgres"] {
        let list = list(&folder.join(database))?;
        fs::write(Path::new(&env::var("OUT_DIR")?).join(format!("{database}.rs")), list)?;
    }
    Ok(())
}

/// The files of a folder, `NUMBER_name.sql` each, as an expression: their numbers, their names in words, and their texts.
fn list(folder: &Path) -> Result<String, Box<dyn Error>> {
    let mut files =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>, Box<dyn Error>>>()?;
    files.sort();
    let mut list = String::from("&[\n");
    for file in files {
        let stem = file.file_name().and_then(|name| name.to_str()?.strip_suffix(".sql"));
        let parts = stem.and_then(|stem| stem.split_once('_'));
        let Some((number, name)) = parts.and_then(|(number, name)| Some((number.parse::<i64>().ok()?, name)))
        else {
            return Err(format!("{} is not NUMBER_name.sql", file.display()).into());
        };
        let (name, path) = (name.replace('_', " "), file.to_str().ok_or("a path that is not UTF-8")?);
        writeln!(list, "({number}, {name:?}, include_str!({path:?})),")?;
    }
    list.push(']');
    Ok(list)
}
