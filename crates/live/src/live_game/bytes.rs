//! How much memory a game takes.

use super::LiveGame;

/// The memory of a room besides its game: its task, its queue, its door.
const ROOM: usize = 12 * 1024;
/// The memory of a game for each point of its board: the board itself, its chains and the topology.
const POINT: usize = 100;
/// The memory of a game for each event, and for each move that led to its beginning: in the log, among the moves, in the history
/// of positions and among the commands by their ids.
const EVENT: usize = 400;

impl LiveGame {
    /// An estimate of the bytes of memory that the game takes in its room. Lists grow by doubling, so the estimate is right
    /// within a third or so.
    pub fn bytes(&self) -> usize {
        let settings = &self.row.settings;
        let led = settings.beginning().map_or(0, |beginning| beginning.moves().len());
        ROOM + POINT * settings.topology().size() + EVENT * (self.log.len() + led)
    }
}

#[cfg(test)]
mod tests {
    use allocation_counter::measure;
    use tengen_clock::Clock;
    use tengen_game::{Command, GameId, Moment, NewGame, PlayerId, Settings, State};
    use tengen_rules::{BoardName, Preset};
    use tengen_store::GameRow;

    use super::*;

    /// A game of so many moves, and the memory that the allocator counts for it. Each move is on the first legal point, but not
    /// on the point of the last move.
    fn played(side: usize, moves: u32) -> (LiveGame, usize) {
        let players: [PlayerId; 2] = ["8k2q4w7m1x9c3v5b", "9k2q4w7m1x9c3v5b"].map(|id| id.parse().unwrap());
        let settings = || {
            let board = BoardName::Grid { width: side, height: side };
            let wish = NewGame { board, ..NewGame::with_preset(Preset::Chinese) };
            Settings::new(players[0], wish).unwrap()
        };
        let mut state = State::new(settings(), 0).unwrap();
        let mut log = Vec::new();
        let mut take = |state: &mut State, actor, number: u32, command: &Command| {
            let id = format!("a-command-{number}").parse().ok();
            let event = state.decide(actor, id, command, Moment::at(i64::from(number))).ok()?;
            state.apply(&event).unwrap();
            log.push(event);
            Some(())
        };
        take(&mut state, players[1], 0, &Command::Join).unwrap();
        let mut start = 0;
        for number in 1..=moves {
            let topology = std::sync::Arc::clone(state.settings().topology());
            let actor = state.players().unwrap()[state.to_move().unwrap()];
            let turn = state.turn();
            let played = (0..topology.size()).find_map(|offset| {
                let point = topology.points().nth((start + 7 * offset) % topology.size())?;
                let command = Command::Play { turn, at: topology.vertex(point) };
                take(&mut state, actor, number, &command)
            });
            if played.is_none() {
                break;
            }
            start += 11;
        }
        let (clock, _hands) = Clock::by_hand(0);
        let mut game = None;
        let counted = measure(|| {
            let row = GameRow {
                id: GameId::from_entropy([1; 10]),
                created_at: 0,
                settings: settings(),
                rematch_of: None,
                enclosed_in: None,
            };
            game = LiveGame::replay(clock.clone(), row, Vec::new(), log.clone()).ok();
        });
        (game.unwrap(), usize::try_from(counted.bytes_current).unwrap())
    }

    #[test]
    fn the_estimate_is_right_within_a_third() {
        let mut wrong = Vec::new();
        for (side, moves) in [(9, 0), (9, 60), (19, 0), (19, 250), (19, 900), (25, 500)] {
            let (game, counted) = played(side, moves);
            let estimate = game.bytes() - ROOM;
            if !(counted * 2 / 3..=counted * 3 / 2).contains(&estimate) {
                wrong.push((side, game.state().seq(), counted, estimate));
            }
        }
        assert_eq!(wrong, [], "side, events, bytes, estimate");
    }
}
