// The headline of a record on its page: its names, its players and all that is known about the game.

import { find } from '../dom/find.js';
import { html, setFacts, setText } from '../dom/html.js';
import { infoRows, recordText } from '../go/record-words.js';
import { kindMark } from '../people/kind.js';
import { playerName } from '../people/player-name.js';
import { recordFile } from '../net/records.js';
import { resultText } from '../go/names.js';
import { t } from '../text/text.js';

/** @import { KeptRecord } from '../shapes/record.js' */

/**
 * Shows the headline of a record; `info` is another one while it is edited.
 * @param {KeptRecord} record
 */
export function showHeadline(record, info = record.info) {
  const { owner, id } = record;
  find('card-top').open('white', info.players.white);
  find('card-bottom').open('black', info.players.black);
  setText(find('heading'), recordText(info));
  setFacts(find('facts'), /** @type {string[]} */ ([info.event, info.date, info.result && resultText(info.result, info)].filter(Boolean)));
  const broughtBy = html('span', { class: 'brought-by' }, html('a', { class: 'record-owner', href: `/players/${owner.id}`, 'data-testid': 'record-owner' }, playerName(owner)), kindMark(owner));
  find('info-list').replaceChildren(...[...infoRows({ ...record, info }), [t('record.info.owner'), broughtBy]].map(([label, text]) =>
    html('div', {}, html('dt', {}, label), html('dd', {}, text))));
  find('download').href = recordFile(id);
  document.title = t('record.title', { record: recordText(info) });
}
