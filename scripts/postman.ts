import type { Document, Operation } from './typescript.ts';

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

/** An OpenAPI document as a collection for Postman, and for Bruno and Insomnia, which read it too. */
export function postmanOf({ info, servers, tags, paths }: Document) {
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method, path, operation })),
  );
  const folders = tags.map(({ name, description }) => ({
    name,
    description,
    item: operations
      .filter(({ operation }) => operation.tags[0] === name)
      .map(({ method, path, operation }) => requestOf(method, path, operation)),
  }));
  return {
    info: { name: info.title, description: info.description, schema: SCHEMA },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{apiKey}}', type: 'string' }] },
    variable: [
      { key: 'baseUrl', value: servers[0].url },
      { key: 'apiKey', value: '' },
    ],
    item: folders.filter(({ item }) => item.length > 0),
  };
}

function requestOf(
  method: string,
  path: string,
  { summary, description, parameters, requestBody }: Operation,
) {
  const body = requestBody?.content['application/json'].example;
  const placed = path.replace(/\{(\w+)\}/g, ':$1');
  const header = [
    ...(body === undefined ? [] : [{ key: 'Content-Type', value: 'application/json' }]),
    // Postman makes one for each request.
    ...(method === 'post' ? [{ key: 'Idempotency-Key', value: '{{$guid}}' }] : []),
  ];
  return {
    name: summary,
    request: {
      method: method.toUpperCase(),
      description,
      header,
      ...(body !== undefined && {
        body: { mode: 'raw', raw: JSON.stringify(body, null, 2), options: { raw: { language: 'json' } } },
      }),
      url: {
        raw: `{{baseUrl}}${placed}`,
        host: ['{{baseUrl}}'],
        path: placed.slice(1).split('/'),
        variable: parametersIn('path', parameters).map(({ name, description }) => ({
          key: name,
          value: '',
          description,
        })),
        query: parametersIn('query', parameters).map(({ name, description }) => ({
          key: name,
          value: '',
          description,
          disabled: true,
        })),
      },
    },
  };
}

function parametersIn(place: string, parameters: Operation['parameters']) {
  return parameters.filter((each) => each.in === place);
}
