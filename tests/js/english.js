// English for modules that say something: imported before them, as the page's catalogue runs before its modules.

import { readFileSync, readdirSync } from 'node:fs';

const folder = new URL('../../static/text/en/', import.meta.url);
const themes = readdirSync(folder).map((name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')));

globalThis.tengenTexts = { language: 'en', languages: [['en', 'English']], texts: Object.assign({}, ...themes), later: {} };
