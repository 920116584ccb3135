// The tab's title: the page's own title, behind the number of games that wait.

import { t } from '../text/text.js';

let title = document.title;
let count = 0;
let shown = title;

/** The same title set again would still cost a millisecond: the browser tells its window. */
function draw() {
  const text = count > 0 ? t('waiting.title', { count, title }) : title;
  if (text === shown) return;
  shown = text;
  document.title = text;
}

/** @param {string} text */
export function setTitle(text) {
  title = text;
  draw();
}

/** @param {number} number */
export function setCount(number) {
  count = number;
  draw();
}
