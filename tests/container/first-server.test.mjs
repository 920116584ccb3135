// The road from nothing to a server that people reach: its commands are copied, so they have to be right.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

import { help, ROOT } from './project.mjs';
import { parseUnit } from './systemd.mjs';

const PAGE = readFileSync(join(ROOT, 'docs', 'operations', 'first-server.md'), 'utf8');
const HOST = 'go.club.example';
const blocks = [...PAGE.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, block]) => block);
const whole = blocks.join('');
/** A command a line, without what continues on the next one. */
const lines = whole.replaceAll('\\\n', ' ').split('\n');

function bash(script, ...words) {
  const { error, status, stdout, stderr } = spawnSync('bash', [...words, '-c', script], { cwd: ROOT, encoding: 'utf8' });
  assert.ifError(error);
  assert.deepEqual({ status, stderr }, { status: 0, stderr: '' }, script);
  return stdout;
}

/** What a line of the page that makes a file by `sed` writes into it. */
function made(target) {
  const [line, ...others] = lines.filter((each) => each.startsWith('sed ') && each.endsWith(`> ${target}`));
  assert.ok(line !== undefined && others.length === 0, target);
  return bash(`host=${HOST}\n${line.slice(0, -`> ${target}`.length)}`);
}

test('the shell understands each block', () => {
  assert.ok(blocks.length > 10);
  for (const block of blocks) bash(block, '-n');
});

test('each file of the repository that a command names is there', () => {
  const named = new Set(whole.match(/(?<![\w/])deploy\/[\w./@-]+/g));
  assert.ok(named.size >= 5, [...named].join(' '));
  for (const file of named) assert.ok(existsSync(join(ROOT, file)), file);
});

test('each command of the program has the options that it is given', () => {
  const commands = lines.flatMap((line) => /(?<![\w-])(?:\/usr\/local\/bin\/)?tengen ((?:[a-z][a-z-]*(?: |$)){1,2})(.*)$/.exec(line)?.slice(1) ?? []);
  let given = 0;
  for (let index = 0; index < commands.length; index += 2) {
    const words = commands[index].trim().split(' ');
    const known = help(...(words[0] === 'admin' ? words : words.slice(0, 1))).options;
    for (const option of commands[index + 1].split(' && ')[0].match(/--[a-z][a-z-]*/g) ?? []) {
      given += 1;
      assert.ok(known.has(option), `tengen ${words.join(' ')} ${option}`);
    }
  }
  assert.ok(given >= 8, `${given} options`);
});

test('each variable is one of the server', () => {
  const { variables } = help('serve');
  const named = new Set([...whole.matchAll(/\b(TENGEN_[A-Z_]+)=/g)].map(([, name]) => name));
  assert.ok(named.size >= 6);
  for (const name of named) assert.ok(variables.has(name), name);
});

test('the proxy leads the site to the one server', () => {
  const file = made('/etc/caddy/Caddyfile');
  assert.match(file, new RegExp(`^${HOST.replaceAll('.', '\\.')} \\{$`, 'm'));
  assert.match(file, /^\treverse_proxy 127\.0\.0\.1:8080 \{$/m);
  assert.doesNotMatch(file, /^:80|808[1-3]/m);
});

test('the drop-in for certificate files has the name of the site', () => {
  const text = made('/etc/systemd/system/tengen.service.d/tls.conf');
  assert.ok(!text.includes('go.example.org'));
  const { Service: service } = parseUnit(text);
  assert.ok(service.Environment.includes(`TENGEN_PUBLIC_URL=https://${HOST}`));
  assert.ok(service.Environment.includes(`TENGEN_TLS_CERTIFICATE_FILE=/etc/letsencrypt/live/${HOST}/fullchain.pem`));
});

test('the file of options is what systemd reads, and the credential is where its unit looks', () => {
  const directory = mkdtempSync(join(tmpdir(), 'tengen-road-'));
  try {
    const etc = join(directory, 'tengen');
    const [make] = blocks.filter((block) => block.includes('cat > /etc/tengen/tengen.env'));
    bash(`host=${HOST} contact=mailto:security@example.org\n${make.replaceAll('/etc/tengen', etc)}`);
    const text = readFileSync(join(etc, 'tengen.env'), 'utf8');
    assert.match(text, new RegExp(`^TENGEN_PUBLIC_URL=https://${HOST}$`, 'm'));
    assert.match(text, /^TENGEN_SECURITY_CONTACT=mailto:security@example\.org$/m);
  } finally {
    rmSync(directory, { recursive: true });
  }
  const unit = parseUnit(readFileSync(join(ROOT, 'deploy', 'systemd', 'tengen.service'), 'utf8'));
  assert.deepEqual(unit.Service.EnvironmentFile, ['-/etc/tengen/tengen.env']);
  const [, name, file] = /^LoadCredential=([a-z-]+):(\S+)$/m.exec(whole);
  assert.ok(help('serve').options.has(`--${name}`));
  assert.ok(whole.includes(`> ${file}\n`), file);
});
