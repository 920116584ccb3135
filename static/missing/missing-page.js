// The page of addresses at which there is nothing: the missing thing, and ways on.

import '../page/site-links.js';
import '../theme/theme.js';
import { t } from '../text/text.js';
import { settingsButtons } from '../page/settings-dialog.js';

/** The thing that each kind of address names. */
const KINDS = [
  [/^\/games\/[^/]+$/, 'game'],
  [/^\/players\/[^/]+$/, 'player'],
  [/^\/records\/[^/]+$/, 'record'],
];

const kind = KINDS.find(([address]) => address.test(location.pathname))?.[1] ?? 'page';

document.getElementById('what').textContent = t(`missing.${kind}`);
document.getElementById('why').textContent = t(`missing.${kind}_why`);
document.title = t('missing.title', { what: t(`missing.${kind}`) });
document.getElementById('bar-end').append(...settingsButtons());
