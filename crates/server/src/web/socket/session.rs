//! One open WebSocket: messages in, answers and events out.

use std::collections::HashMap;
use std::convert::Infallible;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use futures_util::StreamExt;
use futures_util::future::BoxFuture;
use tengen_actions::{games, positions};
use tengen_game::{CommandId, GameId, Moment};
use tengen_limits::{Kind, Ticket};
use tengen_live::{CatchUp, Delivery, Inbox, Outbox, RoomError};
use tengen_protocol::{FromClient, ProblemCode, Scope, SentCommand, Text, ToClient, TryMove, Version};
use tengen_store::Thing;
use tengen_trouble as trouble;
use tokio::time::{MissedTickBehavior, interval, timeout};

use super::incoming::{Arrived, Incoming};
use super::left::Left;
use super::session_commands::SessionCommands;
use super::session_feeds::SessionFeeds;
use super::session_sink::{End, Sink, encode, feed, flush, frame, send, tell_problem, write};
use crate::app::App;
use crate::guests::Guest;
use crate::received::Received;
use crate::web::caller::{Anyone, Identity, identify};
use crate::web::client::Client;
use crate::web::error::{WebError, too_many_subscriptions};
use crate::web::suspended::suspended;

/// How often the server asks whether somebody is still there, and how far away.
const PING: Duration = Duration::from_secs(10);
/// How long a socket may be silent; a living one answers each ping.
const SILENCE: Duration = Duration::from_mins(1);
/// How many games one socket may follow at once.
const MAX_SUBSCRIPTIONS: u32 = 256;
/// How many events are written before the socket is flushed.
const DELIVERIES: usize = 64;
/// How often so many are written to a socket that is asked to go: more than a mailbox holds.
const LAST_DELIVERIES: usize = 8;
/// How long a client may take to close a socket that the server has closed.
const GOODBYE: Duration = Duration::from_secs(2);

/// A game that the client follows.
struct Follows {
    /// The last number that was sent.
    sent: u32,
    ticket: Arc<Ticket>,
}

/// The state of an open socket.
pub(super) struct Session {
    app: App,
    client: Client,
    caller: Anyone,
    /// Until when the token is good for anything.
    ended: BoxFuture<'static, ()>,
    outbox: Outbox,
    inbox: Inbox,
    /// The games that the client follows.
    followed: HashMap<GameId, Follows>,
    feeds: SessionFeeds,
    commands: SessionCommands,
}

/// The end of a socket whose client has to come back to another server.
fn come_back() -> End {
    End::close(close_code::RESTART, "connect again: another server goes on")
}

impl Session {
    pub(in crate::web) fn new(app: App, client: Client, caller: Anyone, version: Version) -> Self {
        let player = caller.at_the_board().map(|player| player.id.0);
        let (outbox, inbox) = Outbox::open(player, client.far_network(), version);
        Self {
            app,
            client,
            ended: caller.ended(),
            caller,
            outbox,
            inbox,
            followed: HashMap::new(),
            feeds: SessionFeeds::default(),
            commands: SessionCommands::default(),
        }
    }

    /// Serves the socket until either side closes it.
    pub(in crate::web) async fn run(mut self, socket: WebSocket, received: Received, guest: &Guest) -> Left {
        let (sink, stream) = socket.split();
        let mut sink = Sink::new(sink, self.app.metrics.clone());
        let mut incoming = Incoming::new(self.app.clone(), self.client, stream, received);
        let Err(mut end) = self.serve(&mut sink, &mut incoming, guest).await;
        let asked_to_go = matches!(end, End::Close { code: close_code::RESTART, .. });
        if asked_to_go && let Err(sooner) = self.see_to_what_has_come(&mut sink, &mut incoming).await {
            end = sooner;
        }
        self.finish(&mut sink, end).await;
        if asked_to_go {
            let _ = timeout(GOODBYE, incoming.pass_over_the_rest()).await;
        }
        let comes_back = asked_to_go && self.caller.at_the_board().is_some();
        let games = self.followed.into_keys().collect();
        Left::new(self.app, self.outbox.connection, self.inbox, games, comes_back)
    }

