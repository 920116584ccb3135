// The figures of a build as Markdown.

import { key } from './compilations.mjs';
import { parts } from './parts.mjs';

const whole = (seconds) => seconds.toFixed(seconds < 10 ? 1 : 0);
const sum = (packages, of = ({ seconds }) => seconds) => packages.reduce((total, one) => total + of(one), 0);

/** What is less than this, in seconds, has no row of its own. */
const SMALL = 2;

/**
 * @param {{profile: string, elapsed: number, seconds: number, bytes: number}} build `seconds` are the processor's.
 * @param {{name: string, version: string, rust: number, c: number, seconds: number}[]} compiled
 */
export function tables(build, compiled, workspace, top) {
  const own = compiled.filter((one) => workspace.own.has(key(one)));
  const others = compiled.filter((one) => !workspace.own.has(key(one)));
  const rest = build.seconds - sum(compiled);
  const totals = [
    ['registry crates, Rust', sum(others, ({ rust }) => rust)],
    ['registry crates, C', sum(others, ({ c }) => c)],
    ['own crates, with linking', sum(own)],
    ['build scripts, the pages among them, and cargo', rest],
    ['**all**', build.seconds],
  ];
  const bought = parts(others, workspace);
  const listed = bought.filter(({ part, seconds }) => part !== null && seconds >= SMALL);
  const unlisted = bought.filter(({ part, seconds }) => part !== null && seconds < SMALL);
  const shared = bought.filter(({ part }) => part === null);
  return [
    `Profile \`${build.profile}\`: ${whole(build.seconds)} s of processor, ${whole(build.elapsed)} s by the clock; the program has ` +
      `${(build.bytes / 1e6).toFixed(1)} MB.`,
    markdown(['', 'seconds'], totals.map(([name, seconds]) => [name, whole(seconds)])),
    markdown(['only for', 'seconds', 'crates', 'the dearest'], [
      ...listed.map(({ part, seconds, packages }) => [part, whole(seconds), packages.length, packages.slice(0, 4).join(', ')]),
      [`${unlisted.length} others`, whole(sum(unlisted)), unlisted.flatMap(({ packages }) => packages).length, ''],
      ...shared.map(({ seconds, packages }) => ['more than one part', whole(seconds), packages.length, packages.slice(0, 4).join(', ')]),
    ]),
    markdown(['registry crate', 'seconds'], [
      ...others.slice(0, top).map((one) => [key(one), whole(one.seconds)]),
      [`${Math.max(0, others.length - top)} others`, whole(sum(others.slice(top)))],
    ]),
    markdown(['own crate', 'seconds'], [
      ...own.filter(({ seconds }) => seconds >= SMALL).map(({ name, seconds }) => [name, whole(seconds)]),
      [`${own.filter(({ seconds }) => seconds < SMALL).length} others`, whole(sum(own.filter(({ seconds }) => seconds < SMALL)))],
    ]),
  ].join('\n\n');
}

function markdown(head, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
}
