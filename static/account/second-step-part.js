// The second step of a sign-in: an authenticator is taken up or off, and its recovery codes are shown once.

import { find } from '../dom/find.js';
import { Problem } from '../net/problem.js';
import { ask } from '../dom/dialogs.js';
import { clearFaults, onSend } from '../forms/faults.js';
import { copyLink } from './copy-link.js';
import { currentPlayer } from '../net/player.js';
import { deleteAuthenticator, postAuthenticator, postRecoveryCodes, putAuthenticator } from '../net/account.js';
import { problemText } from '../text/problem-text.js';
import { t } from '../text/text.js';
import { whenConfirmed } from './confirming.js';

/** @import { Account } from '../shapes/account.js' */
/** @import { PlayerCard } from '../shapes/player.js' */

/** @param {() => unknown} act */
const fresh = (act) => whenConfirmed(/** @type {PlayerCard} */ (currentPlayer()).name, act);

function hideOffer() {
  find('second-offer').hidden = true;
  find('second-offer').reset();
  clearFaults(find('second-offer'));
  find('second-image').removeAttribute('src');
  find('second-secret').value = '';
  find('second-copied').textContent = '';
}

function hideCodes() {
  find('recovery').hidden = true;
  find('recovery-codes').value = '';
  find('recovery-copied').textContent = '';
  URL.revokeObjectURL(find('recovery-save').href);
  find('recovery-save').removeAttribute('href');
}

/** One thing at a time: what can be begun stands aside while a secret is shown. */
function drawWays() {
  find('second-ways').hidden = !(find('second-offer').hidden && find('recovery').hidden);
}

/**
 * Shows the part to a member, and nothing to anybody else.
 * @param {Account | null | undefined} account
 */
export function drawSecondStep(account) {
  find('second-part').hidden = !account;
  if (!account) {
    hideOffer();
    hideCodes();
    return;
  }
  const { authenticator: isOn, recovery_codes_left: count } = account;
  // Another device may have been quicker.
  if (isOn) hideOffer();
  find('second-now').textContent = isOn ? t('second.on', { count }) : t('second.off');
  find('second-begin').hidden = isOn;
  find('second-renew').hidden = !isOn;
  find('second-remove').hidden = !isOn;
  drawWays();
}

/** @param {string[]} codes */
function showCodes(codes) {
  hideCodes();
  const text = codes.join('\n');
  find('recovery-codes').value = text;
  find('recovery-save').href = URL.createObjectURL(new Blob([`${text}\n`], { type: 'text/plain' }));
  find('recovery').hidden = false;
  drawWays();
  find('recovery-codes').focus();
}

/**
 * Calls the server after a button; whatever it refuses is said below the buttons.
 * @param {() => unknown} act
 */
async function attempt(act) {
  find('second-problem').textContent = '';
  try {
    return await fresh(act);
  } catch (problem) {
    find('second-problem').textContent = problemText(problem);
    return false;
  }
}

async function begin() {
  /** @type {any} */
  let offer;
  if (!await attempt(async () => { offer = await postAuthenticator(); })) return;
  find('second-image').src = `data:image/svg+xml,${encodeURIComponent(offer.code)}`;
  find('second-secret').value = offer.secret;
  find('second-offer').hidden = false;
  drawWays();
  find('second-code').focus();
}

/** @param {() => unknown} changed */
async function renew(changed) {
  if (!await ask({ title: t('second.renew'), text: t('second.renew_text'), yes: t('second.renew_yes') })) return;
  /** @type {string[]} */
  let codes = [];
  if (!await attempt(async () => { codes = await postRecoveryCodes(); })) return;
  await changed();
  showCodes(codes);
}

/** @param {() => unknown} changed */
async function remove(changed) {
  if (!await ask({ title: t('second.remove'), text: t('second.remove_text'), yes: t('second.remove_yes'), danger: true })) return;
  if (!await attempt(deleteAuthenticator)) return;
  await changed();
  // The button that had the keyboard is gone.
  find('second-title').focus();
}

/** @param {() => void} hide */
function leave(hide) {
  hide();
  drawWays();
  find('second-title').focus();
}

/**
 * `changed` is called after each change.
 * @param {() => unknown} changed
 */
export function listenToSecondStep(changed) {
  const offer = find('second-offer');
  find('second-begin').addEventListener('click', begin);
  find('second-renew').addEventListener('click', () => renew(changed));
  find('second-remove').addEventListener('click', () => remove(changed));
  find('second-cancel').addEventListener('click', () => leave(hideOffer));
  find('recovery-done').addEventListener('click', () => leave(hideCodes));
  find('second-copy').addEventListener('click', () => copyLink(find('second-secret'), (text) => { find('second-copied').textContent = text; }));
  find('recovery-copy').addEventListener('click', () => copyLink(find('recovery-codes'), (text) => { find('recovery-copied').textContent = text; }));
  onSend(offer, async () => {
    // Apps show the six digits in two groups.
    const code = offer.elements.code.value.replaceAll(/\s/g, '');
    if (code === '') throw new Problem({ code: 'wrong_code' });
    /** @type {string[]} */
    let codes = [];
    if (!await fresh(async () => { codes = await putAuthenticator(code); })) return;
    hideOffer();
    await changed();
    showCodes(codes);
  });
}
