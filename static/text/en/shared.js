// What both pages say: the brand, settings, colours, games and their results.

export const shared = {
  brand: 'Tengen',

  'page.home_title': 'Tengen: play Go',
  'page.game_title': '{turn} · {game} · Tengen',
  'page.game_heading': 'Game',
  'page.loading': 'Fetching the game…',
  'page.absent_title': 'No such game · Tengen',
  'page.absent_heading': 'No such game',

  'bar.silence': 'Turn the sounds off',
  'bar.sounds': 'Turn the sounds on',

  'settings.title': 'Settings',
  'settings.theme': 'Theme',
  'settings.theme.system': 'As the system',
  'settings.theme.light': 'Light',
  'settings.theme.dark': 'Dark',
  'settings.placing': 'Putting a stone down',
  'settings.placing.auto': 'One click with a mouse, two taps with a finger',
  'settings.placing.one': 'One click',
  'settings.placing.two': 'Two clicks on the same point',
  'settings.placing.button': 'A click, then the Play button',
  'settings.board': 'Board',
  'settings.coordinates': 'Coordinates',
  'settings.sounds': 'Sounds and vibration',

  'name.label': 'Your name',
  'name.placeholder': 'Guest',

  'dialog.cancel': 'Cancel',
  'dialog.close': 'Close',

  'color.black': 'Black',
  'color.white': 'White',
  'color.lot': 'By lot',

  'board.cylinder': 'cylinder {width}×{height}',
  'board.roll': 'roll {width}×{height}',
  'board.torus': 'torus {width}×{height}',
  'board.hexagon': 'hexagon of side {side}',
  'board.triangle': 'triangle of side {side}',
  'board.honeycomb': 'honeycomb of {side} rings',
  'board.petersen': 'Petersen graph',
  'board.dodecahedron': 'dodecahedron',

  'game.size': '{width}×{height}',
  'game.komi': 'komi {komi}',
  'game.handicap': 'handicap {handicap}',
  'game.delay': 'spectators {time} behind',
  'game.private': 'private',
  'game.watching': 'You are watching',
  'game.pair': '{black} v {white}',
  'game.waits': '{name} waits for an opponent',

  'board.label': 'Board {size}: {game}',

  'result.score': { one: '{color} wins by {count} point', other: '{color} wins by {count} points' },
  'result.resignation': '{color} wins by resignation',
  'result.time': '{color} wins on time',
  'result.absence': '{color} wins: the opponent left',
  'result.other': '{color} wins',
  'result.winner_score': '{name} wins',
  'result.winner_resignation': '{name} wins by resignation',
  'result.winner_time': '{name} wins on time',
  'result.winner_absence': '{name} wins: the opponent left',
  'result.draw': 'A draw',
  'result.no_result': 'No result',
  'result.abort': 'Called off',
  'result.sgf': 'Download SGF',
  'result.home': 'Home',
};
