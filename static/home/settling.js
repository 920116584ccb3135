// Parts of the page show from the top down: each when it has its place for good, which it has when it and all parts above
// it are there. So nothing that arrives late pushes away what somebody is about to press.

/** Parts that are not there by then show as they come. */
const LATEST = 2_500;

const settle = (part) => part.classList.add('settled');

/** A part that waits for its content: the answer tells that it is there. */
export function settling(id) {
  const part = document.getElementById(id);
  setTimeout(() => settle(part), LATEST);
  return () => settle(part);
}
