/** Returns the endpoints of an OpenAPI document as TypeScript types, for the client in clients/typescript. */
export function typescriptOf({ paths, components }: Document): string {
  const records = Object.entries(components.schemas).map(
    ([name, schema]) => `${docOf(schema.description)}export type ${name} = ${typeOf(schema)};`,
  );
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method: method.toUpperCase(), ...operation })),
  );
  const types = operations.map(
    (each) =>
      `${docOf(each.summary)}${each.operationId}: { input: ${inputOf(each)}; response: ${responseOf(each)}; etag: ${etagOf(each)} };`,
  );
  const values = operations.map(
    (each) =>
      `${each.operationId}: { method: '${each.method}', path: '${each.path}', query: ${JSON.stringify(filtersOf(each))}, headers: ${JSON.stringify(headersOf(each))} },`,
  );
  const used = new Set(operations.flatMap(headersOf));
  const headers = Object.entries(components.parameters).filter(([name]) => used.has(optionOf(name)));
  const headerTypes = headers.map(
    ([name, each]) => `${docOf(each.description)}${optionOf(name)}?: ${typeOf(each.schema)} | undefined;`,
  );
  const headerNames = headers.map(([name, each]) => `${optionOf(name)}: '${each.name}',`);
  return [
    '// Generated from openapi.json by npm run generate.',
    ...records,
    `/** The input and response of each endpoint, and whether the response has an ETag. */\nexport interface Endpoints {\n${types.join('\n')}\n}`,
    `/** The headers that a call can set. */\nexport interface HeaderOptions {\n${headerTypes.join('\n')}\n}`,
    `/** The address of each endpoint, and the options it supports. */\nexport const ENDPOINTS = {\n${values.join('\n')}\n} as const;`,
    `/** The name of each header. */\nexport const HEADERS = {\n${headerNames.join('\n')}\n} as const;`,
  ].join('\n\n');
}

/** Returns the examples of the bodies of these callbacks, for the commands in clients/typescript. */
export function callbacksOf({ webhooks }: Document, types: readonly string[]): string {
  const examples = types.map((type) => {
    const { requestBody } = Object.values(webhooks[type]!)[0]!;
    return [type, requestBody!.content['application/json'].example];
  });
  return [
    '// Generated from openapi.json by npm run generate.',
    `/** An example of the body of each callback. */\nexport const CALLBACKS = ${JSON.stringify(Object.fromEntries(examples))};`,
  ].join('\n\n');
}

export interface Document {
  info: { title: string; description: string };
  servers: [{ url: string }];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, Record<string, Pick<Operation, 'requestBody'>>>;
  components: { schemas: Record<string, Schema>; parameters: Record<string, Parameter> };
}

export interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: [string];
  parameters: (Parameter & { $ref?: string })[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, { content?: Content; headers?: Record<string, unknown> }>;
}

interface Parameter {
  name: string;
  in: string;
  description?: string;
  schema: Schema;
}

interface Content {
  'application/json': { schema: Schema; example: unknown };
}

interface Schema {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  description?: string;
}

function inputOf({ parameters, requestBody }: Operation): string {
  const ids = parameters.filter((each) => each.in === 'path');
  const filters = parameters.filter((each) => each.in === 'query');
  const parts = [
    ids.length > 0 && `path: { ${ids.map((each) => `${each.name}: ${typeOf(each.schema)}`).join('; ')} }`,
    filters.length > 0 &&
      `query?: { ${filters.map((each) => `${docOf(each.description)}${each.name}?: ${typeOf(each.schema)}`).join('; ')} }`,
    requestBody &&
      `body${requestBody.required ? '' : '?'}: ${typeOf(requestBody.content['application/json'].schema)}`,
  ];
  return `{ ${parts.filter(Boolean).join('; ')} }`;
}

function filtersOf({ parameters }: Operation): string[] {
  return parameters.filter((each) => each.in === 'query').map(({ name }) => name);
}

/** Returns the options of the headers of an operation. They are shared, so an operation refers to them. */
function headersOf({ parameters }: Operation): string[] {
  return parameters.flatMap(({ $ref }) => ($ref ? optionOf($ref.split('/').at(-1)!) : []));
}

/** Converts `IfMatch` to `ifMatch`. */
function optionOf(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}

function etagOf({ responses }: Operation): string {
  return (responses[200] ?? responses[201])!.headers?.ETag ? 'string' : 'null';
}

/** Returns the type of a successful response, besides its status. */
function responseOf({ responses }: Operation): string {
  const { content } = (responses[200] ?? responses[201])!;
  const { schema } = content!['application/json'];
  const { status: _, ...properties } = schema.properties!;
  return typeOf({ ...schema, properties });
}

function typeOf(schema: Schema): string {
  const { $ref, anyOf, items, properties, type } = schema;
  if ($ref) return $ref.split('/').at(-1)!;
  if (anyOf) return anyOf.map(typeOf).join(' | ');
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((each) => JSON.stringify(each)).join(' | ');
  if (Array.isArray(type)) return type.map((each) => typeOf({ ...schema, type: each })).join(' | ');
  if (items) return `(${typeOf(items)})[]`;
  if (properties) return `{ ${Object.entries(properties).map(fieldOf(schema)).join('; ')} }`;
  if (type === 'object') return 'Record<string, unknown>';
  if (type === 'integer') return 'number';
  if (type === 'string' || type === 'number' || type === 'boolean' || type === 'null') return type;
  throw new Error(`no type is known for ${JSON.stringify(schema)}`);
}

function fieldOf({ required = [] }: Schema) {
  return ([name, field]: [string, Schema]) =>
    `${docOf(field.description)}${name}${required.includes(name) ? '' : '?'}: ${typeOf(field)}`;
}

function docOf(text: string | undefined): string {
  return text === undefined ? '' : `\n/** ${text.replaceAll('\n', ' ')} */\n`;
}
