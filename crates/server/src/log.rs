//! The log, and the traces for an operator's collector.

use std::io::{IsTerminal, stderr};

use tengen_tls::{CaFile, CaFileError, NoConfig};
use tengen_traces::{TARGET, Traces, TracesError};
use tracing::{Level, Metadata};
use tracing_subscriber::filter::{ParseError, filter_fn};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, fmt, registry};

use crate::options::{LogFormat, ServeOptions};

/// Why there can be no log, or no traces.
#[derive(Debug, thiserror::Error)]
pub enum LogError {
    /// The log filter does not read.
    #[error("--log: {0}")]
    Filter(#[from] ParseError),
    /// The file with certificate authorities can't be used.
    #[error("--ca-file: {0}")]
    CaFile(#[from] CaFileError),
    /// Nobody is trusted to be the collector.
    #[error("--traces-url (OTEL_EXPORTER_OTLP_ENDPOINT): {0}")]
    Trust(#[from] NoConfig),
    /// Traces can't be sent.
    #[error("--traces-url (OTEL_EXPORTER_OTLP_ENDPOINT): {0}")]
    Traces(#[from] TracesError),
}

/// Begins the log, and the traces if a collector is named. A log that is already there, as in tests, stays.
///
/// # Errors
///
/// When one of the options can't be used.
pub fn begin(options: &ServeOptions) -> Result<Option<Traces>, LogError> {
    let traces = traces(options)?;
    // Whoever wants few lines may want traces all the same.
    let spans = if traces.is_some() { "info" } else { "off" };
    let filter = filter(options)?.add_directive(format!("{TARGET}={spans}").parse()?);
    // When nobody reads the log any more there is no place for complaints about that either: they would go to the same
    // closed pipe, and panic, in whatever task had something to log.
    let lines = fmt::layer()
        .with_writer(stderr)
        // A file is read without colours.
        .with_ansi(stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none())
        .log_internal_errors(false);
    let told = registry().with(filter).with(filter_fn(may_be_told)).with(traces.as_ref().map(Traces::layer));
    let _ = match options.log_format {
        LogFormat::Text => told.with(lines).try_init(),
        LogFormat::Json => told.with(lines.json()).try_init(),
    };
    Ok(traces)
}

/// The lines that the operator wants to read.
///
/// # Errors
///
/// When the filter does not read.
pub fn filter(options: &ServeOptions) -> Result<EnvFilter, LogError> {
    Ok(EnvFilter::try_new(&options.log)?)
}

/// Where the library of encryption speaks of the server's own connections to others alone. Other parts of it serve both sides.
const OWN_TLS: [&str; 2] = ["rustls::client", "rustls::key_log_file"];

/// Whether a line may be in the log. Those in which the library of the sockets tells each frame may not, even for an operator
/// who asks for every line: tokens are in some frames. The library of NATS tells its password, and each attempt to connect, of which
/// the bus tells once a minute. That of encryption warns of whatever a stranger says wrong in a handshake, with the stranger's own words
/// and as often as there are connections; why one was not encrypted is told by the door, to those who ask for more lines. What it warns
/// of where the server alone is the client stays.
fn may_be_told(line: &Metadata<'_>) -> bool {
    is_told(*line.level(), line.target())
}

fn is_told(level: Level, target: &str) -> bool {
    let is_frame = level > Level::DEBUG && target.starts_with("tungstenite");
    let is_own = OWN_TLS.iter().any(|own| target.starts_with(own));
    let is_of_strangers = level == Level::WARN && target.starts_with("rustls") && !is_own;
    !is_frame && !is_of_strangers && !target.starts_with("async_nats")
}

fn traces(options: &ServeOptions) -> Result<Option<Traces>, LogError> {
    let Some(collector) = options.traces_url.clone() else { return Ok(None) };
    let file = options.ca_file.as_deref().map(CaFile::read).transpose()?;
    let tls = match tengen_tls::client_config(file.as_ref()) {
        Ok(config) => config,
        Err(error) if collector.encrypts() => return Err(error.into()),
        // Nobody asks for it.
        Err(_) => tengen_tls::trusting_nobody().map_err(NoConfig::from)?,
    };
    let traces = Traces::begin(tengen_traces::Options {
        collector,
        tls,
        share: options.traces_share,
        release: env!("CARGO_PKG_VERSION"),
        instance: options.listen.to_string(),
    })?;
    Ok(Some(traces))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_strangers_say_in_handshakes_is_not_told() {
        for stranger in
            ["rustls::server::hs", "rustls::msgs::handshake", "rustls::check", "rustls::common_state"]
        {
            assert!(!is_told(Level::WARN, stranger), "{stranger}");
        }
        for own in ["rustls::client::ech", "rustls::key_log_file", "tengen_server::log"] {
            assert!(is_told(Level::WARN, own), "{own}");
        }
    }
}
