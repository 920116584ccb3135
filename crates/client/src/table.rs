//! A game as it is, kept up to date by its events.

use tengen_game::{Millis, PlayerId};
use tengen_protocol::{
    Event, EventBody, IllegalPoint, MoveShape, PerColor, PlayerTimeShape, Scoring, Seated, Snapshot, Text,
};
use tengen_rules::{Color, Topology, Vertex};

/// A game: a snapshot to which events are applied. It needs no rules, for events carry their changes of the board.
#[derive(Debug, Clone)]
pub struct Table {
    snapshot: Snapshot,
    topology: Option<Topology>,
}

impl Table {
    /// A game as a snapshot has it.
    pub fn new(snapshot: Snapshot) -> Self {
        let topology = snapshot.settings.board.name().topology().ok();
        Self { snapshot, topology }
    }

    /// All that is known. `presence` and `rematch` are those of the last snapshot: no event tells them.
    pub fn snapshot(&self) -> &Snapshot {
        &self.snapshot
    }

    /// The number of the last event.
    pub fn seq(&self) -> u32 {
        self.snapshot.seq
    }

    /// Counts every change of the position or of the player to move: what `play` and `pass` name.
    pub fn turn(&self) -> u32 {
        self.snapshot.turn
    }

    /// Whose turn it is, while stones are played.
    pub fn to_move(&self) -> Option<Color> {
        self.snapshot.to_move.map(|color| color.0)
    }

    /// Whether the game waits for an opponent.
    pub fn is_open(&self) -> bool {
        self.snapshot.phase == "open"
    }

    /// Whether the game is over.
    pub fn is_finished(&self) -> bool {
        self.snapshot.phase == "finished"
    }

    /// The marks on dead stones, while the players agree on them.
    pub fn scoring(&self) -> Option<&Scoring> {
        if self.snapshot.phase == "scoring" { self.snapshot.scoring.as_ref() } else { None }
    }

    /// The colour of a player, once the game has begun.
    pub fn color_of(&self, player: PlayerId) -> Option<Color> {
        let sits = |color| {
            let card = self.snapshot.players.get(color).as_ref();
            card.is_some_and(|card| card.id.0 == player)
        };
        [Color::Black, Color::White].into_iter().find(|color| sits(*color))
    }

    /// The board, if this client knows one of that name.
    pub fn topology(&self) -> Option<&Topology> {
        self.topology.as_ref()
    }

    /// Whose stone is on a point, if there is one.
    pub fn stone(&self, at: Vertex) -> Option<Color> {
        match self.snapshot.stones.as_bytes().get(self.index(at)?)? {
            b'B' => Some(Color::Black),
            b'W' => Some(Color::White),
            _ => None,
        }
    }

    /// The time that a player had left at a moment of the server's clock, if time is measured.
    pub fn time_left(&self, color: Color, now: Millis) -> Option<PlayerTimeShape> {
        let clock = self.snapshot.clock.as_ref()?;
        let mut time = *clock.get(color);
        if clock.running.is_some_and(|running| running.0 == color) {
            let gone = (now - clock.at).max(0);
            let of_main = gone.min(time.main);
            time.main -= of_main;
            time.period = (time.period - (gone - of_main)).max(0);
        }
        Some(time)
    }

    /// Applies the event after the last one. One that is known already changes nothing.
    pub fn apply(&mut self, event: &Event) {
        if event.seq <= self.snapshot.seq {
            return;
        }
        match &event.body {
            EventBody::Joined { players: Seated(players) } => {
                let PerColor { black, white } = players.clone();
                self.snapshot.players = PerColor { black: Some(black), white: Some(white) };
            }
            EventBody::Played { color, at, captured, .. } => {
                self.set(at.0, Some(color.0));
                for vertex in captured {
                    self.set(vertex.0, None);
                }
                self.add_move(event, color.0, at.0.to_string(), captured.clone());
            }
            EventBody::Passed { color, .. } => self.add_move(event, color.0, "pass".to_owned(), Vec::new()),
            EventBody::UndoAccepted { moves, stones, .. } => {
                self.snapshot.moves.truncate(usize::try_from(*moves).unwrap_or(usize::MAX));
                self.snapshot.stones.clone_from(stones);
            }
            _ => {}
        }
        self.take_state(event);
    }

    fn add_move(&mut self, event: &Event, color: Color, at: String, captured: Vec<Text<Vertex>>) {
        let time_left = event.state.clock.as_ref().map(|clock| *clock.get(color));
        self.snapshot.moves.push(MoveShape { color: Text(color), at, captured, time_left });
    }

    fn take_state(&mut self, event: &Event) {
        let ko = event.state.ko.or_else(|| self.ko_among(&event.state.illegal));
        let (snapshot, state) = (&mut self.snapshot, event.state.clone());
        (snapshot.seq, snapshot.updated_at, snapshot.now) = (event.seq, event.at, event.at);
        (snapshot.phase, snapshot.turn, snapshot.to_move) = (state.phase, state.turn, state.to_move);
        (snapshot.prisoners, snapshot.illegal, snapshot.ko) = (state.prisoners, state.illegal, ko);
        (snapshot.clock, snapshot.waits, snapshot.pause) = (state.clock, state.waits, state.pause);
        snapshot.clock_givable_at = state.clock_givable_at;
        (snapshot.pauses_left, snapshot.undo) = (state.pauses_left, state.undo);
        (snapshot.scoring, snapshot.resumptions_left) = (state.scoring, state.resumptions_left);
        (snapshot.handicap_left, snapshot.button) = (state.handicap_left, state.button);
        (snapshot.pass_stones, snapshot.pass_ends) = (state.pass_stones, state.pass_ends);
        snapshot.result = state.result;
    }

    /// The ko, where an event of version 1 names it among the illegal points only: the one stone that the last move has taken.
    fn ko_among(&self, illegal: &[IllegalPoint]) -> Option<Text<Vertex>> {
        let [taken] = self.snapshot.moves.last()?.captured[..] else { return None };
        illegal.iter().any(|point| point.at == taken && point.rule == "ko").then_some(taken)
    }

    fn index(&self, at: Vertex) -> Option<usize> {
        self.topology.as_ref()?.point(at).map(tengen_rules::Point::index)
    }

    fn set(&mut self, at: Vertex, stone: Option<Color>) {
        let Some(index) = self.index(at) else { return };
        let letter = match stone {
            Some(Color::Black) => "B",
            Some(Color::White) => "W",
            None => ".",
        };
        if self.snapshot.stones.get(index..=index).is_some() {
            self.snapshot.stones.replace_range(index..=index, letter);
        }
    }
}
