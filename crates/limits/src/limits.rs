//! The limits of all clients.

use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::time::{Duration, Instant};

use tengen_game::PlayerId;

use crate::by_distance::{BURST, ByDistance, LOOPBACK};
use crate::counter::Counter;
use crate::guesses::{Guess, Guesses};
use crate::letters::Letters;
use crate::looks::Looks;
use crate::networks::{Networks, Widths};
use crate::pace::Pace;
use crate::places::Places;
use crate::rate::Rate;
use crate::share::Share;
use crate::under_way::{GuessUnderWay, UnderWay};
use crate::{Client, KeptOut, Kind, Options, TooMany};

/// The number of games on a page that cost as much as another request.
const GAMES_FOR_A_REQUEST: u32 = 5;
/// Of each hundredth of a processor that one client may have, so many thousandths of a processor are for long
/// work, so many for the time in which the database looks through lists, and so many for everything else:
/// whoever plays must not wait for what the computer has thought about that game.
const WORK_SHARE: u32 = 5;
const LOOK_SHARE: u32 = 1;
const ATTENTION_SHARE: u32 = 4;
/// The share of one client in a processor, as a multiple of its share for lists.
pub(crate) const LOOKS_IN_ALL: u32 = (WORK_SHARE + LOOK_SHARE + ATTENTION_SHARE) / LOOK_SHARE;
/// The part of each share that may be had at once.
const AT_ONCE: Duration = Duration::from_millis(500);
/// The letters an hour to one address, whoever asks for them.
const LETTERS_TO_ADDRESS: NonZeroU32 = NonZeroU32::MIN.saturating_add(5);
/// The games a minute that one client may offer to one player.
const OFFERS_TO_PLAYER: NonZeroU32 = NonZeroU32::MIN.saturating_add(2);
/// The estimates a minute for one player.
const ESTIMATES_OF_PLAYER: NonZeroU32 = NonZeroU32::MIN.saturating_add(29);
/// The longest rest, whatever was done: until more long work is begun, and until a move is read that may be
/// another's behind the same address, and whose clock runs.
const LONGEST_REST: Duration = Duration::from_mins(10);
const LONGEST_PAUSE: Duration = Duration::from_secs(3);
/// The longest rest before more long work. A client that would have to rest longer asks for too much.
const LONG_REST: Duration = Duration::from_secs(10);
/// After so much that was counted the clients are forgotten that have not asked for anything in a while. Each
/// takes about a hundred bytes, so a flood from very many addresses takes some megabytes.
const TIDY_EACH: u32 = 1 << 16;

/// The limits of the server.
#[derive(Debug)]
pub struct Limits {
    near: ByDistance,
    far: ByDistance,
    pub(crate) games: Rate<PlayerId>,
    loopback_is_far: bool,
    pub(crate) share: Share,
    pub(crate) staying: Counter,
    pub(crate) connected: Counter,
    pub(crate) working: Counter,
    /// The greatest work, and great files on their way.
    pub(crate) greatest: Places,
    pub(crate) uploading: Places,
    pub(crate) looking: Counter,
    pub(crate) looks: Looks,
    pub(crate) following: Counter,
    pub(crate) answering: Counter,
    pub(crate) unsent: Counter,
    /// Long work, which waits.
    work: Pace<IpAddr>,
    /// The time in which lists are looked through for a page.
    pub(crate) look_time: Networks,
    /// Everything else.
    pub(crate) attention: Pace<IpAddr>,
    guesses: Guesses,
    under_way: UnderWay,
    /// By the address to which they go.
    pub(crate) letters: Letters<String>,
    /// The letters of all clients together.
    pub(crate) letters_to_verify: Letters<()>,
    pub(crate) letters_to_sign_in: Letters<()>,
    /// By the player who asks.
    estimates: Rate<PlayerId>,
    /// By the address from which they come and the player to whom they go: strangers can't keep a friend's
    /// offers out.
    offers: Rate<(IpAddr, PlayerId)>,
    /// The number of counts, around and around.
    counted: AtomicU32,
    kept_out: KeptOut,
}

