// The list of a page's keys.

import { html } from './html.js';

/**
 * Keys, and their effects: `textOf` answers the text of a name, and of `NAME_does`.
 * @type {(names: string[], textOf: (name: string) => string) => HTMLElement}
 */
export const keyList = (names, textOf) => html('dl', { class: 'keys' }, ...names.flatMap((name) => [
  html('dt', {}, ...textOf(name).split(' ').map((key) => html('kbd', {}, key))),
  html('dd', {}, textOf(`${name}_does`))]));
