// How many boards stand beside each other.

/** Below this width boards stand under each other, as wide as the screen. */
const PHONE = 600;

/**
 * The number of columns in which so many boards, each with `extra` pixels of names and clocks above and below, are as large
 * as the space lets them be.
 * @param {number} count
 * @param {any} parts
 * @param {any} extra
 */
export function bestColumns(count, { width, height }, extra) {
  if (width < PHONE) return 1;
  let best = { columns: 1, side: 0 };
  for (let columns = 1; columns <= count; columns += 1) {
    const rows = Math.ceil(count / columns);
    const side = Math.min(width / columns, height / rows - extra);
    if (side > best.side) best = { columns, side };
  }
  return best.columns;
}
