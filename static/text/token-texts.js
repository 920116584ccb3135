// Adds the texts of the page of access tokens.

import { addTexts } from './text.js';
import tokens from './en/tokens.json' with { type: 'json' };

addTexts(tokens);
