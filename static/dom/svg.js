const NAMESPACE = 'http://www.w3.org/2000/svg';

/**
 * Makes many elements that differ in some attributes alone: a copy costs less than setting them all.
 * @param {string} name
 * @param {Record<string, any>} attributes
 * @returns {(own: Record<string, any>) => SVGElement}
 */
export function stamp(name, attributes) {
  /** @type {SVGElement | null} */
  let first = null;
  return (own) => {
    first ??= svg(name, attributes);
    const copy = /** @type {SVGElement} */ (first.cloneNode());
    for (const [key, value] of Object.entries(own)) copy.setAttribute(key, value);
    return copy;
  };
}

/**
 * Makes an SVG element with attributes and children.
 * @param {string} name
 * @param {Record<string, any>} attributes
 * @param {...(Node | string)} children
 * @returns {SVGElement}
 */
export function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS(NAMESPACE, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}
