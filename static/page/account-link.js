// The way to the account in the bar: the member's name, or the way in for everybody else. The sign keeps its place when the
// server says that somebody else is here. What the staff has to say to the player stands above the page.

import { isMember, likelyPlayer, onPlayerLook, whoIsHere } from '../net/player.js';
import { html, setText } from '../dom/html.js';
import { icon } from '../dom/icons.js';
import { onSanction } from '../net/sanction.js';
import { partsOfMadeName, playerName } from '../people/player-name.js';
import { signInAddress } from '../net/door.js';
import { t, withTexts } from '../text/text.js';

/** @import { PlayerCard } from '../shapes/player.js' */

/**
 * Who is here, in words. A name that the server made tells the kind itself.
 * @type {(player: PlayerCard) => string}
 */
export const youText = (player) => (partsOfMadeName(player) ? playerName(player) : t('bar.you', { name: playerName(player), kind: t(`kind.${player.kind}`) }));

/**
 * Answers of the staff are asked for in a browser that knows of a report.
 * @param {PlayerCard | null} player
 */
async function hasNewAnswer(player) {
  try {
    if (!player || !localStorage.getItem('tengen.reports')) return false;
  } catch {
    return false;
  }
  return (await import('../reports/answers.js')).hasNewAnswer(player);
}

export function accountLink() {
  const words = html('span', { class: 'account-words' });
  const news = html('span', { class: 'visually-hidden' });
  const link = html('a', { class: 'account-link', 'data-testid': 'account-link' }, words, news, icon('person'));
  let isAnswered = false;
  const draw = () => {
    const player = likelyPlayer();
    const isIn = isMember(player);
    link.href = isAnswered ? '/account#reports-title' : isIn ? '/account' : signInAddress(location);
    link.title = [isIn ? youText(player) : t('bar.sign_in'), isAnswered && t('bar.answered')].filter(Boolean).join(' · ');
    if (isAnswered && !isIn) link.title = t('bar.answered');
    setText(words, isIn ? player.name : t(isAnswered ? 'bar.answer' : 'bar.sign_in'));
    setText(news, isAnswered ? t('bar.answered') : '');
    link.classList.toggle('answered', isAnswered);
  };
  const look = async () => {
    isAnswered = false;
    draw();
    isAnswered = await hasNewAnswer(likelyPlayer());
    if (isAnswered) draw();
  };
  onPlayerLook(look);
  onSanction(async (sanction) => (await withTexts(import('./sanction-notice.js'), 'sanctions')).showSanction(sanction));
  look();
  // Pages without a socket are told by nobody else who is here, and what the staff has to say.
  if (likelyPlayer()) whoIsHere().catch(() => {});
  return link;
}
