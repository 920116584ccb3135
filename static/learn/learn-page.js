// The pages to learn the game: the list of lessons, and each lesson. Between them the page stays.

import '../theme/theme.js';
import { find } from '../dom/find.js';
import { LessonView } from './lesson-view.js';
import { drawList } from './lesson-list.js';
import { lessonOf } from './lessons.js';
import { settingsButtons } from '../page/settings-dialog.js';

/** The wish of the address: the name or number of a lesson, or nothing. */
const asked = () => location.pathname.split('/').filter(Boolean)[1] ?? null;

/** @param {any} parts */
function open({ focus }) {
  const lesson = lessonOf(asked());
  find('contents').hidden = lesson !== null;
  find('lesson').hidden = lesson === null;
  find('all-lessons').hidden = lesson === null;
  if (lesson) {
    view.open(lesson, { focus });
    return;
  }
  drawList({ astray: asked() !== null });
  if (focus) find('learn-title').focus();
}

/** @param {any} lesson */
function goTo(lesson) {
  history.pushState(null, '', lesson ? `/learn/${lesson.name}` : '/learn');
  scrollTo(0, 0);
  open({ focus: true });
}

const view = new LessonView({ leave: goTo });

document.addEventListener('click', (event) => {
  const link = /** @type {any} */ (event.target).closest?.('a[data-lesson]');
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  goTo(lessonOf(link.dataset.lesson));
});
addEventListener('popstate', () => open({ focus: true }));
// A game that was begun from here has changed the list meanwhile.
addEventListener('pageshow', (event) => event.persisted && open({ focus: false }));

find('bar-end').append(...settingsButtons());
open({ focus: false });
// A learner may be offered a game meanwhile. The module that hears of offers is fetched after the page.
import('../offers/hearing.js').then(({ hearOffers }) => hearOffers());
