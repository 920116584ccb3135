//! The games that a lobby shows, and the lines that tell of them.

use std::collections::{BTreeMap, HashSet, VecDeque};

use tengen_game::{GameId, Millis, Phase};
use tengen_live::{LiveGame, SharedText};
use tengen_protocol::{LobbyLine, Moved, PlayerCard, Summary, Text};

use crate::numbered::{Line, encode, first_number};

/// How many open games the lobby shows, and how many live ones: the newest.
pub(crate) const SHOWN: u32 = 100;
/// The number of games that are remembered after they have left, and after they have ended.
const REMEMBERED: usize = 1_000;

/// When a game was made, and its id.
type Key = (Millis, GameId);

/// The games of a lobby, and what its readers have been told of them.
#[derive(Debug)]
pub(super) struct Games {
    /// The number of the last update.
    seq: u64,
    /// By age, the newest last.
    shown: BTreeMap<Key, Shown>,
    /// How many of them are of each kind.
    counts: [u32; KINDS.len()],
    changed: HashSet<Key>,
    removed: HashSet<GameId>,
    /// Games that left, each with the number of the update that removed it, the last one last.
    gone: VecDeque<(u64, GameId)>,
    /// Games that left before this number are forgotten.
    forgotten: u64,
    /// The whole lobby at the last tick, encoded. Later changes go out at the next tick.
    encoded: SharedText,
    /// The kinds of which there are too many.
    left_out: LeftOut,
    /// Games that are over, the last one last: an older summary may arrive after the end.
    over: VecDeque<GameId>,
}

/// Whether open games, and whether live ones, are left out.
pub(crate) type LeftOut = [bool; KINDS.len()];

/// The use of a game in the lobby: open ones are there to be joined, live ones to be watched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Open,
    Live,
}

pub(crate) const KINDS: [Kind; 2] = [Kind::Open, Kind::Live];

impl Kind {
    /// The phases of games of this kind.
    pub(crate) const fn phases(self) -> &'static [Phase] {
        match self {
            Self::Open => &[Phase::Open],
            Self::Live => &[Phase::Playing, Phase::Scoring],
        }
    }

    /// The kind of a game that is not over.
    fn of(game: &Summary) -> Self {
        if game.phase == Phase::Open.name() { Self::Open } else { Self::Live }
    }
}

/// A game in the lobby.
#[derive(Debug)]
struct Shown {
    game: Summary,
    kind: Kind,
    /// The number of the update that told of it last, if one did, and the game as it was told.
    told: Option<u64>,
    told_as: Option<Box<Summary>>,
}

impl Games {
    /// No games yet.
    pub(super) fn new() -> Self {
        let seq = first_number();
        Self {
            seq,
            shown: BTreeMap::new(),
            counts: [0; KINDS.len()],
            changed: HashSet::new(),
            removed: HashSet::new(),
            gone: VecDeque::new(),
            forgotten: seq,
            encoded: encode(&LobbyLine::Lobby { seq, games: Vec::new() }),
            left_out: LeftOut::default(),
            over: VecDeque::new(),
        }
    }

    /// The live games as they are now.
    pub(super) fn live(&self) -> Vec<Summary> {
        let live = self.shown.values().filter(|shown| shown.kind == Kind::Live);
        live.map(|shown| shown.game.clone()).collect()
    }

    /// Every game, and the number of the last event that is shown of it.
    pub(super) fn numbers(&self) -> Vec<(GameId, u32)> {
        self.shown.values().map(|shown| (shown.game.id.0, shown.game.seq)).collect()
    }

    /// The key of a game, if it is shown.
    pub(super) fn key(&self, game: GameId) -> Option<Key> {
        self.shown.keys().find(|(_, shown)| *shown == game).copied()
    }

    /// A game as it was shown last.
    pub(super) fn find(&self, key: Key) -> Option<Summary> {
        self.shown.get(&key).map(|shown| shown.game.clone())
    }

