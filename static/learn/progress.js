// The learner's progress in this browser.

const STORE = 'tengen.learning';

function read() {
  try {
    const { solved = {}, game = null } = JSON.parse(localStorage.getItem(STORE) ?? '{}');
    return { solved, game };
  } catch {
    // Without storage everybody begins at the beginning.
    return { solved: {}, game: null };
  }
}

/** @param {any} progress */
function write(progress) {
  try {
    localStorage.setItem(STORE, JSON.stringify(progress));
  } catch {
    // Without storage the progress lasts as long as the page.
  }
}

/**
 * The names of a lesson's steps that were solved or shown.
 * @param {any} parts
 */
export function solvedSteps({ name, steps }) {
  const solved = read().solved[name] ?? [];
  return steps.filter((/** @type {any} */ step) => solved.includes(step.name)).map((/** @type {any} */ step) => step.name);
}

/** @param {any} lesson */
export const isDone = (lesson) => solvedSteps(lesson).length === lesson.steps.length;

/**
 * @param {any} parts
 * @param {any} step
 */
export function markSolved({ name }, step) {
  const progress = read();
  const solved = new Set([...(progress.solved[name] ?? []), step.name]);
  write({ ...progress, solved: { ...progress.solved, [name]: [...solved] } });
}

/** The id of the first game, or null before it was begun. */
export const firstGame = () => read().game;

/** @param {string} id */
export const keepFirstGame = (id) => write({ ...read(), game: id });
