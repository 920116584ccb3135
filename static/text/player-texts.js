// Adds the texts of the page of a player.

import { addTexts } from './text.js';
import player from './en/player.json' with { type: 'json' };

addTexts(player);
