// Adds the texts about other games with a position, for pages of finished games.

import { addTexts } from './text.js';
import positions from './en/positions.json' with { type: 'json' };

addTexts(positions);
