// The page of all games: a search by the fields of the interface, which stand in the
// address, and what it finds.

import '../page/site-links.js';
import '../theme/theme.js';
import './games-list.js';
import { clearProblems, showProblem } from '../forms/form-field.js';
import { exportAddress } from '../net/lists.js';
import { hasText, t } from '../text/text.js';
import { find } from '../dom/find.js';
import { html } from '../dom/html.js';
import { problemText } from '../text/problem-text.js';
import { queryOf, searchFields, valuesOf } from './fields.js';
import { settingsButtons } from '../page/settings-dialog.js';

/** @import { SearchField } from './fields.js' */

const form = find('search');
const { few, others } = searchFields();
/** @type {Record<string, SearchField>} */
const fields = { ...few, ...others };
/**
 * The fields that the interface knows under another name.
 * @type {Record<string, string>}
 */
const SHOWN_AS = { result: 'winner' };
/** The fields that choose the form of the answer, and not the games. */
const OF_ANSWERS = ['cursor', 'format', 'limit', 'with'];

/** Puts the query of the address into the form. */
function fillForm() {
  const values = valuesOf(new URLSearchParams(location.search));
  for (const [name, { write }] of Object.entries(fields)) write(values[name] ?? '');
  if (Object.keys(others).some((name) => values[name])) find('more-filters').open = true;
}

/**
 * Shows the server's complaint at the field; the complaint begins with the field's name.
 * @param {any} problem
 */
function explain(problem) {
  /** @type {any} */
  const name = problem.code === 'malformed' ? /^\w+/.exec(problem.params.detail ?? '')?.[0] : null;
  const key = `games.refused.${name}`;
  if (hasText(key) && showProblem(form, SHOWN_AS[name] ?? name, t(key))) return;
  find('search-problem').textContent = problemText(problem);
}

/** Shows the games of the address. */
async function show() {
  clearProblems(form);
  const query = Object.fromEntries([...new URLSearchParams(location.search)].filter(([name]) => !OF_ANSWERS.includes(name)));
  find('take-ways').replaceChildren(...['sgf', 'zip', 'ndjson'].map((format) => html('a', {
    class: 'button', href: exportAddress(query, format), download: `tengen-games.${format}`, 'data-testid': `take-${format}`,
  }, t(`games.take.${format}`))));
  const problem = await find('found').show(query);
  if (problem) explain(problem);
}

/** @param {Event} event */
function search(event) {
  event.preventDefault();
  const query = new URLSearchParams(queryOf(Object.fromEntries(Object.entries(fields).map(([name, { read }]) => [name, read()]))));
  find('found').remember();
  // Commas stand in addresses as they are.
  history.pushState(null, '', query.size > 0 ? `/games?${String(query).replaceAll('%2C', ',')}` : '/games');
  fillForm();
  show();
}

document.title = t('games.title');
find('bar-end').append(...settingsButtons());
find('few').append(...Object.values(few).map(({ field }) => field));
find('others').append(...Object.values(others).map(({ field }) => field));
find('found').addEventListener('found', (/** @type {CustomEvent} */ { detail }) => { find('take').hidden = !detail.any; });
form.addEventListener('submit', search);
addEventListener('popstate', () => {
  fillForm();
  show();
});
fillForm();
show();
