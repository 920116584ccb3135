// One socket to the server, which reconnects by itself. Subscriptions outlive
// a connection: on the next one they go on from the last event that was seen.

import { setSanction } from './sanction.js';

/** @import { GameEvent, Moved, Snapshot, Summary } from '../shapes/game.js' */
/** @import { PlayerCard, ProblemShape } from '../shapes/player.js' */

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 30_000;
const GREETING_TIME = 10_000;
// Longer than the server waits for a database that is away.
const ANSWER_TIME = 7_000;
const STEADY_TIME = 5_000;
/** Refusals of a server that can't give a game now, and may be able to, or be replaced by one that is. */
const LATER = ['unavailable', 'later_release'];
/** What a server answers to subscriptions. */
const ANSWERS = ['snapshot', 'subscribed', 'lobby', 'mine', 'problem'];
/** The close code of a server that is about to stop, while another one is there. */
const COME_BACK = 1012;
const RETURN_PAUSE = 500;
/** A return that takes no longer is no loss of the connection to whoever looks at the page. */
const RETURN_TIME = 2_000;

/**
 * @typedef {object} GameHandlers
 * @property {(snapshot: Snapshot) => void} snapshot
 * @property {(event: GameEvent) => void} event
 * @property {(problem: ProblemShape) => void} problem
 * @property {(presence: any) => void} [presence]
 * @property {(rematch: any) => void} [rematch]
 *
 * @typedef {{all: (games: Summary[]) => void, update: (games: Summary[], removed: string[], moved: Moved[]) => void}} LobbyHandlers
 * @typedef {{handlers: GameHandlers, seq: number | null, reader: string | null, catchingUp: boolean, again: any}} Subscription
 */

export class Connection {
  /**
   * The second argument replaces the browser's own parts in tests.
   * @param {string} url
   */
  constructor(url, { Socket = WebSocket, timers = globalThis, random = Math.random } = {}) {
    this.url = url;
    this.Socket = Socket;
    this.timers = timers;
    this.random = random;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.online = false;
    /** Is the network gone, and may a socket that was open still live? */
    this.doubted = false;
    this.attempts = 0;
    /** @type {any} */
    this.pause = null;
    /** @type {any} */
    this.deadline = null;
    /** @type {any} */
    this.steady = null;
    /**
     * Runs while the page comes back to another server, and its listeners have not been told so.
     * @type {any}
     */
    this.returning = null;
    /** @type {Map<string, Subscription>} */
    this.games = new Map();
    /** @type {LobbyHandlers | null} */
    this.lobby = null;
    /** @type {{line: (line: any) => void, except: string | null, player: string | null, seq: number | null, asked: boolean} | null} */
    this.mine = null;
    /**
     * The id of the player that the server's last greeting named, or null.
     * @type {string | null}
     */
    this.reader = null;
    /** @type {Record<string, Set<(detail: any) => void>>} */
    this.listeners = { state: new Set(), now: new Set(), hello: new Set(), sanction: new Set(), frame: new Set(), caught_up: new Set(), kept_back: new Set() };
  }

  /**
   * `state` (online or not), `now` (the server's time, with each greeting), `hello` (who we are), `sanction` (what the
   * staff has to say to us, or null), `caught_up` (a game
   * whose events are all here, or are not to be had), `kept_back` (`{game, why}`: a game whose events can't be had now: they
   * are asked for again) or `frame` (ack and problem).
   * @param {string} kind
   * @param {(detail: any) => void} listener
   */
  on(kind, listener) {
    this.listeners[kind].add(listener);
  }

  /**
   * @param {string} kind
   * @param {unknown} detail
   */
  tell(kind, detail) {
    for (const listener of this.listeners[kind]) listener(detail);
  }

  connect() {
    this.drop();
    const socket = new this.Socket(this.url);
    this.socket = socket;
    this.expectAnswer(GREETING_TIME);
    socket.onmessage = (message) => this.socket === socket && this.receive(JSON.parse(message.data));
    socket.onclose = (event) => this.socket === socket && (event?.code === COME_BACK ? this.comeBack() : this.lost());
  }

  /** For a new player, a tab that comes back, or a network that does. */
  reconnectNow() {
    this.attempts = 0;
    this.connect();
  }

  /**
   * A connection may be dead before the browser knows it. Asking once more for
   * games that we have costs little; no answer in time means that it is dead.
   */
  probe() {
    if (!this.online) return this.reconnectNow();
    this.expectAnswer(ANSWER_TIME);
    this.subscribeAll();
  }

  /**
   * The network is gone, which is told at once. But a server on this machine may still answer: then the socket, which is asked, goes on.
   */
  networkGone() {
    if (this.doubted) return;
    this.cancel('returning');
    if (this.online) {
      this.probe();
      this.doubted = true;
      this.online = false;
    }
    this.tell('state', false);
  }

