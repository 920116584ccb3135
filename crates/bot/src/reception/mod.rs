//! Finds games for a bot, and sits down to as many as there are places for.

mod offers;

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use tengen_client::{Client, CommandIds, Error, GameFilter};
use tengen_game::{AbortReason, GameId, Phase};
use tengen_protocol::{Command, OwnNews, Player, ProblemCode, Snapshot, Summary, Text};
use tengen_rules::Scoring;
use tokio::task::{Id, JoinSet};
use tokio::time::{Instant, MissedTickBehavior, interval};

use crate::credentials::{self, CredentialsError};
use crate::engine::EngineError;
use crate::engines::Engines;
use crate::fits::{Speed, Wanted};
use crate::news::News;
use crate::options::Options;
use crate::places::{Places, Standing};
use crate::seat::{Chair, Ending, play};
use crate::waiting::Waiting;

/// Who declines a game is not offered the next one at once.
const PAUSE_AFTER_DECLINE: Duration = Duration::from_mins(1);
/// How many pages of its own games a bot follows: of each the server has looked at thousands.
const MOST_PAGES: u32 = 100;

/// Why a bot can't go on.
#[derive(Debug, thiserror::Error)]
pub enum BotError {
    /// It is nobody.
    #[error(transparent)]
    Credentials(#[from] CredentialsError),
    /// The server does not want it.
    #[error(transparent)]
    Server(#[from] Error),
    /// Its engine is none.
    #[error(transparent)]
    Engine(#[from] EngineError),
}

/// How a bot's games ended.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games with a result.
    pub finished: u32,
    /// Those among them whose board was counted.
    pub scored: u32,
    /// Games that were left alone.
    pub left: u32,
}

/// A bot that is looking for games.
#[derive(Debug)]
pub struct Reception {
    options: Options,
    wanted: Wanted,
    client: Client,
    me: Player,
    engines: Arc<Engines>,
    seats: JoinSet<Ending>,
    places: Places,
    /// Offers to the bot for which there is no place.
    waiting: Waiting,
    /// An own offer that was called off for one of those, until its seat is left.
    leaving: Option<GameId>,
    /// Offers that were looked at and not taken.
    passed_over: HashSet<GameId>,
    created: u32,
    /// Before this moment no game is offered: somebody has declined one.
    offers_from: Instant,
    tally: Tally,
    ids: CommandIds,
}

impl Reception {
    /// A bot who is somebody on the server. It waits until the server is there.
    ///
    /// Its engines are tried first: who can't play must not sit down with anybody.
    ///
    /// # Errors
    ///
    /// When an engine does not start or does not answer, and when the server refuses the token.
    pub async fn open(options: Options) -> Result<Self, BotError> {
        let live = options.limits().live;
        let engines = Engines::new(usize::from(options.engines), live, options.engines_stay());
        // Where there is room for one, the one for most games stays.
        for engine in options.engine_area.iter().chain([&options.engine]) {
            engines.try_out(engine).await?;
        }
        let (client, me) = loop {
            match identify(&options).await {
                Err(CredentialsError::Server(error)) if error.is_passing() => {
                    tracing::warn!(%error, "the server is not there yet");
                    tokio::time::sleep(Duration::from_secs(2)).await;
                }
                Err(error) => return Err(error.into()),
                Ok(identified) => break identified,
            }
        };
        tracing::info!(player = %me.id.0, name = me.name, "the bot is here");
        for blocked in &options.block {
            if let Err(error) = client.block(*blocked).await {
                tracing::warn!(player = %blocked, %error, "not blocked on the server; offers are declined");
            }
        }
        Ok(Self {
            wanted: options.wanted(),
            places: Places::new(options.limits()),
            waiting: Waiting::new(options.offers_wait()),
            leaving: None,
            options,
            client,
            me,
            engines,
            seats: JoinSet::new(),
            passed_over: HashSet::new(),
            created: 0,
            offers_from: Instant::now(),
            tally: Tally::default(),
            ids: CommandIds::new(),
        })
    }

    /// The bot's player.
    pub fn me(&self) -> &Player {
        &self.me
    }

    /// Plays until as many games are over as were asked for, or for ever.
    pub async fn run(&mut self) -> Result<Tally, BotError> {
        let mut looks = interval(Duration::from_secs(u64::from(self.options.poll)));
        looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut news = News::of(&self.client);
        loop {
            if self.options.max_games.is_some_and(|most| self.over() >= most) && self.seats.is_empty() {
                return Ok(self.tally);
            }
            tokio::select! {
                // A place that has become free is given away before anybody is sent away.
                biased;
                Some(ended) = self.seats.join_next_with_id() => {
                    self.stand_up(ended);
                    if !self.waiting.is_empty() {
                        looks.reset_immediately();
                    }
                }
                _ = looks.tick() => match self.look().await {
                    // A token that is good for nothing, or only for a part of this, will not mend by itself.
                    Err(error)
                        if matches!(
                            error.code(),
                            Some(ProblemCode::Unauthenticated | ProblemCode::InsufficientScope)
                        ) =>
                    {
                        return Err(error.into());
                    }
                    Err(error) => tracing::warn!(%error, "no look at the server's games"),
                    Ok(()) => {}
                },
                news = news.next() => match news {
                    OwnNews::Offered { game } => self.hear_of_offer(&game).await,
                    OwnNews::Withdrawn { game } => self.waiting.forget(game.id.0),
                    // It may have offers that were made since the last look.
                    OwnNews::Games { .. } => looks.reset_immediately(),
                    _ => {}
                },
                () = self.waiting.over() => self.send_away().await,
            }
        }
    }

    /// Takes back offers of the bot that nobody has taken. Games that have begun wait for it to come back.
    pub async fn close(mut self) {
        if self.places.count() > 0 {
            tracing::warn!(
                games = self.places.count(),
                "games are not over: they wait until the bot is started again"
            );
        }
        self.seats.abort_all();
        let Ok(open) = self.own_games(vec![Phase::Open]).await else { return };
        let me = self.me.id;
        for game in open.iter().filter(|game| game.creator.id == me) {
            // Whoever can't be told now finds the game open until the bot is back.
            let _ = self.abort(game.id.0, None).await;
        }
    }

    fn over(&self) -> u32 {
        self.tally.finished + self.tally.left
    }

    /// Whether there is a place for another game so fast.
    fn has_place(&self, speed: Speed) -> bool {
        let left = self.options.max_games.map_or(usize::MAX, |most| {
            usize::try_from(most.saturating_sub(self.over())).unwrap_or(usize::MAX)
        });
        self.places.count() < left && self.places.is_free(speed)
    }

    fn stand_up(&mut self, ended: Result<(Id, Ending), tokio::task::JoinError>) {
        let (task, ending) = match ended {
            Ok((task, ending)) => (task, ending),
            Err(error) => (error.id(), Ending::Left(error.to_string())),
        };
        let Some(game) = self.places.leave(task) else { return };
        let for_another = self.leaving.take_if(|offer| *offer == game).is_some();
        match ending {
            Ending::Finished { text, scored } => {
                self.tally.finished += 1;
                self.tally.scored += u32::from(scored);
                tracing::info!(%game, result = text, "finished");
            }
            Ending::NeverBegan => {
                if !for_another {
                    self.offers_from = Instant::now() + PAUSE_AFTER_DECLINE;
                }
                tracing::info!(%game, "called off");
            }
            Ending::Left(why) => {
                self.tally.left += 1;
                self.passed_over.insert(game);
                tracing::error!(%game, why, "left alone");
            }
        }
    }

    /// Looks for games: first those that are the bot's own already, then offers, then games for anybody.
    async fn look(&mut self) -> Result<(), Error> {
        let own = self.own_games(vec![Phase::Open, Phase::Playing, Phase::Scoring]).await?;
        for game in own {
            if self.is_known(game.id.0) {
                continue;
            }
            if game.phase != "open" || game.creator.id == self.me.id {
                // The bot is in it already, however many others there are.
                let snapshot = self.client.game(game.id.0).await?;
                self.sit_down(snapshot);
            } else {
                self.consider(&game, true).await?;
            }
        }
        let open = [Speed::Live, Speed::Correspondence].into_iter().any(|speed| self.has_place(speed));
        if self.options.join_open && open {
            let filter = GameFilter { phases: vec![Phase::Open], limit: Some(100), ..GameFilter::default() };
            for game in self.client.games(&filter).await?.games {
                let mine = game.creator.id == self.me.id || self.passed_over.contains(&game.id.0);
                if !mine {
                    self.consider(&game, false).await?;
                }
            }
        }
        let speed = Speed::of(self.options.clock.0);
        while self.options.create
            && self.has_place(speed)
            && self.places.offered() < usize::from(self.options.engines)
            && self.places.may_offer(self.options.opponent)
            && self.offers_from <= Instant::now()
        {
            self.offer().await?;
        }
        Ok(())
    }

    /// Whether a game has its seat already, or shall have none.
    fn is_known(&self, game: GameId) -> bool {
        self.places.holds(game) || self.passed_over.contains(&game)
    }

    async fn own_games(&self, phases: Vec<Phase>) -> Result<Vec<Summary>, Error> {
        let mut filter =
            GameFilter { player: Some(self.me.id.0), phases, limit: Some(100), ..GameFilter::default() };
        let mut games = Vec::new();
        // A page may end before it is full, and a bot that has made very many games is still awaited in an old one.
        for _ in 0..MOST_PAGES {
            let page = self.client.games(&filter).await?;
            games.extend(page.games);
            filter.cursor = page.next;
            if filter.cursor.is_none() {
                break;
            }
        }
        Ok(games)
    }

    fn sit_down(&mut self, snapshot: Snapshot) {
        let area = snapshot.settings.rules.scoring.0 == Scoring::Area;
        let engine = self.options.engine_area.as_ref().filter(|_| area).unwrap_or(&self.options.engine);
        let chair = Chair {
            client: self.client.clone(),
            me: self.me.id.0,
            engines: Arc::clone(&self.engines),
            engine: engine.clone(),
            patience: self.options.patience(),
            patience_by_days: self.options.patience_by_days(),
            manners: self.options.manners(),
            standing: Arc::default(),
        };
        let (game, speed) = (snapshot.id.0, Speed::of(snapshot.settings.clock));
        let standing: Arc<Standing> = Arc::clone(&chair.standing);
        standing.note_opponent(&snapshot, self.me.id.0);
        let seat = self.seats.spawn(play(chair, snapshot));
        self.places.take(game, seat.id(), speed, standing);
    }

    /// Remembers games that are not looked at again. A few too many are forgotten rather than kept for ever.
    fn pass_over(&mut self, game: GameId) {
        if self.passed_over.len() >= 10_000 {
            self.passed_over.clear();
        }
        self.passed_over.insert(game);
    }

    async fn abort(&mut self, game: GameId, reason: Option<AbortReason>) -> Result<(), Error> {
        let abort = Command::Abort { id: Text(self.ids.next()), reason: reason.map(Text) };
        let mut called_off = self.client.command(game, &abort).await;
        // Servers of earlier releases know no reasons.
        if reason.is_some()
            && called_off.as_ref().is_err_and(|error| error.code() == Some(ProblemCode::Malformed))
        {
            let abort = Command::Abort { id: Text(self.ids.next()), reason: None };
            called_off = self.client.command(game, &abort).await;
        }
        if let Err(error) = &called_off {
            tracing::debug!(%game, %error, "not called off");
        }
        called_off.map(drop)
    }
}

async fn identify(options: &Options) -> Result<(Client, Player), CredentialsError> {
    let client = Client::with_ca_file(&options.server, options.ca_file.as_deref())?;
    if let Some(token) = &options.token {
        let client = client.with_token(token);
        let me = client.me().await?;
        return Ok((client, me));
    }
    credentials::from_file(&client, &options.token_file, options.name.as_deref()).await
}