    async fn serve(
        &mut self,
        sink: &mut Sink,
        incoming: &mut Incoming,
        guest: &Guest,
    ) -> Result<Infallible, End> {
        let server = format!("tengen {}", env!("CARGO_PKG_VERSION"));
        let player = self.caller.player().cloned();
        let (protocol, now) = (self.outbox.version.number(), self.app.clock.now());
        // Whoever may not play hears so, and a database that is away keeps nobody from looking on.
        let sanction = self.caller.sanction(&self.app).await.unwrap_or_else(|error| {
            trouble::log("nobody knows of a warning", error.problem().code);
            None
        });
        let hello = ToClient::Hello { protocol, server, now, player, sanction };
        send(sink, &hello).await?;
        flush(sink).await?;
        let stop = self.app.stop.clone();
        let (mut stopped, mut asked_to_go) = (pin!(stop.cancelled()), pin!(guest.asked_to_go()));
        let mut pings = interval(PING);
        pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut deliveries: Vec<Arc<Delivery>> = Vec::new();
        loop {
            // Between two steps the socket holds nothing that others wait for.
            tokio::select! {
                rested = self.app.limits.rested(self.client) => {
                    if rested {
                        incoming.forgive_silence();
                    }
                }
                () = &mut asked_to_go => return Err(come_back()),
                () = &mut stopped => return Err(End::close(close_code::AWAY, "the server stops")),
            }
            tokio::select! {
                arrived = incoming.next(self.commands.has_room()) => {
                    let Some(arrived) = arrived else { continue };
                    // The work for a message may need much memory, which need not be set aside for idle sockets.
                    incoming.read_during(Box::pin(self.handle(sink, arrived))).await?;
                    // Deliveries that rooms have sent meanwhile go out with the answer.
                    self.inbox.take_ready(&mut deliveries, DELIVERIES);
                    incoming.read_during(self.deliver(sink, &mut deliveries)).await?;
                }
                Some(answer) = self.commands.next() => {
                    incoming.read_during(send(sink, &answer)).await?;
                    // The event of the command is there already, or nearly.
                    self.inbox.take_ready(&mut deliveries, DELIVERIES);
                    incoming.read_during(self.deliver(sink, &mut deliveries)).await?;
                }
                () = self.inbox.receive(&mut deliveries, DELIVERIES) => {
                    incoming.read_during(self.deliver(sink, &mut deliveries)).await?;
                }
                text = self.feeds.next(self.outbox.version) => {
                    feed(sink, frame(text)).await?;
                    incoming.read_during(flush(sink)).await?;
                }
                _ = pings.tick() => {
                    if incoming.heard().elapsed() > SILENCE {
                        return Err(End::close(close_code::AWAY, "no answer to pings"));
                    }
                    let ping = Message::Ping(incoming.ping());
                    incoming.read_during(write(sink, ping)).await?;
                }
                () = self.ended.as_mut() => {
                    return Err(End::close(close_code::POLICY, "the token was revoked or has expired, or its player may do something else now"));
                }
                () = &mut asked_to_go => return Err(come_back()),
                () = &mut stopped => return Err(End::close(close_code::AWAY, "the server stops")),
            }
        }
    }

    /// Sees to the messages that have come before the client was asked to go, and writes what waits for it.
    async fn see_to_what_has_come(&mut self, sink: &mut Sink, incoming: &mut Incoming) -> Result<(), End> {
        while let Some(arrived) = incoming.take_waiting() {
            while !self.commands.has_room()
                && let Some(answer) = self.commands.next().await
            {
                send(sink, &answer).await?;
            }
            Box::pin(self.handle(sink, arrived)).await?;
        }
        while let Some(answer) = self.commands.next().await {
            send(sink, &answer).await?;
        }
        for _ in 0..LAST_DELIVERIES {
            let mut deliveries = Vec::new();
            self.inbox.take_ready(&mut deliveries, DELIVERIES);
            if deliveries.is_empty() {
                break;
            }
            self.deliver(sink, &mut deliveries).await?;
        }
        Ok(())
    }

    /// Sees commands that are under way to their end, whoever has closed the socket. Their answers go before the reason.
    async fn finish(&mut self, sink: &mut Sink, end: End) {
        let mut end = end;
        while let Some(answer) = self.commands.next().await {
            if let End::Close { .. } = end
                && let Err(gone) = send(sink, &answer).await
            {
                end = gone;
            }
        }
        if let End::Close { code, reason } = end {
            let frame = CloseFrame { code, reason: Utf8Bytes::from_static(reason) };
            // Either way the socket is done.
            let _ = write(sink, Message::Close(Some(frame))).await;
        }
    }

