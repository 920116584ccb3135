// One socket to the server, which comes back by itself. Subscriptions outlive
// it: after each reconnection they go on from the last event that was seen.

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 30_000;
const GREETING_TIME = 10_000;
// Longer than the server waits for a database that is away.
const ANSWER_TIME = 7_000;
const STEADY_TIME = 5_000;

export class Connection {
  /** The second argument replaces the browser's own parts in tests. */
  constructor(url, { Socket = WebSocket, timers = globalThis, random = Math.random } = {}) {
    this.url = url;
    this.Socket = Socket;
    this.timers = timers;
    this.random = random;
    this.socket = null;
    this.online = false;
    this.attempts = 0;
    this.pause = null;
    this.deadline = null;
    this.steady = null;
    this.games = new Map();
    this.lobby = null;
    this.mine = null;
    /** Who the server last said we are, the id of a player, or null. */
    this.reader = null;
    this.listeners = { state: new Set(), now: new Set(), hello: new Set(), frame: new Set(), caught_up: new Set(), kept_back: new Set() };
  }

  /**
   * `state` (online or not), `now` (the server's time, with each greeting), `hello` (who we are), `caught_up` (a game
   * whose events are all here, or are not to be had), `kept_back` (a game whose events the database can't give now: they
   * are asked for again) or `frame` (ack and problem).
   */
  on(kind, listener) {
    this.listeners[kind].add(listener);
  }

  tell(kind, detail) {
    for (const listener of this.listeners[kind]) listener(detail);
  }

  connect() {
    this.drop();
    const socket = new this.Socket(this.url);
    this.socket = socket;
    this.expectAnswer(GREETING_TIME);
    socket.onmessage = (message) => this.socket === socket && this.receive(JSON.parse(message.data));
    socket.onclose = () => this.socket === socket && this.lost();
  }

  /** For a new player, a tab that comes back, or a network that does. */
  reconnectNow() {
    this.attempts = 0;
    this.connect();
  }

  /**
   * A socket may be dead without knowing it. Asking again for what we have
   * costs little; no answer in time means that it is.
   */
  probe() {
    if (!this.online) return this.reconnectNow();
    this.expectAnswer(ANSWER_TIME);
    this.subscribeAll();
  }

  drop() {
    for (const timer of ['pause', 'deadline', 'steady']) this.cancel(timer);
    const old = this.socket;
    this.socket = null;
    this.setOnline(false);
    old?.close();
  }

