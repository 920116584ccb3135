// Whether somebody looks at the page.

const OFTEN = 30_000;

/**
 * Calls `look` when somebody looks at the page again or the network is back, `leave` when nobody looks at it any more, and `due`
 * each half a minute in between. Answers how to end that.
 * @param {{look: () => void, leave: () => void, due: () => void}} calls
 */
export function attend({ look, leave, due }) {
  const listening = new AbortController();
  const { signal } = listening;
  const seen = () => (document.hidden ? leave() : look());
  document.addEventListener('visibilitychange', seen, { signal });
  addEventListener('focus', seen, { signal });
  addEventListener('online', seen, { signal });
  addEventListener('pagehide', leave, { signal });
  const timer = setInterval(() => document.hidden || due(), OFTEN);
  return () => {
    listening.abort();
    clearInterval(timer);
  };
}
