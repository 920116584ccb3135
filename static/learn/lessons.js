// The lessons in their order. They are data: the consequence of each move was written down before, and a test of the
// server replays all of them by the rules.

import capture from './lessons/capture.json' with { type: 'json' };
import counting from './lessons/counting.json' with { type: 'json' };
import game from './lessons/game.json' with { type: 'json' };
import ko from './lessons/ko.json' with { type: 'json' };
import life from './lessons/life.json' with { type: 'json' };
import stones from './lessons/stones.json' with { type: 'json' };
import suicide from './lessons/suicide.json' with { type: 'json' };
import territory from './lessons/territory.json' with { type: 'json' };

export const LESSONS = [stones, capture, suicide, ko, life, territory, counting, game];

/**
 * The lesson that a name or a number from one means, or null.
 * @param {string} text
 */
export const lessonOf = (text) => LESSONS.find(({ name }, i) => name === text || String(i + 1) === text) ?? null;

/** @param {any} lesson */
export const numberOf = (lesson) => LESSONS.indexOf(lesson) + 1;

/**
 * The lesson after one, or null after the last.
 * @param {any} lesson
 */
export const lessonAfter = (lesson) => LESSONS[numberOf(lesson)] ?? null;