    /// Whether there is room again for games that had to be left out.
    pub(super) fn has_room(&self) -> bool {
        KINDS.into_iter().any(|kind| self.left_out[kind as usize] && !self.is_full(kind))
    }

    /// Begins to take note of games that are left out. The answer is the note of before.
    pub(super) fn begin_filling(&mut self) -> LeftOut {
        std::mem::take(&mut self.left_out)
    }

    /// Takes note of kinds of which games are left out.
    pub(super) fn note_left_out(&mut self, left_out: LeftOut) {
        for kind in KINDS {
            self.left_out[kind as usize] |= left_out[kind as usize];
        }
    }

    /// The line that leads a reader from the state of a number to that of the last tick: nothing, if the reader has that, and all games, if
    /// the number is too old or none.
    pub(super) fn since(&self, number: Option<u64>) -> Option<Line> {
        match number {
            Some(number) if number == self.seq => None,
            Some(number) if (self.forgotten..self.seq).contains(&number) => Some(self.update(number)),
            _ => Some(Line::new(self.seq, self.encoded.clone())),
        }
    }

    /// Gives the changes since the last tick a number, and makes their update.
    pub(super) fn tick(&mut self) -> Option<Line> {
        if self.changed.is_empty() && self.removed.is_empty() {
            return None;
        }
        self.seq += 1;
        let mut changed: Vec<_> = std::mem::take(&mut self.changed).into_iter().collect();
        changed.sort_unstable_by(|one, other| other.cmp(one));
        let (mut whole, mut moved) = (Vec::new(), Vec::new());
        for key in changed {
            let Some(shown) = self.shown.get_mut(&key) else { continue };
            shown.told = Some(self.seq);
            match shown.told_as.as_ref().and_then(|known| Moved::between(known, &shown.game)) {
                Some(moves) => moved.push(moves),
                None => whole.push(shown.game.clone()),
            }
            shown.told_as = Some(Box::new(shown.game.clone()));
        }
        self.gone.extend(std::mem::take(&mut self.removed).into_iter().map(|id| (self.seq, id)));
        while self.gone.len() > REMEMBERED {
            self.forgotten = self.gone.pop_front().map_or(self.seq, |(told, _)| told);
        }
        let games = self.shown.values().rev().map(|shown| shown.game.clone()).collect();
        self.encoded = encode(&LobbyLine::Lobby { seq: self.seq, games });
        let changes = LobbyLine::LobbyUpdate {
            seq: self.seq,
            games: whole,
            moved,
            removed: self.removed_since(self.seq - 1),
        };
        Some(Line { changes: Some(encode(&changes)), ..self.update(self.seq - 1) })
    }

    /// The update that leads from the state of a number to the state of the last tick, with whole games. Later moves are not in it,
    /// because the next tick tells them from there on.
    fn update(&self, since: u64) -> Line {
        let changed = self.shown.values().rev().filter(|shown| shown.told.is_some_and(|told| told > since));
        let games = changed.map(|shown| shown.told_as.as_deref().unwrap_or(&shown.game).clone()).collect();
        let (moved, removed) = (Vec::new(), self.removed_since(since));
        Line::new(self.seq, encode(&LobbyLine::LobbyUpdate { seq: self.seq, games, moved, removed }))
    }

    /// The games that left after the state of a number and have not come back.
    fn removed_since(&self, since: u64) -> Vec<Text<GameId>> {
        let gone = self.gone.iter().rev().take_while(|(told, _)| *told > since);
        let back =
            |id: &GameId| self.shown.values().any(|shown| shown.game.id.0 == *id && shown.told.is_some());
        gone.map(|(_, id)| *id).filter(|id| !back(id)).map(Text).collect()
    }

