//! No file imports anything that leads back to it.

use tengen_architecture::circles;

use crate::SOURCES;

#[test]
fn no_file_imports_anything_that_leads_back_to_it() {
    let (mut found, mut arrows) = (Vec::new(), 0);
    for (name, sources) in &*SOURCES {
        let imports = sources.imports();
        arrows += imports.len();
        for circle in circles(&imports) {
            let within = |file: &String| circle.contains(&file.as_str());
            for (from, to) in imports.iter().filter(|(from, to)| within(from) && within(to)) {
                println!("crates/{name}/src: {from} imports from {to}");
            }
            found.push((name.clone(), circle.into_iter().map(str::to_owned).collect::<Vec<_>>()));
        }
    }
    assert!(arrows > 1_000, "{arrows} imports are read");
    assert!(found.is_empty(), "imports that lead back to where they began: {found:?}");
}
