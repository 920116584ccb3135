// <site-links>: the foot of every page that is no game, with the ways to all others.

import { html } from './dom/html.js';
import { t } from './text/text.js';

const WAYS = [
  ['/', 'site.home'],
  ['/learn', 'site.lessons'],
  ['/games', 'site.games'],
  ['/positions', 'site.positions'],
  ['/account', 'site.account'],
  ['/tokens', 'site.tokens'],
  ['/api', 'site.interface'],
];

export class SiteLinks extends HTMLElement {
  connectedCallback() {
    const here = location.pathname;
    this.replaceChildren(html('nav', { 'aria-label': t('site.label') },
      ...WAYS.map(([address, key]) => html('a', { href: address, 'aria-current': address === here ? 'page' : null }, t(key)))));
  }
}

customElements.define('site-links', SiteLinks);
