// A player who uses the public REST interface alone. Tests use it to set positions up, or as the opponent.

import { randomUUID } from 'node:crypto';

/** The password of members that are made without another one. */
export const PASSWORD = 'stone walks over water';

export class Refusal extends Error {
  constructor(call, status, problem) {
    super(`${call}: ${status} ${JSON.stringify(problem)}`);
    this.status = status;
    this.problem = problem;
  }
}

/** One call of the REST interface; anything but success is thrown as a Refusal. */
export async function call(server, method, path, { token = null, body = undefined } = {}) {
  const headers = {};
  if (token) headers.authorization = `Bearer ${token}`;
  if (body !== undefined) headers['content-type'] = 'application/json';
  const answer = await fetch(`${server.url}${path}`, { method, headers, body: JSON.stringify(body) });
  const text = await answer.text();
  const isJson = /json/.test(answer.headers.get('content-type') ?? '');
  const content = isJson && text ? JSON.parse(text) : text;
  if (!answer.ok) throw new Refusal(`${method} ${path}`, answer.status, content);
  return content;
}

export const snapshot = (server, game, options) => call(server, 'GET', `/api/v1/games/${game}`, options);
export const sgf = (server, game, options) => call(server, 'GET', `/api/v1/games/${game}/sgf`, options);

export async function events(server, game, options) {
  return (await call(server, 'GET', `/api/v1/games/${game}/events`, options)).events;
}

export class ApiPlayer {
  constructor(server, player, token) {
    this.server = server;
    this.player = player;
    this.token = token;
  }

  static async guest(server, name) {
    const { player, token } = await call(server, 'POST', '/api/v1/guests', { body: { name } });
    return new ApiPlayer(server, player, token);
  }

  /** Somebody with an account; `more` is beside the name and the password. */
  static async member(server, name, { password = PASSWORD, ...more } = {}) {
    const { player, token } = await call(server, 'POST', '/api/v1/accounts', { body: { name, password, ...more } });
    return new ApiPlayer(server, player, token);
  }

  #call(method, path, body) {
    return call(this.server, method, path, { token: this.token, body });
  }

  createGame(settings) {
    return this.#call('POST', '/api/v1/games', settings);
  }

  join(game) {
    return this.#call('POST', `/api/v1/games/${game}/join`, {});
  }

  snapshot(game) {
    return snapshot(this.server, game, { token: this.token });
  }

  /** The player's own tree of variations beside a game, or beside one of the "records". */
  variations(id, kind = 'games') {
    return this.#call('GET', `/api/v1/${kind}/${id}/variations`);
  }

  changeVariations(id, changes, kind = 'games') {
    return this.#call('PATCH', `/api/v1/${kind}/${id}/variations`, { changes });
  }

  /** Shows the own tree to others: `wish` says how. */
  shareVariations(id, wish, kind = 'games') {
    return this.#call('POST', `/api/v1/${kind}/${id}/variations/share`, wish);
  }

  command(game, command) {
    return this.#call('POST', `/api/v1/games/${game}/commands`, { id: randomUUID(), ...command });
  }

  /** A vertex, or "pass". `turn` is the number of the moves before it, if the player knows it. */
  async play(game, move, turn = null) {
    turn ??= (await this.snapshot(game)).turn;
    const command = move === 'pass' ? { type: 'pass', turn } : { type: 'play', turn, at: move };
    return (await this.command(game, command)).event;
  }
}

/** Two players and their started game: `settings` without `color`, the first player takes Black. */
export async function startGame(server, settings) {
  const black = await ApiPlayer.guest(server, 'Ann');
  const white = await ApiPlayer.guest(server, 'Ben');
  const { id } = await black.createGame({ ...settings, color: 'black' });
  await white.join(id);
  return { id, black, white };
}

/** Plays moves for both, Black first: `['E5', 'C3', 'pass']`. */
export async function playMoves({ id, black, white }, moves, first = 'black') {
  let color = first;
  let { turn } = await black.snapshot(id);
  for (const move of moves) {
    await (color === 'black' ? black : white).play(id, move, turn);
    turn += 1;
    color = color === 'black' ? 'white' : 'black';
  }
}
