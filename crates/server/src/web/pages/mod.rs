//! Pages and pictures for browsers, and their addresses.

pub(super) mod codes;
pub(super) mod embed;
mod embedded;
mod escaped;
pub(super) mod given;
pub(super) mod language;
pub(super) mod missing;
pub(super) mod page;
pub(super) mod page_parts;
pub(super) mod patience;
pub(super) mod pictures;
pub(super) mod policy;
pub(super) mod preview;
pub(super) mod site;
