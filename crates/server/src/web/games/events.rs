//! The events of a game: all so far, or a stream that stays open.

use std::collections::VecDeque;
use std::sync::Arc;

use aide::NoApi;
use aide::axum::ApiRouter;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use futures_util::stream::{self, Stream};
use schemars::JsonSchema;
use serde::Deserialize;
use tengen_game::GameId;
use tengen_limits::{Kind, Ticket};
use tengen_live::{CatchUp, Delivery, Inbox, Missed, Outbox, RoomError};
use tengen_protocol::{ProblemCode, Version, VersionedEvent, VersionedEventList};

use crate::app::App;
use crate::web::accept::{JSON, NDJSON, SSE, preferred};
use crate::web::body::{Fields, Named};
use crate::web::caller::MaybeCaller;
use crate::web::client::Client;
use crate::web::error::{WebError, too_many_subscriptions};
use crate::web::fresh::{self, Keeping, Tag};
use crate::web::openapi::Describe;
use crate::web::routing::get_with;
use crate::web::streaming::{self, StreamForm, StreamLine};
use crate::web::version::version;

/// How many events are taken at once.
const DELIVERIES: usize = 64;

pub(in crate::web) fn router() -> ApiRouter<App> {
    ApiRouter::new().api_route(
        "/games/{id}/events",
        get_with(events, |op| {
            op.about("events", "games", "The events of a game so far, or a stream of them that stays open")
                .answers::<VersionedEventList>(
                    200,
                    JSON,
                    "Those above the number; as a stream these and then each as it happens.",
                )
                .answers::<VersionedEvent>(200, NDJSON, "")
                .answers_text(200, Some(SSE), "")
                .answers_text(
                    204,
                    None,
                    "No event is left, and none will come: a browser does not connect again.",
                )
                .tagged()
                .refuses(&[
                    ProblemCode::UnknownProtocol,
                    ProblemCode::TooManySubscriptions,
                    ProblemCode::TooManyWatched,
                ])
        }),
    )
}

/// The query.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct EventFields {
    /// The number of the last line that the reader knows.
    since: Option<u32>,
    /// The version of the protocol, 1 or 2; 1 if it is left out.
    #[schemars(extend("enum" = ["1", "2"]))]
    protocol: Option<String>,
}

async fn events(
    State(app): State<App>,
    Named(id): Named<GameId>,
    caller: MaybeCaller,
    NoApi(client): NoApi<Client>,
    Fields(fields): Fields<EventFields>,
    headers: HeaderMap,
) -> Result<Response, WebError> {
    let since = streaming::since(&headers, fields.since)?.unwrap_or(0);
    let version = version(fields.protocol.as_deref())?;
    let form = preferred(&headers, &[JSON, SSE, NDJSON]);
    if form == JSON {
        let found = app.rooms.events(id, since, caller.audience(), version).await?;
        return fresh::json(&headers, Keeping::of(&caller, found.private), &found.content);
    }
    let sse = form == SSE;
    let tickets = [app.limits.stay(client)?, app.limits.follow(client).map_err(too_many_subscriptions)?];
    let ended = caller.ended();
    let mut follower = Follower::new(app.clone(), client, id, &caller, (since, version), tickets);
    follower.catch_up().await?;
    if sse && follower.finished && follower.ready.len() == 0 {
        // This status, and no other, tells a browser not to connect again.
        return Ok(StatusCode::NO_CONTENT.into_response());
    }
    Ok(streaming::open(
        &app,
        ended,
        if sse { StreamForm::Messages } else { StreamForm::Lines },
        follower.lines(),
    ))
}

/// All events of a game so far, one a line.
pub(in crate::web) async fn lines(
    app: &App,
    caller: &MaybeCaller,
    game: GameId,
    version: Version,
    headers: &HeaderMap,
) -> Result<Response, WebError> {
    let found = app.rooms.events(game, 0, caller.audience(), version).await?;
    let mut text = Vec::new();
    for delivery in Missed::Read(found.content).encode(game)? {
        let event = delivery.event.as_ref().map_or("", |event| event.text.as_str());
        text.extend_from_slice(event.as_bytes());
        text.push(b'\n');
    }
    let keeping = Keeping::of(caller, found.private);
    Ok(fresh::tagged(headers, keeping, &Tag::of(&text), NDJSON, text))
}

