// One operation: its inputs, and every answer.

import { example, fieldTable, meant, prose, shapeFields, shapeName } from './shape-view.js';
import { html } from '../dom/html.js';
import { sentences, t } from '../text/text.js';

/** @import { Schema } from './shape-view.js' */

/** @param {{security?: Record<string, string[]>[]}} operation */
function whoAsks({ security = [] }) {
  if (security.length === 0) return t('api.asks.nobody');
  const asks = security.some((one) => Object.keys(one).length === 0) ? t('api.asks.maybe') : t('api.asks.token');
  const scopes = new Set(security.flatMap((one) => Object.values(one).flat()));
  return scopes.size > 0 ? sentences([asks, t('api.asks.scope', { scope: [...scopes].join(', ') })]) : asks;
}

/**
 * @param {{parameters?: any[]}} operation
 * @param {Record<string, Schema>} shapes
 */
function parameters({ parameters: all = [] }, shapes) {
  if (all.length === 0) return [];
  const rows = all.map(({ name, required, in: place, schema, description }) => ({
    name,
    required: required && place !== 'path',
    where: t(`api.in.${place}`),
    schema: { ...schema, description },
  }));
  return [html('h3', {}, t('api.parameters')), fieldTable(rows, shapes)];
}

/**
 * @param {Record<string, any>} operation
 * @param {Record<string, Schema>} shapes
 */
function body({ requestBody }, shapes) {
  const parts = [];
  for (const [mediaType, { schema }] of Object.entries(requestBody?.content ?? {})) {
    const title = requestBody.required ? t('api.body') : t('api.body_optional');
    parts.push(html('h3', {}, `${title}: `, html('code', {}, mediaType)));
    // A reader of an operation wants its body here, even if the shape has a name and stands among the others, too.
    const shape = meant(schema, shapes);
    if (shape.description) parts.push(prose(shape.description));
    parts.push(...shapeFields(shape, shapes));
  }
  return parts;
}

/** @param {[status: string, answer: any]} answer */
function answer([status, { description, content = {} }]) {
  const forms = Object.entries(content).map(([mediaType, form]) =>
    html('li', {}, html('code', {}, mediaType), ' ', mediaType.includes('json') && !form.examples ? shapeName(form.schema) : null),
  );
  const problems = Object.values(content).flatMap((form) => Object.values(form.examples ?? {}));
  const texts = description.split('\n\n').map(prose);
  return html(
    'div',
    { class: 'answer' },
    html('strong', { class: status < '400' ? 'status good' : 'status' }, status === 'default' ? t('api.answers_other') : status),
    html('div', {}, ...texts, forms.length > 0 ? html('ul', {}, ...forms) : null, ...problems.slice(0, 1).map(({ value }) => example(value))),
  );
}

/**
 * An operation that opens when it is asked for, with the shapes that have a name.
 * @param {string} method
 * @param {string} path
 * @param {Record<string, any>} operation
 * @param {Record<string, Schema>} shapes
 */
export function operationView(method, path, operation, shapes) {
  const answers = Object.entries(operation.responses).map(answer);
  return html(
    'details',
    { class: 'operation', id: operation.operationId, 'data-testid': 'operation' },
    html(
      'summary',
      {},
      html('span', { class: `method ${method}` }, method.toUpperCase()),
      html('code', { class: 'path' }, path),
      html('span', { class: 'summary', lang: 'en' }, operation.summary),
    ),
    ...(operation.description ? [prose(operation.description)] : []),
    html('p', { class: 'hint' }, whoAsks(operation)),
    ...parameters(operation, shapes),
    ...body(operation, shapes),
    html('h3', {}, t('api.answers')),
    ...answers,
  );
}
