// The page at a link that signs in. Nothing changes until the button is pressed: whoever scans mails follows links, too.

import '../page/site-links.js';
import '../theme/theme.js';
import { find } from '../dom/find.js';
import { forgetLetter, takeLetter } from './letter-secret.js';
import { onSend } from '../forms/faults.js';
import { playerOfLetter, postSession } from '../net/account.js';
import { problemText } from '../text/problem-text.js';
import { setPlayer } from '../net/player.js';
import { settingsButtons } from '../page/settings-dialog.js';
import { t } from '../text/text.js';

/** @import { ProblemShape } from '../shapes/player.js' */

const letter = takeLetter();
const form = find('sign-in');

/**
 * What is left of the page when the link is good for nothing.
 * @param {ProblemShape} problem
 */
function isUsedUp(problem) {
  forgetLetter();
  form.hidden = true;
  find('text').textContent = '';
  find('look-problem').textContent = problemText(problem);
}

async function send() {
  const asked = !find('code-field').hidden;
  try {
    setPlayer(await postSession({ letter, ...(asked && { code: form.elements.code.value.trim() }) }));
  } catch (problem) {
    if (problem.code === 'no_such_link') {
      isUsedUp(problem);
      return;
    }
    if (problem.code !== 'code_needed' || asked) throw problem;
    find('code-field').hidden = false;
    form.elements.code.focus();
    return;
  }
  forgetLetter();
  // There a new password can be chosen at once.
  location.assign('/account');
}

async function look() {
  if (!letter) {
    isUsedUp({ code: 'no_such_link' });
    return;
  }
  try {
    const { name } = await playerOfLetter(letter);
    find('text').textContent = t('letter.offer', { name });
    find('send').textContent = t('letter.yes', { name });
    form.hidden = false;
  } catch (problem) {
    if (problem.code === 'no_such_link') isUsedUp(problem);
    else find('look-problem').textContent = problemText(problem);
  }
}

document.title = t('letter.page_title');
find('bar-end').append(...settingsButtons());
// Another link that is pasted here changes the address alone.
addEventListener('hashchange', () => location.reload());
onSend(form, send);
look();
