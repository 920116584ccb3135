//! The signals that end the program, and the one by which it reads files anew.

use tokio_util::sync::CancellationToken;

use crate::drain::Ending;

/// SIGINT and SIGTERM, each as it comes.
struct Signals {
    #[cfg(unix)]
    interrupt: tokio::signal::unix::Signal,
    #[cfg(unix)]
    terminate: tokio::signal::unix::Signal,
}

impl Signals {
    /// Listens from now on.
    fn listen() -> std::io::Result<Self> {
        #[cfg(unix)]
        {
            use tokio::signal::unix::{SignalKind, signal};
            Ok(Self {
                interrupt: signal(SignalKind::interrupt())?,
                terminate: signal(SignalKind::terminate())?,
            })
        }
        #[cfg(not(unix))]
        Ok(Self {})
    }

    /// Waits for the next one.
    async fn next(&mut self) {
        #[cfg(unix)]
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
        #[cfg(not(unix))]
        let _ = tokio::signal::ctrl_c().await;
    }
}

/// Listens for SIGINT and SIGTERM at once, so that none is missed, and answers a future that asks a server to end at the first one, and
/// stops it at the second.
///
/// # Errors
///
/// When the system lets nobody listen.
pub(crate) fn end_on_signals(ending: Ending) -> std::io::Result<impl Future<Output = ()>> {
    let mut signals = Signals::listen()?;
    Ok(async move {
        signals.next().await;
        tracing::info!("stopping");
        ending.asked.cancel();
        signals.next().await;
        if !ending.now.is_cancelled() {
            tracing::info!("stopping at once");
            ending.now.cancel();
        }
    })
}

/// Listens for SIGINT and SIGTERM at once, so that none is missed, and answers a future that waits for one and tells a task to `stop`.
///
/// # Errors
///
/// When the system lets nobody listen.
pub(crate) fn stop_on_signal(stop: CancellationToken) -> std::io::Result<impl Future<Output = ()>> {
    let mut signals = Signals::listen()?;
    Ok(async move {
        signals.next().await;
        tracing::info!("stopping");
        stop.cancel();
    })
}

/// SIGHUP, each as it comes. Whoever listens for it is not ended by it, as when a terminal closes.
#[derive(Debug)]
pub(crate) struct Hangups {
    #[cfg(unix)]
    signal: tokio::signal::unix::Signal,
}

impl Hangups {
    /// Listens from now on.
    ///
    /// # Errors
    ///
    /// When the system lets nobody listen.
    pub(crate) fn listen() -> std::io::Result<Self> {
        #[cfg(unix)]
        {
            use tokio::signal::unix::{SignalKind, signal};
            Ok(Self { signal: signal(SignalKind::hangup())? })
        }
        #[cfg(not(unix))]
        Ok(Self {})
    }

    /// Waits for the next one, for ever where there are none.
    pub(crate) async fn next(&mut self) {
        #[cfg(unix)]
        if self.signal.recv().await.is_some() {
            return;
        }
        std::future::pending::<()>().await;
    }
}
