// A JSON Schema in a line of text.

import { t } from '../text/text.js';

const named = (schema) => schema.$ref?.split('/').pop() ?? null;

/** The name of the shape that a schema refers to, or null. */
export function reference(schema) {
  if (named(schema)) return named(schema);
  const parts = schema.allOf ?? schema.anyOf ?? [];
  const found = parts.map(named).filter(Boolean);
  if (found.length === 1) return found[0];
  return schema.items ? reference(schema.items) : null;
}

/** The shape itself, where a schema does no more than to name it. */
export const meant = (schema, shapes) => shapes[named(schema)] ?? schema;

/** The other facts about a value: its form, and its default. */
export function shapeNotes(schema) {
  const notes = [];
  const [example] = schema.examples ?? [];
  // That of an object stands where the object is described.
  const isObject = Array.isArray(example) ? false : Object(example) === example;
  if (example !== undefined && !isObject) notes.push(t('api.shape.example', { example: JSON.stringify(example) }));
  else if (schema.pattern) notes.push(t('api.shape.pattern', { pattern: schema.pattern }));
  if (schema.default !== undefined && schema.default !== null) notes.push(t('api.shape.default', { value: JSON.stringify(schema.default) }));
  return notes;
}

function limited(schema, kind) {
  const { minimum: min, maximum: max } = schema;
  // The limits of an integer's bits tell a reader nothing.
  const ends = [min, max].map((end) => end !== undefined && Math.abs(end) < 2 ** 31 && end !== 255);
  if (ends[0] && ends[1]) return t('api.shape.range', { kind, min, max });
  if (ends[1]) return t('api.shape.to', { kind, max });
  if (ends[0] && min !== 0) return t('api.shape.from', { kind, min });
  return kind;
}

function plain(schema) {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(t('api.shape.or'));
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

/** A schema in words: `integer`, `Vertex or null`, `list of Event`, `"black" or "white"`. */
export function shapeText(schema) {
  if (schema === true) return t('api.shape.any');
  if (named(schema)) return named(schema);
  const choices = schema.oneOf ?? schema.anyOf;
  if (choices) return [...new Set(choices.map(shapeText))].join(t('api.shape.or'));
  if (schema.allOf) return schema.allOf.map(shapeText).find(Boolean) ?? t('api.shape.any');
  return plain(schema) || t('api.shape.any');
}
