/**
 * The element with an id, as the file of the page has it: a form, a field, an element of our own.
 * @param {string} id
 * @returns {any}
 */
export const find = (id) => document.getElementById(id);
