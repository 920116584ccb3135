// A member's settings are kept with the account, and so the same on every device. Guests have them in their browser alone. How a
// stone is put down is a matter of the device, and stays there.

/** The settings that are kept, by the words of the account's preferences. */
export const KEPT = ['theme', 'board', 'stones', 'loose', 'coordinates', 'naming', 'numbers', 'sounds', 'volume'];

/**
 * Where the browser remembers whose settings it has, as that member had them here, when they were read, and which of them the
 * account does not have yet.
 */
const STORE = 'tengen.settings.kept';
/** So long what was read from the account is taken for current. */
const FRESH = 10 * 60_000;
/** Changes that come soon after each other are sent together. */
const GATHERING = 1_000;

/**
 * A setting from the text that the account has of it, in the type of its default; undefined if it is none.
 * @param {string | undefined} text
 * @param {unknown} usual
 */
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

/**
 * @typedef {Record<string, string>} Preferences
 * @typedef {{read: () => Promise<{player: string, preferences: Preferences | null}>, write: (preferences: Preferences) => Promise<any>}} Kept
 */

export class KeptSettings {
  /** @type {Record<'get' | 'set' | 'usual', (name: any, value?: any) => any>} */ settings;
  /** @type {Kept} */ account;
  /** @type {Storage | null} */ storage;
  /** @type {any} */ timers;
  /** @type {() => number} */ now;

  /**
   * `settings` has `get`, `set` and `usual`, of a name; `account` has `read`, which answers the `player` of the account with its
   * `preferences`, null if there is none, and `write`, which takes the place of them. `early` are the settings that were changed
   * before there was anybody to note it.
   * @param {Pick<KeptSettings, 'settings' | 'account'> & {early?: string[], storage?: Storage | null, timers?: any, now?: () => number}} parts
   */
  constructor({ settings, account, early = [], storage = localStorageOrNone(), timers = globalThis, now = () => Date.now() }) {
    Object.assign(this, { settings, account, storage, timers, now });
    /** @type {string | null} */
    this.player = null;
    /** @type {any} */
    this.timer = null;
    /** The exchange with the account that goes on, behind those before it. */
    this.meeting = Promise.resolve();
    /** Is a setting taken over at this moment? Then it is nobody's change. */
    this.takesOver = false;
    /** The settings that were changed here before the account was met. */
    this.early = new Set(early);
    /**
     * What the browser remembers, where it may not be stored.
     * @type {any}
     */
    this.last = null;
  }

  /**
   * A member is here, or nobody else than before: the settings are those of the account from now on.
   * @param {string} player
   */
  begin(player) {
    if (player === this.player) return this.meeting;
    if (this.player) this.end();
    this.player = player;
    this.gather();
    const { at, waiting, isOwn } = this.memory();
    const isFresh = isOwn && waiting.length === 0 && at <= this.now() && this.now() - at < FRESH;
    return isFresh ? Promise.resolve() : this.meet();
  }

  /** No member is here any more. */
  end() {
    this.player = null;
    this.early.clear();
    this.timers.clearTimeout(this.timer);
  }

  /**
   * A setting has changed. In another tab it is that tab's to note: whoever is there may be another member.
   * @param {string} name
   * @param {boolean | undefined} isOwn
   */
  changed(name, isOwn) {
    if (!this.player || this.takesOver || !isOwn || !KEPT.includes(name)) return;
    if (this.memory().isOwn) this.gather();
    else this.early.add(name);
    this.timers.clearTimeout(this.timer);
    this.timer = this.timers.setTimeout(() => this.meet(), GATHERING);
  }

  /** What is another setting than this member had here was chosen by this member, perhaps before there was anybody to note it. */
  gather() {
    const { at, values, waiting, isOwn } = this.memory();
    if (!isOwn) return;
    // An earlier release knew fewer of them.
    const chosen = KEPT.filter((name) => values[name] !== undefined && values[name] !== this.text(name));
    if (chosen.length > 0) this.remember({ at, waiting: [...new Set([...waiting, ...chosen])] });
  }

  /** One exchange comes after the other. */
  meet() {
    this.meeting = this.meeting.then(() => this.exchange());
    return this.meeting;
  }

  /** Takes over what the account has, and gives it what it has not. */
  async exchange() {
    const { player } = this;
    if (!player) return;
    try {
      const told = await this.account.read();
      // Another member may have come in by another tab, whose account is none of the one who is known here.
      if (told.player !== player || this.player !== player || !told.preferences) return;
      this.gather();
      const missing = this.takeOver(told.preferences);
      const sent = Object.fromEntries(missing.map((name) => [name, this.text(name)]));
      // From here on the settings are this member's, and what is changed while they are given waits for its own turn.
      this.early.clear();
      this.remember({ at: 0, waiting: missing });
      if (missing.length > 0) await this.give({ ...told.preferences, ...sent });
      const { waiting, isOwn } = this.memory();
      if (isOwn && this.player === player) this.remember({ at: this.now(), waiting: waiting.filter((name) => sent[name] !== this.text(name)) });
    } catch {
      // Without the server the settings hold here, and the next page tries again.
    }
  }

  /**
   * What others have put there stays.
   * @param {Record<string, string>} preferences
   */
  async give(preferences) {
    try {
      await this.account.write(preferences);
    } catch (problem) {
      // An account that is full of other words stays so, and is not asked at each page.
      if (problem.code !== 'invalid_preferences') throw problem;
    }
  }

  /**
   * Answers the names of the settings that the account has to be given.
   * @param {Record<string, string>} preferences
   */
  takeOver(preferences) {
    const { values, waiting, isOthers } = this.memory();
    /** @type {string[]} */
    const missing = [];
    this.takesOver = true;
    for (const name of KEPT) {
      const usual = this.settings.usual(name);
      const value = readSetting(preferences[name], usual);
      if (this.early.has(name) || waiting.includes(name)) missing.push(name);
      else if (value !== undefined) this.settings.set(name, value);
      // What another member has chosen in this browser is nothing of this one's. What a guest has chosen since is.
      else if (isOthers && values[name] === this.text(name)) this.settings.set(name, usual);
      else if (this.settings.get(name) !== usual) missing.push(name);
    }
    this.takesOver = false;
    return missing;
  }

  /** @param {string} name */
  text(name) {
    return String(this.settings.get(name));
  }

  /**
   * What the browser remembers: of this member, of another one, or of nobody. The `values` are texts, as that member had them.
   * @returns {{at: number, values: Record<string, string>, waiting: string[], isOwn: boolean, isOthers: boolean}}
   */
  memory() {
    /** @type {any} */
    let known = this.last;
    try {
      known = JSON.parse(/** @type {any} */ (this.storage).getItem(STORE));
    } catch {
      // A browser may forbid storage: then each page asks the account.
    }
    const isOwn = known?.player === this.player;
    return { at: isOwn ? known.at : 0, values: known?.values ?? {}, waiting: isOwn ? known.waiting : [], isOwn, isOthers: Boolean(known) && !isOwn };
  }

  /** @param {{at: number, waiting: string[]}} memory */
  remember({ at, waiting }) {
    const values = Object.fromEntries(KEPT.map((name) => [name, this.text(name)]));
    this.last = { player: this.player, at, values, waiting };
    try {
      /** @type {Storage} */ (this.storage).setItem(STORE, JSON.stringify(this.last));
    } catch {
      // Then each page asks the account.
    }
  }
}
