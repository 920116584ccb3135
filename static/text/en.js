// The texts that every page needs, in English. All texts of a language are in one
// folder, by theme; home-texts.js and rule-texts.js add those of one page or sheet.

import { life } from './en/life.js';
import { play } from './en/play.js';
import { problems } from './en/problems.js';
import { rules } from './en/rules.js';
import { scoring } from './en/scoring.js';
import { shared } from './en/shared.js';
import { time } from './en/time.js';

export const en = { ...life, ...play, ...problems, ...rules, ...scoring, ...shared, ...time };
