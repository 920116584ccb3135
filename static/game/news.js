// The news of a game for the ear: sounds, and players who come and go.

import { announce } from './announcer.js';
import { opponentOf } from './record.js';
import { sound } from '../sound.js';
import { t } from '../text/text.js';

/** `own` tells whether the event came of a click here: one's own stone was heard when it was put down. */
export function makeSound(event, own) {
  if (event.type === 'joined') sound.start();
  if (event.type === 'passed') sound.pass();
  if (event.type === 'played') {
    if (!own) sound.stone();
    if (event.captured.length) sound.capture(event.captured.length);
  }
}

/** Says when the opponent leaves or comes back. */
export function tellPresence({ record, seat, presence: before }, after) {
  const other = seat && opponentOf(seat);
  const here = after?.[other]?.here;
  if (record?.phase !== 'playing' || here === undefined || (before?.[other]?.here ?? here) === here) return;
  announce(t(here ? 'said.back' : 'said.away', record.players[other]));
}
