// The data that the server wrote into the page, so that the page need not ask for them first.

/**
 * {player, game, at}: who reads, or null, the game as it was then, and when it arrived by this machine's clock; null if
 * the page brought nothing.
 */
export function givenGame() {
  const element = document.getElementById('given');
  if (!element) return null;
  const [arrival] = performance.getEntriesByType('navigation');
  const at = arrival?.responseStart ? performance.timeOrigin + arrival.responseStart : Date.now();
  return { ...JSON.parse(element.textContent), at };
}
