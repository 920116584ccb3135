// Adds the texts of lists of games.

import { addTexts } from './text.js';
import lists from './en/lists.json' with { type: 'json' };

addTexts(lists);