    /// Takes note of a game as it is now. It shows from the next tick on.
    pub(super) fn note(&mut self, game: Summary) {
        let key = (game.created_at, game.id.0);
        if game.phase == Phase::Finished.name() {
            self.remove(key);
            self.over.push_back(key.1);
            if self.over.len() > REMEMBERED {
                self.over.pop_front();
            }
            return;
        }
        if !self.shown.contains_key(&key) && self.over.contains(&key.1) {
            return;
        }
        // A summary that was made before the one we have, and arrives after it, is old news, and so is the same one again.
        if self.shown.get(&key).is_some_and(|known| known.game.seq > game.seq || known.game == game) {
            return;
        }
        let kind = Kind::of(&game);
        let is_known = self.shown.get(&key).is_some_and(|known| known.kind == kind);
        if !is_known && !self.make_room(kind, key) {
            self.remove(key);
            return;
        }
        // A game that left since the last tick was told of before.
        let told = if self.removed.remove(&key.1) { Some(self.seq) } else { None };
        let (mut told, mut told_as) = (told, None);
        if let Some(known) = self.shown.remove(&key) {
            self.counts[known.kind as usize] -= 1;
            (told, told_as) = (known.told, known.told_as);
        }
        self.counts[kind as usize] += 1;
        self.shown.insert(key, Shown { game, kind, told, told_as });
        self.changed.insert(key);
    }

    /// Shows players by these cards.
    pub(super) fn rename(&mut self, cards: &[PlayerCard]) {
        for (key, shown) in &mut self.shown {
            let renamed = cards.iter().filter(|card| shown.game.rename(card)).count();
            if renamed > 0 {
                self.changed.insert(*key);
            }
        }
    }

    /// Takes note of a move in a game that is shown, or in one that is too old to be. Answers whether that is done.
    pub(super) fn note_move(&mut self, game: &LiveGame) -> bool {
        let Some(moved) = game.moved() else { return false };
        let key = (game.created_at(), game.id());
        if self.shown.contains_key(&key) {
            self.take_up(key, &moved)
        } else {
            self.over.contains(&key.1) || self.leave_out(Kind::Live, key)
        }
    }

    /// Takes up a move in a game that is shown. Answers whether the game's entry has it now, and not if moves before it are missing.
    pub(super) fn take_up(&mut self, key: Key, moved: &Moved) -> bool {
        let Some(Shown { game, .. }) = self.shown.get_mut(&key) else { return false };
        match moved.seq.checked_sub(game.seq) {
            // It is old news.
            None => true,
            Some(0) => {
                let mut reached = game.clone();
                moved.apply(&mut reached);
                reached == *game
            }
            Some(1) if game.phase == Phase::Playing.name() => {
                moved.apply(game);
                self.changed.insert(key);
                true
            }
            Some(_) => false,
        }
    }

    /// Leaves a game out that is older than all that are shown of its kind, if there are enough of these. Answers whether it did.
    fn leave_out(&mut self, kind: Kind, game: Key) -> bool {
        let is_too_old = self.is_full(kind) && self.oldest(kind).is_none_or(|oldest| oldest > game);
        self.left_out[kind as usize] |= is_too_old;
        is_too_old
    }

    /// Makes room for a game of a kind, unless it is older than all that are shown.
    fn make_room(&mut self, kind: Kind, newcomer: Key) -> bool {
        if self.leave_out(kind, newcomer) {
            return false;
        }
        if self.is_full(kind)
            && let Some(oldest) = self.oldest(kind)
        {
            self.left_out[kind as usize] = true;
            self.remove(oldest);
        }
        true
    }

    fn is_full(&self, kind: Kind) -> bool {
        self.counts[kind as usize] >= SHOWN
    }

    /// The oldest game of a kind.
    fn oldest(&self, kind: Kind) -> Option<Key> {
        self.shown.iter().find(|(_, shown)| shown.kind == kind).map(|(key, _)| *key)
    }

    fn remove(&mut self, key: Key) {
        self.changed.remove(&key);
        let Some(shown) = self.shown.remove(&key) else { return };
        self.counts[shown.kind as usize] -= 1;
        // A game that was never told of leaves without a word.
        if shown.told.is_some() {
            self.removed.insert(key.1);
        }
    }
}
