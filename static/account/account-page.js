// The page of one's account: who one is, what a member may change, on which devices one is, and the way out of each.

import '../page/site-links.js';
import '../theme/theme.js';
import { find } from '../dom/find.js';
import { ask } from '../dom/dialogs.js';
import { copyLink } from './copy-link.js';
import { currentPlayer, isMember, onPlayer, setPlayer } from '../net/player.js';
import { deleteOtherSessions, deleteSession, getDoor, getSessions, postLink, signOut } from '../net/account.js';
import { getAccount } from '../net/api.js';
import { drawBots, listenToBots } from './bots-part.js';
import { drawForms, listenToForms } from './member-forms.js';
import { drawInvitations, listenToInvitations } from './invitations-part.js';
import { drawTerms, listenToTerms } from './terms-part.js';
import { drawOwnData, listenToOwnData } from './own-data-part.js';
import { drawPeople } from './people-part.js';
import { drawReports } from './reports-part.js';
import { drawWays, listenToWays } from './ways-part.js';
import { drawSecondStep, listenToSecondStep } from './second-step-part.js';
import { locale, t } from '../text/text.js';
import { deviceItem, deviceName } from './device-item.js';
import { hearOffers } from '../offers/hearing.js';
import { playerName } from '../people/player-name.js';
import { problemText } from '../text/problem-text.js';
import { rememberRoles } from '../net/roles.js';
import { settingsButtons } from '../page/settings-dialog.js';

/** @import { Account, Door, Session } from '../shapes/account.js' */
/** @import { PlayerCard, ProblemShape } from '../shapes/player.js' */

/** @param {string} text */
const say = (text) => { find('news').textContent = text; };
/** @param {ProblemShape} problem */
const fails = (problem) => { find('devices-problem').textContent = problemText(problem); };
const day = new Intl.DateTimeFormat(locale(), { dateStyle: 'long' });

/**
 * The account of the member who is here, or null.
 * @param {PlayerCard | null} player
 */
async function accountOf(player) {
  if (!isMember(player)) return null;
  try {
    const { account } = await getAccount();
    rememberRoles(player, account);
    return account ?? null;
  } catch (problem) {
    fails(problem);
    return null;
  }
}

/**
 * Who may come in; where the server does not answer, as most servers have it.
 * @returns {Promise<Door>}
 */
async function askForDoor() {
  try {
    return await getDoor();
  } catch {
    return /** @type {any} */ ({ registration: 'open', guests: true, passwords: true, providers: [] });
  }
}

/**
 * @param {PlayerCard | null} player
 * @param {Account | null | undefined} account
 * @param {Door} door
 */
function drawWho(player, account, door) {
  find('who').textContent = player ? t('account.you_are', { name: playerName(player) }) : t(door.guests ? 'account.nobody' : 'account.visitor');
  find('about').hidden = !player || !(player.guest || account);
  find('about').textContent = account ? t('account.member', { date: day.format(account.registered_at) }) : t('account.guest');
  find('own-page').hidden = !isMember(player);
  find('groups-way').hidden = !isMember(player);
  find('own-page').href = player ? `/players/${player.id}` : '';
  find('sign-out-here').hidden = !isMember(player);
  find('staff-way').hidden = !account?.roles.length;
  find('sign-in').hidden = isMember(player);
  find('register').hidden = isMember(player) || door.registration === 'closed';
  find('register').textContent = t(player ? 'account.register' : 'bar.register');
}

