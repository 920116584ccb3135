//! Writes random legal games as records, the same ones every time:
//! `cargo run --release -p tengen-check --example random_records -- FOLDER [GAMES] [SIDE]`.
//!
//! Both sides play anywhere but into their own one-point eyes, at most as many moves as a game of people has (a little
//! more than the board has points), then pass twice. No position ever comes back, so the games are legal under every
//! repetition rule.

use std::error::Error;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use tengen_rules::{Color, Game, Point, Preset, Repetition, Rules, SgfVertex, SplitMix, Suicide, Topology};
use tengen_sgf::{Collection, Name, Raw};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = PathBuf::from(arguments.next().ok_or("a folder for the records is missing")?);
    let games: u64 = arguments.next().map_or(Ok(2_000), |games| games.parse())?;
    let side: usize = arguments.next().map_or(Ok(19), |side| side.parse())?;
    fs::create_dir_all(&folder)?;
    let topology = Arc::new(Topology::grid(side, side)?);
    for number in 0..games {
        let game = random_game(&topology, number)?;
        fs::write(folder.join(format!("{number:05}.sgf")), record(&game))?;
    }
    Ok(())
}

fn random_game(topology: &Arc<Topology>, seed: u64) -> Result<Game, Box<dyn Error>> {
    let rules = Rules {
        repetition: Repetition::PositionalSuperko,
        suicide: Suicide::Forbidden,
        ..Preset::Chinese.rules()
    };
    let mut game = Game::new(Arc::clone(topology), rules, &[])?;
    let mut random = SplitMix::new(seed);
    let mut candidates: Vec<Point> = Vec::new();
    let longest = topology.size() + topology.size() / 9;
    while game.moves().len() < longest && game.is_over().is_none() {
        candidates.clear();
        candidates.extend(topology.points().filter(|&point| is_sensible(&game, point)));
        let mut played = false;
        while !played && !candidates.is_empty() {
            let index = random.below(candidates.len());
            played = game.play(candidates.swap_remove(index)).is_ok();
        }
        if !played {
            game.pass()?;
        }
    }
    while game.is_over().is_none() {
        game.pass()?;
    }
    Ok(game)
}

/// Empty, and not surrounded by the player's own stones.
fn is_sensible(game: &Game, point: Point) -> bool {
    let board = game.board();
    let mut around = board.topology().neighbours(point).iter().map(|&neighbour| board.get(neighbour));
    board.get(point).is_none() && !around.all(|stone| stone == Some(game.to_move()))
}

fn record(game: &Game) -> String {
    let topology = game.board().topology();
    let mut record = Collection::new();
    let mut node = record.add_game();
    for (name, text) in [
        (Name::GM, "1"),
        (Name::FF, "4"),
        (Name::CA, "UTF-8"),
        (Name::SZ, &topology.width().to_string()),
        (Name::RU, "Chinese"),
        (Name::KM, "7.5"),
        (Name::PB, "Black"),
        (Name::PW, "White"),
    ] {
        record.add_property(node, name, [Raw::simple_text(text)]);
    }
    for &(color, made) in game.moves() {
        let name = if color == Color::Black { Name::B } else { Name::W };
        let at = match made {
            tengen_rules::Move::Play(point) => SgfVertex::of(topology, point).to_string(),
            tengen_rules::Move::Pass => String::new(),
        };
        node = record.add_child(node);
        record.add_property(node, name, [Raw::simple_text(&at)]);
    }
    record.to_string()
}
