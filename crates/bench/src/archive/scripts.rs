//! Games that were played to their end, as the server would have written them; the same every time.

use tengen_game::{Command, Event, Moment, NewGame, PlayerId, Settings, State};
use tengen_rules::{BoardName, Color, Preset, SplitMix};

use crate::failure::Failure;

/// How many different games there are; an archive has each many times, with other players and at other times.
const DIFFERENT: u64 = 500;
/// The shortest game, and how many moves more the longest has.
const SHORTEST: usize = 25;
const SPREAD: usize = 40;
/// How long a move takes, in milliseconds.
const PACE: i64 = 7_000;

/// A game that began at time 0.
#[derive(Debug, Clone)]
pub(super) struct Script {
    /// What was agreed.
    pub(super) settings: Settings,
    /// What happened.
    pub(super) events: Vec<Event>,
    /// The end.
    pub(super) state: State,
}

/// The games. The creator is a stand-in, and so are the players.
pub(super) fn scripts() -> Result<Vec<Script>, Failure> {
    (0..DIFFERENT).map(script).collect()
}

fn script(seed: u64) -> Result<Script, Failure> {
    let mut random = SplitMix::new(seed);
    let [creator, opponent] = [[1; 10], [2; 10]].map(PlayerId::from_entropy);
    let presets = [Preset::Japanese, Preset::Chinese, Preset::Aga, Preset::TrompTaylor];
    let side = [9, 9, 9, 13, 19][random.below(5)];
    let handicap = if side == 19 && random.below(10) == 0 { 2 } else { 0 };
    let wish = NewGame {
        board: BoardName::Grid { width: side, height: side },
        handicap,
        ..NewGame::with_preset(presets[random.below(presets.len())])
    };
    let settings = Settings::new(creator, wish)?;
    let mut state = State::new(settings.clone(), 0)?;
    let mut events = Vec::new();
    let mut at = 0;
    let mut does = |state: &mut State, actor, command: &Command| {
        at += PACE;
        let event = state.decide(actor, None, command, Moment::at(at))?;
        state.apply(&event)?;
        events.push(event);
        Ok::<_, Failure>(())
    };
    does(&mut state, opponent, &Command::Join)?;
    let length = SHORTEST + random.below(SPREAD);
    let mut failures = 0;
    while state.moves().len() < length && failures < 100 {
        let Some((players, color)) = state.players().zip(state.to_move()) else { break };
        let points: Vec<_> = settings.topology().points().collect();
        let point = points[random.below(points.len())];
        let at = settings.topology().vertex(point);
        // What the rules forbid is not played, and nobody fills a point of their own on purpose.
        let stones = state.stones();
        let around = settings.topology().neighbours(point);
        let own = around.iter().all(|&neighbour| stones.get(neighbour) == Some(color));
        let play = Command::Play { turn: state.turn(), at };
        if own || does(&mut state, players[color], &play).is_err() {
            failures += 1;
        }
    }
    let players = state.players().ok_or("a game without players")?;
    let loser = if random.below(2) == 0 { Color::Black } else { Color::White };
    does(&mut state, players[loser], &Command::Resign)?;
    Ok(Script { settings, events, state })
}
