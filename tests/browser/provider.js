// A provider of OpenID Connect that runs for a test, and the file by which a server knows it.

import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

function providerProgram() {
  const target = process.env.CARGO_TARGET_DIR ?? fileURLToPath(new URL('../../target', import.meta.url));
  const program = join(target, 'debug', 'examples', 'openid_provider');
  if (!existsSync(program)) {
    throw new Error(`${program} is missing: run "cargo build -p tengen-testbed --example openid_provider" first`);
  }
  return program;
}

export class Provider {
  #process;
  #folder = mkdtempSync(join(tmpdir(), 'tengen-provider-'));

  /** Knows these people: `ada`, or `ada=Ada of the club`. Several see a page with a button each. */
  static async start(...people) {
    const provider = new Provider();
    provider.#process = spawn(providerProgram(), people, { stdio: ['pipe', 'pipe', 'inherit'] });
    const [line] = await once(provider.#process.stdout, 'data');
    provider.client = JSON.parse(line);
    return provider;
  }

  /** The options of a server at an address that knows the provider as `club`. */
  options(url) {
    const file = join(this.#folder, 'providers.json');
    writeFileSync(file, JSON.stringify({ providers: [{ id: 'club', name: 'Our club', ...this.client }] }));
    return ['--providers-file', file, '--public-url', url];
  }

  /** The host of its pages. */
  get host() {
    return new URL(this.client.issuer).host;
  }

  async stop() {
    const ended = once(this.#process, 'exit');
    this.#process.stdin.end();
    await ended;
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
