// Offers of games to one player: what is heard of them, and how one is made.

export const offers = {
  'offer.title': 'Offered to you',
  'offer.from': '{name} offers you a game',
  'offer.play': 'Play',
  'offer.decline': 'Decline',
  'offer.look': 'Look at it',
  'offer.later': 'Not now',
  'offer.to': 'Choose a time and a board: the game is offered to {name}, who alone may join it.',
  'offer.to_anybody': 'Play somebody else',
  'offer.make': 'Offer a game',
};
