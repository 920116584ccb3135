// Adds the texts of the page about the interface for programs.

import { addTexts } from './text.js';
import api from './en/api.json' with { type: 'json' };

addTexts(api);
