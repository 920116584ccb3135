// The cards of pupils, which are shown once: a sheet to print.

import { ask } from '../dom/dialogs.js';
import { cardLines } from './card-lines.js';
import { find } from '../dom/find.js';
import { html } from '../dom/html.js';
import { currentPlayer, onPlayer } from '../net/player.js';
import { playerName } from '../people/player-name.js';
import { t } from '../text/text.js';

/** @import { Card } from '../shapes/groups.js' */

/**
 * The cards on the sheet by the ids of their pupils.
 * @type {Map<string, Card>}
 */
const shown = new Map();

/**
 * The secrets are told once: nothing that an answer lacks may keep the rest of the card from the sheet.
 * @param {Card} card
 */
function cardItem(card) {
  const { player, code } = card;
  const lines = cardLines(card);
  const name = playerName(player);
  return html('li', { class: 'pupil-card', 'data-testid': 'card' },
    html('h3', {}, name),
    // As a picture it runs no script and loads nothing.
    html('img', { src: `data:image/svg+xml,${encodeURIComponent(code)}`, alt: t('cards.code', { name }), width: 160, height: 160 }),
    html('p', { class: 'card-address', 'data-testid': 'card-address' }, lines.address),
    lines.code && html('p', { class: 'card-code', 'data-testid': 'card-code' }, lines.code),
    html('p', { class: 'card-how' }, t('cards.how')));
}

/**
 * Whoever leaves the page loses the cards.
 * @param {Event} event
 */
const hold = (event) => event.preventDefault();

/**
 * Puts cards on the sheet, each in the place of the one before.
 * @param {Card[]} cards
 */
export function showCards(cards) {
  for (const card of cards) shown.set(card.player.id, card);
  find('cards').replaceChildren(...[...shown.values()].map(cardItem));
  find('cards-made').textContent = t('cards.made', { count: shown.size });
  find('cards-part').hidden = false;
  addEventListener('beforeunload', hold);
  find('cards-title').focus();
}

function clear() {
  shown.clear();
  find('cards').replaceChildren();
  find('cards-part').hidden = true;
  removeEventListener('beforeunload', hold);
}

async function close() {
  if (!await ask({ title: t('cards.close_title'), text: t('cards.close_text'), yes: t('cards.close'), danger: true })) return;
  clear();
  find('title').focus();
}

// Whoever comes next in this browser sees no cards of somebody else's pupils.
/** @type {string | null} */
let reader = null;
onPlayer(() => {
  const now = currentPlayer()?.id ?? null;
  if (reader && now !== reader) clear();
  reader = now;
});

find('print-cards').addEventListener('click', () => print());
find('close-cards').addEventListener('click', close);
