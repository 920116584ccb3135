// The page at the address of a printed card. Nothing changes until the button is pressed: a program that looks at addresses presses none.

import '../site-links.js';
import '../theme.js';
import { forgetLetter, takeLetter } from './letter-secret.js';
import { onSend } from './faults.js';
import { onward } from './onward.js';
import { postSession } from '../net/account.js';
import { problemText } from '../text/problem-text.js';
import { setPlayer } from '../net/player.js';
import { settingsButtons } from '../settings-dialog.js';
import { t } from '../text/text.js';

const find = (id) => document.getElementById(id);
const card = takeLetter();
const form = find('sign-in');

/** What is left of the page when the card is good for nothing. */
function isGone(problem) {
  forgetLetter();
  form.hidden = true;
  find('text').hidden = true;
  find('look-problem').textContent = problemText(problem);
}

async function send() {
  try {
    setPlayer(await postSession({ card }));
  } catch (problem) {
    if (problem.code !== 'no_such_card') throw problem;
    isGone(problem);
    return;
  }
  // Unlike a link of a letter it is good again: whoever uses this tab next must not find it here.
  forgetLetter();
  location.assign(await onward(null));
}

document.title = t('card.page_title');
find('bar-end').append(...settingsButtons());
// Another card that is read here changes the address alone.
addEventListener('hashchange', () => location.reload());
onSend(form, send);
// The next one at the device must not find the card either where somebody goes another way.
find('other-way').addEventListener('click', forgetLetter);
if (card) form.hidden = false;
else isGone({ code: 'no_such_card' });
