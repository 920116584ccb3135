// The page about the interface for programs. What the operations do is told by the server's own description.

export const api = {
  'page.api_title': 'The interface · Tengen',
  'api.title': 'The interface for programs',
  'api.file': 'openapi.json',
  'api.token':
    'A request names its player by the header “Authorization: Bearer TOKEN”. POST /api/v1/guests makes a player and answers a token.',
  'api.contents': 'Contents',
  'api.frames': 'The WebSocket',
  'api.frames.from_client': 'From the client',
  'api.frames.to_client': 'From the server',
  'api.shapes': 'Shapes',
  'api.shapes_hint': 'What answers are made of.',
  'api.failed': 'The description did not arrive. Load the page again.',

  'api.tag.games': 'Games',
  'api.tag.histories': 'Histories',
  'api.tag.players': 'Players',
  'api.tag.rules': 'Rules and boards',
  'api.tag.server': 'The server',
  'api.tag.socket': 'The WebSocket',

  'api.asks.nobody': 'Needs no token.',
  'api.asks.maybe': 'With a token, as that player sees it; it goes without.',
  'api.asks.token': 'Needs a token.',
  'api.parameters': 'Parameters',
  'api.body': 'Body',
  'api.body_optional': 'Body (may be left out)',
  'api.answers': 'Answers',
  'api.example': 'Example',
  'api.in.path': 'in the address',
  'api.in.query': 'in the query',
  'api.in.header': 'header',
  'api.required': 'required',

  'api.shape.or': ' or ',
  'api.shape.list': 'list of {of}',
  'api.shape.map': 'object of {of}',
  'api.shape.any': 'anything',
  'api.shape.range': '{kind}, {min} to {max}',
  'api.shape.from': '{kind}, {min} or more',
  'api.shape.to': '{kind}, at most {max}',
};
