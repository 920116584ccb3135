// How far answers are from GNU Go's.

import { Position } from '../gnugo/position.mjs';

/**
 * For each position how far an answer is from GNU Go's: `missed` stones that it should have called dead, `killed` ones that
 * it should not have, and `points`, both together.
 */
export function compared(positions, answers) {
  return positions.map(({ dead }, index) => {
    const answer = answers[index];
    const [right, said] = [new Set(dead), new Set(answer.dead)];
    const missed = [...right].filter((at) => !said.has(at));
    const killed = [...said].filter((at) => !right.has(at));
    return { ...answer, missed, killed, points: missed.length + killed.length };
  });
}

const sum = (of, what) => of.reduce((total, one) => total + what(one), 0);
const wrongPositions = (of) => of.filter((one) => one.points > 0).length;
const wrongPoints = (of) => sum(of, (one) => one.points);

/** Whether one judge is wrong in fewer positions and in fewer points than another. */
export function isNearer(one, other) {
  return wrongPositions(one) < wrongPositions(other) && wrongPoints(one) < wrongPoints(other);
}

function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

/** A table in Markdown, with a line for each set of positions and judge. `sets` are parts of the positions, `{name, from, to}`. */
export function table(sets, results) {
  const lines = [
    '| | positions | wrong positions | wrong points | dead ones missed | living ones killed | time, median / most |',
    '|---|---|---|---|---|---|---|',
  ];
  for (const { name: set, from, to } of sets) {
    for (const { name, compared: all } of results) {
      const of = all.slice(from, to);
      if (of.length === 0) continue;
      const times = of.map((one) => one.milliseconds);
      lines.push(
        `| ${set}, ${name} | ${of.length} | ${wrongPositions(of)} | ${wrongPoints(of)} | ` +
          `${sum(of, (one) => one.missed.length)} | ${sum(of, (one) => one.killed.length)} | ` +
          `${median(times).toFixed(1)} / ${Math.max(...times).toFixed(1)} ms |`,
      );
    }
  }
  return `${lines.join('\n')}\n`;
}

/**
 * Diagrams of the positions where the first judge is wrong: X and O are stones, x and o dead ones that it missed, # and @ living
 * black and white ones that it called dead.
 */
export function drawn(positions, results) {
  const [own, ...others] = results;
  const diagrams = positions.flatMap(({ number, size, rules, stones, dead, seki }, index) => {
    const { missed, killed, points, unsettled } = own.compared[index];
    if (points === 0) return [];
    const vertices = [...new Position({ width: size, height: size }).vertices()];
    const cells = vertices.map((at, cell) => {
      const sign = { B: 'X', W: 'O', '.': '.' }[stones[cell]];
      if (killed.includes(at)) return sign === 'X' ? '#' : '@';
      return missed.includes(at) ? sign.toLowerCase() : sign;
    });
    const rows = Array.from({ length: size }, (_, y) => cells.slice(y * size, (y + 1) * size).join(''));
    const also = others.map(({ name, compared: all }) => `${name} ${all[index].points}`).join(', ');
    return [
      `position ${index} of game ${number}, ${rules}: missed ${missed.join(' ') || '-'}, killed ${killed.join(' ') || '-'}; ` +
        `GNU Go dead ${dead.join(' ') || '-'} seki ${seki.join(' ') || '-'}; unsettled ${unsettled.join(' ') || '-'}; ${also}`,
      ...rows,
      '',
    ];
  });
  return diagrams.join('\n');
}
