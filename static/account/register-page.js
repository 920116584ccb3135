// The page to register. A guest who registers stays the same player.

import '../page/site-links.js';
import '../theme/theme.js';
import { find } from '../dom/find.js';
import { arrive, settle } from './arrival.js';
import { clearFaults, letShow, onSend, sayFaults } from '../forms/faults.js';
import { currentPlayer, isMember, setPlayer } from '../net/player.js';
import { doorAddress, nextPage } from '../net/door.js';
import { forgetSecret, takeSecret } from './invitation-secret.js';
import { getDoor, lookAtInvitation, postAccount } from '../net/account.js';
import { forgetVoucher, keptVoucher } from './voucher.js';
import { partsOfMadeName, playerName } from '../people/player-name.js';
import { payToll } from './toll.js';
import { problemText } from '../text/problem-text.js';
import { providerWays } from './provider-ways.js';
import { setting } from '../storage/settings.js';
import { settingsButtons } from '../page/settings-dialog.js';
import { locale, t } from '../text/text.js';

/** @import { Provider } from '../shapes/account.js' */
/** @import { PlayerCard } from '../shapes/player.js' */

const next = nextPage(location.search);
const form = find('register');
const secret = takeSecret();
/** A toll is good for ten minutes; whoever comes back later pays another one. */
const MOST_TOLLS = 3;

/** @type {any} */
let door = null;
/** The word of a provider with which one has come back, or null. */
let word = keptVoucher(Date.now());
/** @type {any} */
let work = null;

/**
 * A name that was made for a guest is no name to keep.
 * @param {PlayerCard | null} player
 */
function chosenName(player) {
  if (!player?.guest) return setting('name').trim();
  return partsOfMadeName(player) ? '' : player.name;
}

/** @param {{challenge: string, bits: number}} toll */
async function pay(toll) {
  work = payToll(toll);
  find('work').hidden = false;
  find('work-text').textContent = t('register.at_work');
  find('stop').focus();
  try {
    return await work.answer;
  } finally {
    work = null;
    find('work').hidden = true;
    find('work-text').textContent = '';
    form.querySelector('[type="submit"]').focus();
  }
}

/**
 * Registers, and pays before that if the server asks for it; false if the work was stopped.
 * @param {Record<string, unknown>} wish
 */
async function register(wish) {
  for (let tolls = 0; ; tolls += 1) {
    try {
      setPlayer(await postAccount(wish));
      return true;
    } catch (problem) {
      if (problem.code !== 'toll_needed' || tolls === MOST_TOLLS) throw problem;
      const { challenge } = problem.params;
      const answer = await pay(problem.params);
      if (answer === null) return false;
      wish.toll = { challenge, answer };
    }
  }
}

async function send() {
  const { name, password, terms } = form.elements;
  if (door.terms && !terms.checked) {
    sayFaults(form, { terms: { code: 'terms_not_agreed' } });
    return;
  }
  const wish = {
    name: name.value, ...(word ? { voucher: word.voucher } : { password: password.value }),
    ...(door.registration === 'invited' && { invitation: secret }), ...(door.terms && { terms: door.terms.version }),
  };
  try {
    if (!await register(wish)) {
      find('said').textContent = t('register.stopped');
      return;
    }
  } catch (problem) {
    if (problem.code === 'terms_not_agreed') await showNewTerms();
    if (problem.code === 'no_such_voucher' || problem.code === 'identity_taken') await giveUpVoucher();
    throw problem;
  }
  forgetSecret();
  forgetVoucher();
  location.assign(next ?? '/account');
}

/** The provider's word is good for nothing any more: one goes there again, or chooses a password. */
async function giveUpVoucher() {
  forgetVoucher();
  word = null;
  await draw();
}

/** The operator has other terms since the page was loaded. */
async function showNewTerms() {
  door = await getDoor();
  drawTerms();
  form.elements.terms.checked = false;
}

function drawTerms() {
  find('terms-part').hidden = !door.terms;
  find('terms-text').textContent = door.terms?.text ?? '';
}

/**
 * Why nobody registers at this page; null if one may.
 * @param {PlayerCard | null} player
 */
async function hindrance(player) {
  if (isMember(player)) return t('register.already', { name: playerName(player) });
  if (door.registration === 'closed') return t('door.closed');
  if (door.registration === 'open') return null;
  if (!secret) return t('door.needs_invitation');
  try {
    const { expires_at: until } = await lookAtInvitation(secret);
    const date = new Intl.DateTimeFormat(locale(), { dateStyle: 'long', timeStyle: 'short' }).format(until);
    find('invited').textContent = t('register.invited', { date });
    find('invited').hidden = false;
    return null;
  } catch (problem) {
    if (problem.code === 'no_such_invitation') forgetSecret();
    return problemText(problem);
  }
}

/** @param {Provider[]} providers */
function drawProviders(providers) {
  find('providers').hidden = providers.length === 0;
  find('providers').replaceChildren(...providerWays(providers, {
    label: (name) => t('register.by_provider', { name }), purpose: 'enter', next,
  }));
}

async function draw() {
  const player = currentPlayer();
  const hindered = door ? await hindrance(player) : '';
  find('closed').hidden = !hindered;
  find('closed').textContent = hindered ?? '';
  find('account-way').hidden = !isMember(player);
  find('to-sign-in').hidden = isMember(player);
  find('lead').textContent = word ? t('register.vouched', { provider: word.provider }) : player?.guest ? t('register.guest', { name: playerName(player) }) : t('register.lead');
  find('lead').hidden = hindered !== null;
  // Where there are no passwords, one goes to a provider first.
  form.hidden = hindered !== null || (!word && !door.passwords);
  drawProviders(hindered === null && !word ? door.providers : []);
  if (form.hidden) return;
  find('password-field').hidden = Boolean(word);
  form.elements.name.value ||= chosenName(player) || (word?.name ?? '');
  drawTerms();
}

document.title = t('register.page_title');
find('bar-end').append(...settingsButtons());
find('to-sign-in').href = doorAddress('/sign-in', next);
find('stop').addEventListener('click', () => work?.stop());
form.addEventListener('submit', () => { find('said').textContent = ''; });
form.elements.terms.addEventListener('change', () => clearFaults(form));
// Another link that is pasted here changes the address alone.
addEventListener('hashchange', () => location.reload());
letShow(form);
onSend(form, send);
arrive().then(async (answer) => {
  door = answer;
  await draw();
  settle();
});
