// The name of the player at this browser. A guest's name is chosen before the first game;
// another name afterwards is another guest. A member changes it on the page of the account.

import { ask } from '../dom/dialogs.js';
import { change, setting } from '../storage/settings.js';
import { currentPlayer, isMember, makeGuest, onPlayer } from '../net/player.js';
import { find } from '../dom/find.js';
import { html } from '../dom/html.js';
import { nameInput } from '../forms/name-input.js';
import { playerName } from '../people/player-name.js';
import { problemText } from '../text/problem-text.js';
import { t } from '../text/text.js';

/** @import { PlayerCard } from '../shapes/player.js' */

/**
 * `renamed` is called when another guest sits here.
 * @param {() => void} renamed
 */
export function drawNameField(renamed) {
  const place = find('name-place');
  const draw = () => {
    const player = currentPlayer();
    place.replaceChildren(...(player ? [
      html('p', { class: 'known' }, t('name.known'), ' ', html('strong', { 'data-testid': 'player-name' }, playerName(player))),
      isMember(player) ? html('a', { class: 'button quiet', href: '/account', 'data-testid': 'own-account' }, t('site.account'))
        : html('button', { type: 'button', class: 'quiet', onclick: () => askNew(player) }, t('name.change')),
    ] : [html('label', { for: 'name' }, t('name.label')), nameInput(setting('name'))]));
  };
  /** @param {PlayerCard} player */
  const askNew = async (player) => {
    if (!await ask({ title: t('name.change'), text: t('name.change_text', { name: playerName(player) }), yes: t('name.change_yes') })) return;
    const input = nameInput('');
    const problem = html('span', { class: 'field-problem', role: 'alert' });
    const save = async () => {
      try {
        await makeGuest();
        draw();
        renamed();
      } catch (refusal) {
        problem.textContent = problemText(refusal);
      }
    };
    change('name', '');
    place.replaceChildren(html('label', { for: 'name' }, t('name.label')), input,
      html('button', { type: 'button', class: 'primary', onclick: save }, t('name.save')), problem);
    input.focus();
  };
  onPlayer(draw);
  draw();
}
