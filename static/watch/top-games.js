// The most watched games, as the server tells them while the page is open.

/** How long to wait after an answer that is no stream, in milliseconds. */
const PAUSE = 5_000;

/**
 * Calls `hear` with the ids, the most watched first, whenever something about them has changed. The last argument replaces
 * the browser's own parts in tests.
 * @param {any} hear
 */
export function followTop(hear, { Source = EventSource, timers = globalThis } = {}) {
  let known = new Set();
  const open = () => {
    const source = new Source('/api/v1/top/stream');
    source.onmessage = ({ data }) => {
      const { type, games, order } = JSON.parse(data);
      if (type === 'top') known.clear();
      for (const { id } of games) known.add(id);
      const ids = (order ?? games.map((/** @type {any} */ { id }) => id)).filter((/** @type {string} */ id) => known.has(id));
      // Games that have left the top are forgotten, so that memory does not grow on a screen that stands for months.
      known = new Set(ids);
      hear(ids);
    };
    // The browser comes back by itself from a connection that breaks, but not from an answer like 502 of a proxy.
    source.onerror = () => {
      if (source.readyState === Source.CLOSED) timers.setTimeout(open, PAUSE);
    };
  };
  open();
}
