//! Reports: players tell the staff of a player, a name, a game or a record, or answer it.

use serde_json::{Value, json};
use tengen_entropy as entropy;
use tengen_game::{GameId, PlayerId, RecordId, SanctionId};
use tengen_protocol::{
    Ground, LONGEST_REPORT, NewReport, Player, PlayerKind, ProblemCode, Refused, ReportAbout,
};
use tengen_roles::{Act, Proof, ServerAct, may};
use tengen_store::{Eyes, NewlyReported, Reported, Thing};

use crate::kit::{ActionError, Actor, Parts, fitting};

/// How much one person may report within a day.
const MOST: u32 = 20;

/// Tells the staff of something. The player looks at it with these eyes.
pub async fn report(parts: &Parts, actor: &Actor, eyes: Eyes, wish: &NewReport) -> Result<(), ActionError> {
    // Whoever reports shows no more than whoever plays.
    let proof = Proof::Session { fresh: false };
    let rights = tengen_roles::Actor::Player { kind: actor.player.kind, role: None, proof };
    may(rights, Act::ToServer(ServerAct::Report))?;
    let words = words_of(wish)?;
    parts.limits.rare_act(actor.client)?;
    parts.clock_is_right()?;
    let reporter = actor.id();
    let concerned = concerned(parts, eyes, reporter, wish).await?;
    let new = NewlyReported {
        reporter,
        about: wish.about,
        subject: &wish.id,
        concerned,
        ground: wish.ground,
        words,
        event: wish.event,
        case: entropy::case_id()?,
        at: parts.clock.now(),
    };
    match parts.store.report(&new, MOST).await? {
        Reported::Done => Ok(()),
        Reported::Before | Reported::Enough => Err(ProblemCode::AlreadyReported.into()),
        Reported::TooMany => Err(ProblemCode::TooManyReports.with(json!({"max": MOST})).into()),
    }
}

/// The words of a report that says something.
fn words_of(wish: &NewReport) -> Result<&str, Refused> {
    let invalid = |params: Value| ProblemCode::InvalidReport.with(params);
    let least = usize::from(wish.ground == Ground::Other);
    let words = fitting(&wish.words, least..=LONGEST_REPORT)
        .ok_or_else(|| invalid(json!({"field": "words", "min": least, "max": LONGEST_REPORT})))?;
    if wish.event.is_some() && wish.about != ReportAbout::Game
        || wish.event.is_some_and(|event| event > 1_000_000)
    {
        return Err(invalid(json!({"field": "event"})));
    }
    Ok(words)
}

/// The people whom a report concerns, if there is such a thing. Whoever knows the id of a game may look at it, and so report it.
async fn concerned(
    parts: &Parts,
    eyes: Eyes,
    reporter: PlayerId,
    wish: &NewReport,
) -> Result<[Option<PlayerId>; 2], ActionError> {
    let NewReport { about, id, .. } = wish;
    let people = match about {
        ReportAbout::Player | ReportAbout::Name => {
            let id: PlayerId = id.parse().map_err(|_| ProblemCode::NoSuchPlayer)?;
            parts.enclosures.sees(eyes, Thing::Player(id)).await?;
            let player = parts.store.player(id).await?.ok_or(ProblemCode::NoSuchPlayer)?;
            if matches!(player.kind, PlayerKind::Computer | PlayerKind::Deleted) {
                return Err(ProblemCode::NoSuchPlayer.into());
            }
            let person = behind(parts, &player).await?;
            if person == reporter {
                return Err(ProblemCode::Oneself.into());
            }
            [Some(person), None]
        }
        ReportAbout::Record => {
            let id: RecordId = id.parse().map_err(|_| ProblemCode::NoSuchRecord)?;
            parts.enclosures.sees(eyes, Thing::Record(id)).await?;
            let owner = parts.store.about_record(id).await?.ok_or(ProblemCode::NoSuchRecord)?.owner.id.0;
            if owner == reporter {
                return Err(ProblemCode::Oneself.into());
            }
            [Some(owner), None]
        }
        ReportAbout::Sanction => {
            let id: SanctionId = id.parse().map_err(|_| ProblemCode::NoSuchSanction)?;
            let sanction = parts.store.sanction_of(reporter, id).await?;
            sanction.ok_or(ProblemCode::NoSuchSanction)?;
            [Some(reporter), None]
        }
        ReportAbout::Game => {
            let id: GameId = id.parse().map_err(|_| ProblemCode::NoSuchGame)?;
            parts.enclosures.sees(eyes, Thing::Game(id)).await?;
            let mut people = parts.store.people_of_game(id).await?.ok_or(ProblemCode::NoSuchGame)?;
            for person in people.iter_mut().filter_map(Option::as_mut) {
                if let Some(player) = parts.store.player(*person).await? {
                    *person = behind(parts, &player).await?;
                }
            }
            // The one who reports is among them: others may report the same game, and nobody reads that of one's own.
            people
        }
    };
    Ok(people)
}

/// The person behind a player: the owner of a bot.
async fn behind(parts: &Parts, player: &Player) -> Result<PlayerId, ActionError> {
    let owner = match player.kind {
        PlayerKind::Bot => parts.store.owner_of(player.id.0).await?.map(|owner| owner.id.0),
        _ => None,
    };
    Ok(owner.unwrap_or(player.id.0))
}
