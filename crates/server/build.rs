//! Pages are compiled into the binary, so a change to them is a change to it.

use std::env;
use std::error::Error;
use std::path::Path;

use tengen_site::{Packing, Site};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed=../../static");
    let site = Site::of(Path::new("../../static"))?;
    // A program that is compiled for speed, as for a package, is also compressed as hard as it can be.
    let packing = if env::var("OPT_LEVEL")? == "3" { Packing::Smallest } else { Packing::Quick };
    site.embed(&Path::new(&env::var("OUT_DIR")?).join("site"), packing)?;
    Ok(())
}
