// The persons of providers by whom a member comes in: listed, linked and given up.

import { ask } from '../dom/dialogs.js';
import { currentPlayer } from '../net/player.js';
import { deleteIdentity } from '../net/api.js';
import { factLine, html } from '../dom/html.js';
import { problemText } from '../text/problem-text.js';
import { providerWays } from './provider-ways.js';
import { t } from '../text/text.js';
import { whenConfirmed } from './confirming.js';

const find = (id) => document.getElementById(id);
const day = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: 'medium' });

/** The providers of the door by none of which the member comes in yet. */
export const unlinked = (providers, identities) =>
  providers.filter(({ id }) => !identities.some(({ provider }) => provider === id));

async function giveUp({ id, name }, changed) {
  find('ways-problem').textContent = '';
  const sure = await ask({
    title: t('ways.remove_label', { name }), text: t('ways.remove_text', { name }), yes: t('ways.remove'), danger: true,
  });
  if (!sure) return;
  try {
    if (!await whenConfirmed(currentPlayer().name, () => deleteIdentity(id))) return;
  } catch (problem) {
    // Given up elsewhere is given up, too.
    if (problem.code !== 'no_such_identity') {
      find('ways-problem').textContent = problemText(problem);
      return;
    }
  }
  await changed();
  find('ways-said').textContent = t('ways.removed', { name });
  // The button that had the keyboard is gone.
  find('ways-title').focus();
}

function item(identity, changed) {
  const { name, linked_at: linked, used_at: used } = identity;
  const facts = [t('ways.used', { date: day.format(used) }), t('ways.since', { date: day.format(linked) })];
  return html('li', { class: 'device', 'data-testid': 'identity' },
    html('div', { class: 'device-text' }, html('h3', {}, name), html('p', {}, ...factLine(facts))),
    html('button', {
      type: 'button', class: 'danger', 'data-testid': 'unlink', 'aria-label': t('ways.remove_label', { name }),
      onclick: () => giveUp(identity, changed),
    }, t('ways.remove')));
}

/** Shows the part to a member, where the server knows providers or the member has come by one. `changed` is called after each change. */
export function drawWays(account, door, changed) {
  const [identities, providers] = [account?.identities ?? [], door.providers ?? []];
  find('ways-part').hidden = !account || identities.length + providers.length === 0;
  find('identities').replaceChildren(...identities.map((identity) => item(identity, changed)));
  find('ways-more').replaceChildren(...providerWays(unlinked(providers, identities), {
    label: (name) => t('ways.link', { name }), purpose: 'link',
  }));
}
