// Offers on pages that are about something else. What shows them is fetched with the first one.

const speaksOfOffer = ({ type, games = [] }) => type === 'offered' || games.some(({ phase, settings }) => phase === 'open' && settings.opponent);

/** `isShown` tells of an offer that the page itself shows. */
export function listenForOffers(connection, isShown = () => false) {
  let notice = null;
  connection.subscribeMine((line) => {
    if (!notice && !speaksOfOffer(line)) return;
    notice ??= import('./offer-notice.js');
    notice.then(({ takeLine }) => takeLine(line, isShown));
  });
}
