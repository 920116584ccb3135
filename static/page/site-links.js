// <site-links>: the foot of every page that is no game, with the ways to all others.

import { html } from '../dom/html.js';
import { likelyPlayer, onPlayerLook } from '../net/player.js';
import { likelyRoles } from '../net/roles.js';
import { t } from '../text/text.js';

const WAYS = [
  ['/', 'site.home'],
  ['/learn', 'site.lessons'],
  ['/games', 'site.games'],
  ['/positions', 'site.positions'],
  ['/study', 'site.study'],
  ['/groups', 'site.groups'],
  ['/account', 'site.account'],
  ['/tokens', 'site.tokens'],
  ['/api', 'site.interface'],
];

/** The way of those with a role on the server. */
const OF_STAFF = ['/staff', 'site.staff'];

class SiteLinks extends HTMLElement {
  connectedCallback() {
    this.draw();
    onPlayerLook(() => this.draw());
    addEventListener('tengen-roles', () => this.draw());
  }

  draw() {
    const here = location.pathname;
    const ways = [...WAYS, ...(likelyRoles(likelyPlayer()).length > 0 ? [OF_STAFF] : [])];
    if (this.querySelectorAll('a').length === ways.length) return;
    this.replaceChildren(html('nav', { 'aria-label': t('site.label') },
      ...ways.map(([address, key]) => html('a', { href: address, 'aria-current': address === here ? 'page' : null }, t(key)))));
  }
}

customElements.define('site-links', SiteLinks);
