// The form in which a person names the games to watch.

import { MOST, addressOf, idsIn } from './places.js';
import { gameText } from '../go/names.js';
import { html } from '../dom/html.js';
import { showSheet } from '../dom/dialogs.js';
import { t } from '../text/text.js';

/**
 * `live`: the games that go on, as lists show them; `chosen`: the ids of those that are watched now.
 * @param {any} live
 * @param {any} chosen
 */
export function showChooser(live, chosen) {
  const problem = html('p', { class: 'field-problem', role: 'alert', id: 'watch-problem' });
  const links = html('textarea', {
    id: 'watch-links', rows: 3, spellcheck: 'false', autocapitalize: 'off', 'aria-describedby': 'watch-problem', 'data-testid': 'watch-links',
  });
  const boxes = live.map((/** @type {any} */ game) => html('label', { class: 'choice' },
    html('input', { type: 'checkbox', value: game.id, checked: chosen.includes(game.id), 'data-testid': 'watch-live' }),
    html('span', {}, gameText(game))));
  const form = html('form', { class: 'chooser' },
    boxes.length > 0 ? html('fieldset', {}, html('legend', {}, t('watch.live')), ...boxes) : null,
    html('label', { for: 'watch-links' }, t('watch.links')), links, problem,
    html('div', { class: 'row' },
      html('button', { type: 'submit', class: 'primary', 'data-testid': 'watch-these' }, t('watch.show')),
      html('a', { class: 'button quiet', href: '/watch' }, t('watch.top'))));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const checked = [.../** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll('input:checked'))].map(({ value }) => value);
    const games = [...new Set([...checked, ...idsIn(links.value)])];
    if (games.length === 0) problem.textContent = t('watch.no_ids', { example: `${location.origin}/games/4t9x2m8q6w1k5c7v` });
    else if (games.length > MOST) problem.textContent = t('watch.too_many', { max: MOST });
    else location.assign(addressOf(games));
  });
  showSheet(t('watch.choose'), form);
}
