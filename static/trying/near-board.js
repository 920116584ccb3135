// On a phone the comment and the tree stand directly under the buttons that walk, near the board, and elsewhere in the panel.

const narrow = matchMedia('(max-width: 599.9px)');

/**
 * Keeps parts of the panel there in a narrow window, one under the other. In a wide one each follows the part that it followed. A part that
 * is moved stays scrolled, and keeps the keyboard: a window also becomes narrow where somebody makes the letters larger.
 * @param {Element} walk
 * @param {HTMLElement[]} parts
 */
export function keepNearBoard(walk, parts) {
  const before = parts.map((part) => part.previousElementSibling);
  const place = () => {
    const activeElement = /** @type {HTMLElement} */ (document.activeElement);
    const hasKeyboard = parts.some((part) => part.contains(activeElement));
    const scrolled = parts.map((part) => part.scrollTop);
    if (narrow.matches) walk.after(...parts);
    else parts.forEach((part, index) => before[index]?.after(part));
    parts.forEach((part, index) => { part.scrollTop = scrolled[index]; });
    if (hasKeyboard) activeElement.focus({ preventScroll: true });
  };
  if (narrow.matches) place();
  narrow.addEventListener('change', place);
}
