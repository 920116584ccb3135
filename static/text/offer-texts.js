// Adds the texts about offers of games.

import { addTexts } from './text.js';
import { offers } from './en/offers.js';

addTexts(offers);
