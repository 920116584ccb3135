// One attack, in a process of its own until it is ended: NAME ADDRESS PORT.

const [name, from, port] = process.argv.slice(2);
const { attack, encrypted } = await import(`./${name}.mjs`);
await attack({ from, port: Number(port), encrypted });
