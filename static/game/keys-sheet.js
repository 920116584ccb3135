// The list of the game page's keys, with buttons for actions that else only a key would do.

import { html } from '../dom/html.js';
import { keyList } from '../dom/key-list.js';
import { showSheet } from '../dom/dialogs.js';
import { t } from '../text/text.js';
import { viewButtons } from '../page/view-buttons.js';

const LIST = ['step', 'ten', 'ends', 'escape', 'slash', 'pass', 'board', 'try', 'vary', 'remove', 'quiet', 'full', 'help'];

export function showKeys() {
  const sheet = showSheet(t('keys.title'), html('div', { class: 'row' }, ...viewButtons(() => sheet.close())), keyList(LIST, (name) => t(`keys.${name}`)));
}
