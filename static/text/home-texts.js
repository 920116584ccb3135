// Adds the texts of the home page.

import { addTexts } from './text.js';
import home from './en/home.json' with { type: 'json' };

addTexts(home);
