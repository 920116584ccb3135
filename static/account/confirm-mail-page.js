// The page at a link that shows that letters to an address arrive. Nothing changes until the button is pressed.

import '../page/site-links.js';
import '../theme/theme.js';
import { find } from '../dom/find.js';
import { confirmMail } from '../net/account.js';
import { forgetLetter, takeLetter } from './letter-secret.js';
import { onSend } from '../forms/faults.js';
import { problemText } from '../text/problem-text.js';
import { settingsButtons } from '../page/settings-dialog.js';
import { t } from '../text/text.js';

const letter = takeLetter();
const form = find('confirm');

/**
 * The link is used, or good for nothing, and so is the button.
 * @param {string} text
 */
function end(text) {
  forgetLetter();
  form.hidden = true;
  find('text').textContent = text;
  find('title').focus();
}

async function send() {
  try {
    await confirmMail(/** @type {string} */ (letter));
  } catch (problem) {
    if (problem.code !== 'no_such_link') throw problem;
    end(problemText(problem));
    return;
  }
  end(t('confirm_mail.done'));
}

document.title = t('confirm_mail.page_title');
find('bar-end').append(...settingsButtons());
addEventListener('hashchange', () => location.reload());
onSend(form, send);
if (letter) {
  find('text').textContent = t('confirm_mail.ask');
  form.hidden = false;
} else {
  end(problemText({ code: 'no_such_link' }));
}
