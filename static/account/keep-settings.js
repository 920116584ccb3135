// Whoever is a member has the settings of the account. The rest of it is fetched for members alone.

import { change, onChange, setting, usualSetting } from '../settings.js';
import { getAccount, patchMe } from '../net/api.js';
import { isMember, likelyPlayer, onPlayerLook } from '../net/player.js';

const settings = { get: setting, set: change, usual: usualSetting };
const account = {
  read: async () => (await getAccount()).account?.preferences ?? null,
  write: (preferences) => patchMe({ preferences }),
};
let made = null;

async function make() {
  const { KeptSettings } = await import('./kept-settings.js');
  const kept = new KeptSettings({ settings, account });
  onChange((name) => kept.changed(name));
  return kept;
}

async function look() {
  const player = likelyPlayer();
  if (!isMember(player)) {
    if (made) (await made).player = null;
    return;
  }
  made ??= make();
  try {
    await (await made).begin(player.id);
  } catch {
    // Without a network they are those of this browser.
    made = null;
  }
}

/** Begins with the member who is here, and goes on with whoever comes. */
export function keepSettings() {
  onPlayerLook(look);
  look();
}
