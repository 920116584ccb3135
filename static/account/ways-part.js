// Passkeys and persons of providers by which a member comes in: listed, added and given up.

import { ask } from '../dom/dialogs.js';
import { currentPlayer } from '../net/player.js';
import { deleteIdentity, deletePasskey, postPasskey } from '../net/account.js';
import { find } from '../dom/find.js';
import { factLine, html } from '../dom/html.js';
import { knowsPasskeys, makePasskey } from './passkey.js';
import { once } from '../dom/once.js';
import { problemText } from '../text/problem-text.js';
import { providerWays } from './provider-ways.js';
import { locale, t } from '../text/text.js';
import { whenConfirmed } from './confirming.js';

/** @import { Account, Door, Identity, Passkey, Provider } from '../shapes/account.js' */
/** @import { PlayerCard, ProblemShape } from '../shapes/player.js' */

const day = new Intl.DateTimeFormat(locale(), { dateStyle: 'medium' });

/**
 * The providers of the door by none of which the member comes in yet.
 * @param {Provider[]} providers
 * @param {Identity[]} identities
 */
const unlinked = (providers, identities) =>
  providers.filter(({ id }) => !identities.some(({ provider }) => provider === id));

/** @param {ProblemShape} problem */
const fails = (problem) => { find('ways-problem').textContent = problemText(problem); };

/**
 * What was done is said where the keyboard goes on: the button that had it may be gone.
 * @param {() => unknown} changed
 * @param {string} text
 */
async function tell(changed, text) {
  await changed();
  find('ways-said').textContent = text;
  find('ways-title').focus();
}

/** @typedef {{remove: () => Promise<unknown>, gone: string}} Way */

/**
 * Gives a way in up. `gone` is the code that says that it was given up elsewhere.
 * @param {Way & {name: string}} parts
 * @param {() => unknown} changed
 */
async function giveUp({ name, remove, gone }, changed) {
  find('ways-problem').textContent = '';
  const sure = await ask({
    title: t('ways.remove_label', { name }), text: t('ways.remove_text', { name }), yes: t('ways.remove'), danger: true,
  });
  if (!sure) return;
  try {
    if (!await whenConfirmed(/** @type {PlayerCard} */ (currentPlayer()).name, remove)) return;
  } catch (problem) {
    if (problem.code !== gone) {
      fails(problem);
      return;
    }
  }
  await tell(changed, t('ways.removed', { name }));
}

/**
 * @param {string} name
 * @param {string[]} facts
 * @param {string} testid
 * @param {Way} way
 * @param {() => unknown} changed
 */
function item(name, facts, testid, way, changed) {
  return html('li', { class: 'device', 'data-testid': testid },
    html('div', { class: 'device-text' }, html('h3', {}, name), html('p', {}, ...factLine(facts))),
    html('button', {
      type: 'button', class: 'danger', 'data-testid': 'unlink', 'aria-label': t('ways.remove_label', { name }),
      onclick: () => giveUp({ name, ...way }, changed),
    }, t('ways.remove')));
}

/**
 * @param {Identity} parts
 * @param {() => unknown} changed
 */
function identityItem({ id, name, linked_at: linked, used_at: used }, changed) {
  const facts = [t('ways.used', { date: day.format(used) }), t('ways.since', { date: day.format(linked) })];
  return item(name, facts, 'identity', { remove: () => deleteIdentity(id), gone: 'no_such_identity' }, changed);
}

/**
 * @param {Passkey} parts
 * @param {() => unknown} changed
 */
function passkeyItem({ id, device, created_at: made, used_at: used }, changed) {
  const name = device ? t('ways.passkey_of', { device }) : t('ways.passkey');
  const facts = [...(used ? [t('ways.used', { date: day.format(used) })] : []), t('ways.since', { date: day.format(made) })];
  return item(name, facts, 'passkey', { remove: () => deletePasskey(id), gone: 'no_such_passkey' }, changed);
}

/** @param {() => unknown} changed */
async function addPasskey(changed) {
  find('ways-problem').textContent = '';
  try {
    let passkey;
    if (!await whenConfirmed(/** @type {PlayerCard} */ (currentPlayer()).name, async () => { passkey = await makePasskey(); })) return;
    if (!passkey) return;
    await postPasskey(passkey);
  } catch (problem) {
    fails(problem);
    return;
  }
  await tell(changed, t('ways.passkey_added'));
}

/**
 * Shows the part to a member, where there is any way in of its kind. `changed` is called after each change.
 * @param {Account | null | undefined} account
 * @param {Door} door
 * @param {() => unknown} changed
 */
export function drawWays(account, door, changed) {
  const { identities = [], passkeys = [] } = account ?? {};
  const providers = door.providers ?? [];
  const mayAdd = Boolean(door.passkeys) && knowsPasskeys();
  find('ways-part').hidden = !account || (!mayAdd && identities.length + passkeys.length + providers.length === 0);
  find('passkeys').replaceChildren(...passkeys.map((passkey) => passkeyItem(passkey, changed)));
  find('identities').replaceChildren(...identities.map((identity) => identityItem(identity, changed)));
  find('passkey-way').hidden = !mayAdd;
  find('ways-more').replaceChildren(...providerWays(unlinked(providers, identities), {
    label: (name) => t('ways.link', { name }), purpose: 'link',
  }));
}

/**
 * `changed` is called after each change.
 * @param {() => unknown} changed
 */
export const listenToWays = (changed) =>
  find('add-passkey').addEventListener('click', () => once(find('add-passkey'), () => addPasskey(changed)));
