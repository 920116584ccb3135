//! One open WebSocket: frames in, answers and events out.

use std::collections::HashMap;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{Message, WebSocket, close_code};
use futures_util::StreamExt;
use futures_util::future::BoxFuture;
use futures_util::stream::SplitStream;
use tengen_game::{CommandId, GameId, Moment};
use tengen_protocol::{Command, FromClient, MAX_MESSAGE_BYTES, PROTOCOL, ProblemCode, Scope, Text, ToClient};
use tokio::time::{Instant, MissedTickBehavior, interval};

use super::body::{parse, too_large};
use super::caller::{Anyone, identify};
use super::client::Client;
use super::error::{WebError, too_many_subscriptions};
use super::lag::Lag;
use super::session_feeds::SessionFeeds;
use super::session_sink::{End, Sink, close, encode, feed, flush, send, tell_problem, write};
use crate::app::App;
use crate::clock;
use crate::limits::{Kind, SocketLimits, Ticket};
use crate::received::Received;
use crate::rooms::{CatchUp, Delivery, Inbox, Outbox, RoomError, Sent};

/// How often the server asks whether somebody is still there, and how far away.
const PING: Duration = Duration::from_secs(10);
/// How long a socket may be silent; a living one answers each ping.
const SILENCE: Duration = Duration::from_mins(1);
/// How many games one socket may follow at once.
const MAX_SUBSCRIPTIONS: u32 = 256;
/// How many events are written before the socket is flushed.
const DELIVERIES: usize = 64;

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
    limits: SocketLimits,
    received: Received,
    outbox: Outbox,
    inbox: Inbox,
    /// The games that the client follows.
    followed: HashMap<GameId, Follows>,
    feeds: SessionFeeds,
    lag: Lag,
}

impl Session {
    pub(super) fn new(app: App, client: Client, caller: Anyone, received: Received) -> Self {
        let (outbox, inbox) = Outbox::open(caller.player().map(|player| player.id.0));
        Self {
            limits: app.limits.socket(client),
            app,
            client,
            ended: caller.ended(),
            caller,
            received,
            outbox,
            inbox,
            followed: HashMap::new(),
            feeds: SessionFeeds::default(),
            lag: Lag::default(),
        }
    }

    /// Serves the socket until either side closes it.
    pub(super) async fn run(mut self, socket: WebSocket) {
        let (mut sink, mut stream) = socket.split();
        // Either way the socket is done; what is left is to leave the rooms.
        let _ = self.serve(&mut sink, &mut stream).await;
        for game in std::mem::take(&mut self.followed).into_keys() {
            self.app.rooms.unsubscribe(game, self.outbox.connection).await;
        }
    }

    async fn serve(&mut self, sink: &mut Sink, stream: &mut SplitStream<WebSocket>) -> Result<(), End> {
        let server = format!("tengen {}", env!("CARGO_PKG_VERSION"));
        let player = self.caller.player().cloned();
        let hello = ToClient::Hello { protocol: PROTOCOL, server, now: clock::now(), player };
        send(sink, &hello).await?;
        flush(sink).await?;
        let stop = self.app.stop.clone();
        let mut stopped = pin!(stop.cancelled());
        let mut pings = interval(PING);
        pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut heard = Instant::now();
        let mut deliveries: Vec<Arc<Delivery>> = Vec::new();
        loop {
            tokio::select! {
                frame = stream.next() => {
                    // What is done for a frame may need much room, which need not be set aside for idle sockets.
                    Box::pin(self.read(sink, frame)).await?;
                    heard = Instant::now();
                    // What rooms have sent meanwhile goes out with the answer.
                    self.inbox.take_ready(&mut deliveries, DELIVERIES);
                    self.deliver(sink, &mut deliveries).await?;
                }
                held = self.inbox.receive(&mut deliveries, DELIVERIES) => {
                    if !held {
                        return Err(End);
                    }
                    self.deliver(sink, &mut deliveries).await?;
                }
                frame = self.feeds.next() => {
                    feed(sink, Message::Text(frame)).await?;
                    flush(sink).await?;
                }
                _ = pings.tick() => {
                    if heard.elapsed() > SILENCE {
                        return close(sink, close_code::AWAY, "no answer to pings").await;
                    }
                    write(sink, Message::Ping(self.lag.ask(Instant::now()))).await?;
                }
                () = self.ended.as_mut() => {
                    return close(sink, close_code::POLICY, "the token was revoked or has expired").await;
                }
                () = &mut stopped => return close(sink, close_code::AWAY, "the server stops").await,
            }
        }
    }