impl Limits {
    /// The limits that the operator set.
    pub fn new(options: &Options) -> Self {
        Self {
            near: ByDistance::new(options, LOOPBACK),
            far: ByDistance::new(options, 1),
            games: Rate::per_minute(options.games_per_minute),
            loopback_is_far: options.limit_loopback,
            share: Share::default(),
            staying: Counter::default(),
            connected: Counter::default(),
            working: Counter::default(),
            greatest: Places::default(),
            uploading: Places::default(),
            looking: Counter::default(),
            looks: Looks::default(),
            following: Counter::default(),
            answering: Counter::default(),
            unsent: Counter::default(),
            work: Pace::new(options.processor_percent_per_address * WORK_SHARE, AT_ONCE, LONGEST_REST),
            look_time: Networks::new(
                options.processor_percent_per_address * LOOK_SHARE,
                AT_ONCE,
                LONGEST_REST,
                Widths::WIDE,
            ),
            attention: Pace::new(
                options.processor_percent_per_address * ATTENTION_SHARE,
                AT_ONCE,
                LONGEST_PAUSE,
            ),
            guesses: Guesses::default(),
            under_way: UnderWay::default(),
            letters: Letters::new(LETTERS_TO_ADDRESS),
            letters_to_verify: Letters::new(options.letters_per_hour),
            letters_to_sign_in: Letters::new(options.letters_per_hour),
            estimates: Rate::per_minute(ESTIMATES_OF_PLAYER),
            offers: Rate::per_minute(OFFERS_TO_PLAYER),
            counted: AtomicU32::new(0),
            kept_out: KeptOut::default(),
        }
    }

    /// Sets the number of servers that share the limits from now on, this one included. Up to two of them let
    /// each client have what one alone does; of more, each lets it have a part, so that all together allow at
    /// most twice as much, and one of each thing at least. Things that are open already stay open.
    pub fn share(&self, servers: u32) {
        self.share.set(servers);
    }

    /// The part of so many that there may be here, if one server alone has them all. One at least, unless
    /// there are none.
    pub fn part_of(&self, most: u32) -> u32 {
        u32::try_from(self.share.of(most.into())).unwrap_or(most)
    }

    /// Counts a request.
    pub fn request(&self, client: Client) -> Result<(), TooMany> {
        self.count(client, Kind::Requests, &self.of(client).requests)
    }

    /// Counts a page of so many games that may have to be read from their logs, beside the request for it. No
    /// request costs more in all than may come at once.
    pub fn page(&self, client: Client, games: u32) -> Result<(), TooMany> {
        let count = (games / GAMES_FOR_A_REQUEST).min(BURST - 1);
        let Some(count) = NonZeroU32::new(count) else { return Ok(()) };
        let outcome = self.of(client).requests.count(&client.network, count, &self.share);
        self.note(client, Kind::Requests, outcome)
    }

    /// Counts a new game.
    pub fn game(&self, player: PlayerId, client: Client) -> Result<(), TooMany> {
        if client.near {
            return Ok(());
        }
        self.note(client, Kind::Games, self.games.count(&player, NonZeroU32::MIN, &self.share))
    }

    /// Counts a command in a game: most of them are kept for ever.
    pub fn command(&self, client: Client) -> Result<(), TooMany> {
        self.count(client, Kind::Commands, &self.of(client).commands)
    }

    /// Counts the bytes of a file of records. A file counts for one KiB at least.
    pub fn records(&self, client: Client, bytes: usize) -> Result<(), TooMany> {
        let kib = u32::try_from(bytes.div_ceil(1_024)).ok().and_then(NonZeroU32::new);
        // The limit is a MiB at least. Of a limit or a part of it that is smaller than the file one file is
        // let through.
        let kib = kib.unwrap_or(NonZeroU32::MIN);
        let outcome = self.of(client).records.count(&client.network, kib, &self.share);
        self.note(client, Kind::Records, outcome)
    }

    /// The wait of a client before more long work is done for it. Nobody on this machine has to.
    pub fn rest(&self, client: Client) -> Duration {
        if client.near { Duration::ZERO } else { self.work.rest(&client.network, Instant::now()) }
    }

    /// Counts the time that work for a client took.
    pub fn worked(&self, client: Client, time: Duration) {
        if client.near {
            return;
        }
        let now = Instant::now();
        self.work.worked(client.network, time, now, &self.share);
        if self.work.rest(&client.network, now) > LONG_REST {
            self.keep_out(client, Kind::Work);
        }
    }

