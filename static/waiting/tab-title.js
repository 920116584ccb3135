// The tab's title: the page's own title, behind the number of games that wait.

import { t } from '../text/text.js';

let title = document.title;
let count = 0;

function draw() {
  document.title = count > 0 ? t('waiting.title', { count, title }) : title;
}

export function setTitle(text) {
  title = text;
  draw();
}

export function setCount(number) {
  count = number;
  draw();
}
