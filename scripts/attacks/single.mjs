// The attacks of one kind each, by name, in the order in which they are staged.

import * as alone from './alone.mjs';
import * as computer from './computer.mjs';
import * as edits from './edits.mjs';
import * as exports from './exports.mjs';
import * as frames from './frames.mjs';
import * as handshakes from './handshakes.mjs';
import * as http2 from './http2.mjs';
import * as lists from './lists.mjs';
import * as lobby from './lobby.mjs';
import * as order from './order.mjs';
import * as positions from './positions.mjs';
import * as searches from './searches.mjs';
import * as silence from './silence.mjs';
import * as subscriptions from './subscriptions.mjs';
import * as unread from './unread.mjs';

export const SINGLE = {
  subscriptions, unread, silence, computer, lobby, lists, frames, http2, alone, positions, exports, order, searches, edits, handshakes,
};
