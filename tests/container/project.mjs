// The measures for the container files: the source tree, and the server's own help.

import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { serverProgram } from '../browser/running-server.js';
import { parseToml, parseYaml } from '../browser/npm-packages.js';
import { parseDockerfile } from './dockerfile.mjs';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const read = (file) => readFileSync(join(ROOT, file), 'utf8');

export const manifest = parseToml(read('Cargo.toml'));
export const compose = parseYaml(read('docker-compose.yml'));
export const cluster = parseYaml(read('docker-compose.cluster.yml'));
export const clusterText = read('docker-compose.cluster.yml');
export const composeText = read('docker-compose.yml');
export const dockerfile = parseDockerfile(read('Dockerfile'));
export const ignored = read('.dockerignore').split('\n').filter((line) => line !== '' && !line.startsWith('#'));
export const crates = readdirSync(join(ROOT, 'crates')).sort();

/** The options and the variables that `tengen WORDS... --help` tells. */
export function help(...words) {
  const text = execFileSync(serverProgram(), [...words, '--help'], { encoding: 'utf8' });
  return {
    options: new Set(text.match(/--[a-z][a-z-]*/g)),
    variables: new Set([...text.matchAll(/\[env: ([A-Z_]+)=?/g)].map((match) => match[1])),
  };
}
