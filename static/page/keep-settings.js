// Whoever is a member has the settings of the account.

import { KEPT, KeptSettings } from './kept-settings.js';
import { change, onChange, setting, usualSetting, wasChangedHere } from '../storage/settings.js';
import { patchMe } from '../net/account.js';
import { getAccount } from '../net/api.js';
import { isMember, likelyPlayer, onPlayerLook } from '../net/player.js';

const kept = new KeptSettings({
  settings: { get: setting, set: change, usual: usualSetting },
  account: {
    read: async () => {
      const { player, account } = await getAccount();
      return { player: player.id, preferences: account?.preferences ?? null };
    },
    write: (preferences) => patchMe({ preferences }),
  },
  // This part comes after the page.
  early: KEPT.filter(/** @type {(name: any) => boolean} */ (wasChangedHere)),
});

function look() {
  const player = likelyPlayer();
  if (isMember(player)) kept.begin(player.id);
  else kept.end();
}

// Begins with the member who is here, and goes on with whoever comes.
onChange((name, _, isOwn) => kept.changed(name, isOwn));
onPlayerLook(look);
look();
