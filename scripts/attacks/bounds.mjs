// What one stranger may take of a server.

const MIB = 2 ** 20;
// The memory that the server may have in use at most. It is read and not limited: the system's limits count memory that is only
// reserved, of which the allocator takes a GiB at once.
const MEMORY = 512 * MIB;
// How many times as late as before moves may be beside one attack, and beside all of them.
const LATER = { one: 2, all: 4 };
// All attacks at once fill each cache of the server, and the allocator keeps for a second what was freed.
const MEMORY_OF_ALL = 2;
// So many seconds of a core one address may have at once: half a second of each of its three shares (crates/limits).
const AT_ONCE = 1.5;

// What is wrong with an attack that was watched for some seconds before and while it went on: sentences, if there is anything. `memory`
// is in bytes, `core` a part of one, and `late` in milliseconds: moves that come sooner are late for nobody, and a busy machine makes
// them vary by as much.
export function faults({ name, title, before, during, most, newcomer }, { memory, core, late, seconds }) {
  const isAll = name === 'all';
  const taken = during.memory - before.memory;
  const latest = Math.max(before.p99 * (isAll ? LATER.all : LATER.one), late);
  const cores = during.cores - before.cores;
  return [
    taken > memory * (isAll ? MEMORY_OF_ALL : 1) && `${(taken / MIB).toFixed(0)} MiB of memory for one stranger`,
    most > MEMORY && `${(most / MIB).toFixed(0)} MiB of memory at most`,
    !newcomer && 'nobody else gets in',
    during.p99 > latest && `a p99 of ${during.p99.toFixed(1)} ms, after ${before.p99.toFixed(1)} before`,
    cores > core + AT_ONCE / seconds && `${(cores * 100).toFixed(0)} % of a core for one stranger`,
  ].filter(Boolean).map((why) => `${title}: ${why}`);
}
