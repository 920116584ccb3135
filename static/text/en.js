// The texts that every page needs, in English. All texts of a language are in one
// folder, by theme; home-texts.js and rule-texts.js add those of one page or sheet.

import life from './en/life.json' with { type: 'json' };
import play from './en/play.json' with { type: 'json' };
import problems from './en/problems.json' with { type: 'json' };
import rules from './en/rules.json' with { type: 'json' };
import scoring from './en/scoring.json' with { type: 'json' };
import share from './en/share.json' with { type: 'json' };
import shared from './en/shared.json' with { type: 'json' };
import time from './en/time.json' with { type: 'json' };

export const en = { ...life, ...play, ...problems, ...rules, ...scoring, ...share, ...shared, ...time };