async function draw() {
  const player = currentPlayer();
  const [account, door] = await Promise.all([accountOf(player), askForDoor()]);
  // Somebody else may have come meanwhile, and is drawn by another call.
  if (currentPlayer()?.id !== player?.id) return;
  drawWho(player, account, door);
  drawTerms(account, door);
  drawForms(account, door);
  drawWays(account, door, draw);
  drawSecondStep(account);
  drawInvitations(account);
  drawBots(account);
  drawPeople(player);
  drawReports(player);
  drawOwnData(player);
  find('devices-part').hidden = !player;
  // Where providers are the only way in, a link from another device is none.
  find('carry-part').hidden = !player || (!door.passwords && !player.guest);
  if (!player) {
    find('devices').replaceChildren();
    find('carried').hidden = true;
    find('carry-link').value = '';
    return;
  }
  try {
    const sessions = await getSessions();
    find('devices').replaceChildren(...sessions.map((session) =>
      deviceItem(session, () => (session.current ? leave(player) : end(session)))));
    find('end-others').hidden = sessions.length < 2;
    find('devices-problem').textContent = '';
  } catch (problem) {
    fails(problem);
  }
}

/**
 * Signs another device out.
 * @param {Session} session
 */
async function end(session) {
  const name = deviceName(session);
  const sure = await ask({
    title: t('account.sign_out_label', { name }), text: t('account.sign_out_text', { name }), yes: t('account.sign_out'), danger: true,
  });
  if (!sure) return;
  try {
    await deleteSession(session.id);
  } catch (problem) {
    // Signed out elsewhere is signed out, too.
    if (problem.code !== 'no_such_session') {
      fails(problem);
      return;
    }
  }
  await tellEnd(t('account.signed_out', { name }));
}

async function endOthers() {
  const sure = await ask({
    title: t('account.end_others'), text: t('account.end_others_text'), yes: t('account.end_others_yes'), danger: true,
  });
  if (!sure) return;
  try {
    await deleteOtherSessions();
  } catch (problem) {
    fails(problem);
    return;
  }
  await tellEnd(t('account.others_signed_out'));
}

/** @param {string} text */
async function tellEnd(text) {
  await draw();
  say(text);
  // The button that had the keyboard is gone.
  find('devices-title').focus();
}

/**
 * Signs this device out.
 * @param {PlayerCard} player
 */
async function leave(player) {
  let lost;
  try {
    // Another device may have been signed out since the list was drawn.
    lost = player.guest && (await getSessions()).length === 1;
  } catch (problem) {
    fails(problem);
    return;
  }
  const sure = await ask({
    title: t('account.sign_out_here'), text: t(lost ? 'account.lose_text' : 'account.sign_out_here_text', { name: playerName(player) }),
    yes: t('account.sign_out'), danger: true,
  });
  if (!sure) return;
  try {
    await signOut();
  } catch (problem) {
    // The token is good for nothing already.
    if (problem.code !== 'unauthenticated') {
      fails(problem);
      return;
    }
  }
  setPlayer(null);
  // Whatever is open by the old token ends, and the page belongs to a visitor.
  connection.reconnectNow();
  find('title').tabIndex = -1;
  find('title').focus();
}

async function carry() {
  find('carry-problem').textContent = '';
  try {
    const { address, code, expires_at: until } = await postLink();
    find('carry-code').src = `data:image/svg+xml,${encodeURIComponent(code)}`;
    find('carry-link').value = address;
    find('carried').hidden = false;
    const when = new Intl.DateTimeFormat(locale(), { timeStyle: 'short' }).format(until);
    find('carry-until').textContent = t('account.carry_until', { when });
    find('carry-link').focus();
    find('carry-link').select();
  } catch (problem) {
    find('carried').hidden = true;
    find('carry-problem').textContent = problemText(problem);
  }
}

document.title = t('account.page_title');
find('bar-end').append(...settingsButtons());
find('end-others').addEventListener('click', endOthers);
find('carry').addEventListener('click', carry);
find('carry-copy').addEventListener('click', () => copyLink(find('carry-link'), (text) => { find('carry-until').textContent = text; }));
find('sign-out-here').addEventListener('click', () => leave(/** @type {PlayerCard} */ (currentPlayer())));
listenToForms(draw);
listenToTerms(draw);
listenToInvitations();
listenToBots();
listenToSecondStep(draw);
listenToOwnData();
listenToWays(draw);
// The socket's greeting says who we are.
const connection = hearOffers();
onPlayer(draw);