    /// Writes the deliveries of rooms, all of them before one flush. The answers to the commands behind them go first.
    async fn deliver(&mut self, sink: &mut Sink, deliveries: &mut Vec<Arc<Delivery>>) -> Result<(), End> {
        while let Some(answer) = self.commands.take_ready() {
            send(sink, &answer).await?;
        }
        for delivery in deliveries.drain(..) {
            // Left out are events that were on their way when the client lost interest, or subscribed again.
            let Some(follows) = self.followed.get_mut(&delivery.game) else { continue };
            if let Some(event) = &delivery.event {
                if follows.sent >= event.seq {
                    continue;
                }
                follows.sent = event.seq;
            }
            feed(sink, frame(delivery.frame.clone())).await?;
        }
        for (game, seq) in self.inbox.take_ended() {
            if self.followed.remove(&game).is_some() {
                feed(sink, Message::Text(encode(&ToClient::Lagged { game: Text(game), seq })?)).await?;
            }
        }
        flush(sink).await
    }

    async fn handle(&mut self, sink: &mut Sink, arrived: Arrived) -> Result<(), End> {
        let (message, moment) = match arrived {
            Arrived::Message { message, moment } => (message, moment),
            Arrived::Refused(problem) => return send(sink, &problem).await,
            Arrived::End(end) => return Err(end),
        };
        match message {
            FromClient::Authenticate { token } => self.authenticate(sink, &token).await,
            FromClient::Subscribe { game, since } => self.subscribe(sink, game.0, since).await,
            FromClient::Unsubscribe { game } => {
                self.unsubscribe(game.0).await;
                Ok(())
            }
            FromClient::SubscribeLobby {} => {
                self.feeds.follow_lobby(&self.app, &self.caller);
                Ok(())
            }
            FromClient::UnsubscribeLobby {} => {
                self.feeds.leave_lobby();
                Ok(())
            }
            FromClient::SubscribeMine { since, except } => {
                let except = except.map(|game| game.0);
                match self.feeds.follow_mine(&self.app, self.client, &self.caller, since, except) {
                    Ok(()) => Ok(()),
                    Err(error) => tell_problem(sink, None, None, error.problem()).await,
                }
            }
            FromClient::UnsubscribeMine {} => {
                self.feeds.leave_mine();
                Ok(())
            }
            FromClient::Command { game, command } => self.command(sink, game.0, &command, moment).await,
            FromClient::Try { id, line } => self.try_move(sink, id.0, &line).await,
        }
    }

    /// Judges a move that belongs to no game. It counts like a request for the same.
    async fn try_move(&mut self, sink: &mut Sink, id: CommandId, line: &TryMove) -> Result<(), End> {
        let counted = self.app.limits.request(self.client).map_err(WebError::from);
        match counted.and_then(|()| Ok(positions::tried(line)?)) {
            Ok(position) => send(sink, &ToClient::Tried { id: Text(id), position: Box::new(position) }).await,
            Err(error) => tell_problem(sink, None, Some(id), error.problem()).await,
        }
    }

    async fn authenticate(&mut self, sink: &mut Sink, token: &str) -> Result<(), End> {
        let identity = identify(&self.app, token).await;
        let is_let_in = |identity: Identity| {
            let player = Some(&identity.player);
            if let Some(sanction) = identity.suspension() {
                return Err(suspended(sanction));
            }
            if self.app.door.lets_in(player) { Ok(identity) } else { Err(ProblemCode::MembersOnly.into()) }
        };
        let identity = identity.and_then(|identity| identity.ok_or(ProblemCode::Unauthenticated.into()));
        match identity.and_then(is_let_in) {
            Ok(identity) => {
                let player = identity.player.clone();
                self.outbox.player = Some(player.id.0);
                let before = self.caller.eyes().enclosed_in;
                self.caller = Anyone(Some(identity));
                self.ended = self.caller.ended();
                self.feeds.leave_mine();
                if self.feeds.follows_lobby() && self.caller.eyes().enclosed_in != before {
                    self.feeds.follow_lobby(&self.app, &self.caller);
                }
                send(sink, &ToClient::Authenticated { player }).await?;
                // Rooms must know the player, too, who sees more than a spectator, and perhaps less than the one before:
                // whatever comes of the new subscription, the old one is over.
                for (game, Follows { sent, ticket }) in std::mem::take(&mut self.followed) {
                    self.app.rooms.unsubscribe(game, self.outbox.connection).await;
                    // The new subscription takes the place of the old one.
                    drop(ticket);
                    self.subscribe(sink, game, Some(sent)).await?;
                }
                Ok(())
            }
            Err(error) => tell_problem(sink, None, None, error.problem()).await,
        }
    }

