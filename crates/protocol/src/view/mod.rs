//! The one door through which a game leaves the server.
//!
//! Every snapshot, event and list entry is made here, for an [`Audience`], and every record from the same
//! [`Subject`]. Facts that an audience must not see are left out here, so that no handler can forget it.

mod state;

use tengen_game::{Asked, Event as GameEvent, EventKind, GameId, Millis, Phase, PlayerId, State};
use tengen_rules::{Color, Move, Vertex};

use crate::{
    BeginningShape, Changed, ChangedPoint, Event, EventBody, EventV2, IllegalPoint, MoveShape, Moved,
    PerColor, PlayerCard, PlayerKind, Presence, Rematch, ResultShape, Seated, SettingsShape, Snapshot,
    StateAfter, Summary, Text, vertices,
};
use state::{illegal_points, state_after, waits};

/// The viewer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Audience {
    /// A player of the game, and the creator of an open one.
    Player(PlayerId),
    /// Anybody else.
    Spectator,
}

impl Audience {
    /// The player, if it is not anybody.
    pub fn player(self) -> Option<PlayerId> {
        match self {
            Self::Player(player) => Some(player),
            Self::Spectator => None,
        }
    }
}

/// A game together with the facts that its events don't carry: its id, the times around it and the names to
/// show.
#[derive(Debug, Clone, Copy)]
pub struct Subject<'a> {
    /// The game's id.
    pub id: GameId,
    /// When the game was made.
    pub created_at: Millis,
    /// When its last event happened.
    pub updated_at: Millis,
    /// The cards of the creator and the players.
    pub cards: &'a [PlayerCard],
    /// The game.
    pub state: &'a State,
    /// The server's clock.
    pub now: Millis,
    /// The delay of the audience: its moment is that much before the server's clock.
    pub behind: Millis,
    /// The players at the board.
    pub presence: Presence,
    /// The game that a player offers after this one.
    pub rematch: Option<Rematch>,
}

impl Subject<'_> {
    /// A player's card. A player whose card is not at hand is shown by id.
    pub fn card(&self, player: PlayerId) -> PlayerCard {
        let known = self.cards.iter().find(|card| card.id.0 == player).cloned();
        known.unwrap_or_else(|| PlayerCard {
            id: Text(player),
            name: player.to_string(),
            guest: true,
            kind: PlayerKind::Guest,
        })
    }

    fn players(&self) -> PerColor<Option<PlayerCard>> {
        match self.state.players() {
            Some(players) => PerColor::from(players.map(|player| Some(self.card(player)))),
            None => PerColor { black: None, white: None },
        }
    }
}

/// The player to move, while stones are played.
pub fn mover(state: &State) -> Option<PlayerId> {
    Some(state.players()?[state.to_move()?])
}

/// The points where the player to move may not play, for that player; nothing for anybody else.
pub fn illegal_for(state: &State, audience: Audience) -> Vec<IllegalPoint> {
    if audience.player().is_some() && audience.player() == mover(state) {
        illegal_points(state)
    } else {
        Vec::new()
    }
}

/// The whole game in version 1. It is the same for every audience, except that spectators of a delayed game
/// are shown an earlier state.
pub fn snapshot(subject: &Subject<'_>) -> Snapshot {
    Snapshot { ko: None, ..whole(subject, illegal_points(subject.state)) }
}

/// The whole game in version 2: only the player to move is told where that player may not play, but everybody
/// a ko.
pub fn snapshot_v2(subject: &Subject<'_>, audience: Audience) -> Snapshot {
    whole(subject, illegal_for(subject.state, audience))
}

fn whole(subject: &Subject<'_>, illegal: Vec<IllegalPoint>) -> Snapshot {
    let state = subject.state;
    let topology = state.settings().topology();
    let after = state_after(state, (subject.now - subject.behind).max(state.at()), illegal);
    let moves = state.moves().iter().map(|made| MoveShape {
        color: Text(made.color),
        at: match made.made {
            Move::Play(at) => topology.vertex(at).to_string(),
            Move::Pass => "pass".to_owned(),
        },
        captured: vertices(topology, &made.captured),
        time_left: made.time_left.map(Into::into),
    });
    Snapshot {
        id: Text(subject.id),
        seq: state.seq(),
        phase: after.phase,
        created_at: subject.created_at,
        updated_at: subject.updated_at,
        settings: state.settings().into(),
        setup: vertices(topology, state.settings().setup()),
        beginning: BeginningShape::of(state),
        now: subject.now,
        creator: subject.card(state.settings().creator()),
        opponent: state.settings().opponent().map(|opponent| subject.card(opponent)),
        players: subject.players(),
        turn: after.turn,
        to_move: after.to_move,
        stones: state.stones().to_string(),
        prisoners: after.prisoners,
        moves: moves.collect(),
        illegal: after.illegal,
        ko: after.ko,
        clock: after.clock,
        clock_givable_at: after.clock_givable_at,
        waits: after.waits,
        pause: after.pause,
        pauses_left: after.pauses_left,
        undo: after.undo,
        presence: subject.presence,
        rematch: subject.rematch,
        voided_at: None,
        scoring: after.scoring,
        resumptions_left: after.resumptions_left,
        handicap_left: after.handicap_left,
        button: after.button,
        pass_stones: after.pass_stones,
        pass_ends: after.pass_ends,
        result: after.result,
    }
}

