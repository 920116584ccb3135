// The page of addresses at which there is nothing: the missing thing, and ways on.

import '../page/site-links.js';
import '../theme/theme.js';
import { find } from '../dom/find.js';
import { t } from '../text/text.js';
import { settingsButtons } from '../page/settings-dialog.js';

/**
 * The thing that each kind of address names.
 * @type {[address: RegExp, kind: string][]}
 */
const KINDS = [
  [/^\/games\/[^/]+$/, 'game'],
  [/^\/players\/[^/]+$/, 'player'],
  [/^\/records\/[^/]+$/, 'record'],
];

const kind = KINDS.find(([address]) => address.test(location.pathname))?.[1] ?? 'page';

find('what').textContent = t(`missing.${kind}`);
find('why').textContent = t(`missing.${kind}_why`);
document.title = t('missing.title', { what: t(`missing.${kind}`) });
find('bar-end').append(...settingsButtons());
