//! What trees are kept beside: games and kept records, with the positions on which nodes hang.

use std::fmt::Display;
use std::sync::Arc;

use tengen_game::{Phase, PlayerId, RecordId, State};
use tengen_protocol::ProblemCode;
use tengen_protocol::view::Audience;
use tengen_records::RecordFile;
use tengen_store::TreeOf;
use tengen_trying::variations::Ground;

use crate::kit::{ActionError, Parts, RecordGrounds};

/// The positions on which the nodes of a tree hang.
pub(super) enum Beside {
    /// They are laid: those of a game, or those of a record as it is after so many changes.
    Laid { ground: Arc<Ground>, revision: Option<u32> },
    /// Those of a record.
    Record(RecordId),
    /// Those of a record as it is after so many changes, with this file.
    File { id: RecordId, revision: u32, file: RecordFile },
}

impl Beside {
    /// Those of a game.
    fn game(ground: Ground) -> Self {
        Self::Laid { ground: Arc::new(ground), revision: None }
    }

    /// The record, if it is one that was not read.
    pub(super) fn record(&self) -> Option<RecordId> {
        match self {
            Self::Record(id) => Some(*id),
            Self::Laid { .. } | Self::File { .. } => None,
        }
    }

    /// How often the record was changed.
    pub(super) fn revision(&self) -> Option<u32> {
        match self {
            Self::Laid { revision, .. } => *revision,
            Self::Record(_) => None,
            Self::File { revision, .. } => Some(*revision),
        }
    }

    /// Finds those of a record that were laid before. Answers how much work it is to lay others, as
    /// [`tengen_store::AboutRecord::work`] has it.
    pub(super) async fn find(&mut self, parts: &Parts) -> Result<u64, ActionError> {
        let Some(id) = self.record() else { return Ok(0) };
        let about = parts.store.about_record(id).await?.ok_or(ProblemCode::NoSuchRecord)?;
        let Some(ground) = parts.records_tried.find(&id, about.revision) else { return Ok(about.work) };
        *self = Self::Laid { ground, revision: Some(about.revision) };
        Ok(0)
    }

    /// Fetches the file of a record, if it is needed.
    pub(super) async fn fetch(&mut self, parts: &Parts) -> Result<(), ActionError> {
        if let Some(id) = self.record() {
            let (file, revision) = parts.store.record_file(id).await?.ok_or(ProblemCode::NoSuchRecord)?;
            *self = Self::File { id, revision, file };
        }
        Ok(())
    }

    /// Lays them, once.
    pub(super) fn ground(&mut self, tried: &RecordGrounds) -> Result<&Ground, ActionError> {
        let internal = |error: &dyn Display| ActionError::internal(format!("a record: {error}"));
        if let Self::File { id, revision, file } = self {
            let shown = file.show().map_err(|error| internal(&error))?;
            let ground = Arc::new(Ground::of_record(shown).map_err(|error| internal(&error))?);
            let (id, revision) = (*id, *revision);
            tried.keep(id, revision, Arc::clone(&ground));
            *self = Self::Laid { ground, revision: Some(revision) };
        }
        match self {
            Self::Laid { ground, .. } => Ok(ground),
            Self::Record(_) | Self::File { .. } => Err(internal(&"it was not read")),
        }
    }
}

/// Whether a player may have a tree beside a game at this moment: the two who play it may not as long as it goes on, unless its
/// settings allow it.
pub(super) fn is_open_to(game: &State, player: PlayerId) -> bool {
    let goes_on = matches!(game.phase(), Phase::Playing | Phase::Scoring);
    !goes_on || game.settings().aids().variations || game.color_of(player).is_none()
}

/// The positions that a player sees, if the player may have a tree beside them.
pub(super) async fn beside(parts: &Parts, player: PlayerId, of: TreeOf) -> Result<Beside, ActionError> {
    let id = match of {
        TreeOf::Game(id) => id,
        TreeOf::Record(id) => return Ok(Beside::Record(id)),
    };
    let ground = parts.rooms.read(id, move |game| {
        let (state, log) = (game.state(), game.seen_log(Audience::Player(player)));
        is_open_to(state, player).then(|| Ground::of_game(state.settings(), log))
    });
    let ground = ground.await?.ok_or(ProblemCode::NotDuringTheGame)?;
    ground.map(Beside::game).map_err(|error| ActionError::internal(format!("game {id}: {error}")))
}
