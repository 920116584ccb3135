// Which packages would not be compiled without a part of the workspace, or without one library.

import { key } from './compilations.mjs';

/**
 * The packages of a workspace out of `cargo metadata`: `{own, direct, brings}`. `own` has the keys of the workspace's packages;
 * `direct` leads from the key of a library that they name to the names of those that name it; `brings` leads from it to
 * the keys of all that it is made of, its own among them. Dependencies of tests are left out.
 */
export function workspace(metadata, program) {
  const named = new Map(metadata.packages.map((one) => [one.id, one]));
  const members = new Set(metadata.workspace_members);
  const needs = new Map(metadata.resolve.nodes.map(({ id, deps }) =>
    [id, deps.filter((dep) => dep.dep_kinds.some(({ kind }) => kind !== 'dev')).map(({ pkg }) => pkg)]));
  const reached = (starts) => {
    const seen = new Set();
    for (const open = [...starts]; open.length > 0;) {
      const id = open.pop();
      if (seen.has(id)) continue;
      seen.add(id);
      open.push(...needs.get(id));
    }
    return seen;
  };
  const start = metadata.workspace_members.find((id) => named.get(id).name === program);
  const own = [...reached([start])].filter((id) => members.has(id));
  const direct = new Map();
  for (const member of own) {
    for (const id of needs.get(member).filter((id) => !members.has(id))) {
      direct.set(id, [...(direct.get(id) ?? []), named.get(member).name]);
    }
  }
  const keyOf = (id) => key(named.get(id));
  return {
    own: new Set(own.map(keyOf)),
    direct: new Map([...direct].map(([id, by]) => [keyOf(id), by])),
    brings: new Map([...direct.keys()].map((id) => [keyOf(id), new Set([...reached([id])].map(keyOf))])),
  };
}

/**
 * The sums of what only one library brings in, or only one of the workspace's packages by several libraries, or more than
 * one of these: `{part, seconds, packages}`, dearest first. `part` is null for the last sum.
 */
export function parts(compiled, { own, direct, brings }) {
  const sums = new Map();
  for (const one of compiled) {
    if (own.has(key(one))) continue;
    const libraries = [...direct.keys()].filter((library) => brings.get(library).has(key(one)));
    const owners = new Set(libraries.flatMap((library) => direct.get(library)));
    let part = null;
    if (libraries.length === 1) part = libraries[0].split(' ')[0];
    else if (owners.size === 1) part = [...owners][0];
    const sum = sums.get(part) ?? { part, seconds: 0, packages: [] };
    sum.seconds += one.seconds;
    sum.packages.push(one.name);
    sums.set(part, sum);
  }
  return [...sums.values()].sort((one, other) => other.seconds - one.seconds);
}
