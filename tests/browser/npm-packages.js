// npm installs packages in this directory alone; the tests and scripts of other directories get them here.

export { parse as parseToml } from 'smol-toml';
export { WebSocket } from 'ws';
export { parse as parseYaml } from 'yaml';