    /// Counts an estimate that somebody asks for: by the player, if there is one, and by the work that it
    /// takes, for the address. Nobody on this machine is held to that.
    pub fn estimate(&self, player: Option<PlayerId>, client: Client) -> Result<(), TooMany> {
        let Some(player) = player.filter(|_| !client.near) else { return Ok(()) };
        self.note(client, Kind::Work, self.estimates.count(&player, NonZeroU32::MIN, &self.share))
    }

    /// Counts a game that somebody offers to a player. Nobody on this machine is held to that.
    pub fn offer(&self, client: Client, opponent: PlayerId) -> Result<(), TooMany> {
        let Some(network) = client.far_network() else { return Ok(()) };
        let outcome = self.offers.count(&(network, opponent), NonZeroU32::MIN, &self.share);
        self.note(client, Kind::Games, outcome)
    }

    /// Whether a password or a code may be looked at now. The caller keeps the answer until a wrong one was
    /// counted.
    pub fn may_guess(&self, client: Client, guess: Guess<'_>) -> Result<GuessUnderWay, TooMany> {
        // First, so that whatever is found to be wrong meanwhile counts for this one.
        let outcome = self.under_way.begin(guess).and_then(|look| {
            let rest = self.guesses.rest(client, guess, Instant::now());
            if rest.is_zero() { Ok(look) } else { Err(TooMany { retry_after: rest }) }
        });
        self.note(client, Kind::SignIns, outcome)
    }

    /// Counts a wrong password or code.
    pub fn guessed_wrong(&self, client: Client, guess: Guess<'_>) {
        self.guesses.wrong(client, guess, Instant::now(), &self.share);
    }

    /// Whether a short code of a card may be looked at now. Whoever guesses one guesses at all cards at once:
    /// wrong ones count for everybody together as well as for the address, and of the budget of all a network
    /// around it has a third. Codes that are looked at meanwhile are bounded by the thread that hashes them.
    pub fn may_try_code(&self, client: Client) -> Result<(), TooMany> {
        let rest = self.guesses.rest_of_code(client, Instant::now());
        let outcome = if rest.is_zero() { Ok(()) } else { Err(TooMany { retry_after: rest }) };
        self.note(client, Kind::SignIns, outcome)
    }

    /// Counts a wrong short code.
    pub fn tried_wrong_code(&self, client: Client) {
        self.guesses.wrong_code(client, Instant::now(), &self.share);
    }

    /// Notes for the log that a client was kept out of something.
    pub fn keep_out(&self, client: Client, kind: Kind) {
        self.kept_out.note(kind, client.network);
    }

    /// The refusals, for the log.
    pub fn kept_out(&self) -> &KeptOut {
        &self.kept_out
    }

    /// Counts one for a client where so many a second, a minute or an hour are let through.
    pub(crate) fn count(&self, client: Client, kind: Kind, rate: &Rate<IpAddr>) -> Result<(), TooMany> {
        self.tidy_now_and_then();
        self.note(client, kind, rate.count(&client.network, NonZeroU32::MIN, &self.share))
    }

    /// Is called for each that is counted.
    pub(crate) fn tidy_now_and_then(&self) {
        if self.counted.fetch_add(1, Relaxed) % TIDY_EACH == TIDY_EACH - 1 {
            self.tidy();
        }
    }

    /// Counts for the log, if it was refused.
    pub(crate) fn note<T>(
        &self,
        client: Client,
        kind: Kind,
        outcome: Result<T, TooMany>,
    ) -> Result<T, TooMany> {
        if outcome.is_err() {
            self.keep_out(client, kind);
        }
        outcome
    }

    /// Forgets clients that have not asked for anything in a while.
    pub fn tidy(&self) {
        self.near.tidy();
        self.far.tidy();
        self.games.tidy();
        self.letters.tidy();
        self.offers.tidy();
        self.estimates.tidy();
        self.looks.tidy();
        self.guesses.tidy(Instant::now());
        self.look_time.tidy(Instant::now());
        for pace in [&self.work, &self.attention] {
            pace.tidy(Instant::now());
        }
    }

    /// The client at this address. Nobody for whom a proxy speaks counts as being on this machine.
    pub fn client(&self, address: IpAddr, forwarded: bool) -> Client {
        let near = !self.loopback_is_far && !forwarded && address.to_canonical().is_loopback();
        Client::new(address, near)
    }

    /// The limits of a client.
    pub(crate) fn of(&self, client: Client) -> &ByDistance {
        if client.near { &self.near } else { &self.far }
    }
}
