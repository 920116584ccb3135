//! The options of the tasks that ask a running server.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::Args;

/// The options of `tengen health`.
#[derive(Debug, Clone, Args)]
pub struct HealthOptions {
    /// File with the server's options in TOML, of which this task takes what concerns it.
    #[arg(long, env = "TENGEN_CONFIG", value_name = "FILE")]
    pub config: Option<PathBuf>,

    /// Address and port of the server.
    #[arg(long, env = "TENGEN_LISTEN", value_name = "ADDR:PORT", default_value = "127.0.0.1:8080")]
    pub listen: SocketAddr,

    /// File with the server's certificate, which says that it speaks TLS. The file is not read.
    #[arg(long, env = "TENGEN_TLS_CERTIFICATE_FILE", value_name = "FILE")]
    pub tls_certificate_file: Option<PathBuf>,
}

/// The options of `tengen status`.
#[derive(Debug, Clone, Args)]
pub struct StatusOptions {
    /// File with the server's options in TOML, of which this task takes what concerns it.
    #[arg(long, env = "TENGEN_CONFIG", value_name = "FILE")]
    pub config: Option<PathBuf>,

    /// Where the server tells its figures: its --metrics-listen, with http:// or without.
    #[arg(long, env = "TENGEN_METRICS_LISTEN", value_name = "http://ADDR:PORT", default_value = "127.0.0.1:8090",
          value_parser = metrics_address)]
    pub metrics: SocketAddr,

    /// Print an object of JSON for programs, in place of lines for people.
    #[arg(long)]
    pub json: bool,
}

/// An address and a port, perhaps as the beginning of a URL.
fn metrics_address(text: &str) -> Result<SocketAddr, std::net::AddrParseError> {
    let text = text.strip_prefix("http://").unwrap_or(text);
    text.strip_suffix("/metrics").unwrap_or(text).trim_end_matches('/').parse()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_of_metrics_may_be_a_url() {
        let address: SocketAddr = "127.0.0.1:8090".parse().unwrap();
        for text in [
            "127.0.0.1:8090",
            "http://127.0.0.1:8090",
            "http://127.0.0.1:8090/",
            "http://127.0.0.1:8090/metrics",
        ] {
            assert_eq!(metrics_address(text), Ok(address), "{text}");
        }
        assert!(metrics_address("https://127.0.0.1:8090").is_err() && metrics_address("localhost").is_err());
    }
}
