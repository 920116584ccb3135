// A player who comes from another device by a link. The secret stands in the address behind "#", which no server is told; nothing
// changes until the button is pressed.

import '../page/site-links.js';
import '../theme/theme.js';
import { find } from '../dom/find.js';
import { ask } from '../dom/dialogs.js';
import { currentPlayer, onPlayer, setPlayer, whoIsHere } from '../net/player.js';
import { postCarried, postSession } from '../net/account.js';
import { t } from '../text/text.js';
import { hearOffers } from '../offers/hearing.js';
import { playerName } from '../people/player-name.js';
import { problemText } from '../text/problem-text.js';
import { settingsButtons } from '../page/settings-dialog.js';

/** @import { ProblemShape } from '../shapes/player.js' */

const secret = location.hash.slice(1);
/** @type {any} */
let carried = null;

/** Whoever looks over the shoulder, or into the history, finds no link. */
const hideSecret = () => history.replaceState(null, '', location.pathname);

/**
 * What is left of the page when the link is good for nothing.
 * @param {ProblemShape} problem
 */
function isUsedUp(problem) {
  hideSecret();
  carried = null;
  find('take').hidden = true;
  find('other').hidden = true;
  find('text').textContent = '';
  find('problem').textContent = problemText(problem);
}

/**
 * Another problem may pass: the link, or the button, is still there for another try.
 * @param {ProblemShape} problem
 */
function fails(problem) {
  if (problem.code === 'no_such_link') isUsedUp(problem);
  else find('problem').textContent = problemText(problem);
}

function draw() {
  if (!carried) return;
  const name = playerName(carried);
  const here = currentPlayer();
  const isHere = here?.id === carried.id;
  find('text').textContent = isHere ? t('welcome.already', { name }) : t('welcome.offer', { name });
  find('take').hidden = isHere;
  find('take').textContent = t('welcome.take', { name });
  find('other').hidden = isHere || !here;
  if (here) find('other').textContent = t(here.guest ? 'welcome.other_guest' : 'welcome.other', { here: playerName(here) });
}

async function take() {
  const name = playerName(carried);
  find('problem').textContent = '';
  let here;
  try {
    here = await whoIsHere();
  } catch (problem) {
    fails(problem);
    return;
  }
  if (here) {
    const sure = await ask({
      title: t('welcome.take', { name }), text: t(here.guest ? 'welcome.other_guest' : 'welcome.other', { here: playerName(here) }),
      yes: t('welcome.take_yes'), danger: true,
    });
    if (!sure) return;
  }
  find('take').disabled = true;
  try {
    setPlayer(await postSession({ link: secret }));
    carried = null;
    connection.reconnectNow();
    find('take').hidden = true;
    find('other').hidden = true;
    find('text').textContent = t('welcome.done', { name });
    find('title').focus();
  } catch (problem) {
    find('take').disabled = false;
    fails(problem);
  }
}

async function look() {
  if (!secret) {
    isUsedUp({ code: 'no_such_link' });
    return;
  }
  try {
    carried = await postCarried(secret);
    hideSecret();
    draw();
  } catch (problem) {
    fails(problem);
  }
}

document.title = t('welcome.page_title');
find('bar-end').append(...settingsButtons());
find('take').addEventListener('click', take);
// Another link that is pasted here changes the address alone.
addEventListener('hashchange', () => location.reload());
const connection = hearOffers();
onPlayer(draw);
look();
