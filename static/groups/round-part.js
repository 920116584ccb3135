// A new round: who is here, the settings of its games, and the rounds so far.

import '../pickers/time-picker.js';
import { PagedList } from '../dom/paged-list.js';
import { clearProblems, formField, showProblem } from '../forms/form-field.js';
import { failIn } from './parts.js';
import { followRounds } from './rounds-to-come.js';
import { getRounds, postRound } from '../net/groups.js';
import { groupId } from './entry.js';
import { find } from '../dom/find.js';
import { html, setText } from '../dom/html.js';
import { onSend } from '../forms/faults.js';
import { playerName } from '../people/player-name.js';
import { presetText } from '../go/names.js';
import { problemText } from '../text/problem-text.js';
import { roundItem } from './round-item.js';
import { t } from '../text/text.js';

/** @import { Group, GroupMember } from '../shapes/groups.js' */
/** @import { Problem } from '../net/problem.js' */
/** @import { LeadTools } from './parts.js' */

const SIZES = [9, 13, 19];
const USUAL_SIZE = 9;
const PRESETS = ['japanese', 'chinese', 'korean', 'aga', 'ing', 'new-zealand', 'tromp-taylor'];
const LEAST_PLAYERS = 2;

const form = find('round');
/** Whether a member was said to be here, by id; of all others everybody is. */
const said = new Map();
/** @type {LeadTools} */
let tools;

const size = html('select', { id: 'round-size', 'data-testid': 'round-size' },
  ...SIZES.map((side) => html('option', { value: side, selected: side === USUAL_SIZE }, t('game.size', { width: side, height: side }))));
const rules = html('select', { id: 'round-rules', 'data-testid': 'round-rules' }, ...PRESETS.map((preset) => html('option', { value: preset }, presetText(preset))));
const hidden = html('input', { type: 'checkbox', id: 'round-private', 'data-testid': 'round-private' });

const rounds = new PagedList({
  list: find('rounds'), more: find('more-rounds'), item: (round) => roundItem(round), fail: (problem) => failIn('round', problem),
  changed: followRounds(() => rounds.load(), find('rounds')),
  async getPage(before) {
    const { rounds: items, next } = await getRounds(groupId, before);
    return { items, next };
  },
});

/** Whoever takes part in no rounds can't be chosen. */
const boxes = () => [...find('here').querySelectorAll('input:enabled')];
const here = () => boxes().filter(({ checked }) => checked).map(({ value }) => value);

function count() {
  setText(find('here-count'), t('lead.here_count', { count: here().length }));
}

/** @param {HTMLInputElement} box */
function remember(box) {
  said.set(box.value, box.checked);
}

/** @param {boolean} checked */
function setAll(checked) {
  for (const box of boxes()) {
    box.checked = checked;
    remember(box);
  }
  count();
}

/**
 * The members of a group, among whom one chooses.
 * @param {GroupMember[]} members
 * @param {Group} group
 */
export function drawHere(members, group) {
  find('here').replaceChildren(...members.map(({ player, plays }) => {
    const checked = plays && (said.get(player.id) ?? true);
    return html('label', { class: 'choice' },
      html('input', { type: 'checkbox', value: player.id, checked, disabled: !plays, 'data-testid': 'here' }),
      html('span', {}, playerName(player), plays ? null : html('span', { class: 'hint' }, t('lead.no_part'))));
  }));
  // In a class these are its teachers, and the one who reads this has the choice below.
  find('no-part').hidden = group.kind === 'class' || members.every(({ plays }) => plays);
  const mayPair = members.length >= LEAST_PLAYERS;
  form.hidden = !mayPair;
  find('no-round').hidden = mayPair;
  count();
}

/**
 * Shows the rounds of a group so far. The tools are {done}.
 * @param {Group} parts
 * @param {LeadTools} newTools
 */
export async function drawRounds({ kind, joining }, newTools) {
  tools = newTools;
  // Nobody but its members sees the games of a closed class, whatever is wished.
  const isClosed = kind === 'class' && joining === 'closed';
  find('round-private-field').hidden = isClosed;
  find('round-within').hidden = !isClosed;
  await rounds.load();
  find('rounds-part').hidden = rounds.items.length === 0;
}

function settings() {
  const side = Number(size.value);
  return { board: { width: side, height: side }, clock: find('round-time').clock, rules: rules.value, private: hidden.checked };
}

/**
 * The setting that won't do is named at its field.
 * @param {Problem} problem
 */
function explain(problem) {
  if (problem.code === 'invalid_settings' && showProblem(form, problem.params.field, problemText(problem))) return;
  throw problem;
}

async function send() {
  clearProblems(form);
  const players = here();
  if (players.length < LEAST_PLAYERS) {
    find('here-problem').textContent = t('lead.no_players');
    (boxes()[0] ?? find('everybody')).focus();
    return;
  }
  try {
    const { number } = await postRound(groupId, { players, settings: settings() });
    await tools.done('round', t('lead.pair.done', { number }));
  } catch (problem) {
    explain(problem);
  }
}

find('round-fields').append(formField('board', t('form.board'), size), formField('rules', t('form.rules'), rules));
find('round-private-field').append(formField('private', t('lead.private'), hidden));
find('round-time').pointsOf = () => Number(size.value) ** 2;
find('round-time').draw();
size.addEventListener('change', () => find('round-time').draw());
find('here').addEventListener('change', (/** @type {any} */ { target }) => {
  remember(target);
  count();
});
find('everybody').addEventListener('click', () => setAll(true));
find('nobody').addEventListener('click', () => setAll(false));
onSend(form, send);
