// Other games with the position that is shown.

export const positions = {
  'positions.title': 'Games with this position',
  'positions.searching': 'Looking for games…',
  'positions.none': 'No game in the lists has been in this position.',
  'positions.only': 'Only this game has been in this position.',
  'positions.count': { one: '{count} game has been in this position.', other: '{count} games have been in this position.' },
  'positions.ways': 'What was played',
  'positions.move': 'Move',
  'positions.games': 'Games',
  'positions.black': 'Black won',
  'positions.white': 'White won',
  'positions.number': '{value}',
  'positions.pass': 'pass',
  'positions.end': 'the end',
  'positions.others': 'Other games',
  'positions.entry': '{game}, {result}',
  'positions.entry_place': { one: 'after {count} move', other: 'after {count} moves' },
  'positions.entry_swapped': 'colours exchanged',
  'positions.more': 'More games',
  'positions.point': { one: 'played in {count} game', other: 'played in {count} games' },
};
