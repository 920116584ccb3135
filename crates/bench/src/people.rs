//! Somebody who asks a server by HTTP, and how long that takes.

use reqwest::Client;

use crate::failure::Failure;
use crate::latency::Latencies;
use crate::report;

/// A client that does not encrypt.
pub(crate) fn client() -> Result<Client, Failure> {
    Ok(Client::builder().no_proxy().tls_backend_preconfigured(tengen_tls::trusting_nobody()?).build()?)
}

/// Prints times.
pub(crate) fn tell(name: &str, latencies: &Latencies) {
    report::line(&format!(
        "    {name:18} p50 {:>8.2} ms, p99 {:>8.2} ms",
        latencies.millis(50),
        latencies.millis(99)
    ));
}
