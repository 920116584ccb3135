// One bot in the list, with its tokens.

import { clearFaults, onSend } from '../forms/faults.js';
import { getBotTokens, postBotToken } from '../net/account.js';
import { html } from '../dom/html.js';
import { problemText } from '../text/problem-text.js';
import { revokeToken, tokenItem } from '../tokens/token-item.js';
import { locale, t } from '../text/text.js';

/** @import { AccessToken, NewTokenAnswer } from '../shapes/account.js' */
/** @import { Player } from '../shapes/player.js' */

/** @param {number} at */
const day = (at) => new Intl.DateTimeFormat(locale(), { dateStyle: 'long' }).format(at);

/**
 * The form for another token; a program needs both scopes to play.
 * @param {Player} bot
 * @param {(answer: NewTokenAnswer) => unknown} made
 */
function tokenForm(bot, made) {
  const id = `bot-token-${bot.id}`;
  const form = html('form', { class: 'door-form', novalidate: true },
    html('div', { class: 'form-field' },
      html('label', { for: id }, t('tokens.name')),
      html('input', { id, name: 'name', maxlength: 32, required: true, autocomplete: 'off', 'data-testid': 'bot-token-name', 'aria-describedby': `${id}-hint ${id}-problem` }),
      html('p', { id: `${id}-hint`, class: 'hint' }, t('bots.token_hint')),
      html('p', { id: `${id}-problem`, class: 'field-problem', role: 'alert', 'data-problem': 'name' })),
    html('p', { class: 'field-problem', role: 'alert', 'data-problem': '' }),
    html('button', { type: 'submit', 'data-testid': 'bot-token-make' }, t('bots.token_make')));
  onSend(form, async () => {
    const answer = await postBotToken(bot.id, { name: /** @type {any} */ (form.elements).name.value, scopes: ['read', 'play'] });
    form.reset();
    clearFaults(form);
    await made(answer);
  });
  return form;
}

/**
 * The fold with the tokens of a bot, which are asked for when it opens.
 * @param {Player} bot
 * @param {Pick<BotDeeds, 'tokenMade' | 'tokenRevoked'>} parts
 * @param {boolean} isOpen
 */
function tokensFold(bot, { tokenMade, tokenRevoked }, isOpen) {
  const list = html('ul', { class: 'bots', role: 'list', 'aria-label': t('bots.tokens_label', { name: bot.name }) });
  const none = html('p', { class: 'hint', hidden: true }, t('bots.no_tokens'));
  const fault = html('p', { class: 'field-problem', role: 'alert' });
  const summary = html('summary', { 'data-testid': 'bot-tokens', 'aria-label': t('bots.tokens_label', { name: bot.name }) }, t('bots.tokens'));

  async function draw() {
    try {
      const tokens = await getBotTokens(bot.id);
      list.replaceChildren(...tokens.map((token) => tokenItem(token, () => revoke(token), 'h4')));
      none.hidden = tokens.length > 0;
      fault.textContent = '';
    } catch (problem) {
      fault.textContent = problemText(problem);
    }
  }

  /** @param {AccessToken} token */
  async function revoke(token) {
    try {
      if (!await revokeToken(token)) return;
    } catch (problem) {
      fault.textContent = problemText(problem);
      return;
    }
    await draw();
    tokenRevoked(token, summary);
  }

  const fold = html('details', { class: 'fold bot-fold', 'data-bot': bot.id, open: isOpen }, summary,
    html('div', { class: 'bot-tokens' }, list, none, fault, tokenForm(bot, async (/** @type {NewTokenAnswer} */ answer) => {
      tokenMade(bot, answer);
      await draw();
    })));
  fold.addEventListener('toggle', () => fold.open && draw());
  return fold;
}

/**
 * @typedef {object} BotDeeds
 * @property {(bot: Player) => unknown} remove
 * @property {(bot: Player, answer: NewTokenAnswer) => void} tokenMade
 * @property {(token: AccessToken, near: HTMLElement) => void} tokenRevoked
 */

/**
 * `deeds` are `remove(bot)`, and what is called after a token was made or revoked.
 * @param {Player} bot
 * @param {BotDeeds} deeds
 */
export function botItem(bot, deeds, isOpen = false) {
  return html('li', { class: 'device', 'data-testid': 'bot' },
    html('div', { class: 'device-text' },
      html('h3', { class: 'person' }, html('a', { href: `/players/${bot.id}` }, bot.name)),
      html('p', {}, t('bots.since', { date: day(bot.created_at) }))),
    html('button', {
      type: 'button', class: 'danger', 'data-testid': 'delete-bot', 'aria-label': t('bots.delete_label', { name: bot.name }), onclick: () => deeds.remove(bot),
    }, t('bots.delete')),
    tokensFold(bot, deeds, isOpen));
}
