// A request that makes something, made again by somebody who has heard nothing of the first one: by its key the server makes nothing twice.

import { newId } from './new-id.js';

/** Problems after which nobody here knows whether something was made. */
const OPEN = ['unreachable', 'request_under_way', 'internal', 'unavailable'];

/**
 * A maker: `post` sends a body with a key. While it is not known what became of a body, the same one has the same key.
 * @template Body, Made
 * @param {(body: Body, key: string) => Promise<Made>} post
 */
export function madeOnce(post, makeKey = newId) {
  /** @type {{body: Body, key: string} | null} */
  let open = null;
  return async (/** @type {Body} */ body) => {
    if (open?.body !== body) open = { body, key: makeKey() };
    const sent = /** @type {{body: Body, key: string}} */ (open);
    const end = () => {
      if (open === sent) open = null;
    };
    try {
      const made = await post(body, sent.key);
      end();
      return made;
    } catch (problem) {
      if (!OPEN.includes(problem.code)) end();
      throw problem;
    }
  };
}
