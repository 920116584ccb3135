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

function write(progress) {
  try {
    localStorage.setItem(STORE, JSON.stringify(progress));
  } catch {
    // Without storage the progress lasts as long as the page.
  }
}

/** The names of a lesson's steps that were solved or shown. */
export function solvedSteps({ name, steps }) {
  const solved = read().solved[name] ?? [];
  return steps.filter((step) => solved.includes(step.name)).map((step) => step.name);
}

export const isDone = (lesson) => solvedSteps(lesson).length === lesson.steps.length;

export function markSolved({ name }, step) {
  const progress = read();
  const solved = new Set([...(progress.solved[name] ?? []), step.name]);
  write({ ...progress, solved: { ...progress.solved, [name]: [...solved] } });
}

/** The id of the first game, or null before it was begun. */
export const firstGame = () => read().game;

export const keepFirstGame = (id) => write({ ...read(), game: id });
