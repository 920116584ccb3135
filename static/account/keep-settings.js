// Whoever is a member has the settings of the account.

import { KeptSettings } from './kept-settings.js';
import { change, onChange, setting, usualSetting } from '../settings.js';
import { patchMe } from '../net/account.js';
import { getAccount } from '../net/api.js';
import { isMember, likelyPlayer, onPlayerLook } from '../net/player.js';

const kept = new KeptSettings({
  settings: { get: setting, set: change, usual: usualSetting },
  account: {
    read: async () => (await getAccount()).account?.preferences ?? null,
    write: (preferences) => patchMe({ preferences }),
  },
});

function look() {
  const player = likelyPlayer();
  if (isMember(player)) kept.begin(player.id);
  else kept.end();
}

/** Begins with the member who is here, and goes on with whoever comes. */
export function keepSettings() {
  onChange((name) => kept.changed(name));
  onPlayerLook(look);
  look();
}
