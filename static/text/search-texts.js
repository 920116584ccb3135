// Adds the texts of the search by position.

import { addTexts } from './text.js';
import search from './en/search.json' with { type: 'json' };

addTexts(search);