/// The entry of the game in lists.
pub fn summary(subject: &Subject<'_>) -> Summary {
    let state = subject.state;
    let live = matches!(state.phase(), Phase::Playing | Phase::Scoring);
    Summary {
        id: Text(subject.id),
        seq: state.seq(),
        phase: state.phase().name().to_owned(),
        created_at: subject.created_at,
        updated_at: subject.updated_at,
        settings: SettingsShape::in_lists(state.settings()),
        creator: subject.card(state.settings().creator()),
        players: subject.players(),
        to_move: state.to_move().map(Text),
        move_count: state.moves().len(),
        stones: live.then(|| state.stones().to_rows_string()),
        last_move: last_move(state).filter(|_| live),
        waits: if live { waits(state) } else { None },
        asked: asked(state),
        result: state.result().as_ref().map(ResultShape::from),
    }
}

/// The last move of a game in which stones are played, made at this moment, for an [entry](summary) of the
/// game before it. Nothing if there is none, or more has changed than the position. It costs a fraction of a
/// whole entry.
pub fn moved(id: GameId, state: &State, at: Millis) -> Option<Moved> {
    if state.phase() != Phase::Playing {
        return None;
    }
    let made = state.moves().last()?;
    let played = match made.made {
        Move::Play(point) => Some(point),
        Move::Pass => None,
    };
    let board = state.position().board();
    // A rule system may let a chain take itself, so the point that was played need not have its stone.
    let changed = played.into_iter().chain(made.captured.iter().copied());
    let stones = changed.map(|point| ChangedPoint::of(point, board.get(point)));
    Some(Moved {
        id: Text(id),
        seq: state.seq(),
        updated_at: at,
        to_move: state.to_move().map(Text),
        move_count: state.moves().len(),
        stones: stones.collect(),
        last_move: last_move(state),
        waits: Some(waits(state)),
        asked: Some(asked(state)),
    })
}

/// The last stone that was played, if it was the last move.
fn last_move(state: &State) -> Option<Text<Vertex>> {
    state.moves().last().and_then(|made| match made.made {
        Move::Play(at) => Some(Text(state.settings().topology().vertex(at))),
        Move::Pass => None,
    })
}

fn asked(state: &State) -> PerColor<Option<Text<Asked>>> {
    PerColor { black: state.asks_for(Color::Black).map(Text), white: state.asks_for(Color::White).map(Text) }
}

/// The state as the last event left it, without illegal points: from here on [`event_v2`] tells the changes.
pub fn standing(state: &State) -> StateAfter {
    state_after(state, state.at(), Vec::new())
}

/// An event that has just been applied to the subject's state, in version 1. Only the player who sent the
/// command sees the command's id.
pub fn event(subject: &Subject<'_>, event: &GameEvent, audience: Audience) -> Event {
    let own = event.actor.is_some_and(|actor| audience == Audience::Player(actor));
    let body = body(subject, event);
    Event {
        seq: event.seq,
        v: body.version(),
        at: event.at,
        actor: event.actor.map(Text),
        command: event.command.as_ref().filter(|_| own).map(|command| Text(command.id.clone())),
        body,
        state: StateAfter { ko: None, ..state_after(subject.state, event.at, illegal_points(subject.state)) },
    }
}

/// An event that has led from the state `before` to that of the subject, in version 2. It is the same for
/// everybody: it has no illegal points, which are [for the player to move alone](illegal_for).
pub fn event_v2(
    subject: &Subject<'_>,
    event: &GameEvent,
    before: &StateAfter,
    after: &StateAfter,
) -> EventV2 {
    let body = body(subject, event);
    EventV2 {
        seq: event.seq,
        v: body.version(),
        at: event.at,
        actor: event.actor.map(Text),
        body,
        changed: Changed::between(before, after),
    }
}

fn body(subject: &Subject<'_>, event: &GameEvent) -> EventBody {
    let topology = subject.state.settings().topology();
    match &event.kind {
        EventKind::Joined { players } => {
            EventBody::Joined { players: Seated(PerColor::from(players.map(|player| subject.card(player)))) }
        }
        EventKind::Played { color, at, captured, lag } => EventBody::Played {
            color: Text(*color),
            at: Text(topology.vertex(*at)),
            captured: vertices(topology, captured),
            lag: *lag,
        },
        EventKind::Passed { color, lag, .. } => EventBody::Passed { color: Text(*color), lag: *lag },
        EventKind::Proposed { color, marks } => {
            let [dead, neutral] = [&marks.dead, &marks.neutral].map(|points| vertices(topology, points));
            EventBody::Proposed { color: Text(*color), dead, neutral }
        }
        EventKind::Accepted { color, version } => {
            EventBody::Accepted { color: Text(*color), version: *version }
        }
        EventKind::Resumed { color, to_move } => {
            EventBody::Resumed { color: color.map(Text), to_move: Text(*to_move) }
        }
        EventKind::Resigned { color } => EventBody::Resigned { color: Text(*color) },
        EventKind::Aborted { color, reason } => {
            EventBody::Aborted { color: color.map(Text), reason: reason.map(Text) }
        }
        EventKind::TimedOut { color } => EventBody::TimedOut { color: Text(*color) },
        EventKind::Claimed { color } => EventBody::Claimed { color: Text(*color) },
        EventKind::Adjudicated => EventBody::Adjudicated {},
        EventKind::UndoRequested { color, moves } => {
            EventBody::UndoRequested { color: Text(*color), moves: *moves }
        }
        EventKind::UndoAccepted { color, request, moves } => EventBody::UndoAccepted {
            color: Text(*color),
            request: *request,
            moves: *moves,
            stones: subject.state.stones().to_string(),
        },
        EventKind::UndoRejected { color, request } => {
            EventBody::UndoRejected { color: Text(*color), request: *request }
        }
        EventKind::Paused { color, until } => EventBody::Paused { color: color.map(Text), until: *until },
        EventKind::Unpaused { color } => EventBody::Unpaused { color: color.map(Text) },
        EventKind::ClockGiven { color } => EventBody::ClockGiven { color: Text(*color) },
        EventKind::Credited { millis } => EventBody::Credited { millis: *millis },
    }
}
