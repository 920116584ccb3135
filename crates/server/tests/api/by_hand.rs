//! A server in the test's own process, on a clock that stands still until the test moves its hands.
//!
//! Whatever takes long only because time has to pass is tested here. A test of the end of a process, or of the program's
//! options, starts [a process](crate::server).

use std::time::Duration;

use clap::Parser;
use tengen_clock::{Clock, Hands};
use tengen_duties::Duties;
use tengen_server::drain::Ending;
use tengen_server::options::{Arguments, Task};
use tengen_server::{files, serve};
use tengen_store as store;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio::time::timeout;

use crate::server::{CONNECTIONS, DATABASE_CONNECTIONS, Data, Database, Server, connections, now};

/// How long a server may take to end.
const PATIENCE: Duration = Duration::from_mins(1);

/// A server with its clock. It stops when this is dropped.
#[derive(Debug)]
pub(crate) struct ServerByHand {
    pub(crate) server: Server,
    hands: Hands,
    clock: Clock,
    ending: Ending,
    /// The background tasks of the server.
    pub(crate) duties: Duties,
    serving: JoinHandle<()>,
}

impl ServerByHand {
    /// A new server with an empty database. Its clock stands still at the present time.
    pub(crate) async fn start(database: Database) -> Self {
        Self::on(Data::new(database).await).await
    }

    /// A new server with an empty database and these options. Its clock stands still at the present time.
    pub(crate) async fn with_options(database: Database, options: &[&str]) -> Self {
        Self::launch(Data::new(database).await, options).await
    }

    /// A server on data that may be there before. Its clock stands still at the present time.
    pub(crate) async fn on(data: Data) -> Self {
        Self::launch(data, &[]).await
    }

    /// A server on data that may be there before, with these options. Its clock stands still at the present time.
    pub(crate) async fn launch(data: Data, options: &[&str]) -> Self {
        let (clock, hands) = Clock::by_hand(now());
        let few = connections(CONNECTIONS);
        let mut words = vec!["tengen", "serve", "--listen", "127.0.0.1:0"];
        if !options.iter().any(|option| option.starts_with(DATABASE_CONNECTIONS)) {
            words.push(&few);
        }
        let arguments = Arguments::parse_from([&words[..], options].concat());
        let Task::Serve(mut options) = arguments.task() else { panic!("no task but to serve") };
        data.directory().clone_into(&mut options.data_dir);
        options.database_url = data.database_url().map(str::to_owned);
        data.prepare().await;
        let open = store::Database::with_connections(
            data.database_url(),
            data.directory(),
            options.database_connections,
            clock.clone(),
        )
        .await
        .unwrap();
        let listener = TcpListener::bind(options.listen).await.unwrap();
        let (address, ending) = (listener.local_addr().unwrap(), Ending::default());
        let duties = Duties::new(clock.clone(), ending.now.clone());
        let files = files::raise_limit();
        let served = serve::serve(*options, open, listener, files, ending.clone(), duties.clone());
        let serving = tokio::spawn(async move { served.await.unwrap() });
        Self { server: Server::within(address, data), hands, clock, ending, duties, serving }
    }

    /// Lets time pass; the server does its work meanwhile.
    pub(crate) async fn pass(&self, time: Duration) {
        self.hands.pass(time).await;
    }

    /// Lets time pass at once, as if the machine had been asleep: whatever was due meanwhile happens at the
    /// end. For times in which the server has nothing to do: it would look every second whether it has.
    pub(crate) async fn skip(&self, time: Duration) {
        self.hands.skip(time).await;
    }

    /// The same until this moment.
    pub(crate) async fn skip_until(&self, at: i64) {
        self.skip(self.clock.until(at)).await;
    }

    /// Asks the server to end, as the first signal does.
    pub(crate) fn ask_to_end(&self) {
        self.ending.asked.cancel();
    }

    /// Waits until the server has ended, for a minute at most.
    pub(crate) async fn ended(&mut self) {
        timeout(PATIENCE, &mut self.serving).await.expect("the server ends").unwrap();
    }

    /// Sets the clock to a time that is so many milliseconds earlier.
    pub(crate) fn put_back(&self, millis: i64) {
        self.hands.set(self.clock.now() - millis);
    }

    /// Lets time pass until this moment; none, if it is over.
    pub(crate) async fn pass_until(&self, at: i64) {
        self.pass(self.clock.until(at)).await;
    }
}

impl Drop for ServerByHand {
    fn drop(&mut self) {
        self.ending.now.cancel();
        self.serving.abort();
    }
}
