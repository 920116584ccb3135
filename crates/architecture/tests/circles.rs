//! No file imports anything that leads back to it.

use std::path::Path;

use tengen_architecture::{circles, crates, imports_of};

#[test]
fn no_file_imports_anything_that_leads_back_to_it() {
    let mut found = Vec::new();
    for one in crates(Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap() {
        let imports = imports_of(&one.folder.join("src")).unwrap();
        for circle in circles(&imports) {
            let within = |file: &String| circle.contains(&file.as_str());
            for (from, to) in imports.iter().filter(|(from, to)| within(from) && within(to)) {
                println!("crates/{}/src: {from} imports from {to}", one.name);
            }
            found.push((one.name.clone(), circle.into_iter().map(str::to_owned).collect::<Vec<_>>()));
        }
    }
    assert!(found.is_empty(), "imports that lead back to where they began: {found:?}");
}
