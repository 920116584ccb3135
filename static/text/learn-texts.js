// Adds the texts of the lessons.

import { addTexts } from './text.js';
import learn from './en/learn.json' with { type: 'json' };

addTexts(learn);
