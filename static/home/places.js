// The places of the games in a list. A tile that somebody is about to press must not move: while a hand is on the list, a
// game that leaves keeps its place empty, and new games stand at the end.

export class Places {
  /** `most` is the number of places; a `sorted` list returns to its order whenever no hand is on it. */
  constructor(most, { sorted = false } = {}) {
    this.most = most;
    this.sorted = sorted;
    this.ids = [];
  }

  /** The ids by place, null where a place is empty. `wanted` are the ids in their order, `held` says that a hand is on the list. */
  arrange(wanted, held) {
    if (this.sorted && !held) {
      this.ids = wanted.slice(0, this.most);
      return this.ids;
    }
    const shown = new Set(this.ids);
    const still = new Set(wanted);
    const coming = wanted.filter((id) => !shown.has(id));
    const places = this.ids.map((id) => (still.has(id) ? id : null)).map((id) => (id === null && !held ? coming.shift() ?? null : id));
    while (places.length < this.most && coming.length > 0) places.push(coming.shift());
    this.ids = held ? places : closed(places);
    return this.ids;
  }
}

/** Without empty places: the last game fills each, so that the fewest move. */
function closed(places) {
  const left = [...places];
  for (let place = 0; place < left.length; place += 1) {
    while (left.length > place && left.at(-1) === null) left.pop();
    if (place < left.length && left[place] === null) left[place] = left.pop();
  }
  return left;
}
