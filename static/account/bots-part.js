// A member's bots: made, given tokens, and deleted. Secrets of tokens are shown once.

import { find } from '../dom/find.js';
import { ask } from '../dom/dialogs.js';
import { botItem } from './bot-item.js';
import { clearFaults, onSend } from '../forms/faults.js';
import { copyLink } from './copy-link.js';
import { currentPlayer } from '../net/player.js';
import { deleteBot, getBots, postBot } from '../net/account.js';
import { problemText } from '../text/problem-text.js';
import { t } from '../text/text.js';

/** @import { AccessToken, NewTokenAnswer } from '../shapes/account.js' */
/** @import { Player } from '../shapes/player.js' */

const made = () => find('bot-made').dataset;

function hideSecret() {
  find('bot-made').hidden = true;
  find('bot-secret').value = '';
  find('bot-copied').textContent = '';
  delete made().bot;
  delete made().token;
}

/**
 * Shows a new token; the field has the keyboard, with the whole secret selected.
 * @param {Player} bot
 * @param {NewTokenAnswer} parts
 * @param {string} text
 */
function showSecret(bot, { token, secret }, text) {
  find('bot-made').hidden = false;
  Object.assign(made(), { bot: bot.id, token: token.id });
  find('bot-made-text').textContent = text;
  find('bot-secret').value = secret;
  find('bot-copied').textContent = '';
  find('bot-secret').focus();
  find('bot-secret').select();
}

/**
 * Says what is done now that a button is gone, and gives the keyboard to what is near.
 * @param {string} text
 * @param {HTMLElement} near
 */
function tell(text, near) {
  find('bots-said').textContent = text;
  near.focus();
}

const deeds = {
  remove,
  tokenMade: (/** @type {Player} */ bot, /** @type {any} */ answer) => {
    find('bots-said').textContent = '';
    showSecret(bot, answer, t('tokens.made', { name: answer.token.name }));
  },
  tokenRevoked: (/** @type {AccessToken} */ token, /** @type {any} */ near) => {
    if (made().token === token.id) hideSecret();
    tell(t('tokens.revoked', { name: token.name }), near);
  },
};

async function redraw() {
  const owner = currentPlayer()?.id;
  const bots = await getBots();
  if (currentPlayer()?.id !== owner) return;
  const open = new Set([...find('bots').querySelectorAll('details[open]')].map((fold) => fold.dataset.bot));
  find('bots').replaceChildren(...bots.map((bot) => botItem(bot, deeds, open.has(bot.id))));
  find('no-bots').hidden = bots.length > 0;
  find('bots-problem').textContent = '';
}

/**
 * Shows the part to a member, and nothing to anybody else.
 * @param {object | null | undefined} account
 */
export async function drawBots(account) {
  find('bots-part').hidden = !account;
  if (!account) {
    find('bots').replaceChildren();
    hideSecret();
    return;
  }
  try {
    await redraw();
  } catch (problem) {
    // A pupil of a closed class has no bots.
    if (problem.code === 'not_in_class') find('bots-part').hidden = true;
    else find('bots-problem').textContent = problemText(problem);
  }
}

/** @param {Player} bot */
async function remove(bot) {
  const { name } = bot;
  find('bots-problem').textContent = '';
  const sure = await ask({ title: t('bots.delete_label', { name }), text: t('bots.delete_text'), yes: t('bots.delete'), danger: true });
  if (!sure) return;
  try {
    await deleteBot(bot.id).catch((problem) => {
      // Deleted elsewhere is deleted, too.
      if (problem.code !== 'no_such_player') throw problem;
    });
    if (made().bot === bot.id) hideSecret();
    await redraw();
  } catch (problem) {
    find('bots-problem').textContent = problemText(problem);
    return;
  }
  tell(t('bots.deleted', { name }), find('bots-title'));
}

export function listenToBots() {
  const form = find('make-bot');
  onSend(form, async () => {
    find('bots-said').textContent = '';
    const answer = await postBot(form.elements.name.value);
    form.reset();
    clearFaults(form);
    find('bot-fold').open = false;
    // The token is told now and never again, whatever becomes of the list.
    showSecret(answer.player, answer, t('bots.made', { name: answer.player.name }));
    await drawBots({});
  });
  find('bot-copy').addEventListener('click', () => copyLink(find('bot-secret'), (text) => { find('bot-copied').textContent = text; }));
}
