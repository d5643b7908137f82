import type { Document, Operation } from './typescript.ts';

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

/** Ordered so that each record is created before others refer to it. */
const FOLDERS = ['Supermarkets', 'Products', 'Deliveries', 'Returns', 'Standing orders', 'Webhooks'];

/** Values from responses that later requests need: the variable, and its path in `data`. */
const LEARNED: Record<string, Record<string, string>> = {
  createSupermarket: { supermarket_id: 'id', subchain_id: 'branches[0].id' },
  addBranch: { branch_id: 'id' },
  createProduct: { product_id: 'id' },
  createDelivery: { delivery_id: 'id' },
  createReturn: { return_id: 'id' },
  createStandingOrder: { standing_order_id: 'id' },
  createWebhook: { webhook_id: 'id' },
  testWebhook: { message_id: 'message_id' },
};
const VARIABLES = Object.values(LEARNED).flatMap(Object.keys);

interface Endpoint {
  method: string;
  path: string;
  operation: Operation;
}

/**
 * Returns an OpenAPI document as a Postman collection, which Bruno and Insomnia also read. Run from top to
 * bottom, each request uses the records created before. openapi-to-postmanv2 writes neither that order nor
 * the variables, so most of this would follow it.
 */
export function postmanOf({ info, servers, tags, paths }: Document) {
  // Requests with files are left out: the person who sends them has to choose a file.
  const ofApi = Object.entries(paths).filter(([, item]) => !('servers' in item));
  const endpoints = ofApi.flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method, path, operation })),
  );
  const folders = tags.map(({ name, description }) => ({
    name,
    description,
    item: inOrder(endpoints.filter(({ operation }) => operation.tags[0] === name)).map(itemOf),
  }));
  return {
    info: { name: info.title, description: info.description, schema: SCHEMA },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{apiKey}}', type: 'string' }] },
    variable: [
      { key: 'baseUrl', value: servers[0].url },
      { key: 'apiKey', value: '' },
      ...VARIABLES.map((key) => ({ key, value: '' })),
    ],
    item: folders
      .filter(({ item }) => item.length > 0)
      .toSorted((one, other) => FOLDERS.indexOf(one.name) - FOLDERS.indexOf(other.name)),
  };
}

/** Sorts endpoints: creating first, deleting last. */
function inOrder(endpoints: Endpoint[]): Endpoint[] {
  const rank = ({ method, path }: Endpoint) =>
    method === 'post' && !path.includes('{') ? 0 : method === 'delete' ? 2 : 1;
  return endpoints.toSorted((one, other) => rank(one) - rank(other));
}

function itemOf(endpoint: Endpoint) {
  const { summary } = endpoint.operation;
  return {
    name: summary,
    event: [{ listen: 'test', script: { type: 'text/javascript', exec: testsOf(endpoint) } }],
    request: requestOf(endpoint),
  };
}

function testsOf({ operation: { operationId, responses } }: Endpoint): string[] {
  const status = 201 in responses ? 201 : 200;
  const learned = Object.entries(LEARNED[operationId] ?? {});
  return [
    `pm.test('responds with ${status}', () => pm.response.to.have.status(${status}));`,
    "pm.test('is a success', () => pm.expect(pm.response.json().status).to.equal('success'));",
    ...learned.map(([name, at]) => `pm.collectionVariables.set('${name}', pm.response.json().data.${at});`),
  ];
}

function requestOf({ method, path, operation: { description, parameters, requestBody } }: Endpoint) {
  const example = requestBody?.content['application/json'].example;
  const placed = path.replace(/\{(\w+)\}/g, ':$1');
  const header = [
    ...(example === undefined ? [] : [{ key: 'Content-Type', value: 'application/json' }]),
    // Postman generates one for each request.
    ...(method === 'post' ? [{ key: 'Idempotency-Key', value: '{{$guid}}' }] : []),
  ];
  return {
    method: method.toUpperCase(),
    description,
    header,
    ...(example !== undefined && {
      body: { mode: 'raw', raw: bodyOf(example), options: { raw: { language: 'json' } } },
    }),
    url: {
      raw: `{{baseUrl}}${placed}`,
      host: ['{{baseUrl}}'],
      path: placed.slice(1).split('/'),
      variable: parametersIn('path', parameters).map((each) => ({
        key: each.name,
        value: valueIn(each),
        description: each.description,
      })),
      query: parametersIn('query', parameters).map(({ name, description }) => ({
        key: name,
        value: '',
        description,
        disabled: true,
      })),
    },
  };
}

/** Returns the value of a part of a path: a variable, or the example where no response has the value. */
function valueIn({ name, schema, example }: Operation['parameters'][number]): string {
  if (VARIABLES.includes(name) && schema.type !== 'string') return `{{${name}}}`;
  // Messages have their own kind of id, under the path name of deliveries.
  return schema.format === 'date' ? String(example) : '{{message_id}}';
}

/** Returns the example with variables in place of its ids. */
function bodyOf(example: unknown): string {
  return JSON.stringify(example, null, 2).replace(/"(\w+_id)": \d+/g, (whole, name: string) =>
    VARIABLES.includes(name) ? `"${name}": {{${name}}}` : whole,
  );
}

function parametersIn(place: string, parameters: Operation['parameters']) {
  return parameters.filter((each) => each.in === place);
}
