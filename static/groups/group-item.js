// A group as an item of a list.

import { factLine, html } from '../dom/html.js';
import { groupFacts } from './group-text.js';

export const groupItem = (group) => html('li', { class: 'report', 'data-testid': 'group', 'data-group': group.id },
  html('h3', {}, html('a', { href: `/groups/${group.id}` }, group.name)),
  html('p', { class: 'hint' }, ...factLine(groupFacts(group))));
