//! Everything that the server keeps of a player, as an archive for the command line.

use tengen_actions::kit::ActionError;
use tengen_actions::people::known_of;
use tengen_lists::Lists;
use tengen_protocol::Player;
use tengen_store::{Store, StoreError};
use tokio_util::sync::CancellationToken;

use crate::web::error::WebError;
use crate::web::fresh::encode;
use crate::web::lists::walk::Walk;

/// Why the data of a player were not read.
#[derive(Debug, thiserror::Error)]
pub(crate) enum UnreadData {
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The server's own fault.
    #[error("{0}")]
    Fault(String),
}

impl From<WebError> for UnreadData {
    fn from(error: WebError) -> Self {
        match error {
            WebError(ActionError::Store(error)) => Self::Store(error),
            WebError(error) => Self::Fault(error.to_string()),
        }
    }
}

/// Everything that the server keeps of a player, as an archive that is read piece by piece.
pub(crate) struct WholeData {
    walk: Walk,
    /// Nobody calls it off.
    left: CancellationToken,
}

impl WholeData {
    /// Begins to read. Addresses begin with `site`, if it is known.
    ///
    /// # Errors
    ///
    /// When the database failed.
    pub(crate) async fn begin(
        store: &Store,
        lists: &Lists,
        site: Option<&str>,
        player: &Player,
    ) -> Result<Self, UnreadData> {
        let known = known_of(store, None, player, None, None).await?;
        let known = encode(&known).map_err(WebError::from)?;
        let site = site.map(str::to_owned);
        let walk = Walk::of_everything((store.clone(), lists.clone(), site), player.id.0, known);
        Ok(Self { walk, left: CancellationToken::new() })
    }

    /// The next bytes of the archive, which may be none for the moment; nothing behind the last ones.
    ///
    /// # Errors
    ///
    /// When the database failed.
    pub(crate) async fn piece(&mut self) -> Result<Option<Vec<u8>>, UnreadData> {
        if self.walk.is_over() {
            return Ok(None);
        }
        Ok(Some(self.walk.portion(&self.left).await?))
    }
}
