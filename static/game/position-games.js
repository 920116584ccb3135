// <position-games>: which other games were in the position that is shown, and what
// was played there. It looks when it is opened, and again when the reader has come
// to rest somewhere else. Emits `continued` when there is something else to mark.

import '../text/position-texts.js';
import { gameText, resultText } from './names.js';
import { getPosition } from '../net/api.js';
import { html, setText } from '../dom/html.js';
import { problemText } from '../text/problem-text.js';
import { t } from '../text/text.js';

/** Who walks through the moves quickly asks for none of them. */
const PAUSE = 200;
/** Rarer moves are in no list of this page. */
const WAYS = 8;
/** One more than are shown: the game itself is among them. */
const GAMES = 6;

const moveText = (at) => (at === null ? t('positions.end') : at === 'pass' ? t('positions.pass') : at);

export class PositionGames extends HTMLElement {
  connectedCallback() {
    this.said = html('p', { class: 'hint', role: 'status', 'data-testid': 'positions-said' });
    this.ways = html('tbody');
    this.table = html('table', { class: 'score', 'data-testid': 'continuations' },
      html('caption', {}, t('positions.ways')),
      html('thead', {}, html('tr', {}, ...['move', 'games', 'black', 'white'].map((name) => html('th', { scope: 'col' }, t(`positions.${name}`))))),
      this.ways);
    this.others = html('ul', { class: 'others', 'aria-label': t('positions.others'), 'data-testid': 'position-games' });
    this.more = html('button', { type: 'button', class: 'quiet', onclick: () => this.ask() }, t('positions.more'));
    this.details = html('details', { 'data-testid': 'positions', ontoggle: () => this.follow() },
      html('summary', {}, t('positions.title')), this.said, this.table, this.others, this.more);
    this.replaceChildren(this.details);
    this.asked = null;
    this.clear('');
  }

  /** What to mark on the board at this move: [{at, alike, games}]. */
  continued(number) {
    return this.details?.open && this.answer && this.number === number ? this.answer.continuations : [];
  }

  show({ record, reader }) {
    this.hidden = record.phase !== 'finished';
    this.game = record.id;
    this.at = reader.walk.number;
    this.follow();
  }

  /** Asks for the position that is shown, unless that is done. */
  follow() {
    if (this.hidden || this.asked === (this.details.open ? this.at : null)) return;
    clearTimeout(this.timer);
    this.asked = this.details.open ? this.at : null;
    this.clear(t('positions.searching'));
    if (this.details.open) this.timer = setTimeout(() => this.ask(), PAUSE);
  }

  clear(text) {
    this.answer = null;
    setText(this.said, text);
    for (const part of [this.table, this.others, this.more]) part.hidden = true;
    this.ways.replaceChildren();
    this.others.replaceChildren();
    this.dispatchEvent(new CustomEvent('continued'));
  }

  /** Fetches the first page, or the next one. */
  async ask() {
    const { asked: number, answer } = this;
    let page;
    try {
      page = await getPosition({ game: this.game, move: number, limit: GAMES, ...(answer && { cursor: answer.next }) });
    } catch (problem) {
      if (this.asked === number) setText(this.said, problemText(problem));
      return;
    }
    // Meanwhile the reader went on, or somebody asked for the same page twice.
    if (this.asked !== number || this.answer !== answer) return;
    this.answer = page;
    this.number = number;
    if (!answer) this.fill(page);
    this.list(page.games);
    this.more.hidden = page.next === null;
    if (!answer) this.dispatchEvent(new CustomEvent('continued'));
  }

  fill({ games_total: total, games, continuations }) {
    const alone = total === 1 && games[0]?.game.id === this.game;
    setText(this.said, total === 0 ? t('positions.none') : alone ? t('positions.only') : t('positions.count', { count: total }));
    this.table.hidden = total === 0 || alone;
    this.ways.append(...continuations.slice(0, WAYS).map(({ at, games: count, black_wins: black, white_wins: white }) => html('tr', {},
      html('th', { scope: 'row' }, moveText(at)), ...[count, black, white].map((value) => html('td', {}, t('positions.number', { value }))))));
  }

  list(games) {
    const others = games.filter(({ game }) => game.id !== this.game);
    this.others.append(...others.map(({ game, move_number: count, colors_swapped: swapped }) => {
      const place = [t('positions.entry_place', { count }), ...(swapped ? [t('positions.entry_swapped')] : [])].join(', ');
      return html('li', {},
        html('a', { href: `/games/${game.id}` }, t('positions.entry', { game: gameText(game), result: resultText(game.result) })),
        html('span', { class: 'means' }, place));
    }));
    this.others.hidden = this.others.children.length === 0;
  }
}

customElements.define('position-games', PositionGames);
