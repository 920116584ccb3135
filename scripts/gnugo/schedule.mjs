// Which games are played. Everything follows from a game's number, so that a failure can be played again.

const SIZES = [9, 9, 19, 9, 13, 19];
// With these seeds GNU Go passes while borders are open, and then counts a continuation that it plays in its head:
// its score is not one of the position on the board.
const OTHER_SEEDS = new Map([[21, 121]]);
const HANDICAPS = [0, 0, 3, 0, 1, 0, 2, 0, 5, 0, 0];

/** Each size, rule system and handicap, several times. */
export const ALL = Array.from({ length: 24 }, (_, index) => index + 1);
// A game on 19x19 takes as long as ten on 9x9. One of them stays, with territory and handicap stones. Of the smaller ones each
// pair of rules and handicap stays.
const MORE_OF_THE_SAME = new Set([6, 9, 12, 15, 18, 21, 24, 13, 17, 19, 22, 23]);
export const USUAL = ALL.filter((number) => !MORE_OF_THE_SAME.has(number));

/** Twelve games on 9x9, four on 13x13 and eight on 19x19 in every twenty-four. */
export function scheduledGame(number) {
  const index = number - 1;
  const size = SIZES[index % SIZES.length];
  const rules = index % 8 === 3 ? 'aga' : ['japanese', 'chinese'][(index + Math.floor(index / SIZES.length)) % 2];
  const handicap = HANDICAPS[index % HANDICAPS.length];
  return {
    number,
    seed: OTHER_SEEDS.get(number) ?? number,
    size,
    rules,
    handicap,
    // One game in twelve with a whole komi, where a draw is possible; otherwise the server's own choice.
    komi: handicap === 0 && number % 12 === 10 ? 6 : undefined,
    creatorsColor: ['black', 'white', 'random'][index % 3],
    proposer: index % 2 === 0 ? 'black' : 'white',
  };
}
