//! Three servers on one Postgres and one NATS, and a proxy with the file `deploy/haproxy.cfg` in front of them.

use tengen_testbed::{HAPROXY, Nats, Proxy};

use crate::server::{Data, Server, lasting_address};

/// Long enough for the proxy to notice, and for players to go to another server.
const DRAIN: [&str; 2] = ["--drain", "6"];
/// Behind a proxy nobody is on this machine, and all guests sit down from one address.
const WIDE: [&str; 14] = [
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
    _proxy: Proxy,
}

impl House {
    pub(super) async fn open(data: Data) -> Self {
        let nats = Nats::start().await;
        let url = nats.url();
        let options = [&["--nats-url", &url][..], &DRAIN, &WIDE].concat();
        // The first one makes the tables.
        let first = Server::on(data.clone(), lasting_address(), &options).await;
        let (second, third) = tokio::join!(
            Server::on(data.clone(), lasting_address(), &options),
            Server::on(data.clone(), lasting_address(), &options)
        );
        let servers = [first, second, third];
        let proxy = Proxy::start(&HAPROXY, &servers.each_ref().map(Server::address)).await;
        let door = Server::within(proxy.address, data);
        Self { servers, door, nats, _proxy: proxy }
    }
}
