// The page where one comes back from a provider. The address has the provider's answer, which is good once and leaves it at once.

import '../page/site-links.js';
import '../theme/theme.js';
import { find } from '../dom/find.js';
import { currentPlayer, setPlayer } from '../net/player.js';
import { confirmSession, getDoor, postIdentity, postSession, postSignInAnswer } from '../net/account.js';
import { getMe } from '../net/api.js';
import { doorAddress, ownPath } from '../net/door.js';
import { keepVoucher } from './voucher.js';
import { onSend } from '../forms/faults.js';
import { onward } from './onward.js';
import { problemText } from '../text/problem-text.js';
import { settingsButtons } from '../page/settings-dialog.js';
import { t } from '../text/text.js';
import { takeJourney } from './journey.js';
import { whenConfirmed } from './confirming.js';

/** @import { PlayerCard, ProblemShape } from '../shapes/player.js' */
/** @import { KeptVoucher } from './voucher.js' */

const provider = decodeURIComponent(location.pathname.split('/')[2]);
const answer = location.search.slice(1);
const { purpose, next } = takeJourney();
const form = find('sign-in');
/** @type {any} */
let voucher = null;

/**
 * There is nothing to wait for any more.
 * @param {ProblemShape} problem
 */
function end(problem) {
  find('text').textContent = '';
  form.hidden = true;
  find('look-problem').textContent = problemText(problem);
  const home = purpose === 'enter' ? '/sign-in' : '/account';
  find('other-way').href = home;
  find('other-way').textContent = t(purpose === 'enter' ? 'bar.sign_in' : 'account.title');
  find('other').hidden = false;
}

/**
 * Does what one went for; the account may ask for a code.
 * @param {string} [code]
 */
async function goOn(code) {
  const proof = { voucher, ...(code !== undefined && { code }) };
  if (purpose === 'confirm') await confirmSession(proof);
  else setPlayer(await postSession(proof));
  location.replace(purpose === 'confirm' ? ownPath(next) ?? '/account' : await onward(ownPath(next)));
}

function askForCode() {
  find('text').textContent = t('back.code');
  form.hidden = false;
  form.elements.code.focus();
}

async function link() {
  setPlayer(await getMe());
  if (await whenConfirmed(/** @type {PlayerCard} */ (currentPlayer()).name, () => postIdentity(voucher))) location.replace('/account#ways-title');
  else end({ code: 'sign_in_again' });
}

/**
 * Somebody whom nobody knows here yet.
 * @param {Omit<KeptVoucher, 'provider'>} suggested
 */
async function register(suggested) {
  const { providers } = await getDoor();
  const name = providers.find(({ id }) => id === provider)?.name ?? provider;
  keepVoucher({ ...suggested, provider: name });
  location.replace(doorAddress('/register', ownPath(next)));
}

async function arrive() {
  history.replaceState(null, '', location.pathname);
  try {
    const word = await postSignInAnswer({ provider, answer });
    ({ voucher } = word);
    if (purpose === 'link') await link();
    else if (purpose === 'enter' && !word.player) {
      await register({ voucher, expires_at: word.expires_at, name: word.suggested_name });
    } else await goOn();
  } catch (problem) {
    if (problem.code === 'code_needed') askForCode();
    else end(problem);
  }
}

document.title = t('back.page_title');
find('bar-end').append(...settingsButtons());
onSend(form, async () => {
  try {
    await goOn(form.elements.code.value.trim());
  } catch (problem) {
    if (problem.code === 'wrong_code' || problem.code === 'code_needed' || problem.code === 'too_many_requests') throw problem;
    end(problem);
  }
});
arrive();
