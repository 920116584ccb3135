// The units in deploy/systemd: read by systemd itself, held against the server's help, and their command run as they have it.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

import { RunningServer, serverProgram } from '../browser/running-server.js';
import { help, ROOT } from './project.mjs';
import { parseEnvironmentFile, parseUnit } from './systemd.mjs';

const DEPLOY = join(ROOT, 'deploy');
const text = (name) => readFileSync(join(DEPLOY, 'systemd', name), 'utf8');
const UNITS = ['tengen.service', 'tengen@.service'];
const BACKUP = 'tengen-backup.service';
const unit = Object.fromEntries(UNITS.map((name) => [name, parseUnit(text(name))]));
const started = (name) => unit[name].Service.ExecStart[0].split(' ');

/** What a program of systemd says of a unit in which the server is the one that was built. */
function analyze(name, ...words) {
  const directory = mkdtempSync(join(tmpdir(), 'tengen-systemd-'));
  try {
    const path = join(directory, name.replace('@.', '@8081.'));
    writeFileSync(path, text(name).replace('/usr/local/bin/tengen', serverProgram()));
    const { error, status, stdout, stderr } = spawnSync('systemd-analyze', [...words, path], { encoding: 'utf8' });
    if (error) throw new Error(`no systemd-analyze (${error.message}): apt-get install systemd`);
    return { status, said: stdout + stderr };
  } finally {
    rmSync(directory, { recursive: true });
  }
}

test('these are the units', () => {
  assert.deepEqual(readdirSync(join(DEPLOY, 'systemd')).filter((name) => name.endsWith('.service')).sort(), [BACKUP, ...UNITS].sort());
});

for (const name of UNITS) {
  test(`${name}: systemd has nothing to complain of`, () => {
    assert.deepEqual(analyze(name, 'verify'), { status: 0, said: '' });
  });

  test(`${name}: little is open to whoever takes the server over`, () => {
    const { status, said } = analyze(name, 'security', '--offline=true', '--no-pager', '--threshold=15');
    assert.equal(status, 0, said);
    const { Service: service, Unit: itself } = unit[name];
    for (const setting of ['LimitNOFILE', 'MemoryMax', 'TasksMax', 'TimeoutStopSec']) assert.equal(service[setting].length, 1, setting);
    assert.deepEqual(service.Restart, ['always']);
    assert.deepEqual(itself.StartLimitIntervalSec, ['0'], 'it is not given up while Postgres is late');
  });

  test(`${name}: options and variables are the server's own`, () => {
    const [program, task, ...words] = started(name);
    assert.deepEqual([program, task], ['/usr/local/bin/tengen', 'serve']);
    const known = help('serve');
    for (const word of words.filter((each) => each.startsWith('--'))) assert.ok(known.options.has(word), word);
  });
}

test(`${BACKUP}: the server's user makes a copy of the server's games, and old copies go`, () => {
  assert.deepEqual(analyze(BACKUP, 'verify'), { status: 0, said: '' });
  const { status, said } = analyze(BACKUP, 'security', '--offline=true', '--no-pager', '--threshold=15');
  assert.equal(status, 0, said);
  const { Service: service } = parseUnit(text(BACKUP));
  const { Service: server } = unit['tengen.service'];
  for (const setting of ['DynamicUser', 'User', 'StateDirectory', 'StateDirectoryMode', 'UMask', 'ProtectSystem']) {
    assert.deepEqual(service[setting], server[setting], setting);
  }
  const [program, task, ...words] = service.ExecStart[0].split(' ');
  assert.deepEqual([program, task], ['/usr/local/bin/tengen', 'backup']);
  const known = help('backup');
  for (const word of words.filter((each) => each.startsWith('--'))) assert.ok(known.options.has(word), word);
  const [data, copies] = service.StateDirectory[0].split(' ').map((name) => `/var/lib/${name}`);
  const settings = new Map(words.map((word, index) => [word, words[index + 1]]));
  assert.deepEqual([settings.get('--data-dir'), settings.get('--into')], [data, copies]);
  assert.ok(Number(settings.get('--keep-daily')) > 0 && Number(settings.get('--keep-weekly')) > 0);
});

