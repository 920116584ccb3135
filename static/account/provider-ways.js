// The buttons that lead to providers.

import { html } from '../dom/html.js';
import { leaveFor } from './journey.js';
import { once } from '../dom/once.js';
import { problemText } from '../text/problem-text.js';

/** @import { Provider } from '../shapes/account.js' */

/**
 * A button for each provider, labelled by `label(name)`, and a place that says what goes wrong. One is led away for this purpose,
 * and to the page `next` afterwards.
 * @param {Provider[]} providers
 * @param {{label: (name: string) => string, purpose: string, next?: string | null}} parts
 */
export function providerWays(providers, { label, purpose, next = null }) {
  const problem = html('p', { class: 'field-problem', role: 'alert' });
  /**
   * @param {HTMLElement} button
   * @param {Provider} provider
   */
  const go = (button, provider) => () => once(button, async () => {
    problem.textContent = '';
    try {
      await leaveFor(provider.id, purpose, next);
    } catch (error) {
      problem.textContent = problemText(error);
    }
  });
  const buttons = providers.map((provider) => {
    const button = html('button', { type: 'button', 'data-testid': `by-${provider.id}` }, label(provider.name));
    button.addEventListener('click', go(button, provider));
    return button;
  });
  return [html('p', { class: 'provider-ways' }, ...buttons), problem];
}
