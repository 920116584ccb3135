// Adds the texts about offers of games.

import { addTexts } from './text.js';
import offers from './en/offers.json' with { type: 'json' };

addTexts(offers);