test('the timer starts the backup at a time that systemd knows, once a day', () => {
  const timer = parseUnit(text(BACKUP.replace('.service', '.timer')));
  const { error, status, stdout } = spawnSync('systemd-analyze', ['calendar', '--iterations=2', timer.Timer.OnCalendar[0]], { encoding: 'utf8' });
  assert.ifError(error);
  assert.equal(status, 0);
  assert.match(stdout, /#2/);
  assert.deepEqual([timer.Timer.Persistent, timer.Install.WantedBy], [['true'], ['timers.target']]);
});

test('the drop-in for TLS has variables and options of the server', () => {
  const { Service: service } = parseUnit(text(join('tengen.service.d', 'tls.conf')));
  const known = help('serve');
  for (const variable of service.Environment) assert.ok(known.variables.has(variable.split('=')[0]), variable);
  const [none, command] = service.ExecStart;
  assert.equal(none, '', 'the command of the unit goes');
  const [program, task, ...words] = command.split(' ');
  assert.deepEqual([program, task], ['/usr/local/bin/tengen', 'serve']);
  for (const word of words.filter((each) => each.startsWith('--'))) assert.ok(known.options.has(word), word);
  assert.equal(words[words.indexOf('--data-dir') + 1], started('tengen.service').at(-1));
});

test('the units differ in the data and the port alone', () => {
  const rest = (name) => {
    const { ExecStart, EnvironmentFile, StateDirectory, StateDirectoryMode, User, ...others } = unit[name].Service;
    return others;
  };
  assert.deepEqual(rest('tengen@.service'), rest('tengen.service'));
});

test('the file of a cluster has variables of the server, and its secret is root\'s', () => {
  const file = 'cluster.env';
  assert.deepEqual(unit['tengen@.service'].Service.EnvironmentFile, [`/etc/tengen/${file}`]);
  const variables = parseEnvironmentFile(text(file));
  const known = help('serve');
  for (const name of Object.keys(variables)) assert.ok(known.variables.has(name), name);
  assert.match(text(file), /owned by root, mode 0600/);
  const query = new URL(variables.DATABASE_URL).searchParams;
  assert.equal(query.get('sslmode'), 'verify-full', 'the example is a safe one');
});

test('the instances are the servers to which the proxies lead', () => {
  const address = started('tengen@.service').at(-1);
  const ports = /tengen@\d+( tengen@\d+)*/.exec(text('tengen@.service'))[0].match(/\d+/g);
  for (const file of ['nginx.conf', 'haproxy.cfg', 'Caddyfile']) {
    const configuration = readFileSync(join(DEPLOY, file), 'utf8');
    for (const port of ports) assert.ok(configuration.includes(address.replace('%i', port)), `${file}: ${port}`);
  }
});

test('the command of the unit serves, and ends in good order', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'tengen-unit-'));
  const [, ...words] = started('tengen.service');
  const settings = new Map(words.map((word, index) => [word, words[index + 1]]));
  assert.equal(settings.get('--data-dir'), `/var/lib/${unit['tengen.service'].Service.StateDirectory[0].split(' ')[0]}`);
  assert.equal(settings.get('--listen'), '127.0.0.1:8080', 'where docs/operations/services.md says');
  // The test's own port and directory in their places.
  const command = words.filter((word) => word !== '--listen' && word !== settings.get('--listen'));
  const server = await RunningServer.start({ command: command.map((word) => word.replace(settings.get('--data-dir'), directory)) });
  try {
    assert.equal(await server.stop(), 0);
    assert.ok(readdirSync(directory).includes('tengen.sqlite'));
  } finally {
    await server.remove();
    rmSync(directory, { recursive: true });
  }
});
