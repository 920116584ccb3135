// A JSON Schema in a line of text, and as a table of its fields.

import { html } from '../dom/html.js';
import { t } from '../text/text.js';

/**
 * @typedef {Record<string, any>} Schema
 * @typedef {{name: string, required: boolean, where?: string, schema: Schema}} Field
 */

/** @type {(schema: Schema) => any} */
const named = (schema) => schema.$ref?.split('/').pop() ?? null;

/**
 * The name of the shape that a schema refers to, or null.
 * @param {Schema} schema
 * @returns {string | null}
 */
function reference(schema) {
  if (named(schema)) return named(schema);
  const parts = schema.allOf ?? schema.anyOf ?? [];
  const found = parts.map(named).filter(Boolean);
  if (found.length === 1) return found[0];
  return schema.items ? reference(schema.items) : null;
}

/**
 * The shape itself, where a schema does no more than to name it.
 * @type {(schema: Schema, shapes: Record<string, Schema>) => Schema}
 */
export const meant = (schema, shapes) => shapes[named(schema)] ?? schema;

/**
 * The other facts about a value: its form, and its default.
 * @param {Schema} schema
 */
function shapeNotes(schema) {
  const notes = [];
  const [example] = schema.examples ?? [];
  // That of an object stands where the object is described.
  const isObject = Array.isArray(example) ? false : Object(example) === example;
  if (example !== undefined && !isObject) notes.push(t('api.shape.example', { example: JSON.stringify(example) }));
  else if (schema.pattern) notes.push(t('api.shape.pattern', { pattern: schema.pattern }));
  if (schema.default !== undefined && schema.default !== null) notes.push(t('api.shape.default', { value: JSON.stringify(schema.default) }));
  return notes;
}

/**
 * @param {Schema} schema
 * @param {string} kind
 */
function limited(schema, kind) {
  const { minimum: min, maximum: max } = schema;
  // The limits of an integer's bits tell a reader nothing.
  const ends = [min, max].map((/** @type {any} */ end) => end !== undefined && Math.abs(end) < 2 ** 31 && end !== 255);
  if (ends[0] && ends[1]) return t('api.shape.range', { kind, min, max });
  if (ends[1]) return t('api.shape.to', { kind, max });
  if (ends[0] && min !== 0) return t('api.shape.from', { kind, min });
  return kind;
}

/**
 * @param {any} schema
 * @returns {string}
 */
function plain(schema) {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((/** @type {unknown} */ value) => JSON.stringify(value)).join(t('api.shape.or'));
  const kinds = [schema.type ?? []].flat();
  return kinds
    .map((kind) => {
      if (kind === 'array') return t('api.shape.list', { of: shapeText(schema.items ?? {}) });
      if (kind === 'object' && schema.additionalProperties?.type !== undefined) {
        return t('api.shape.map', { of: shapeText(schema.additionalProperties) });
      }
      return kind === 'integer' || kind === 'number' ? limited(schema, kind) : kind;
    })
    .join(t('api.shape.or'));
}

/**
 * A schema in words: `integer`, `Vertex or null`, `list of Event`, `"black" or "white"`.
 * @param {any} schema
 * @returns {string}
 */
function shapeText(schema) {
  if (schema === true) return t('api.shape.any');
  if (named(schema)) return named(schema);
  const choices = schema.oneOf ?? schema.anyOf;
  if (choices) return [...new Set(choices.map(shapeText))].join(t('api.shape.or'));
  if (schema.allOf) return schema.allOf.map(shapeText).find(Boolean) ?? t('api.shape.any');
  return plain(schema) || t('api.shape.any');
}

/**
 * A text of the server's, which is English, in which words between `backquotes` are code.
 * @param {string} text
 */
export function prose(text) {
  const parts = text.split('`').map((part, i) => (i % 2 ? html('code', {}, part) : part));
  return html('p', { lang: 'en' }, ...parts);
}

/**
 * A link to a shape, or the shape in words.
 * @param {Schema} schema
 */
export function shapeName(schema) {
  const name = reference(schema);
  const text = shapeText(schema);
  return name ? html('a', { href: `#shape-${name}` }, html('code', {}, text)) : html('code', {}, text);
}

/**
 * A table with a row for each field: its name, whether it is required, its shape and its description. `shapes` are those with names.
 * @param {Field[]} rows
 * @param {Record<string, Schema>} shapes
 */
export function fieldTable(rows, shapes) {
  /** @param {Field} field */
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

/** @type {(schema: Schema) => Field[]} */
const rowsOf = (schema) =>
  Object.entries(schema.properties ?? {}).map(([name, field]) => ({
    name,
    required: schema.required?.includes(name) ?? false,
    schema: field === true ? {} : field,
  }));

/**
 * The variant of a choice that its field `type` or `system` names.
 * @param {Schema} schema
 */
function variantName(schema) {
  const fields = schema.properties ?? {};
  return fields.type?.const ?? fields.system?.const ?? null;
}

/**
 * The fields of a shape; where it is one of several, each of them. `shapes` are those with names.
 * @param {Schema} schema
 * @param {Record<string, Schema>} shapes
 */
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

/**
 * An example as JSON that can be read.
 * @param {unknown} value
 */
export function example(value) {
  // It scrolls sideways, so the keyboard must get there.
  const code = html('pre', { tabindex: 0 }, JSON.stringify(value, null, 1));
  return html('details', { class: 'example' }, html('summary', {}, t('api.example')), code);
}
