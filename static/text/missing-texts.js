// Adds the texts of the page of addresses at which there is nothing.

import { addTexts } from './text.js';
import missing from './en/missing.json' with { type: 'json' };

addTexts(missing);
