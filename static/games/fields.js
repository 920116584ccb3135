// The fields by which games are searched, under the interface's own names, so that the
// address of the page is a query of the interface.

import { colorText, presetText } from '../go/names.js';
import { formField } from '../forms/form-field.js';
import { html } from '../dom/html.js';
import { t } from '../text/text.js';

const SIZES = ['9x9', '13x13', '19x19'];
const WINNERS = ['black', 'white', 'jigo', 'none'];
const ENDINGS = ['score', 'resignation', 'time', 'absence', 'adjudication', 'no_result', 'abort'];
const PRESETS = ['japanese', 'chinese', 'korean', 'aga', 'ing', 'new-zealand', 'tromp-taylor'];
/** All games that go on, or may yet begin. */
const UNFINISHED = 'open,playing,scoring';
const ID = /[0-9a-hjkmnp-tv-z]{16}/;

/** @typedef {{field: HTMLElement, read: () => string, write: (value: string) => void}} SearchField */

/** @type {(size: string) => string} */
const sizeText = (size) => (/^\d+x\d+$/.test(size) ? t('game.size', { width: size.split('x')[0], height: size.split('x')[1] }) : size);

/**
 * @param {string} name
 * @param {string} label
 * @param {string[][]} options
 * @param {(value: string) => string} nameOf
 * @returns {SearchField}
 */
function choice(name, label, options, nameOf = String) {
  const select = html('select', { id: name, 'data-testid': `filter-${name}` },
    html('option', { value: '' }, t('games.any')), ...options.map(([value, text]) => html('option', { value }, text)));
  return { field: formField(name, label, select), read: () => select.value, write: (value) => offer(select, value, nameOf) };
}

/**
 * Every value of an address can be chosen, also one that this page would not offer.
 * @param {HTMLSelectElement} select
 * @param {string} value
 * @param {(value: string) => string} nameOf
 */
function offer(select, value, nameOf) {
  if (![...select.options].some((option) => option.value === value)) select.append(html('option', { value }, nameOf(value)));
  select.value = value;
}

/**
 * @param {string} name
 * @param {string} label
 * @param {string | null} means
 * @param {Record<string, any>} attributes
 * @returns {SearchField}
 */
function line(name, label, means, attributes = {}, clean = (/** @type {string} */ text) => text) {
  const input = html('input', { id: name, autocomplete: 'off', spellcheck: 'false', 'data-testid': `filter-${name}`, ...attributes });
  return { field: formField(name, label, input, means), read: () => clean(input.value.trim()), write: (value) => { input.value = value; } };
}

/**
 * A day. A moment that an address names more exactly is shown as it stands.
 * @param {string} name
 * @param {string} label
 * @returns {SearchField}
 */
function day(name, label) {
  const input = html('input', { id: name, type: 'date', 'data-testid': `filter-${name}` });
  /** @param {string} value */
  const write = (value) => {
    input.type = value === '' || /^\d{4}-\d\d-\d\d$/.test(value) ? 'date' : 'text';
    input.value = value;
  };
  return { field: formField(name, label, input), read: () => input.value, write };
}

/**
 * A player by id; the pasted address of a player's page means that player.
 * @type {(name: string, label: string, means: string | null) => SearchField}
 */
const player = (name, label, means) => line(name, label, means, { maxlength: 120 }, (text) => ID.exec(text)?.[0] ?? text);

/** The fields that most people want, and all others; each has {field, read, write}. */
export function searchFields() {
  const few = {
    phase: choice('phase', t('games.phase'), [['open', t('games.phase.open')], ['playing,scoring', t('games.phase.playing')],
      [UNFINISHED, t('games.phase.unfinished')], ['finished', t('games.phase.finished')]]),
    size: choice('size', t('games.size'), SIZES.map((size) => [size, sizeText(size)]), sizeText),
    rules: choice('rules', t('games.rules'), PRESETS.map((preset) => [preset, presetText(preset)]), presetText),
    winner: choice('winner', t('games.winner'), WINNERS.map((winner) => [winner, t(`games.winner.${winner}`)])),
    since: day('since', t('games.since')),
    until: day('until', t('games.until')),
    player: player('player', t('games.player'), t('games.player_means')),
  };
  const others = {
    color: choice('color', t('games.color'), ['black', 'white'].map((color) => [color, colorText(color)])),
    opponent: player('opponent', t('games.opponent'), null),
    ended: choice('ended', t('games.ended'), ENDINGS.map((ending) => [ending, t(`games.ended.${ending}`)])),
    handicap: choice('handicap', t('games.handicap'), [['0', t('games.handicap.none')], ['1..', t('games.handicap.some')],
      ...[2, 3, 4, 5, 6, 7, 8, 9].map((stones) => [String(stones), t('games.handicap.stones', { count: stones })])]),
    opening: line('opening', t('games.opening'), t('games.opening_means'), { autocapitalize: 'characters' }),
    min_moves: line('min_moves', t('games.min_moves'), null, { inputmode: 'numeric', maxlength: 9 }),
  };
  return { few, others };
}

/**
 * The query for the interface, from the values of the fields.
 * @param {Record<string, any>} values
 */
export function queryOf(values) {
  const { winner, ended, ...query } = values;
  const result = [winner, ended].filter(Boolean).join(',');
  if (result) query.result = result;
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== '' && value !== undefined));
}

/**
 * The values of the fields, from an address.
 * @param {URLSearchParams} address
 * @returns {Record<string, string>}
 */
export function valuesOf(address) {
  const { result = '', ...values } = Object.fromEntries(address);
  const words = result.split(',').filter(Boolean);
  const winner = words.filter((word) => WINNERS.includes(word)).join(',');
  return { ...values, winner, ended: words.filter((word) => !WINNERS.includes(word)).join(',') };
}
