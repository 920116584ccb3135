// Adds the texts of records.

import { addTexts } from './text.js';
import records from './en/records.json' with { type: 'json' };

addTexts(records);
