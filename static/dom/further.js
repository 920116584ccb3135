// The line below a list that says what a press on “Show more” has come to, to the eye and to the ear. Where
// something came there is nothing to say: the keyboard is led to it.

import { html, setText } from './html.js';
import { t } from '../text/text.js';

export class FurtherLine {
  constructor() {
    this.element = html('p', { class: 'hint further', role: 'status', tabindex: '-1', 'data-testid': 'further' });
  }

  /** Something is looked for: the same words are read aloud again only if they were gone meanwhile. */
  begin() {
    setText(this.element, '');
  }

  /**
   * So much came, and behind `next` there may be more. A button that is gone leaves the keyboard here.
   * @param {{count: number, next: unknown}} page
   */
  end({ count, next }) {
    if (count > 0) return;
    setText(this.element, t(next ? 'list.none_further' : 'list.no_more'));
    if (!next) this.element.focus({ preventScroll: true });
  }
}
