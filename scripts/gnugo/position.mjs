// The position as a client sees it: nothing but `captured` and `move` of each event, no rules.

/** The names of columns, from the left. */
export const LETTERS = 'ABCDEFGHJKLMNOPQRSTUVWXYZ';

export const opponent = (color) => (color === 'black' ? 'white' : 'black');

export class Position {
  #stones = new Map();

  constructor({ width, height }, setup = []) {
    this.width = width;
    this.height = height;
    for (const vertex of setup) this.#stones.set(vertex, 'black');
  }

  /** Throws where an event contradicts what came before it. */
  apply(event) {
    if (event.type !== 'played') return;
    for (const vertex of event.captured) {
      if (!this.#stones.delete(vertex)) throw new Error(`event ${event.seq} captures ${vertex}, where no stone was`);
    }
    if (this.#stones.has(event.move)) throw new Error(`event ${event.seq} plays ${event.move}, where a stone was`);
    this.#stones.set(event.move, event.color);
  }

  /** Sorted vertices, as GNU Go's `list_stones` sorted. */
  stonesOf(color) {
    return [...this.#stones].filter(([, stone]) => stone === color).map(([vertex]) => vertex).sort();
  }

  *vertices() {
    for (let y = this.height; y >= 1; y -= 1) {
      for (let x = 0; x < this.width; x += 1) yield `${LETTERS[x]}${y}`;
    }
  }

  empty() {
    return [...this.vertices()].filter((vertex) => !this.#stones.has(vertex)).sort();
  }

  /** In the protocol's shape: row by row from the top left. */
  toString() {
    const sign = { black: 'B', white: 'W' };
    return [...this.vertices()].map((vertex) => sign[this.#stones.get(vertex)] ?? '.').join('');
  }
}

/** The same string read off GNU Go's `showboard`, with the captures that it prints beside the board. */
export function readShowboard(text) {
  const rows = [];
  const captures = {};
  for (const line of text.split('\n')) {
    const row = /^\s*(\d+) ((?:[.+XO] )+)/.exec(line);
    if (row) rows.push(row[2].replace(/\s/g, '').replace(/\+/g, '.').replace(/X/g, 'B').replace(/O/g, 'W'));
    const captured = /(BLACK|WHITE) \([XO]\) has captured (\d+) stones?/.exec(line);
    if (captured) captures[captured[1].toLowerCase()] = Number(captured[2]);
  }
  return { stones: rows.join(''), captures };
}
