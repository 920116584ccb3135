// Pages and servers answer in their own time: an assertion is tried again until it holds.

const PATIENCE_MS = 15_000;

/** Calls `check` until it no longer throws, and answers its answer. */
export async function eventually(check, patience = PATIENCE_MS) {
  const deadline = Date.now() + patience;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
