//! Finds games for a bot, and sits down to as many as there are engines.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use tengen_client::{Client, CommandIds, Error, GameFilter};
use tengen_game::{GameId, Phase};
use tengen_protocol::{
    BoardWish, Command, NewGame, OwnNews, Player, ProblemCode, RulesWish, Snapshot, Summary, Text,
};
use tengen_rules::{BoardName, Preset, Scoring};
use tokio::task::{Id, JoinSet};
use tokio::time::{Instant, MissedTickBehavior, interval};

use crate::credentials::{self, CredentialsError};
use crate::engine::{Engine, EngineError};
use crate::fits::Wanted;
use crate::news::News;
use crate::options::Options;
use crate::seat::{Chair, Ending, play};

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
    seats: JoinSet<Ending>,
    /// The games of the seats.
    games: HashMap<GameId, Id>,
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
        for engine in std::iter::once(&options.engine).chain(&options.engine_area) {
            Engine::try_out(engine).await?;
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
        Ok(Self {
            wanted: options.wanted(),
            options,
            client,
            me,
            seats: JoinSet::new(),
            games: HashMap::new(),
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
                Some(ended) = self.seats.join_next_with_id() => self.stand_up(ended),
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
                    // It may have offers that were made since the last look.
                    OwnNews::Games { .. } => looks.reset_immediately(),
                    _ => {}
                },
            }
        }
    }

    /// Takes back offers of the bot that nobody has taken. Games that have begun wait for it to come back.
    pub async fn close(mut self) {
        if !self.games.is_empty() {
            tracing::warn!(
                games = self.games.len(),
                "games are not over: they wait until the bot is started again"
            );
        }
        self.seats.abort_all();
        let Ok(open) = self.own_games(vec![Phase::Open]).await else { return };
        let me = self.me.id;
        for game in open.iter().filter(|game| game.creator.id == me) {
            self.abort(game.id.0).await;
        }
    }

    fn over(&self) -> u32 {
        self.tally.finished + self.tally.left
    }

    fn free_places(&self) -> usize {
        let busy = self.seats.len();
        let left = self.options.max_games.map_or(usize::MAX, |most| {
            usize::try_from(most.saturating_sub(self.over())).unwrap_or(usize::MAX)
        });
        self.options.places().min(left).saturating_sub(busy)
    }

    fn stand_up(&mut self, ended: Result<(Id, Ending), tokio::task::JoinError>) {
        let (task, ending) = match ended {
            Ok((task, ending)) => (task, ending),
            Err(error) => (error.id(), Ending::Left(error.to_string())),
        };
        let found = self.games.iter().find(|(_, seat)| **seat == task).map(|(game, _)| *game);
        let Some(game) = found else { return };
        self.games.remove(&game);
        match ending {
            Ending::Finished { text, scored } => {
                self.tally.finished += 1;
                self.tally.scored += u32::from(scored);
                tracing::info!(%game, result = text, "finished");
            }
            Ending::NeverBegan => {
                self.offers_from = Instant::now() + PAUSE_AFTER_DECLINE;
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
        if self.free_places() == 0 {
            return Ok(());
        }
        let own = self.own_games(vec![Phase::Open, Phase::Playing, Phase::Scoring]).await?;
        for game in own {
            if self.free_places() == 0 || self.is_known(game.id.0) {
                continue;
            }
            if game.phase != "open" || game.creator.id == self.me.id {
                let snapshot = self.client.game(game.id.0).await?;
                self.sit_down(snapshot);
            } else {
                self.consider(&game, true).await?;
            }
        }
        if self.options.join_open && self.free_places() > 0 {
            let filter = GameFilter { phases: vec![Phase::Open], limit: Some(100), ..GameFilter::default() };
            for game in self.client.games(&filter).await?.games {
                let mine = game.creator.id == self.me.id || self.passed_over.contains(&game.id.0);
                if self.free_places() > 0 && !mine {
                    self.consider(&game, false).await?;
                }
            }
        }
        while self.options.create && self.free_places() > 0 && self.offers_from <= Instant::now() {
            self.offer().await?;
        }
        Ok(())
    }

    /// Whether a game has its seat already, or shall have none.
    fn is_known(&self, game: GameId) -> bool {
        self.games.contains_key(&game) || self.passed_over.contains(&game)
    }

    /// Takes an offer that was made just now, or declines it. One for which there is no place waits to be found by a look.
    async fn hear_of_offer(&mut self, game: &Summary) {
        if self.free_places() > 0
            && !self.is_known(game.id.0)
            && let Err(error) = self.consider(game, true).await
        {
            tracing::warn!(game = %game.id.0, %error, "the offer waits for the next look");
        }
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

    /// Joins a game if it fits; an offer to the bot alone that does not is declined.
    async fn consider(&mut self, game: &Summary, to_me: bool) -> Result<(), Error> {
        let id = game.id.0;
        if let Err(misfit) = self.wanted.check(game.creator.id.0, &game.settings) {
            self.pass_over(id);
            tracing::info!(game = %id, by = game.creator.name, "not joined because of {misfit}");
            if to_me {
                self.abort(id).await;
            }
            return Ok(());
        }
        match self.client.join(id).await {
            Ok(snapshot) => {
                tracing::info!(game = %id, opponent = game.creator.name, "joined");
                self.sit_down(snapshot);
            }
            Err(error)
                if error.is_passing()
                    || error.problem().is_none()
                    || error.code() == Some(ProblemCode::InsufficientScope) =>
            {
                return Err(error);
            }
            // Somebody else was faster, or it was called off.
            Err(error) => {
                tracing::debug!(game = %id, %error, "not joined");
                self.pass_over(id);
            }
        }
        Ok(())
    }

    async fn offer(&mut self) -> Result<(), Error> {
        let turn = usize::try_from(self.created).unwrap_or(0);
        let sizes = &self.options.sizes;
        let side = sizes.get(turn % sizes.len().max(1)).map_or(19, |size| usize::from(*size));
        let rules = &self.options.rules;
        let preset = rules.get(turn % rules.len().max(1)).copied().unwrap_or(Preset::Japanese);
        let wish = NewGame {
            board: BoardWish(BoardName::Grid { width: side, height: side }),
            rules: RulesWish::from(preset),
            color: self.options.color.into(),
            clock: self.options.clock.0,
            opponent: self.options.opponent.map(Text),
            ..NewGame::default()
        };
        let snapshot = self.client.create_game(&wish).await?;
        self.created += 1;
        tracing::info!(game = %snapshot.id.0, size = side, rules = %preset, "offered");
        self.sit_down(snapshot);
        Ok(())
    }

    fn sit_down(&mut self, snapshot: Snapshot) {
        let area = snapshot.settings.rules.scoring.0 == Scoring::Area;
        let engine = self.options.engine_area.as_ref().filter(|_| area).unwrap_or(&self.options.engine);
        let chair = Chair {
            client: self.client.clone(),
            me: self.me.id.0,
            engine: engine.clone(),
            patience: self.options.patience(),
            manners: self.options.manners(),
        };
        let game = snapshot.id.0;
        let seat = self.seats.spawn(play(chair, snapshot));
        self.games.insert(game, seat.id());
    }

    /// Remembers games that are not looked at again. A few too many are forgotten rather than kept for ever.
    fn pass_over(&mut self, game: GameId) {
        if self.passed_over.len() >= 10_000 {
            self.passed_over.clear();
        }
        self.passed_over.insert(game);
    }

    async fn abort(&mut self, game: GameId) {
        let abort = Command::Abort { id: Text(self.ids.next()) };
        if let Err(error) = self.client.command(game, &abort).await {
            tracing::debug!(%game, %error, "not called off");
        }
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