    async fn subscribe(&mut self, sink: &mut Sink, game: GameId, since: Option<u32>) -> Result<(), End> {
        let ticket = match self.ticket(game) {
            Ok(ticket) => ticket,
            Err(max) => {
                return tell_problem(sink, Some(game), None, too_many_subscriptions(max).into()).await;
            }
        };
        if let Err(error) = self.caller.permit(Scope::Read) {
            return tell_problem(sink, Some(game), None, error.problem()).await;
        }
        if let Err(error) = self.app.enclosures.sees(self.caller.eyes(), Thing::Game(game)).await {
            return tell_problem(sink, Some(game), None, WebError::from(error).problem()).await;
        }
        match self.app.rooms.subscribe(game, self.outbox.clone(), since).await {
            Ok(CatchUp::Snapshot(snapshot)) => {
                self.follow(game, snapshot.seq, ticket);
                send(sink, &ToClient::Snapshot { game: Text(game), snapshot }).await
            }
            Ok(CatchUp::Events { events, seq, .. }) => {
                let events = events.encode(game).map_err(|error| {
                    tracing::error!(%error, "an event does not encode");
                    End::Gone
                })?;
                let bytes = events.iter().map(|event| event.frame.len() as u64).sum();
                let _unsent = match self.app.limits.unsent(self.client, bytes) {
                    Ok(ticket) => ticket,
                    Err(error) => {
                        self.unsubscribe(game).await;
                        return tell_problem(sink, Some(game), None, WebError::from(error).problem()).await;
                    }
                };
                self.follow(game, seq, ticket);
                for event in events {
                    feed(sink, frame(event.frame.clone())).await?;
                }
                send(sink, &ToClient::Subscribed { game: Text(game), seq }).await
            }
            Err(error) => {
                if matches!(error, RoomError::Full) {
                    self.app.limits.keep_out(self.client, Kind::Subscriptions);
                }
                tell_problem(sink, Some(game), None, WebError::from(error).problem()).await
            }
        }
    }

    async fn unsubscribe(&mut self, game: GameId) {
        self.followed.remove(&game);
        self.app.rooms.unsubscribe(game, self.outbox.connection).await;
    }

    /// A place for a game that is to be followed: its own, if it is followed already. If there is none, the error says how
    /// many there are.
    fn ticket(&self, game: GameId) -> Result<Arc<Ticket>, u32> {
        match self.followed.get(&game) {
            Some(follows) => Ok(Arc::clone(&follows.ticket)),
            None if self.followed.len() >= MAX_SUBSCRIPTIONS as usize => Err(MAX_SUBSCRIPTIONS),
            None => self.app.limits.follow(self.client).map(Arc::new),
        }
    }

    fn follow(&mut self, game: GameId, seq: u32, ticket: Arc<Ticket>) {
        self.followed.insert(game, Follows { sent: seq, ticket });
        self.inbox.forget_ended(game, seq);
    }

    /// Puts a command into the queue of its game. Its answer comes when the room has one; meanwhile the socket goes on.
    async fn command(
        &mut self,
        sink: &mut Sink,
        game: GameId,
        command: &SentCommand,
        moment: Moment,
    ) -> Result<(), End> {
        let id = command.id().clone();
        let player = match self.caller.acting() {
            Ok(player) => player,
            Err(error) => return tell_problem(sink, Some(game), Some(id), error.problem()).await,
        };
        if !self.followed.contains_key(&game)
            && let Err(error) = self.app.enclosures.sees(self.caller.eyes(), Thing::Game(game)).await
        {
            return tell_problem(sink, Some(game), Some(id), WebError::from(error).problem()).await;
        }
        match games::post(&self.app, (player.id.0, self.client), game, command, moment).await {
            Ok(posted) => {
                self.commands.add(game, id, posted);
                Ok(())
            }
            Err(error) => tell_problem(sink, Some(game), Some(id), WebError::from(error).problem()).await,
        }
    }
}
