//! Imports that lead back to where they began.

use petgraph::algo::tarjan_scc;
use petgraph::graphmap::DiGraphMap;

use crate::Imports;

/// The files of each circle in the order of their names, the circles in the order of their first files. None is a part of another:
/// files that several circles join are one.
///
/// ```
/// use tengen_architecture::{Imports, circles};
///
/// let imports = Imports::from([("a", "b"), ("b", "c"), ("c", "b"), ("c", "d")].map(|(from, to)| (from.into(), to.into())));
/// assert_eq!(circles(&imports), [["b", "c"]]);
/// ```
pub fn circles(imports: &Imports) -> Vec<Vec<&str>> {
    let graph: DiGraphMap<&str, ()> =
        imports.iter().map(|(from, to)| (from.as_str(), to.as_str(), ())).collect();
    let mut circles: Vec<Vec<&str>> = tarjan_scc(&graph);
    circles.retain(|files| files.len() > 1);
    for files in &mut circles {
        files.sort_unstable();
    }
    circles.sort_unstable();
    circles
}
