// The page to sign in. It leads on to where its address says, if that is on this server.

import '../page/site-links.js';
import '../theme/theme.js';
import { arrive, settle } from './arrival.js';
import { currentPlayer, isMember, setPlayer } from '../net/player.js';
import { doorAddress, nextPage } from '../net/door.js';
import { letShow, onSend } from '../forms/faults.js';
import { find } from '../dom/find.js';
import { once } from '../dom/once.js';
import { onward } from './onward.js';
import { playerName } from '../people/player-name.js';
import { postSession, sendLink } from '../net/account.js';
import { knowsPasskeys, showPasskey } from './passkey.js';
import { problemText } from '../text/problem-text.js';
import { providerWays } from './provider-ways.js';
import { settingsButtons } from '../page/settings-dialog.js';
import { t } from '../text/text.js';

/** @import { Door } from '../shapes/account.js' */

const next = nextPage(location.search);
const form = find('sign-in');

async function send() {
  const { name, password, code } = form.elements;
  const asked = !find('code-field').hidden;
  try {
    setPlayer(await postSession({ name: name.value, password: password.value, ...(asked && { code: code.value.trim() }) }));
  } catch (problem) {
    if (problem.code !== 'code_needed' || asked) throw problem;
    find('code-field').hidden = false;
    code.focus();
    return;
  }
  location.assign(await onward(next));
}

/** By a passkey nobody has to say a name. */
async function sendPasskey() {
  find('passkey-problem').textContent = '';
  try {
    const passkey = await showPasskey('sign_in');
    if (!passkey) return;
    setPlayer(await postSession({ passkey }));
  } catch (problem) {
    find('passkey-problem').textContent = problemText(problem);
    return;
  }
  location.assign(await onward(next));
}

/** @param {Door | null} door */
function draw(door) {
  const player = currentPlayer();
  const mayRegister = door?.registration === 'open' && !isMember(player);
  const hasPasswords = door?.passwords ?? true;
  form.hidden = !hasPasswords;
  find('forgotten').hidden = !hasPasswords || !door?.mail;
  find('passkey-way').hidden = !door?.passkeys || !knowsPasskeys();
  find('providers').hidden = !door?.providers.length;
  find('providers').replaceChildren(...providerWays(door?.providers ?? [], {
    label: (/** @type {string} */ name) => t('door.by_provider', { name }), purpose: 'enter', next,
  }));
  find('members-only').hidden = door?.viewing !== 'members';
  find('here').hidden = !player;
  find('go-on').hidden = !isMember(player);
  find('keep').hidden = !player?.guest || !mayRegister;
  if (player) {
    find('who').textContent = t(isMember(player) ? 'sign_in.already' : 'sign_in.guest', { name: playerName(player) });
    find('go-on').textContent = t('sign_in.go_on', { name: playerName(player) });
  }
  find('register').hidden = !mayRegister || Boolean(player);
  find('invitation').hidden = door?.registration !== 'invited' || isMember(player);
}

document.title = t('sign_in.page_title');
find('bar-end').append(...settingsButtons());
find('go-on').href = next ?? '/';
find('register').href = doorAddress('/register', next);
find('keep').href = doorAddress('/register', next);
letShow(form);
find('passkey').addEventListener('click', () => once(find('passkey'), sendPasskey));
onSend(form, send);
const linkForm = find('send-link');
onSend(linkForm, async () => {
  find('link-sent').textContent = '';
  await sendLink(linkForm.elements.mail.value.trim());
  // The server does not tell whether the address is anybody's, and neither does the page.
  find('link-sent').textContent = t('sign_in.link_sent');
});
arrive().then((door) => {
  draw(door);
  settle();
});
