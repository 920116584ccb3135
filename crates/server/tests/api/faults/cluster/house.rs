//! Three servers on one Postgres and one NATS, each over a cable of its own, and a proxy with the file `deploy/haproxy.cfg` in front of
//! them.

use tengen_testbed::{Cable, HAPROXY, Nats, Proxy};

use crate::server::{Data, Server, lasting_address};

/// Long enough for the proxy to notice, and for players to go to another server.
const DRAIN: [&str; 2] = ["--drain", "6"];
/// Behind a proxy nobody is on this machine, and all guests sit down from one address.
const WIDE: [&str; 16] = [
    "--trusted-proxy",
    "127.0.0.1",
    "--requests-per-second",
    "100000",
    "--guests-per-minute",
    "100000",
    "--games-per-minute",
    "100000",
    "--commands-per-hour",
    "100000000",
    "--frames-per-second",
    "100000",
    "--connections-per-address",
    "10000",
    "--subscriptions-per-address",
    "10000",
];

/// All of it. It ends with this value.
pub(super) struct House {
    pub(super) servers: [Server; 3],
    /// The way to a server that is ready: the proxy.
    pub(super) door: Server,
    pub(super) nats: Nats,
    /// The way of each server to NATS.
    pub(super) to_nats: [Cable; 3],
    /// The way of each server to Postgres.
    pub(super) to_postgres: [Cable; 3],
    _proxy: Proxy,
}

impl House {
    pub(super) async fn open(data: Data) -> Self {
        let nats = Nats::start().await;
        let to_nats = cables(nats.url().trim_start_matches("nats://")).await;
        let url = data.database_url().unwrap().to_owned();
        let (before, address, database) = parts(&url);
        let to_postgres = cables(address).await;
        let server = async |number: usize| {
            let url = format!("{before}{}{database}", to_postgres[number].address());
            let nats = format!("nats://{}", to_nats[number].address());
            let options = [&["--nats-url", &nats][..], &DRAIN, &WIDE].concat();
            Server::on(data.clone().with_url(&url), lasting_address(), &options).await
        };
        // The first one makes the tables.
        let first = server(0).await;
        let (second, third) = tokio::join!(server(1), server(2));
        let servers = [first, second, third];
        let proxy = Proxy::start(&HAPROXY, &servers.each_ref().map(Server::address)).await;
        let door = Server::within(proxy.address, data);
        Self { servers, door, nats, to_nats, to_postgres, _proxy: proxy }
    }
}

async fn cables(target: &str) -> [Cable; 3] {
    [Cable::to(target).await, Cable::to(target).await, Cable::to(target).await]
}

/// The address of a database: `postgres://user@`, `host:port` and `/name`.
fn parts(url: &str) -> (&str, &str, &str) {
    let (before, rest) = url.split_at(url.find('@').unwrap() + 1);
    let (address, database) = rest.split_at(rest.find('/').unwrap());
    (before, address, database)
}
