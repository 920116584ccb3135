// What a closed class hides, said where one chooses how pupils come in.

/** Says so in the fields of a class, and nothing in those of a club. */
export function hintAtClosed(isClass) {
  document.getElementById('closed-class-hint').hidden = !isClass;
  const hints = ['joining-hint', ...(isClass ? ['closed-class-hint'] : []), 'joining-problem'];
  document.getElementById('joining').setAttribute('aria-describedby', hints.join(' '));
}
