//! The folder of pages on its way into a program, by a build script: the modules and style sheets of each
//! page are joined, the page is written in each language, and everything is compressed. A page and its texts
//! themselves are those of the crate `pages`.

mod address;
mod embed;
mod join;
mod module;
mod script;
mod site;
mod style;

pub use embed::Packing;
pub use site::{File, Site};
