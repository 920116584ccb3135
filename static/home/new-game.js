// Starting a game: a pace and one click for the usual sizes, the rest under "More".

import '../pickers/board-picker.js';
import '../pickers/rules-picker.js';
import '../pickers/time-picker.js';
import { PACES, USUAL_PACE, clockOfPace } from '../time/presets.js';
import { asPlayer } from '../net/player.js';
import { choseProgram, chosenOpponent } from './opponent-picker.js';
import { clearProblems, formField, showProblem } from '../forms/form-field.js';
import { getRules, postGame } from '../net/api.js';
import { find } from '../dom/find.js';
import { html, setText } from '../dom/html.js';
import { problemText } from '../text/problem-text.js';
import { t } from '../text/text.js';
import { shortTime, timeText } from '../text/clock-text.js';

const USUAL = [9, 13, 19];
const MOST_HANDICAP = 9;
const MINUTE = 60_000;
/**
 * The help for the players that can be chosen in place of the usual one, as the server takes it.
 * @type {Record<string, any>}
 */
const AIDS = {
  none: { variations: false, estimate: false },
  variations: { variations: true, estimate: false },
  estimate: { variations: false, estimate: true },
  both: { variations: true, estimate: true },
};
/** How far spectators may be behind. */
const DELAYS = [0, 0.5, 1, 5, 10, 30, 60].map((minutes) => minutes * MINUTE);

/**
 * Makes a game and goes there. A setting that won't do is named at its field.
 * @param {Record<string, any>} settings
 */
async function begin(settings) {
  const form = find('more-form');
  const problem = find('new-game-problem');
  const buttons = /** @type {HTMLButtonElement[]} */ ([...document.querySelectorAll('.play button')]);
  problem.textContent = '';
  clearProblems(form);
  for (const button of buttons) button.disabled = true;
  try {
    const { id } = await asPlayer(() => postGame({ ...settings, opponent: settings.local ? null : chosenOpponent() }));
    location.assign(`/games/${id}`);
  } catch (refusal) {
    const text = problemText(refusal);
    const field = refusal.code === 'invalid_settings' ? refusal.params.field : '';
    if (!showProblem(form, field, text)) problem.textContent = text;
  }
  for (const button of buttons) button.disabled = false;
}

/** The pace, and a button for each usual size with its clock. */
export function drawUsualSizes() {
  const choice = find('pace');
  const hints = USUAL.map(() => html('span', { class: 'size-hint' }));
  const showHints = () => USUAL.forEach((size, i) => setText(hints[i], timeText(clockOfPace(choice.value, size * size))));
  choice.append(...PACES.map((pace) => html('option', { value: pace, selected: pace === USUAL_PACE }, t(`pace.${pace}`))));
  choice.addEventListener('change', () => {
    showHints();
    find('time-picker').pace = choice.value;
  });
  find('usual').replaceChildren(...USUAL.map((size, i) => html('button', {
    type: 'button', class: 'size-button primary', 'data-testid': `new-game-${size}`,
    onclick: () => begin({ board: { width: size, height: size }, clock: clockOfPace(choice.value, size * size) }),
  }, html('span', { class: 'size-name' }, t('game.size', { width: size, height: size })), hints[i])));
  showHints();
}

export function drawMore() {
  const counts = Array.from({ length: MOST_HANDICAP + 1 }, (_, count) => count);
  const handicap = html('select', { 'data-testid': 'handicap' }, ...counts.map((count) =>
    html('option', { value: count }, count === 0 ? t('form.no_handicap') : String(count))));
  const komi = html('input', { type: 'number', step: 0.5, placeholder: 6.5, 'data-testid': 'komi' });
  find('numbers').replaceChildren(
    formField('handicap', t('form.handicap'), handicap),
    formField('komi', t('form.komi'), komi),
    formField('delay', t('form.delay'), html('select', { 'data-testid': 'delay' }, ...DELAYS.map((delay) =>
      html('option', { value: delay }, delay === 0 ? t('form.no_delay') : shortTime(delay)))), t('form.delay_means')),
    formField('aids', t('form.aids'), html('select', { 'data-testid': 'aids' }, ...['usual', ...Object.keys(AIDS)].map((aids) =>
      html('option', { value: aids }, t(`form.aids.${aids}`)))), t('form.aids_means')));
  find('time-picker').pointsOf = () => find('board-picker').points;
  find('board-picker').addEventListener('change', () => find('time-picker').draw());
  const showKomi = () => {
    const { preset } = find('rules-picker');
    if (preset) komi.placeholder = Number(handicap.value) > 0 ? preset.handicap_komi : preset.komi;
  };
  find('more-form').addEventListener('change', showKomi);
  find('opponents').addEventListener('change', showNoBots);
  // Two people at one board have no use for a clock, nor has whoever records a game.
  find('local').addEventListener('change', () => find('time-picker').suggest(find('local').checked ? 'none' : find('pace').value));
  find('more-form').addEventListener('submit', (/** @type {any} */ event) => {
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

/** Whoever wants to play with a program does not refuse programs. */
export function showNoBots() {
  find('no-bots-choice').hidden = choseProgram();
}

function chosen() {
  /** @type {Record<string, any>} */
  const settings = {
    board: find('board-picker').board,
    clock: find('time-picker').clock,
    delay: Number(find('delay').value),
    rules: find('rules-picker').rules,
    handicap: Number(find('handicap').value),
    color: /** @type {HTMLInputElement} */ (document.querySelector('input[name="color"]:checked')).value,
    private: find('private').checked,
    no_bots: find('no-bots').checked && !choseProgram(),
    local: find('local').checked,
    aids: AIDS[find('aids').value] ?? {},
  };
  // Left empty, komi is that of the rules.
  if (find('komi').value !== '') settings.komi = Number(find('komi').value);
  return settings;
}
