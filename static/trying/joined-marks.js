// Drawings on the board that several nodes make of the same position.

/** All of them, each once. A point has one text. */
export function joinedMarks(all) {
  const joined = {};
  for (const marks of all) {
    for (const [kind, list] of Object.entries(marks)) {
      const known = new Set((joined[kind] ??= []).map((each) => markKey(kind, each)));
      joined[kind].push(...list.filter((each) => !known.has(markKey(kind, each))));
    }
  }
  return joined;
}

/** What makes two marks of a kind the same. */
const markKey = (kind, mark) => (kind === 'labels' ? mark[0] : String(mark));
