// The page of access tokens: make one, copy it, take it back.

import '../page/site-links.js';
import '../theme/theme.js';
import { asPlayer, currentPlayer, onPlayer } from '../net/player.js';
import { getTokens, postToken } from '../net/account.js';
import { t } from '../text/text.js';
import { find } from '../dom/find.js';
import { html } from '../dom/html.js';
import { hearOffers } from '../offers/hearing.js';
import { problemText } from '../text/problem-text.js';
import { revokeToken, tokenItem } from './token-item.js';
import { settingsButtons } from '../page/settings-dialog.js';

/** @import { AccessToken, Scope } from '../shapes/account.js' */

const DAY = 86_400_000;
const LENGTHS = [0, 7, 30, 90, 365];

/** @type {(text: string) => void} */
const say = (text) => { find('news').textContent = text; };

async function draw() {
  try {
    const tokens = currentPlayer() ? await getTokens() : [];
    find('tokens').replaceChildren(...tokens.map((/** @type {AccessToken} */ token) => tokenItem(token, () => revoke(token))));
    find('none').hidden = tokens.length > 0;
    find('list-problem').textContent = '';
  } catch (problem) {
    find('list-problem').textContent = problemText(problem);
  }
}

/** @param {AccessToken} token */
async function revoke(token) {
  try {
    if (!await revokeToken(token)) return;
  } catch (problem) {
    find('list-problem').textContent = problemText(problem);
    return;
  }
  if (find('made').dataset.token === token.id) find('made').hidden = true;
  await draw();
  say(t('tokens.revoked', { name: token.name }));
  // The button that had the keyboard is gone.
  find('yours-title').focus();
}

/**
 * @param {AccessToken} token
 * @param {string} secret
 */
function showSecret(token, secret) {
  find('made').hidden = false;
  find('made').dataset.token = token.id;
  find('made-text').textContent = t('tokens.made', { name: token.name });
  find('secret').value = secret;
  find('copied').textContent = '';
  find('secret').focus();
  find('secret').select();
}

async function copy() {
  const field = find('secret');
  try {
    await navigator.clipboard.writeText(field.value);
    find('copied').textContent = t('tokens.copied');
  } catch {
    // Without TLS a page can't.
    field.focus();
    field.select();
    find('copied').textContent = t('tokens.copy_yourself');
  }
}

/** @param {Event} event */
async function make(event) {
  event.preventDefault();
  const problem = find('new-problem');
  problem.textContent = '';
  say('');
  const scopes = /** @type {Scope[]} */ (['read', 'play']).filter((scope) => find(`scope-${scope}`).checked);
  if (scopes.length === 0) {
    problem.textContent = t('tokens.no_scope');
    find('scope-read').focus();
    return;
  }
  const days = Number(find('ends').value);
  const wish = { name: find('token-name').value, scopes, expires_at: days ? Date.now() + days * DAY : null };
  try {
    const before = currentPlayer();
    const { token, secret } = await asPlayer(() => postToken(wish));
    // A visitor without a player has one now, and the socket must know whose it is.
    if (!before) connection.reconnectNow();
    find('new-token').reset();
    showSecret(token, secret);
    await draw();
  } catch (refusal) {
    problem.textContent = problemText(refusal);
    if (refusal.code === 'invalid_name') find('token-name').focus();
  }
}

document.title = t('tokens.page_title');
find('bar-end').append(...settingsButtons());
find('ends').append(...LENGTHS.map((days) =>
  html('option', { value: days }, days ? t('tokens.ends.days', { count: days }) : t('tokens.ends.never'))));
find('new-token').addEventListener('submit', make);
find('copy').addEventListener('click', copy);
// The socket's greeting says who we are. Making the first token makes a player, as the first game does.
const connection = hearOffers();
onPlayer(draw);