  lost() {
    // Whoever has heard nothing of this connection yet learns that it is none.
    const first = !this.online && this.attempts === 0;
    this.drop();
    if (first) this.tell('state', false);
    const longest = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** this.attempts);
    // Half of the pause is by chance, so that many pages don't return as one.
    const pause = longest / 2 + (this.random() * longest) / 2;
    this.attempts += 1;
    this.pause = this.timers.setTimeout(() => this.connect(), pause);
  }

  expectAnswer(time) {
    this.cancel('deadline');
    this.deadline = this.timers.setTimeout(() => this.lost(), time);
  }

  cancel(timer) {
    if (this[timer] !== null) this.timers.clearTimeout(this[timer]);
    this[timer] = null;
  }

  setOnline(online) {
    if (this.online === online) return;
    this.online = online;
    this.tell('state', online);
  }

  /** Is everything here that the server has of a game? */
  isCurrent(game) {
    return this.online && !this.games.get(game)?.catchingUp;
  }

  /** Are a game's missed events on their way? */
  isCatchingUp(game) {
    return this.online && Boolean(this.games.get(game)?.catchingUp);
  }

  /** Sends if it can; what must arrive is repeated by those who wait for it. */
  send(frame) {
    if (this.online) this.socket.send(JSON.stringify(frame));
    return this.online;
  }

  /**
   * `handlers`: snapshot(snapshot), event(event), presence(presence), rematch(rematch), problem(problem). It begins from
   * what the page was `given`, if there is something, before anything was asked, and goes on from its number.
   */
  subscribe(game, handlers, given = null) {
    // After a finished game another may be offered, which only a snapshot tells.
    const seq = given && given.game.phase !== 'finished' ? given.game.seq : null;
    const reader = given ? given.player?.id ?? null : this.reader;
    this.games.set(game, { handlers, seq, reader, catchingUp: false, again: null });
    if (given) handlers.snapshot(given.game);
    this.subscribeGame(game);
  }

  unsubscribe(game) {
    this.timers.clearTimeout(this.games.get(game)?.again);
    this.games.delete(game);
    this.send({ type: 'unsubscribe', game });
  }

  subscribeLobby(handlers) {
    this.lobby = handlers;
    this.send({ type: 'subscribe_lobby' });
  }

  /** `line` is called with each line of the player's own games, save the game `except`; nobody in particular has none. */
  subscribeMine(line, except = null) {
    this.mine = { line, except, player: null, seq: null, asked: false };
    this.askMine();
  }

  askMine() {
    if (!this.mine?.player) return;
    const { seq, except } = this.mine;
    this.mine.asked = this.send({ type: 'subscribe_mine', ...(seq !== null && { since: seq }), ...(except && { except }) });
  }

  subscribeAll() {
    this.askMine();
    for (const game of this.games.keys()) this.subscribeGame(game);
    if (this.lobby) this.send({ type: 'subscribe_lobby' });
  }

  subscribeGame(game) {
    const subscription = this.games.get(game);
    this.timers.clearTimeout(subscription.again);
    const since = subscription.seq;
    subscription.catchingUp = this.send({ type: 'subscribe', game, ...(since !== null && { since }) });
  }

  receive(frame) {
    this.cancel('deadline');
    const subscription = this.games.get(frame.game);
    switch (frame.type) {
      case 'hello':
        this.steady = this.timers.setTimeout(() => { this.attempts = 0; }, STEADY_TIME);
        if (frame.now) this.tell('now', frame.now);
        this.tell('hello', frame.player ?? null);
        this.greet(frame.player?.id ?? null);
        this.online = true;
        this.subscribeAll();
        this.tell('state', true);
        break;
      case 'snapshot':
        if (subscription) this.takeSnapshot(frame.game, subscription, frame.snapshot);
        break;
      case 'event':
        if (subscription) this.takeEvent(frame.game, subscription, frame.event);
        break;
      case 'subscribed':
        if (subscription) this.takeSubscribed(frame.game, subscription, frame.seq);
        break;
      case 'presence':
      case 'rematch':
        subscription?.handlers[frame.type]?.(frame[frame.type]);
        break;
      case 'lagged':
        if (subscription) this.subscribeGame(frame.game);
        break;
      case 'lobby':
        this.lobby?.all(frame.games);
        break;
      case 'lobby_update':
        this.lobby?.update(frame.games, frame.removed);
        break;
      case 'mine':
        // A part of the whole has no number: whoever breaks off there begins anew.
        if (!this.mine) break;
        if (frame.line.seq > 0) this.mine.seq = frame.line.seq;
        this.mine.asked = false;
        this.mine.line(frame.line);
        break;
      case 'problem':
        if (subscription && !frame.id) this.subscriptionRefused(frame.game, subscription, frame.problem);
        if (!frame.game && !frame.id && this.mine?.asked) this.mineRefused(frame.problem);
        this.tell('frame', frame);
        break;
      default:
        this.tell('frame', frame);
    }
  }

  /**
   * Another player's numbers lead nowhere, and of a game that has begun another player may know less: the illegal points are
   * told to the one who is to move.
   */
  greet(reader) {
    this.reader = reader;
    if (this.mine && this.mine.player !== reader) Object.assign(this.mine, { player: reader, seq: null });
    for (const subscription of this.games.values()) {
      if (subscription.reader !== reader && subscription.seq > 0) subscription.seq = null;
      subscription.reader = reader;
    }
  }

  takeSnapshot(game, subscription, snapshot) {
    subscription.catchingUp = false;
    subscription.seq = snapshot.seq;
    subscription.handlers.snapshot(snapshot);
    this.tell('caught_up', game);
  }

  takeEvent(game, subscription, event) {
    if (subscription.seq === null || event.seq <= subscription.seq) return;
    if (event.seq > subscription.seq + 1) {
      // Something was lost. The answer to the new subscription brings this
      // event again, so it isn't kept.
      if (!subscription.catchingUp) this.subscribeGame(game);
      return;
    }
    subscription.seq = event.seq;
    subscription.handlers.event(event);
  }

  takeSubscribed(game, subscription, seq) {
    subscription.catchingUp = false;
    if (seq === subscription.seq) {
      this.tell('caught_up', game);
      return;
    }
    // The server counts otherwise than we do: begin again from a snapshot.
    subscription.seq = null;
    this.subscribeGame(game);
  }

  subscriptionRefused(game, subscription, problem) {
    const wait = pauseAfter(problem);
    if (wait === null) subscription.handlers.problem(problem);
    else subscription.again = this.timers.setTimeout(() => this.subscribeGame(game), wait);
    if (problem.code === 'unavailable') {
      this.tell('kept_back', game);
      return;
    }
    subscription.catchingUp = false;
    this.tell('caught_up', game);
  }

  mineRefused(problem) {
    this.mine.asked = false;
    const wait = pauseAfter(problem);
    if (wait !== null) this.timers.setTimeout(() => this.askMine(), wait);
  }
}

/** How long to wait before the same is asked again; null where that would not help. */
function pauseAfter(problem) {
  return problem.params?.retry_after_ms ?? (problem.code === 'unavailable' ? 2000 : null);
}

/** The page's own connection: it wakes with the tab and with the network. */
export function openConnection() {
  const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
  const connection = new Connection(`${scheme}//${location.host}/api/v1/ws?protocol=2`);
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) connection.probe();
  });
  addEventListener('online', () => connection.reconnectNow());
  // The network says it is gone, but a server on this machine may still be here.
  addEventListener('offline', () => connection.probe());
  // A page taken back from the browser's cache has a socket that was closed.
  addEventListener('pageshow', (event) => event.persisted && connection.reconnectNow());
  // The modules are a task of their own, and a socket takes a while to make.
  connection.pause = setTimeout(() => connection.connect());
  return connection;
}
