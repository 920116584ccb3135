//! Games of tests, as lists show them, that were never played.

use serde_json::json;
use tengen_clock::Clock;
use tengen_game::{Command, GameId, Moment, NewGame, PlayerId, Settings, State};
use tengen_live::LiveGame;
use tengen_protocol::{SettingsShape, Summary};
use tengen_rules::{Color, Preset};
use tengen_store::GameRow;

const CREATOR: &str = "8k2q4w7m1x9c3v5b";

/// A game with the id and the moment of creation that a number stands for.
pub(super) fn game(number: u8, seq: u32, move_count: usize, phase: &str) -> Summary {
    let settings = Settings::new(CREATOR.parse().unwrap(), NewGame::with_preset(Preset::Japanese)).unwrap();
    serde_json::from_value(json!({
        "id": GameId::from_entropy([number; 10]).to_string(), "seq": seq, "phase": phase,
        "created_at": number, "updated_at": number, "settings": SettingsShape::from(&settings),
        "creator": {"id": CREATOR, "name": "Ann", "guest": true, "kind": "guest"},
        "players": {"black": null, "white": null}, "to_move": null, "move_count": move_count,
        "stones": null, "last_move": null, "result": null, "waits": null,
        "asked": {"black": null, "white": null},
    }))
    .unwrap()
}

/// A game of the same player that was made at the moment for which a number stands, after the other player sat down and moves were
/// made by turns.
pub(super) fn live_game(number: u8, moves: &[&str]) -> LiveGame {
    let [black, white]: [PlayerId; 2] = [CREATOR.parse().unwrap(), PlayerId::from_entropy([2; 10])];
    let settings = Settings::new(black, NewGame::with_preset(Preset::Japanese)).unwrap();
    let created_at = i64::from(number);
    let (mut state, mut log) = (State::new(settings.clone(), created_at).unwrap(), Vec::new());
    let mut carry_out = |actor: Option<Color>, command: &dyn Fn(u32) -> Command| {
        let player = if actor == Some(Color::Black) { black } else { white };
        let at = created_at + i64::from(state.seq());
        let event = state.decide(player, None, &command(state.turn()), Moment::at(at)).unwrap();
        state.apply(&event).unwrap();
        log.push(event);
        state.to_move()
    };
    let mut to_move = carry_out(None, &|_| Command::Join);
    for made in moves {
        to_move = carry_out(to_move, &|turn| match *made {
            "pass" => Command::Pass { turn, confirm: false },
            vertex => Command::Play { turn, at: vertex.parse().unwrap() },
        });
    }
    let row = GameRow {
        id: GameId::from_entropy([number; 10]),
        created_at,
        settings,
        rematch_of: None,
        enclosed_in: None,
    };
    LiveGame::replay(Clock::by_hand(created_at).0, row, Vec::new(), log).unwrap()
}
