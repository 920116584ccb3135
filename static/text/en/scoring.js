// Agreement on dead stones, and the count.

export const scoring = {
  'scoring.overtaken': 'Your opponent sent other marks while you were marking. Yours are kept on top of them and not sent yet.',
  'scoring.changed': 'Changed since you accepted:',
  'scoring.died': { one: '{stones} now counts as dead.', other: '{stones} now count as dead.' },
  'scoring.revived': { one: '{stones} now counts as alive.', other: '{stones} now count as alive.' },
  'scoring.send_means': {
    one: 'Your opponent sees what you marked. {count} left.',
    other: 'Your opponent sees what you marked. {count} left.',
  },
  'scoring.send_locked': 'You accepted, so your marks are locked.',
  'scoring.accepted_means': 'The game is counted when your opponent accepts the same marks.',
  'scoring.accept_means': 'These marks are right. When both accept, the game is counted.',
  'scoring.accept_unsent': 'Send your marks first, or click them away.',
  'scoring.resume_means': {
    one: 'You disagree: play on to prove it. {count} time left.',
    other: 'You disagree: play on to prove it. {count} times left.',
  },

  'score.title': 'Score',
  'score.number': '{value}',
  'score.stones': 'Stones',
  'score.territory': 'Territory',
  'score.prisoners': 'Prisoners',
  'score.dead_stones': 'Dead stones',
  'score.handicap_bonus': 'Handicap bonus',
  'score.button': 'Button',
  'score.tax': 'Tax',
  'score.komi': 'Komi',
  'score.total': 'Total',
  'score.leads': { one: '{color} leads by {count} point', other: '{color} leads by {count} points' },
  'score.even': 'Both have the same',
  'score.outdated': 'Send your marks to see them counted.',

  'legend.territory': 'Small square',
  'legend.territory_means': 'territory of that colour',
  'legend.dead': 'Faded with a cross',
  'legend.dead_means': 'dead: comes off the board',

  'scoring.leaks': 'The territories may leak into each other at {points}: is a border open there?',

  'legend.unsettled': 'Dashed ring',
  'legend.unsettled_means': 'the server has no opinion: look twice',
  'legend.dame': 'Plain point',
  'legend.dame_means': "nobody's (dame)",
};
