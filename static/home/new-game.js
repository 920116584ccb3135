// Starting a game: one click for the usual sizes, the rest under "More".

import './board-picker.js';
import './rules-picker.js';
import { asPlayer } from '../net/player.js';
import { clearProblems, formField, showProblem } from './form-field.js';
import { getRules, postGame } from '../net/api.js';
import { html } from '../dom/html.js';
import { miniature } from '../board/miniature.js';
import { problemText, t } from '../text/text.js';

const USUAL = [9, 13, 19];
const MOST_HANDICAP = 9;

const find = (id) => document.getElementById(id);

/** Makes a game and goes there. A setting that won't do is named at its field. */
async function begin(settings) {
  const form = find('more-form');
  const problem = find('new-game-problem');
  const buttons = [...document.querySelectorAll('.play button')];
  problem.textContent = '';
  clearProblems(form);
  for (const button of buttons) button.disabled = true;
  try {
    const { id } = await asPlayer(() => postGame(settings));
    location.assign(`/games/${id}`);
  } catch (refusal) {
    const text = problemText(refusal);
    const field = refusal.code === 'invalid_settings' ? refusal.params.field : '';
    if (!showProblem(form, field, text)) problem.textContent = text;
  }
  for (const button of buttons) button.disabled = false;
}

export function drawUsualSizes() {
  find('usual').replaceChildren(...USUAL.map((size) => html('button', {
    type: 'button', class: 'size-button', 'data-testid': `new-game-${size}`,
    onclick: () => begin({ board: { width: size, height: size } }),
  }, miniature({ width: size, height: size }, '', null, null),
  html('span', { class: 'size-name' }, t('game.size', { width: size, height: size })),
  html('span', { class: 'size-hint' }, t(`home.size.${size}`)))));
}

export function drawMore() {
  const counts = Array.from({ length: MOST_HANDICAP + 1 }, (_, count) => count);
  const handicap = html('select', { 'data-testid': 'handicap' }, ...counts.map((count) =>
    html('option', { value: count }, count === 0 ? t('form.no_handicap') : String(count))));
  const komi = html('input', { type: 'number', step: 0.5, placeholder: 6.5, 'data-testid': 'komi' });
  find('numbers').replaceChildren(
    formField('handicap', t('form.handicap'), handicap),
    formField('komi', t('form.komi'), komi));
  const showKomi = () => {
    const { preset } = find('rules-picker');
    if (preset) komi.placeholder = Number(handicap.value) > 0 ? preset.handicap_komi : preset.komi;
  };
  find('more-form').addEventListener('change', showKomi);
  find('more-form').addEventListener('submit', (event) => {
    event.preventDefault();
    begin(chosen());
  });
  find('more').addEventListener('toggle', async () => {
    try {
      // The server knows its presets and their komi best.
      if (!find('rules-picker').preset) find('rules-picker').learn(await getRules());
      showKomi();
    } catch {
      // The usual presets are in the list already, and komi may be left empty.
    }
  });
}

function chosen() {
  const settings = {
    board: find('board-picker').board,
    rules: find('rules-picker').rules,
    handicap: Number(find('handicap').value),
    color: document.querySelector('input[name="color"]:checked').value,
    private: find('private').checked,
  };
  // Left empty, komi is what the rules say.
  if (find('komi').value !== '') settings.komi = Number(find('komi').value);
  return settings;
}
