// Parts of the page appear from the top down. A part appears when it and all parts above it have their content, because
// its place is final then. So no late part pushes away a button that somebody is about to press.

/** After so many milliseconds parts appear in any order. */
const LATEST = 2_500;

const settle = (part) => part.classList.add('settled');

/** A part that waits for its content: the answer tells that it is there. */
export function settling(id) {
  const part = document.getElementById(id);
  setTimeout(() => settle(part), LATEST);
  return () => settle(part);
}
