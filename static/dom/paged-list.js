// A list that comes page by page, with a button for the next page below it.

import { FurtherLine } from './further.js';
import { once } from './once.js';

/** The number of empty pages that are passed over for one press. */
const PATIENCE = 8;

/** @typedef {{items: any[], next: any}} Page */

export class PagedList {
  /** @type {HTMLElement} */ list;
  /** @type {HTMLElement} */ more;
  /** @type {(next: any) => Promise<Page>} */ getPage;
  /** @type {(item: any) => HTMLElement} */ item;
  /** @type {HTMLElement | null} */ none;
  /** @type {(problem: any) => void} */ fail;
  /** @type {number} */ least;
  /** @type {(items: any[]) => void} */ changed;

  /**
   * `list` and `more` are the elements. `getPage` fetches the page behind a `next`, or the first one: {items, next}. `item` makes
   * the element of an item, and `none` is shown where there is nothing. `fail` is told what was refused. At least `least` items
   * are fetched at once, and `changed` hears of every page.
   * @param {Pick<PagedList, 'list' | 'more' | 'getPage' | 'item' | 'fail'> & Partial<Pick<PagedList, 'none' | 'least' | 'changed'>>} parts
   */
  constructor({ list, more, getPage, item, none = null, fail, least = 1, changed = () => {} }) {
    Object.assign(this, { list, more, getPage, item, none, fail, least, changed });
    /** @type {any[]} */
    this.items = [];
    this.next = null;
    this.further = new FurtherLine();
    more.parentElement?.after(this.further.element);
    more.addEventListener('click', () => once(more, () => this.showMore()));
  }

  /** Shows the list from its beginning, as far as it was shown before. */
  async load() {
    const shown = Math.max(this.least, this.items.length);
    this.further.begin();
    const items = [];
    /** @type {any} */
    let next = null;
    do {
      /** @type {Page} */
      const page = await this.getPage(next);
      items.push(...page.items);
      next = page.next;
    } while (next && items.length < shown);
    this.items = items;
    this.list.replaceChildren(...items.map(this.item));
    this.end(next);
  }

  /** @param {any} next */
  end(next) {
    this.next = next;
    this.more.hidden = !next;
    if (this.none) this.none.hidden = this.items.length > 0;
    this.changed(this.items);
  }

  /**
   * The next page with items. A page may end before it is full, even empty, when much had to be looked at for it; some empty ones
   * are passed over.
   * @param {any} next
   */
  async behind(next) {
    let page = await this.getPage(next);
    for (let passed = 1; page.items.length === 0 && page.next && passed < PATIENCE; passed += 1) page = await this.getPage(page.next);
    return page;
  }

  /** Shows the next page, and leads the keyboard to its first item. */
  async showMore() {
    this.further.begin();
    try {
      const { items, next } = await this.behind(this.next);
      const elements = items.map(this.item);
      this.items.push(...items);
      this.list.append(...elements);
      this.end(next);
      this.further.end({ count: items.length, next });
      /** @type {HTMLElement | null} */ (elements[0]?.querySelector('a, button, summary'))?.focus({ preventScroll: true });
    } catch (problem) {
      this.fail(problem);
    }
  }
}
