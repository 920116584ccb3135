//! Wishes for games.

use tengen_protocol::{AidsWish, BoardWish, NewGame, PositionShape, RulesWish, Text, TimeSystemShape};
use tengen_rules::{BoardName, Color, Preset, Rules, Suicide};

#[test]
fn a_wish_is_read_as_it_was_written() {
    let changed = Rules { suicide: Suicide::Allowed, ..Preset::Chinese.rules() };
    let wishes = [
        NewGame::default(),
        NewGame {
            board: BoardWish(BoardName::Torus { width: 9, height: 9 }),
            rules: RulesWish { preset: Preset::Chinese, rules: changed },
            clock: Some(TimeSystemShape::Simple { period: 60_000 }),
            opponent: Some(Text("8k2q4w7m1x9c3v5b".parse().unwrap())),
            no_bots: true,
            position: Some(PositionShape {
                stones: ".BW".to_owned(),
                to_move: Text(Color::White),
                moves: Text("C3,black:pass".parse().unwrap()),
            }),
            aids: AidsWish { variations: Some(true), estimate: None },
            ..NewGame::default()
        },
    ];
    for wish in wishes {
        let json = serde_json::to_string(&wish).unwrap();
        assert_eq!(serde_json::from_str::<NewGame>(&json).unwrap(), wish, "{json}");
    }
}
