// Adds the texts of the pages that only show games.

import { addTexts } from './text.js';
import watch from './en/watch.json' with { type: 'json' };

addTexts(watch);
