// A port for a program that cannot say which one the system gave it.

import { createServer } from 'node:net';

/**
 * A port of 127.0.0.1 that nobody listens on right now. Another program may take it before the one that it is
 * for; who starts that one has to be ready to try again with another port.
 */
export function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
