// `beside-busy.mjs COMMAND...` runs a command while something else keeps one processor busy.

import { spawn } from 'node:child_process';

const [program, ...words] = process.argv.slice(2);
const busy = spawn(process.execPath, ['-e', 'for (;;) {}'], { stdio: 'ignore' });
process.on('exit', () => busy.kill('SIGKILL'));
const child = spawn(program, words, { stdio: 'inherit' });
child.on('error', (error) => {
  console.error(error.message);
  process.exit(1);
});
child.on('exit', (code, signal) => {
  if (signal) console.error(`ended by ${signal}`);
  process.exit(code ?? 1);
});
