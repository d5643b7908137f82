import { expect, it } from 'vitest';
import { unnamedRestBreaks } from '../../scripts/compatibility.ts';
import { textOf } from '../support/text/markdown.ts';

const RELEASED = textOf('openapi.json');
const NO_CHANGES = '# Changelog\n\n## 0.2.0\n\n- Something\n';

// oxlint-disable-next-line typescript/no-explicit-any -- a document of any shape
type Json = any;

/** Returns the document after a change. */
function changed(change: (document: Json) => void): string {
  const document = JSON.parse(RELEASED);
  change(document);
  return JSON.stringify(document);
}

const schemaOf = (document: Json, name: string) => document.components.schemas[name];
const CREATE = 'POST /deliveries';
const INPUT = 'body application/json';
const READ = 'GET /products/{product_id}';

it.each<[string, (document: Json) => void, string]>([
  ['an endpoint that is gone', ({ paths }) => delete paths['/deliveries'].post, `${CREATE} is gone`],
  [
    'a parameter that is gone',
    ({ paths }) =>
      (paths['/products'].get.parameters = paths['/products'].get.parameters.filter(
        (each: Json) => each.name !== 'search',
      )),
    'GET /products query search is gone',
  ],
  [
    'a parameter that is required now',
    ({ paths }) => paths['/products'].get.parameters.push({ name: 'shop', in: 'query', required: true }),
    'GET /products query shop is new and required',
  ],
  [
    'a field of a body that is required now',
    (document) => schemaOf(document, 'DeliveryInput').required.push('notes'),
    `${CREATE} ${INPUT}.notes is required now`,
  ],
  [
    'a new field of a body that is required',
    (document) => {
      schemaOf(document, 'DeliveryInput').properties.ramp = { type: 'string' };
      schemaOf(document, 'DeliveryInput').required.push('ramp');
    },
    `${CREATE} ${INPUT}.ramp is new and required`,
  ],
  [
    'a field of a body that is gone',
    (document) => delete schemaOf(document, 'DeliveryInput').properties.notes,
    `${CREATE} ${INPUT}.notes is gone`,
  ],
  [
    'a field of a body with another type',
    (document) => (schemaOf(document, 'DeliveryInput').properties.supermarket_id.type = 'string'),
    `${CREATE} ${INPUT}.supermarket_id takes other types`,
  ],
  [
    'a field of a response that is gone',
    (document) => delete schemaOf(document, 'Product').properties.price,
    `${READ} 200 application/json.data.price is gone`,
  ],
  [
    'a field of a response that may be missing now',
    (document) =>
      (schemaOf(document, 'Product').required = schemaOf(document, 'Product').required.filter(
        (name: string) => name !== 'price',
      )),
    `${READ} 200 application/json.data.price may be missing now`,
  ],
  [
    'a field of a response that may be null now',
    (document) => (schemaOf(document, 'Product').properties.price.type = ['number', 'null']),
    `${READ} 200 application/json.data.price has other types`,
  ],
])('finds %s, unless the changelog names it', (_what, change, message) => {
  const current = changed(change);
  expect(current).not.toBe(JSON.stringify(JSON.parse(RELEASED)));
  const found = unnamedRestBreaks(RELEASED, current, NO_CHANGES);
  expect(found).toContain(message);
  const endpoints = new Set(found.map((each) => each.split(' ', 2).join(' ')));
  const named = [...endpoints].map((endpoint) => `- \`${endpoint}\` changed`).join('\n');
  expect(unnamedRestBreaks(RELEASED, current, `## 0.2.0\n\n### Breaking\n\n${named}\n`)).toEqual([]);
});

it('accepts what clients must tolerate', () => {
  const current = changed((document) => {
    document.paths['/pallets'] = { get: { responses: {} } };
    document.paths['/products'].get.parameters.push({ name: 'brand', in: 'query' });
    schemaOf(document, 'DeliveryInput').properties.ramp = { type: 'string' };
    schemaOf(document, 'Product').properties.brand = { type: 'string' };
    schemaOf(document, 'Product').required.push('brand');
  });
  expect(unnamedRestBreaks(RELEASED, current, NO_CHANGES)).toEqual([]);
});
