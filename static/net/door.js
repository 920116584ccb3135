// The door: the pages at which strangers come in, and the way there and back.

const DOOR = ['/sign-in', '/register', '/welcome'];
/** Any host will do: an address that leaves it is no path. */
const HERE = 'http://here.invalid';

/**
 * A path of this server in a text from an address, or null. A link to the door must lead nobody to another server: browsers
 * take a second slash, or a backslash, for the beginning of a host, and leave out tabs and ends of lines.
 * @param {string | null} text
 */
export function ownPath(text) {
  if (!text || !/^\/(?![/\\])/.test(text) || /[\\\u0000-\u0020\u007f]/.test(text)) return null;
  const address = new URL(text, HERE);
  return address.origin === HERE && !DOOR.includes(address.pathname) && !address.pathname.startsWith('//') ? text : null;
}

/**
 * The page to which the door leads, as an address asks for it; null if it asks for none of this server.
 * @type {(search: string) => string | null}
 */
export const nextPage = (search) => ownPath(new URLSearchParams(search).get('next'));

/**
 * A page of the door that leads on to another page.
 * @type {(door: string, next: string | null) => string}
 */
export const doorAddress = (door, next) => (next && next !== '/' ? `${door}?next=${encodeURIComponent(next)}` : door);

/**
 * The way to sign in, and back to the page where one is.
 * @type {(place: {pathname: string, search: string}) => string}
 */
export const signInAddress = ({ pathname, search }) => doorAddress('/sign-in', ownPath(pathname + search));

/** Only members go on from here. */
export function leadToDoor() {
  if (!DOOR.includes(location.pathname)) location.assign(signInAddress(location));
}
