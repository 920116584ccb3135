//! The failure of a measurement.

use std::error::Error;

/// Any error: it ends the measurement, which tells it.
pub(crate) type Failure = Box<dyn Error + Send + Sync>;
