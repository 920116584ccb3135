//! Traces: how long requests and commands took, part by part, for a collector that the operator names. They go by OpenTelemetry's
//! protocol (OTLP) over HTTP, in the form of protobuf.
//!
//! The parts of the server open spans by `tracing`, whether there is a collector or not. Without one nobody takes them up, and a span
//! costs a look at a flag. Lines of the log are no part of a trace, and spans are no part of the log.

mod collector;
mod sender;
mod spans;
mod traces;

pub use collector::{AddressError, Collector};
pub use spans::TARGET;
pub use traces::{Options, Traces, TracesError};
