// A button does one thing at a time, and keeps the keyboard meanwhile: a disabled one would lose it.

/**
 * Does something for a button, unless it is at work already.
 * @param {Element} button
 * @param {() => unknown} act
 */
export async function once(button, act) {
  if (button.getAttribute('aria-disabled')) return;
  button.setAttribute('aria-disabled', 'true');
  try {
    await act();
  } finally {
    button.removeAttribute('aria-disabled');
  }
}
