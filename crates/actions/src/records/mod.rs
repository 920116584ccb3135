//! Records of games that were played elsewhere: brought, shown, changed, taken away.

mod bounds;
mod bringing;
mod changing;
mod own;
mod quota;
mod reading;
mod showing;

pub use bounds::{RecordBounds, bounds_of};
pub use bringing::{bring_records, remove_record};
pub use changing::change_record;
pub use own::own;
pub use reading::reading;
pub use showing::{Told, show_record};
