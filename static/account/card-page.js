// The page at the address of a printed card, and the one at which its short code is typed. Nothing changes until the button is
// pressed: a program that looks at addresses presses none.

import '../page/site-links.js';
import '../theme/theme.js';
import { find } from '../dom/find.js';
import { forgetLetter, takeLetter } from './letter-secret.js';
import { onSend } from '../forms/faults.js';
import { onward } from './onward.js';
import { patiently } from '../net/patience.js';
import { postSession } from '../net/account.js';
import { problemText } from '../text/problem-text.js';
import { setPlayer } from '../net/player.js';
import { shortCodeOf } from './short-code.js';
import { settingsButtons } from '../page/settings-dialog.js';
import { t } from '../text/text.js';

/** @import { ProblemShape } from '../shapes/player.js' */

const card = takeLetter();
const form = find('sign-in');
const typing = find('type-code');
/** For how long a typed code waits for others before its refusal is told, in milliseconds. */
const LONGEST = 15_000;

/**
 * What is left of the page when the card is good for nothing.
 * @param {ProblemShape} problem
 */
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

/** A slip of the finger is said at the field. */
function isWrong() {
  const { code } = typing.elements;
  find('code-problem').textContent = t('card.code_wrong');
  code.setAttribute('aria-invalid', 'true');
  code.select();
}

async function sendCode() {
  const code = shortCodeOf(typing.elements.code.value);
  // The server counts wrong ones, and this one is none at all.
  if (code === null) {
    isWrong();
    return;
  }
  try {
    // A class types at the same moment, and two codes of one address are looked at at once.
    setPlayer(await patiently(() => postSession({ card: code }), { longest: LONGEST }));
  } catch (problem) {
    if (problem.code !== 'no_such_card') throw problem;
    isWrong();
    return;
  }
  // Nobody who goes back in this tab finds it.
  typing.reset();
  location.assign(await onward(null));
}

document.title = t('card.page_title');
find('bar-end').append(...settingsButtons());
// Another card that is read here changes the address alone.
addEventListener('hashchange', () => location.reload());
onSend(form, send);
onSend(typing, sendCode);
// The next one at the device must not find the card either where somebody goes another way.
find('other-way').addEventListener('click', forgetLetter);
(card ? form : typing).hidden = false;
