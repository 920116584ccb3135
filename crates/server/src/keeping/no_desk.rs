//! A system without Unix sockets: a running server can't be asked.

use std::io;
use std::sync::Arc;

use tengen_store::Directory;

use crate::app::App;

/// No socket.
#[derive(Debug)]
pub(crate) struct Desk;

impl Desk {
    /// Says that there is none.
    pub(crate) fn open(_: &Directory) -> io::Result<Self> {
        Err(io::Error::new(io::ErrorKind::Unsupported, "this system has no Unix sockets"))
    }

    /// Waits until the server stops.
    pub(crate) async fn serve(self: Arc<Self>, app: App) {
        app.stop.cancelled().await;
    }
}
