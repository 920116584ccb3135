// Starting a game: one click for the usual sizes, the rest under "More".

import { asPlayer } from '../net/player.js';
import { getRules, postGame } from '../net/api.js';
import { hasText, problemText, t } from '../text/text.js';
import { html } from '../dom/html.js';
import { miniature } from '../board/miniature.js';

const USUAL = [9, 13, 19];
const PRESETS = ['japanese', 'chinese', 'aga', 'tromp-taylor'];

const find = (id) => document.getElementById(id);

/** Makes a game and goes there. */
async function begin(settings) {
  const problem = find('new-game-problem');
  const buttons = document.querySelectorAll('.play button');
  problem.textContent = '';
  for (const button of buttons) button.disabled = true;
  try {
    const { id } = await asPlayer(() => postGame(settings));
    location.assign(`/games/${id}`);
  } catch (refusal) {
    problem.textContent = problemText(refusal);
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

const option = (value, label) => html('option', { value }, label);

export function drawMore() {
  const rules = find('rules');
  const presetName = (name) => (hasText(`rules.${name}`) ? t(`rules.${name}`) : name);
  rules.replaceChildren(...PRESETS.map((name) => option(name, presetName(name))));
  find('handicap').replaceChildren(option(0, t('form.no_handicap')), ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((count) => option(count, String(count))));
  find('more').addEventListener('toggle', () => followPresets(presetName), { once: true });
  find('more-form').addEventListener('submit', (event) => {
    event.preventDefault();
    begin(chosen());
  });
}

/** The server knows its presets and their komi best. */
async function followPresets(presetName) {
  try {
    const { presets } = await getRules();
    const rules = find('rules');
    const before = rules.value;
    rules.replaceChildren(...presets.map(({ preset }) => option(preset, presetName(preset))));
    rules.value = before;
    const showKomi = () => {
      const preset = presets.find((entry) => entry.preset === rules.value);
      find('komi').placeholder = Number(find('handicap').value) > 0 ? preset.handicap_komi : preset.komi;
    };
    rules.addEventListener('change', showKomi);
    find('handicap').addEventListener('change', showKomi);
    showKomi();
  } catch {
    // The usual presets are in the list already, and komi may be left empty.
  }
}

function chosen() {
  const settings = {
    board: { width: Number(find('width').value), height: Number(find('height').value) },
    rules: find('rules').value,
    handicap: Number(find('handicap').value),
    color: document.querySelector('input[name="color"]:checked').value,
    private: find('private').checked,
  };
  // Left empty, komi is what the rules say.
  if (find('komi').value !== '') settings.komi = Number(find('komi').value);
  return settings;
}
