// The page about the interface: the server's own description of it, to be read.

import '../page/site-links.js';
import '../theme/theme.js';
import { example, prose, shapeFields, shapeName } from './shape-view.js';
import { t } from '../text/text.js';
import { find } from '../dom/find.js';
import { html } from '../dom/html.js';
import { operationView } from './operation-view.js';

/** @import { Schema } from './shape-view.js' */

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
const FRAMES = ['FromClient', 'ToClient'];

/**
 * The operations by their tag, in the order in which the server names them.
 * @param {Record<string, any>} paths
 * @param {Record<string, Schema>} shapes
 */
function byTag(paths, shapes) {
  const tags = new Map();
  for (const [path, item] of Object.entries(paths)) {
    for (const method of METHODS.filter((name) => item[name])) {
      const [tag] = item[method].tags;
      if (!tags.has(tag)) tags.set(tag, []);
      tags.get(tag).push(operationView(method, path, item[method], shapes));
    }
  }
  return tags;
}

/** @param {any} described */
function drawOperations({ paths, components }) {
  for (const [tag, operations] of byTag(paths, components.schemas)) {
    const title = html('h2', { id: `tag-${tag}` }, t(`api.tag.${tag}`));
    find('operations').append(html('section', { 'aria-labelledby': `tag-${tag}` }, title, ...operations));
    find('contents').append(html('li', {}, html('a', { href: `#tag-${tag}` }, t(`api.tag.${tag}`))));
  }
  for (const id of ['frames', 'shapes']) {
    find('contents').append(html('li', {}, html('a', { href: `#${id}-title` }, t(`api.${id}`))));
  }
  find('contents-part').hidden = false;
}

/** @param {Record<string, Schema>} schemas */
function drawShapes(schemas) {
  for (const [place, name] of [['from-client', FRAMES[0]], ['to-client', FRAMES[1]]]) {
    find(place).append(html('h3', {}, t(`api.frames.${place.replace('-', '_')}`)), ...shapeFields(schemas[name], schemas));
  }
  for (const [name, schema] of Object.entries(schemas).filter(([known]) => !FRAMES.includes(known))) {
    const fields = shapeFields(schema, schemas);
    const parts = [html('summary', {}, html('h3', { lang: 'en' }, name))];
    if (schema.description) parts.push(prose(schema.description));
    parts.push(...(fields.length > 0 ? fields : [html('p', {}, shapeName(schema))]));
    if (schema.examples?.length > 0) parts.push(example(schema.examples[0]));
    find('shape-list').append(html('details', { id: `shape-${name}`, class: 'shape' }, ...parts));
  }
  find('frames').hidden = false;
  find('shapes').hidden = false;
}

/** Opens the part that the address names, and goes there. */
function follow() {
  const target = location.hash.length > 1 ? find(decodeURIComponent(location.hash.slice(1))) : null;
  if (target?.matches('details')) target.open = true;
  target?.scrollIntoView();
}

document.title = t('page.api_title');
async function draw() {
  const answer = await fetch('/api/openapi.json');
  const described = await answer.json();
  find('about').replaceWith(Object.assign(prose(described.info.description), { className: 'lead' }));
  drawOperations(described);
  drawShapes(described.components.schemas);
  follow();
  window.addEventListener('hashchange', follow);
}

draw().catch(() => {
  find('failed').textContent = t('api.failed');
});
