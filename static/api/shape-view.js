// A JSON Schema as a table of its fields.

import { html } from '../dom/html.js';
import { meant, reference, shapeNotes, shapeText } from './shape-text.js';
import { t } from '../text/text.js';

/** A text of the server's, which is English, in which words between `backquotes` are code. */
export function prose(text) {
  const parts = text.split('`').map((part, i) => (i % 2 ? html('code', {}, part) : part));
  return html('p', { lang: 'en' }, ...parts);
}

/** A link to a shape, or the shape in words. */
export function shapeName(schema) {
  const name = reference(schema);
  const text = shapeText(schema);
  return name ? html('a', { href: `#shape-${name}` }, html('code', {}, text)) : html('code', {}, text);
}

/** A table with a row for each field: its name, whether it is required, its shape and its description. `shapes` are those with names. */
export function fieldTable(rows, shapes) {
  const row = ({ name, required, where, schema }) =>
    html(
      'tr',
      {},
      html(
        'th',
        { scope: 'row' },
        html('code', {}, name),
        where ? html('span', { class: 'hint' }, where) : null,
        required ? html('span', { class: 'required' }, t('api.required')) : null,
      ),
      html(
        'td',
        {},
        shapeName(schema),
        schema.description ? prose(schema.description) : null,
        ...shapeNotes({ ...meant(schema, shapes), ...schema }).map((note) => html('p', { class: 'note' }, note)),
      ),
    );
  return html('div', { class: 'fields' }, html('table', {}, html('tbody', {}, ...rows.map(row))));
}

const rowsOf = (schema) =>
  Object.entries(schema.properties ?? {}).map(([name, field]) => ({
    name,
    required: schema.required?.includes(name) ?? false,
    schema: field === true ? {} : field,
  }));

/** The variant of a choice that its field `type` or `system` names. */
function variantName(schema) {
  const fields = schema.properties ?? {};
  return fields.type?.const ?? fields.system?.const ?? null;
}

/** The fields of a shape; where it is one of several, each of them. `shapes` are those with names. */
export function shapeFields(schema, shapes) {
  const parts = [];
  const rows = rowsOf(schema);
  if (rows.length > 0) parts.push(fieldTable(rows, shapes));
  for (const named of schema.oneOf ?? schema.anyOf ?? []) {
    const choice = { ...meant(named, shapes), ...named };
    const name = variantName(choice);
    const fields = rowsOf(choice).filter((row) => name === null || row.schema.const !== name);
    if (name === null && fields.length === 0) continue;
    const heading = html('h4', {}, html('code', {}, name ?? shapeText(choice)));
    parts.push(heading);
    if (choice.description) parts.push(prose(choice.description));
    if (fields.length > 0) parts.push(fieldTable(fields, shapes));
  }
  return parts;
}

/** An example as JSON that can be read. */
export function example(value) {
  // It scrolls sideways, so the keyboard must get there.
  const code = html('pre', { tabindex: 0 }, JSON.stringify(value, null, 1));
  return html('details', { class: 'example' }, html('summary', {}, t('api.example')), code);
}
