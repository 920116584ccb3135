/** @typedef {Node | string | number | boolean | null | undefined} Child */

/**
 * Makes an HTML element. Attributes that are null or false are left out, true
 * stands without a value, and `onclick` and its kind are listeners. Children
 * that are null or false are left out as well.
 * @template {string} N
 * @param {N} name
 * @param {Record<string, any>} attributes
 * @param {...Child} children
 * @returns {N extends keyof HTMLElementTagNameMap ? HTMLElementTagNameMap[N] : any} any for an element of our own
 */
export function html(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else if (value !== null && value !== undefined && value !== false) {
      element.setAttribute(key, value === true ? '' : value);
    }
  }
  element.append(.../** @type {Node[]} */ (children.filter((child) => child !== null && child !== undefined && child !== false)));
  return /** @type {any} */ (element);
}

/**
 * Sets a text only if it differs, so that nothing is read out or drawn twice.
 * @param {Element} element
 * @param {string} text
 */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * Facts in a line, for an element: it breaks between two facts, not within one.
 * @param {string[]} facts
 */
export function factLine(facts) {
  const last = facts.length - 1;
  return facts.flatMap((fact, i) => [html('span', { class: 'fact' }, i < last ? `${fact} ·` : fact), ...(i < last ? [' '] : [])]);
}

/**
 * Sets a line of facts only if it differs.
 * @param {Element} element
 * @param {string[]} facts
 */
export function setFacts(element, facts) {
  if (element.textContent !== facts.join(' · ')) element.replaceChildren(...factLine(facts));
}
