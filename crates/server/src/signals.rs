//! The signals that end the program.

use tokio_util::sync::CancellationToken;

/// Listens for SIGINT and SIGTERM at once, so that none is missed, and answers a future that waits for one and tells it to `stop`.
pub(crate) fn stop_on_signal(stop: CancellationToken) -> std::io::Result<impl Future<Output = ()>> {
    #[cfg(unix)]
    let mut terminate = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate())?;
    Ok(async move {
        #[cfg(unix)]
        tokio::select! {
            _ = tokio::signal::ctrl_c() => {}
            _ = terminate.recv() => {}
        }
        #[cfg(not(unix))]
        let _ = tokio::signal::ctrl_c().await;
        tracing::info!("stopping");
        stop.cancel();
    })
}
