//! A round as somebody sees it.

use tengen_game::{Millis, PlayerId};
use tengen_protocol::{GroupRole, ProblemCode, Round, RoundPair, Text};
use tengen_store::{KeptPair, KeptRound};

/// A round as this player sees it now, who has that role in the group. Games that are private are told to their players and to
/// whoever leads the group, and those within a closed class to its members as well. Why there is no game is told to whoever leads.
pub fn seen_round(round: KeptRound, player: Option<PlayerId>, role: Option<GroupRole>, now: Millis) -> Round {
    let KeptRound { number, made_at, pairs, bye } = round;
    let seen = |pair| seen_pair(pair, player, role, now);
    Round { number, made_at, pairs: pairs.into_iter().map(seen).collect(), bye }
}

fn seen_pair(pair: KeptPair, player: Option<PlayerId>, role: Option<GroupRole>, now: Millis) -> RoundPair {
    let leads = role == Some(GroupRole::Leader);
    let is_own = player.is_some_and(|player| player == pair.black.id.0 || player == pair.white.id.0);
    let is_told = is_own || pair.is_public || leads || role.is_some() && pair.is_within;
    // Spectators of a delayed game do not know its end yet.
    let is_shown = is_told && (is_own || pair.shown_at.is_some_and(|shown_at| shown_at <= now));
    RoundPair {
        has_game: pair.game.is_some(),
        game: pair.game.filter(|_| is_told).map(Text),
        winner: pair.winner.filter(|_| is_shown),
        problem: pair.problem.map(|code| if leads { code } else { ProblemCode::NotMade.name().to_owned() }),
        black: pair.black,
        white: pair.white,
    }
}
