// One device in the list.

import { factLine, html } from '../dom/html.js';
import { locale, t } from '../text/text.js';

/** @import { Session } from '../shapes/account.js' */

/** @param {number} at */
const moment = (at) => new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'short' }).format(at);

/**
 * How a device is called.
 * @param {{device: string | null}} parts
 */
export const deviceName = ({ device }) => device ?? t('account.unknown_device');

/**
 * The facts about a session, in a line.
 * @param {Session} parts
 */
function deviceFacts({ current, created_at: created, last_used_at: used }, when = moment) {
  return [
    ...(current ? [t('account.this_device')] : [t('account.used_at', { when: when(used) })]),
    t('account.since', { when: when(created) }),
  ];
}

/**
 * @param {Session} session
 * @param {() => unknown} signOut
 */
export function deviceItem(session, signOut) {
  const name = deviceName(session);
  return html('li', { class: 'device', 'data-testid': 'device', 'data-session': session.id },
    html('div', { class: 'device-text' },
      html('h3', {}, name),
      html('p', {}, ...factLine(deviceFacts(session)))),
    html('button', {
      type: 'button', class: 'danger', 'data-testid': session.current ? 'sign-out' : 'end-device', onclick: signOut,
      'aria-label': session.current ? t('account.sign_out_here') : t('account.sign_out_label', { name }),
    }, t('account.sign_out')));
}
