/** An id that nobody else makes, for a command or for a request that is made again. */
export function newId() {
  // crypto.randomUUID isn't there on plain http away from localhost.
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return `c-${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
