//! The state that all handlers share.

use std::ops::Deref;
use std::sync::Arc;
use std::time::Duration;

use tengen_actions::computer;
use tengen_actions::kit::{
    Announcements, DiskQuota, Enclosures, Estimates, GrowingTrees, NewGames, Parts as ActionParts,
    RoundsUnderWay, Tokens, TreeWays,
};
use tengen_actions::people::{Door, Letters, People, Registrations, Ways};
use tengen_bus::Bus;
use tengen_cluster::Teller;
use tengen_credentials::Passwords;
use tengen_duties::Duties;
use tengen_limits::Limits;
use tengen_lists::{Lists, Lobby, fill};
use tengen_live::{Neighbours, Rooms};
use tengen_store::{Database, Journal};
use tokio_util::task::TaskTracker;

use crate::drain::{Drain, Ending};
use crate::guests::Guests;
use crate::metrics::Metrics;
use crate::networks::Networks;
use crate::options::ServeOptions;
use crate::picture::Pictures;
use crate::readiness::Readiness;

/// The parts of a running server; cheap to clone.
#[derive(Debug, Clone)]
pub struct App {
    parts: Arc<Parts>,
}

/// The parts by which people come in, any of which may fail to begin.
#[derive(Debug)]
pub struct Entrance {
    /// Who may come in.
    pub door: Door,
    /// How members prove who they are.
    pub ways: Ways,
    /// The thread on which passwords are hashed.
    pub passwords: Passwords,
    /// Who has registered of late.
    pub registrations: Registrations,
    /// The way to members' mail boxes, if the operator has one.
    pub letters: Option<Arc<dyn Letters>>,
}

/// See [`App`].
#[derive(Debug)]
pub struct Parts {
    /// Those with which use cases work.
    pub people: People,
    /// Whether anything can be stored.
    pub readiness: Readiness,
    /// What is counted for the operator.
    pub metrics: Metrics,
    /// The pictures of games that were made last.
    pub pictures: Pictures,
    /// The way to the other servers of the database, if they use NATS.
    pub bus: Option<Bus>,
    /// Tells these of what has happened here.
    pub teller: Option<Teller>,
    /// From which networks players come.
    pub networks: Networks,
    /// The operator's options.
    pub options: ServeOptions,
    /// Whether the server is about to stop.
    pub drain: Drain,
    /// The open sockets and streams, and when they have to go.
    pub guests: Guests,
    /// The background tasks.
    pub duties: Duties,
    /// The sockets, which the web server does not wait for by itself.
    pub sockets: TaskTracker,
}

impl App {
    /// Puts the parts together around an open database and starts the journal: from then on the server counts as there.
    ///
    /// The parts stop when `ending` says that it is now. That is the stop of the duties, too.
    pub async fn new(
        database: &Database,
        bus: Option<Bus>,
        entrance: Entrance,
        metrics: Metrics,
        options: ServeOptions,
        ending: Ending,
        duties: Duties,
    ) -> Self {
        let Entrance { door, ways, passwords, registrations, letters } = entrance;
        let stop = ending.now.clone();
        let (store, clock) = (database.store.clone(), database.store.clock().clone());
        // The limits' clock may take a fifth of a second to begin, which must not lie between the sign of life and the door.
        let limits = Arc::new(Limits::new(&options.limits()));
        let records = Arc::new(DiskQuota::new(options.max_records_bytes));
        let shares = Arc::new(DiskQuota::new(options.max_shares_bytes));
        // Players have to wait until the lobby is full, so the time without a server is not over before.
        let lobby = Lobby::new();
        fill(&store, &lobby).await;
        let lists = Lists::new(store.clone(), lobby);
        let teller = bus.clone().map(|bus| Teller::new(bus, lists.clone()));
        let (tokens, pictures) = (Tokens::new(clock.clone(), teller.clone()), Pictures::default());
        let journal = Journal::start(store.clone(), database.alone, metrics.commits(), &duties).await;
        let readiness = Readiness::new(store.clone(), journal.outages());
        let guests = Guests::new(clock.clone(), stop.clone());
        let length = Duration::from_secs(options.drain.into());
        let drain = Drain::new(clock.clone(), length, ending, guests.clone());
        let house = computer::Queue::new(options.house_threads > 0, clock.clone());
        let wishes =
            tengen_live::Options { site: options.public_url.clone(), max_bytes: options.max_rooms_bytes };
        let networks = Networks::new(clock.clone());
        let growing_trees = GrowingTrees::new(clock.clone());
        let enclosures = Enclosures::new(store.clone());
        let announcements = Announcements::new(clock.clone());
        let (readers, computer) = (Arc::new(lists.clone()), Arc::new(house.clone()));
        let neighbours = teller.clone().map(|teller| Arc::new(teller) as Arc<dyn Neighbours>);
        let rooms = Rooms::new(store.clone(), journal, readers, computer, neighbours, wishes);
        let actions = ActionParts {
            clock,
            store,
            rooms,
            lists,
            house,
            limits,
            new_games: NewGames::default(),
            rounds_under_way: RoundsUnderWay::default(),
            turns: Arc::default(),
            estimates: Estimates::default(),
            tree_ways: TreeWays::default(),
            records_tried: Arc::default(),
            record_locks: Arc::default(),
            growing_trees,
            records,
            shares,
            tokens,
            announcements,
            enclosures,
            stop,
        };
        Self {
            parts: Arc::new(Parts {
                people: People { actions, door, ways, passwords, registrations, letters },
                readiness,
                metrics,
                pictures,
                bus,
                teller,
                networks,
                options,
                drain,
                guests,
                duties,
                sockets: TaskTracker::new(),
            }),
        }
    }
}

impl Deref for App {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.parts
    }
}

impl Deref for Parts {
    type Target = People;

    fn deref(&self) -> &People {
        &self.people
    }
}
