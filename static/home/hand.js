// Whether somebody is about to press something in a part of the page.

/** A finger that was there is expected back for so long. */
const FINGER_TIME = 3_000;

/** Watches an element; `left` is called when the hand has gone. Answers a function that tells whether the hand is on the element. */
export function watchHand(element, left) {
  let pointer = false;
  let timer = null;
  const isThere = () => pointer || timer !== null || element.matches(':focus-within');
  const leave = () => {
    if (!isThere()) left();
  };
  const linger = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      timer = null;
      leave();
    }, FINGER_TIME);
  };
  element.addEventListener('pointerover', (event) => {
    if (event.pointerType === 'mouse') pointer = true;
    else linger();
  });
  element.addEventListener('pointerdown', (event) => event.pointerType !== 'mouse' && linger());
  element.addEventListener('pointerleave', () => {
    pointer = false;
    leave();
  });
  // The focus is at its new place after the event.
  element.addEventListener('focusout', () => setTimeout(leave));
  return isThere;
}
