// A member's settings are kept with the account, and so the same on every device. Guests have them in their browser alone. How a stone is put down is a
// matter of the device, and stays there.

/** The settings that are kept, by the words of the account's preferences. */
export const KEPT = ['theme', 'board', 'stones', 'loose', 'coordinates', 'naming', 'numbers', 'sounds', 'volume'];

/** Where the browser remembers whose settings it has, when they were read, and which of them the account does not have yet. */
const STORE = 'tengen.settings.kept';
/** So long what was read from the account is taken for current. */
const FRESH = 10 * 60_000;
/** Changes that come soon after each other are sent together. */
const GATHERING = 1_000;

/** A setting from the text that the account has of it, in the type of its default; undefined if it is none. */
export function readSetting(text, usual) {
  if (text === undefined) return undefined;
  if (typeof usual === 'boolean') return text === 'true' ? true : text === 'false' ? false : undefined;
  if (typeof usual === 'number') return text !== '' && Number.isFinite(Number(text)) ? Number(text) : undefined;
  return text;
}

/** A browser may forbid storage altogether. */
function localStorageOrNone() {
  try {
    return globalThis.localStorage;
  } catch {
    return null;
  }
}

export class KeptSettings {
  /** `settings` has `get`, `set` and `usual`, of a name; `account` has `read`, which answers the preferences or null, and `write`, which takes the place of them. */
  constructor({ settings, account, storage = localStorageOrNone(), timers = globalThis, now = () => Date.now() }) {
    Object.assign(this, { settings, account, storage, timers, now });
    this.player = null;
    this.timer = null;
    /** Is a setting taken over at this moment? Then it is nobody's change. */
    this.takesOver = false;
    /** The settings that were changed here before the account was met. */
    this.early = new Set();
    /** What the account is being given. */
    this.sent = {};
  }

  /** A member is here, or nobody else than before: the settings are those of the account from now on. */
  begin(player) {
    this.player = player;
    const { at, waiting, isOwn } = this.memory();
    const isFresh = isOwn && waiting.length === 0 && at <= this.now() && this.now() - at < FRESH;
    return isFresh ? Promise.resolve() : this.meet();
  }

  /** No member is here any more. */
  end() {
    this.player = null;
    this.timers.clearTimeout(this.timer);
  }

  /** The member has changed a setting here. */
  changed(name) {
    if (!this.player || this.takesOver || !KEPT.includes(name)) return;
    const { at, waiting, isOwn } = this.memory();
    if (isOwn) this.remember({ at, waiting: [...new Set([...waiting, name])] });
    else this.early.add(name);
    this.timers.clearTimeout(this.timer);
    this.timer = this.timers.setTimeout(() => this.meet(), GATHERING);
  }

  /** Takes over what the account has, and gives it what it has not. */
  async meet() {
    const { player } = this;
    try {
      const kept = await this.account.read();
      if (!kept || this.player !== player) return;
      const missing = this.takeOver(kept);
      if (missing.length > 0) await this.give(kept);
      this.early.clear();
      // What was changed meanwhile has its own turn.
      const waiting = missing.filter((name) => this.sent[name] !== String(this.settings.get(name)));
      this.remember({ at: this.now(), waiting: [...new Set([...waiting, ...this.memory().waiting.filter((name) => !missing.includes(name))])] });
    } catch {
      // Without the server the settings hold here, and the next page tries again.
    }
  }

  /** What others have put there stays. */
  async give(kept) {
    try {
      await this.account.write({ ...kept, ...this.sent });
    } catch (problem) {
      // An account that is full of other words stays so, and is not asked at each page.
      if (problem.code !== 'invalid_preferences') throw problem;
    }
  }

  /** Answers the names of the settings that the account has to be given. */
  takeOver(kept) {
    const { waiting, isOwn, isOthers } = this.memory();
    const missing = [];
    this.takesOver = true;
    for (const name of KEPT) {
      const usual = this.settings.usual(name);
      const value = readSetting(kept[name], usual);
      if (this.early.has(name) || (isOwn && waiting.includes(name))) missing.push(name);
      else if (value !== undefined) this.settings.set(name, value);
      // What another member has chosen in this browser is nothing of this one's.
      else if (isOthers) this.settings.set(name, usual);
      else if (this.settings.get(name) !== usual) missing.push(name);
    }
    this.takesOver = false;
    this.sent = Object.fromEntries(missing.map((name) => [name, String(this.settings.get(name))]));
    return missing;
  }

  /** What the browser remembers: of this member, of another one, or of nobody. */
  memory() {
    let known = null;
    try {
      known = JSON.parse(this.storage.getItem(STORE));
    } catch {
      // A browser may forbid storage: then each page asks the account.
    }
    const isOwn = known?.player === this.player;
    return { at: isOwn ? known.at : 0, waiting: isOwn ? known.waiting : [], isOwn, isOthers: Boolean(known) && !isOwn };
  }

  remember({ at, waiting }) {
    try {
      this.storage.setItem(STORE, JSON.stringify({ player: this.player, at, waiting }));
    } catch {
      // Then each page asks the account.
    }
  }
}