  /** The socket of a network that was gone has answered. */
  believe() {
    this.doubted = false;
    this.online = true;
    // What was subscribed to meanwhile was not sent.
    this.subscribeAll();
    this.tell('state', true);
  }

  drop() {
    this.doubted = false;
    for (const timer of /** @type {const} */ (['pause', 'deadline', 'steady'])) this.cancel(timer);
    const old = this.socket;
    this.socket = null;
    this.setOnline(false);
    old?.close();
  }

  lost() {
    // The listeners have not heard of this connection yet, so they are told that it failed.
    const first = !this.online && !this.doubted && this.attempts === 0;
    this.drop();
    if (first) this.tell('state', false);
    const longest = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** this.attempts);
    // Half of the pause is random, so that many pages don't reconnect at the same moment.
    const pause = longest / 2 + (this.random() * longest) / 2;
    this.attempts += 1;
    this.pause = this.timers.setTimeout(() => this.connect(), pause);
  }

  /** The server asks for that. If it, or the next one, asks again at once, the pauses grow as after any other end. */
  comeBack() {
    if (!this.online || this.attempts > 0) {
      this.lost();
      return;
    }
    this.online = false;
    this.returning = this.timers.setTimeout(() => {
      this.returning = null;
      this.tell('state', false);
    }, RETURN_TIME);
    this.drop();
    this.attempts = 1;
    // By chance, so that many pages don't connect at the same moment.
    this.pause = this.timers.setTimeout(() => this.connect(), this.random() * RETURN_PAUSE);
  }

  /** Is the page on its way to another server, and nobody needs to be told? */
  get isReturning() {
    return this.returning !== null;
  }

  /** @param {number} time */
  expectAnswer(time) {
    this.cancel('deadline');
    this.deadline = this.timers.setTimeout(() => this.lost(), time);
  }

  /** @param {'pause' | 'deadline' | 'steady' | 'returning'} timer */
  cancel(timer) {
    if (this[timer] !== null) this.timers.clearTimeout(this[timer]);
    this[timer] = null;
  }

  /** @param {boolean} online */
  setOnline(online) {
    if (this.online === online) return;
    this.online = online;
    this.tell('state', online);
  }

  /**
   * Have all events of a game arrived that the server has?
   * @param {string} game
   */
  isCurrent(game) {
    return this.online && !this.games.get(game)?.catchingUp;
  }

  /**
   * Are a game's missed events on their way?
   * @param {string} game
   */
  isCatchingUp(game) {
    return this.online && Boolean(this.games.get(game)?.catchingUp);
  }

  /**
   * Sends a frame if there is a connection. The sender of a frame that must arrive repeats it.
   * @param {Record<string, any>} frame
   */
  send(frame) {
    if (this.online) this.socket?.send(JSON.stringify(frame));
    return this.online;
  }

  /**
   * `handlers`: snapshot(snapshot), event(event), presence(presence), rematch(rematch), problem(problem). `given` is
   * the game as it came with the page, or null; then the subscription goes on from that game's number.
   * @param {string} game
   * @param {GameHandlers} handlers
   * @param {{game: Snapshot, player: PlayerCard | null} | null} given
   */
  subscribe(game, handlers, given = null) {
    // A finished game may have the offer of another one, and only a snapshot tells that offer.
    const seq = given && given.game.phase !== 'finished' ? given.game.seq : null;
    const reader = given ? given.player?.id ?? null : this.reader;
    this.games.set(game, { handlers, seq, reader, catchingUp: false, again: null });
    if (given) handlers.snapshot(given.game);
    this.subscribeGame(game);
  }

  /** @param {string} game */
  unsubscribe(game) {
    this.timers.clearTimeout(this.games.get(game)?.again);
    this.games.delete(game);
    this.send({ type: 'unsubscribe', game });
  }

  /** @param {LobbyHandlers} handlers */
  subscribeLobby(handlers) {
    this.lobby = handlers;
    this.send({ type: 'subscribe_lobby' });
  }

  /**
   * `line` is called with each line of the player's own games, the game `except` left out. A stranger has no own games.
   * @param {(line: any) => void} line
   * @param {string | null} except
   */
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

  /** @param {string} game */
  subscribeGame(game) {
    const subscription = /** @type {Subscription} */ (this.games.get(game));
    this.timers.clearTimeout(subscription.again);
    const since = subscription.seq;
    subscription.catchingUp = this.send({ type: 'subscribe', game, ...(since !== null && { since }) });
  }

  /** @param {any} frame */
  receive(frame) {
    // What was on its way before the network was gone is no answer.
    if (!this.doubted || ANSWERS.includes(frame.type)) this.cancel('deadline');
    if (this.doubted && ANSWERS.includes(frame.type)) this.believe();
    const subscription = this.games.get(frame.game);
    switch (frame.type) {
      case 'hello':
        this.cancel('returning');
        this.steady = this.timers.setTimeout(() => { this.attempts = 0; }, STEADY_TIME);
        if (frame.now) this.tell('now', frame.now);
        this.tell('hello', frame.player ?? null);
        this.tell('sanction', frame.sanction ?? null);
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
        subscription?.handlers[/** @type {'presence' | 'rematch'} */ (frame.type)]?.(frame[frame.type]);
        break;
      case 'lagged':
        if (subscription) this.subscribeGame(frame.game);
        break;
      case 'lobby':
        this.lobby?.all(frame.games);
        break;
      case 'lobby_update':
        this.lobby?.update(frame.games, frame.removed, frame.moved ?? []);
        break;
      case 'mine':
        // The first list comes in parts without a number, so a reader who breaks off among them begins anew.
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
   * When the player changes, the numbers of the former player's lines mean nothing any more. Games are asked for anew, too,
   * once they have events, because the illegal points are told to the player to move alone.
   * @param {string | null} reader
   */
  greet(reader) {
    this.reader = reader;
    if (this.mine && this.mine.player !== reader) Object.assign(this.mine, { player: reader, seq: null });
    for (const subscription of this.games.values()) {
      if (subscription.reader !== reader && subscription.seq) subscription.seq = null;
      subscription.reader = reader;
    }
  }

  /**
   * @param {string} game
   * @param {Subscription} subscription
   * @param {Snapshot} snapshot
   */
  takeSnapshot(game, subscription, snapshot) {
    subscription.catchingUp = false;
    subscription.seq = snapshot.seq;
    subscription.handlers.snapshot(snapshot);
    this.tell('caught_up', game);
  }

  /**
   * @param {string} game
   * @param {Subscription} subscription
   * @param {GameEvent} event
   */
  takeEvent(game, subscription, event) {
    if (subscription.seq === null || event.seq <= subscription.seq) return;
    if (event.seq > subscription.seq + 1) {
      // An event in between was lost. The answer to the new subscription has
      // this event as well, so it isn't kept.
      if (!subscription.catchingUp) this.subscribeGame(game);
      return;
    }
    subscription.seq = event.seq;
    subscription.handlers.event(event);
  }

  /**
   * @param {string} game
   * @param {Subscription} subscription
   * @param {number} seq
   */
  takeSubscribed(game, subscription, seq) {
    subscription.catchingUp = false;
    if (seq === subscription.seq) {
      this.tell('caught_up', game);
      return;
    }
    // The server's number of the last event differs from ours: begin again from a snapshot.
    subscription.seq = null;
    this.subscribeGame(game);
  }

  /**
   * @param {string} game
   * @param {Subscription} subscription
   * @param {ProblemShape} problem
   */
  subscriptionRefused(game, subscription, problem) {
    const wait = pauseAfter(problem);
    if (wait === null) subscription.handlers.problem(problem);
    else subscription.again = this.timers.setTimeout(() => this.subscribeGame(game), wait);
    if (LATER.includes(problem.code)) {
      this.tell('kept_back', { game, why: problem.code });
      return;
    }
    subscription.catchingUp = false;
    this.tell('caught_up', game);
  }

  /** @param {ProblemShape} problem */
  mineRefused(problem) {
    if (this.mine) this.mine.asked = false;
    const wait = pauseAfter(problem);
    if (wait !== null) this.timers.setTimeout(() => this.askMine(), wait);
  }
}

/**
 * How long to wait before the same request is sent again, in milliseconds; null where that would not help.
 * @param {ProblemShape} problem
 * @returns {number | null}
 */
function pauseAfter(problem) {
  return problem.params?.retry_after_ms ?? (LATER.includes(problem.code) ? 2000 : null);
}

/** The page's own connection: it wakes with the tab and with the network. */
export function openConnection() {
  const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
  const connection = new Connection(`${scheme}//${location.host}/api/v1/ws?protocol=2`);
  connection.on('sanction', setSanction);
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) connection.probe();
  });
  addEventListener('online', () => connection.reconnectNow());
  addEventListener('offline', () => connection.networkGone());
  // When the browser shows a page from its cache again, the page's socket is closed.
  addEventListener('pageshow', (event) => event.persisted && connection.reconnectNow());
  // Making a socket takes a while, so it waits until the task of the modules is over.
  connection.pause = setTimeout(() => connection.connect());
  return connection;
}
