// The sheet from which a reader shows the own tree of variations to others: by links, and to the opponent of a game that is over.

import { addressLine } from '../dom/address-line.js';
import { announce } from '../dom/announcer.js';
import { html } from '../dom/html.js';
import { locale, t } from '../text/text.js';
import { once } from '../dom/once.js';
import { problemText } from '../text/problem-text.js';
import { sharesOf } from '../net/shares.js';
import { showSheet } from '../dom/dialogs.js';

/** @import { ShareWish } from '../net/shares.js' */
/** @import { Share } from '../shapes/trees.js' */

/**
 * Shows it for the tree beside one of the "games" or "records". `opponent` is the name of the opponent of a game that is over, or
 * null; `has` says whether the reader has a tree, and `sent` sends what the server does not have of it, and answers whether that
 * is all.
 * @param {{kind: 'games' | 'records', id: string, opponent?: string | null, has: boolean, sent: () => Promise<boolean>}} parts
 */
export function showSharing({ kind, id, opponent = null, has, sent }) {
  const shares = sharesOf(kind, id);
  const moment = new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'short' });
  const problem = html('p', { class: 'field-problem', role: 'alert', 'data-testid': 'sharing-problem' });
  const made = html('div', { 'data-testid': 'made-link', hidden: true });
  const theirs = html('p', { hidden: true }, html('a', { class: 'button quiet', href: `/shared?opponent=${id}`, 'data-testid': 'theirs' }, t('shares.theirs', { name: opponent })));
  const heading = html('h3', { tabindex: -1, hidden: true }, t('shares.list'));
  const list = html('ul', { class: 'shares', 'data-testid': 'shares' });
  /** @type {HTMLElement | null} */
  let open = null;

  /** @param {() => Promise<unknown>} deed */
  const asked = async (deed) => {
    problem.textContent = '';
    try {
      await deed();
    } catch (refusal) {
      problem.textContent = problemText(refusal);
    }
  };

  /** @param {ShareWish} wish */
  const share = (wish) => asked(async () => {
    if (!await sent()) {
      problem.textContent = t('shares.unsent');
      return;
    }
    const { share: told, secret } = await shares.add(wish);
    made.hidden = !secret;
    if (secret) made.replaceChildren(addressLine({ address: `${location.origin}/shared#${secret}`, label: t('shares.made') }));
    else announce(t('shares.to_opponent', { name: opponent }));
    made.dataset.share = told.id;
    await draw();
    /** @type {HTMLElement} */ (secret ? made.querySelector('button') : heading).focus();
  });

  /** @param {Share} told */
  const end = (told) => asked(async () => {
    // Another tab may have ended it.
    await shares.end(told.id).catch((refusal) => {
      if (refusal.code !== 'no_such_share') throw refusal;
    });
    if (made.dataset.share === told.id) made.hidden = true;
    await draw();
    announce(t('shares.ended'));
    // The button that had the focus is gone.
    /** @type {HTMLElement} */ (heading.hidden ? /** @type {Element} */ (has ? ways : dialog.querySelector('[class="buttons"]')).querySelector('button') : heading).focus();
  });

  /** @param {Share} parts */
  const said = ({ with: how, grows, created_at: at }) => {
    if (how === 'opponent') return t('shares.to_opponent', { name: opponent });
    return t(grows ? 'shares.by_growing_link' : 'shares.by_link', { date: moment.format(at) });
  };

  async function draw() {
    const { shares: all, opponent_shows: shown = false } = await shares.list();
    list.replaceChildren(...all.map((told) => html('li', { 'data-testid': `share-${told.with}` }, html('span', {}, said(told)),
      html('button', { type: 'button', class: 'quiet', 'data-testid': 'end-share', onclick: (/** @type {any} */ event) => once(event.currentTarget, () => end(told)) }, t('shares.end')))));
    heading.hidden = all.length === 0;
    theirs.hidden = !shown;
    if (open) open.hidden = all.some(({ with: how }) => how === 'opponent');
  }

  /**
   * @param {string} key
   * @param {ShareWish} wish
   * @param {Record<string, any>} [params]
   */
  const button = (key, wish, params) => html('button', {
    type: 'button', 'data-testid': key.replace('.', '-'), onclick: (/** @type {any} */ event) => once(event.currentTarget, () => share(wish)),
  }, t(key, params));
  if (opponent) open = button('shares.open_to', { grows: true, with: 'opponent' }, { name: opponent });
  const ways = html('div', { class: 'share-line', hidden: !has }, button('shares.link', { grows: false }), button('shares.growing_link', { grows: true }), open);
  const hint = html('p', { class: 'hint' }, t(has ? 'shares.hint' : 'shares.nothing'));
  const dialog = showSheet(t('shares.title'), hint, ways, made, problem, theirs, heading, list);
  asked(draw);
  return dialog;
}
