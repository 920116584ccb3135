// What a tab keeps from one page to the next.

/**
 * What `read` answers of the tab's storage, or null: a browser may forbid storage, and then nothing lasts longer than the page.
 * @template T
 * @param {(storage: Storage) => T} read
 * @returns {T | null}
 */
export function kept(read) {
  try {
    return read(sessionStorage);
  } catch {
    return null;
  }
}

/**
 * The names under which the tab keeps something that begin like this.
 * @type {(beginning: string) => string[]}
 */
export const keptKeys = (beginning) => kept((storage) => Array.from({ length: storage.length }, (_, i) => /** @type {string} */ (storage.key(i))).filter((name) => name.startsWith(beginning))) ?? [];