/// Where a stream stands.
struct Follower {
    app: App,
    client: Client,
    game: GameId,
    outbox: Outbox,
    inbox: Inbox,
    /// The last number that was sent.
    seen: u32,
    /// Missed events that wait to be sent, and the ticket that counts them until they are.
    ready: std::vec::IntoIter<Arc<Delivery>>,
    unsent: Option<Ticket>,
    /// Deliveries from the room.
    deliveries: VecDeque<Arc<Delivery>>,
    finished: bool,
    _tickets: [Ticket; 2],
}

impl Follower {
    fn new(
        app: App,
        client: Client,
        game: GameId,
        caller: &MaybeCaller,
        (since, version): (u32, Version),
        tickets: [Ticket; 2],
    ) -> Self {
        let player = caller.at_the_board().map(|player| player.id.0);
        let (outbox, inbox) = Outbox::open(player, client.far_network(), version);
        Self {
            app,
            client,
            game,
            outbox,
            inbox,
            seen: since,
            ready: Vec::new().into_iter(),
            unsent: None,
            deliveries: VecDeque::new(),
            finished: false,
            _tickets: tickets,
        }
    }

    /// The events above the number and then each as it happens, encoded, until the game is finished.
    fn lines(self) -> impl Stream<Item = StreamLine> {
        stream::unfold(self, |mut follower| async move {
            let (seq, text) = follower.next().await?;
            Some((StreamLine { seq: Some(seq.to_string()), text }, follower))
        })
    }

    async fn catch_up(&mut self) -> Result<(), WebError> {
        let missed = self.app.rooms.subscribe(self.game, self.outbox.clone(), Some(self.seen)).await;
        let missed = missed.inspect_err(|error| {
            if matches!(error, RoomError::Full) {
                self.app.limits.keep_out(self.client, Kind::Subscriptions);
            }
        })?;
        if let CatchUp::Events { events, seq, finished } = missed {
            // A reader that claims a number above the last one must not miss the next events.
            self.seen = self.seen.min(seq);
            self.inbox.forget_ended(self.game, seq);
            let ready = events.encode(self.game)?;
            let bytes = ready.iter().map(|delivery| delivery.frame.len() as u64).sum();
            self.unsent = Some(self.app.limits.unsent(self.client, bytes)?);
            self.ready = ready.into_iter();
            self.finished = finished;
        } else if let CatchUp::Snapshot(game) = missed {
            // What this reader was told last is not in the log. No stream takes an event back.
            self.seen = self.seen.min(game.seq);
            self.inbox.forget_ended(self.game, game.seq);
        }
        Ok(())
    }

    async fn next(&mut self) -> Option<(u32, String)> {
        loop {
            if let Some(delivery) = self.ready.next() {
                let Some(event) = &delivery.event else { continue };
                self.seen = event.seq;
                return Some((event.seq, event.text.as_str().to_owned()));
            }
            self.unsent = None;
            if self.finished {
                return None;
            }
            let Some(delivery) = self.deliveries.pop_front() else {
                self.receive().await?;
                continue;
            };
            // A delivery without an event is no part of the stream.
            let Some(event) = &delivery.event else { continue };
            if event.seq == self.seen + 1 {
                self.seen = event.seq;
                self.finished = event.last;
                return Some((event.seq, event.text.as_str().to_owned()));
            }
            // A gap: another server was faster. The log has the missing events.
            if event.seq > self.seen {
                self.catch_up().await.ok()?;
            }
        }
    }

    /// Waits for deliveries from the room, and subscribes again if the room has ended the subscription.
    async fn receive(&mut self) -> Option<()> {
        if !self.inbox.take_ended().is_empty() {
            return self.catch_up().await.ok();
        }
        let mut received = Vec::new();
        self.inbox.receive(&mut received, DELIVERIES).await;
        self.deliveries.extend(received);
        Some(())
    }
}

impl Drop for Follower {
    /// The room would learn only with the next event that nobody reads this stream any more, and show a player as there.
    fn drop(&mut self) {
        let (rooms, game, connection) = (self.app.rooms.clone(), self.game, self.outbox.connection);
        tokio::spawn(async move { rooms.unsubscribe(game, connection).await });
    }
}