    /// Writes what rooms have sent, all of it before one flush.
    async fn deliver(&mut self, sink: &mut Sink, deliveries: &mut Vec<Arc<Delivery>>) -> Result<(), End> {
        for delivery in deliveries.drain(..) {
            // Left out are events that were on their way when the client lost interest, or subscribed again.
            let Some(follows) = self.followed.get_mut(&delivery.game) else { continue };
            if let Some(event) = &delivery.event {
                if follows.sent >= event.seq {
                    continue;
                }
                follows.sent = event.seq;
            }
            feed(sink, Message::Text(delivery.frame.clone())).await?;
        }
        for (game, seq) in self.inbox.take_ended() {
            if self.followed.remove(&game).is_some() {
                feed(sink, Message::Text(encode(&ToClient::Lagged { game: Text(game), seq })?)).await?;
            }
        }
        flush(sink).await
    }

    async fn read(
        &mut self,
        sink: &mut Sink,
        frame: Option<Result<Message, axum::Error>>,
    ) -> Result<(), End> {
        let frame = match frame {
            Some(Ok(Message::Close(_))) | None => return Err(End),
            // The stream is broken beyond its frames; frames far over the limit end here, too.
            Some(Err(_)) => return close(sink, close_code::SIZE, "the frame is too large or broken").await,
            Some(Ok(frame)) => frame,
        };
        self.received.message();
        if let Message::Text(text) = &frame
            && text.len() > MAX_MESSAGE_BYTES
        {
            tell_problem(sink, None, None, too_large(MAX_MESSAGE_BYTES).problem()).await?;
            return close(sink, close_code::SIZE, "the frame is too large").await;
        }
        let counted = self.app.limits.frame(&self.limits).map_err(WebError::from);
        match frame {
            Message::Text(text) => match counted.and_then(|()| parse(text.as_bytes())) {
                Ok(message) => self.handle(sink, message).await,
                Err(error) => {
                    self.count_refusal(sink).await?;
                    let (game, id) = names(&text);
                    tell_problem(sink, game, id, error.problem()).await
                }
            },
            Message::Binary(_) => {
                self.count_refusal(sink).await?;
                tell_problem(sink, None, None, ProblemCode::UnsupportedFrame.problem()).await
            }
            // Nobody waits for an answer to one of these.
            _ if counted.is_err() => self.count_refusal(sink).await,
            Message::Pong(payload) => {
                self.lag.answered(&payload, Instant::now());
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Counts a frame of which nothing came, and closes the socket of those who go on sending such frames.
    async fn count_refusal(&mut self, sink: &mut Sink) -> Result<(), End> {
        match self.limits.refusal() {
            Ok(()) => Ok(()),
            Err(_) => close(sink, close_code::POLICY, "too many frames were refused").await,
        }
    }

    async fn handle(&mut self, sink: &mut Sink, message: FromClient) -> Result<(), End> {
        match message {
            FromClient::Authenticate { token } => self.authenticate(sink, &token).await,
            FromClient::Subscribe { game, since } => self.subscribe(sink, game.0, since).await,
            FromClient::Unsubscribe { game } => {
                self.unsubscribe(game.0).await;
                Ok(())
            }
            FromClient::SubscribeLobby {} => {
                self.feeds.follow_lobby(&self.app);
                Ok(())
            }
            FromClient::UnsubscribeLobby {} => {
                self.feeds.leave_lobby();
                Ok(())
            }
            FromClient::SubscribeMine { since } => {
                match self.feeds.follow_mine(&self.app, &self.caller, since).await {
                    Ok(()) => Ok(()),
                    Err(error) => tell_problem(sink, None, None, error.problem()).await,
                }
            }
            FromClient::UnsubscribeMine {} => {
                self.feeds.leave_mine();
                Ok(())
            }
            FromClient::Command { game, command } => self.command(sink, game.0, &command).await,
        }
    }

    async fn authenticate(&mut self, sink: &mut Sink, token: &str) -> Result<(), End> {
        let identity = identify(&self.app, token).await;
        match identity.and_then(|identity| identity.ok_or(ProblemCode::Unauthenticated.into())) {
            Ok(identity) => {
                let player = identity.player.clone();
                self.outbox.player = Some(player.id.0);
                self.caller = Anyone(Some(identity));
                self.ended = self.caller.ended();
                self.feeds.leave_mine();
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
                return tell_problem(sink, Some(game), None, too_many_subscriptions(max)).await;
            }
        };
        if let Err(error) = self.caller.permit(Scope::Read) {
            return tell_problem(sink, Some(game), None, error.problem()).await;
        }
        match self.app.rooms.subscribe(game, self.outbox.clone(), since).await {
            Ok(CatchUp::Snapshot(snapshot)) => {
                self.follow(game, snapshot.seq, ticket);
                send(sink, &ToClient::Snapshot { game: Text(game), snapshot }).await
            }
            Ok(CatchUp::Events { events, seq, .. }) => {
                let encoded = |event| encode(&ToClient::Event { game: Text(game), event: Box::new(event) });
                let frames = events.into_iter().map(encoded).collect::<Result<Vec<_>, End>>()?;
                let bytes = frames.iter().map(|frame| frame.len() as u64).sum();
                let _unsent = match self.app.limits.unsent(self.client, bytes) {
                    Ok(ticket) => ticket,
                    Err(error) => {
                        self.unsubscribe(game).await;
                        return tell_problem(sink, Some(game), None, WebError::from(error).problem()).await;
                    }
                };
                self.follow(game, seq, ticket);
                for frame in frames {
                    feed(sink, Message::Text(frame)).await?;
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

    async fn command(&mut self, sink: &mut Sink, game: GameId, command: &Command) -> Result<(), End> {
        let id = command.id().clone();
        let player = match self.caller.acting() {
            Ok(player) => player,
            Err(error) => return tell_problem(sink, Some(game), Some(id), error.problem()).await,
        };
        if let Err(error) = self.app.limits.command(self.client) {
            return tell_problem(sink, Some(game), Some(id), WebError::from(error).problem()).await;
        }
        let moment = Moment { lag: self.lag.millis(), ..Moment::at(clock::now()) };
        let sent = Sent {
            actor: player.id.0,
            id: Some(id.clone()),
            command: command.to_game(),
            moment,
            answers: None,
        };
        let outcome = self.app.rooms.command(game, sent).await;
        match outcome {
            Ok(seq) => send(sink, &ToClient::Ack { game: Text(game), id: Text(id), seq }).await,
            Err(error) => tell_problem(sink, Some(game), Some(id), WebError::from(error).problem()).await,
        }
    }
}

/// The game and the command that a frame names, if it can be read so far.
fn names(frame: &str) -> (Option<GameId>, Option<CommandId>) {
    let frame: serde_json::Value = serde_json::from_str(frame).unwrap_or_default();
    let game = frame["game"].as_str().and_then(|id| id.parse().ok());
    (game, frame["command"]["id"].as_str().and_then(|id| id.parse().ok()))
}
