//! Pages are compiled into the binary, so a change to them is a change to it.

use std::env;
use std::error::Error;
use std::path::Path;

use tengen_site::Site;

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed=../../static");
    let site = Site::of(Path::new("../../static"))?;
    site.embed(&Path::new(&env::var("OUT_DIR")?).join("site"))?;
    Ok(())
}
