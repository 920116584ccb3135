// The sheet from which a game of its own begins in a shown position: against a computer, with whoever gets the link, or with both
// colours at this device.

import { PACES, clockOfPace } from '../time/presets.js';
import { asPlayer } from '../net/player.js';
import { colorText } from '../go/names.js';
import { formField } from '../forms/form-field.js';
import { getHouse, postGame } from '../net/api.js';
import { html, setText } from '../dom/html.js';
import { once } from '../dom/once.js';
import { openDialog } from '../dom/dialogs.js';
import { segment } from '../dom/segment.js';
import { showRefusal } from '../dom/refusal.js';
import { stoneIcon } from '../dom/icons.js';
import { strengthText } from '../people/strength.js';
import { styledBy } from '../dom/style-sheet.js';
import { t } from '../text/text.js';

const MOST_HANDICAP = 9;
/** Refusals of the moves that led to a position: without them the position may still be one. */
const OF_MOVES = ['illegal_move', 'invalid_settings'];

async function computers() {
  try {
    return await getHouse();
  } catch {
    // Without an answer there are people to play with.
    return [];
  }
}

/**
 * What a game takes over from where the position is shown. Records have compensations and handicaps that no game has, and an
 * empty board with Black to move is where every game begins.
 * @param {any} from
 */
export function takenOver({ board, rules, komi, handicap, position }) {
  const { stones, to_move: toMove, moves = '' } = position;
  // With a handicap a game of the server's would place its stones, which do not stand here.
  const isPlain = !/[BW]/.test(stones) && toMove === 'black' && moves === '' && !(handicap > 0);
  return {
    board, rules,
    ...(Number.isInteger(komi * 2) && komi !== null && { komi }),
    ...(handicap > 0 && { handicap: Math.min(handicap, MOST_HANDICAP) }),
    ...(!isPlain && { position: { stones, to_move: toMove, ...(moves && { moves }) } }),
  };
}

/**
 * Makes the game. Where the moves before the position are none by its rules, the position alone has to do.
 * @param {any} wish
 * @param {{stones: string, to_move: string}} shown
 */
async function make(wish, { stones, to_move: toMove }) {
  try {
    return await postGame(wish);
  } catch (refusal) {
    if (!wish.position?.moves || !OF_MOVES.includes(refusal.code)) throw refusal;
    return postGame({ ...wish, position: { stones, to_move: toMove } });
  }
}

/**
 * Shows it. `from` has the `board`, the `rules` and the `komi` of the page, its `handicap`, and the `position`, {stones, to_move,
 * moves}; `shown` is that behind the moves, {stones, to_move}.
 * @param {any} from
 * @param {{stones: string, to_move: string}} shown
 */
export async function showBegin(from, shown) {
  const [house] = await Promise.all([computers(), styledBy('/static/style/begin.css'), styledBy('/static/style/segments.css')]);
  const taken = takenOver(from);
  /** @type {(value: string, label: string, means: string | null, checked?: boolean) => HTMLElement} */
  const against = (value, label, means, checked = false) => html('label', { class: 'begin-choice' },
    html('input', { type: 'radio', name: 'against', value, checked, 'data-testid': `against-${value}`, onchange: () => showColors() }),
    html('span', {}, html('strong', {}, label), means && html('span', { class: 'strength' }, means)));
  const opponents = html('fieldset', { class: 'begin-choices' }, html('legend', {}, t('begin.against')),
    ...house.map(({ level, player }, i) => against(player.id, t('name.computer', { level }), strengthText(level), i === 0)),
    against('link', t('begin.link'), t('begin.link_means'), house.length === 0),
    against('here', t('opponent.local'), t('opponent.local_means')));
  const colors = html('fieldset', { class: 'segments' }, html('legend', {}, t('form.color')),
    ...['black', 'white', 'random'].map((color) => segment('begin-color', color,
      [stoneIcon(color === 'random' ? 'lot' : color), color === 'random' ? t('color.lot') : colorText(color)], color === shown.to_move)));
  const time = html('select', { 'data-testid': 'begin-time' }, ...['none', ...PACES.filter((pace) => pace !== 'none')].map((pace) =>
    html('option', { value: pace }, t(`pace.${pace}`))));
  const problem = html('p', { class: 'field-problem', role: 'alert', 'data-testid': 'begin-problem' });
  const submit = html('button', { type: 'submit', class: 'primary', 'data-testid': 'begin-yes' }, t('begin.yes'));
  /** @type {any} */
  const form = html('form', { class: 'sheet' },
    html('h2', { id: 'begin-title' }, t('begin.title')),
    html('p', { class: 'hint' }, t('begin.text', { color: colorText(shown.to_move) })),
    opponents, colors, formField('begin-time', t('form.time'), time), problem,
    html('div', { class: 'buttons' },
      html('button', { type: 'button', class: 'quiet', onclick: () => dialog.close() }, t('dialog.cancel')), submit));
  const dialog = html('dialog', { class: 'question', 'aria-labelledby': 'begin-title' }, form);
  /** @type {(name: string) => string} */
  const chosen = (name) => form.querySelector(`input[name="${name}"]:checked`).value;
  // Both colours are for whoever sits here.
  const showColors = () => {
    colors.hidden = chosen('against') === 'here';
  };
  form.addEventListener('submit', (/** @type {Event} */ event) => {
    event.preventDefault();
    once(submit, async () => {
      setText(problem, '');
      const who = chosen('against');
      const wish = {
        ...taken, clock: clockOfPace(time.value, shown.stones.length),
        ...(who === 'here' ? { local: true } : { color: chosen('begin-color') }),
        ...(who === 'link' && { private: true }),
        ...(who !== 'here' && who !== 'link' && { opponent: who }),
      };
      try {
        const { id } = await asPlayer(() => make(wish, shown));
        location.assign(`/games/${id}`);
      } catch (refusal) {
        showRefusal(problem, refusal);
      }
    });
  });
  openDialog(dialog);
  return dialog;
}
