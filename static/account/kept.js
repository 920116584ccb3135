// What a tab keeps from one page to the next.

/** What `read` answers of the tab's storage, or null: a browser may forbid storage, and then nothing lasts longer than the page. */
export function kept(read) {
  try {
    return read(sessionStorage);
  } catch {
    return null;
  }
}
