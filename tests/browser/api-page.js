// The page on which the interface is read: a hundred operations and shapes, each behind its title.

/**
 * Takes away what is behind the titles that are closed, but for the first of each kind: nobody sees it, it
 * has the same parts as that which stays, and axe-core would look at thirty thousand elements.
 */
export function thinned(page) {
  return page.evaluate((kept) => {
    for (const kind of ['operation', 'shape']) {
      for (const closed of [...document.querySelectorAll(`details.${kind}:not([open])`)].slice(kept)) {
        for (const part of [...closed.children].filter(({ localName }) => localName !== 'summary')) part.remove();
      }
    }
  }, 5);
}
