// Adds the texts about each rule, for the form and for the sheet of a game's rules.

import { addTexts } from './text.js';
import axes from './en/axes.json' with { type: 'json' };

addTexts(axes);
