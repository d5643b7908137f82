import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect } from 'vitest';
import { STATUS } from '../../../src/http/response/error-status.ts';
import { openApiOf } from '../../../src/reference/document.ts';
import { fileRoutes } from '../../../src/file-routes.ts';
import { BASE_PATH } from '../../../src/rest/base-path.ts';
import { routes } from '../../../src/rest/routes.ts';
import { restNameOf } from '../../../src/schema/core/noun/names.ts';
import type { Answer } from './answer.ts';

interface Content {
  'application/json': {
    schema: { properties: Record<string, { const?: string; required?: string[] }> };
    example: { data: object };
    examples: Record<string, { value: { error: { code: string } } }>;
  };
}

interface Response {
  headers: Record<string, { $ref: string }>;
  content?: Content;
}

interface Operation {
  operationId: string;
  security: { apiKey: string[] }[];
  parameters: {
    $ref?: string;
    name?: string;
    in?: string;
    required?: true;
    description: string;
    example?: unknown;
  }[];
  requestBody?: { content: Content };
  responses: Record<string, Response | { $ref: string }>;
}

type Item = Record<string, Operation>;

interface Document {
  info: { description: string };
  paths: Record<string, Item>;
  webhooks: Record<string, Item>;
  components: {
    headers: Record<string, { required?: true; schema: { type: string } }>;
    responses: Record<string, Response>;
    schemas: Record<string, { examples: [object]; properties: Record<string, { description?: string }> }>;
  };
}

/** The content of /openapi.json. */
export const openApi = openApiOf({ routes, fileRoutes }, 'http://127.0.0.1:3000') as unknown as Document;

const ajv = new Ajv2020({ strict: false, allErrors: true }).addSchema(closed(openApi), 'openapi');
(addFormats as unknown as typeof addFormats.default)(ajv);

/** The validator for values in a URL, which are all text. */
const coercingAjv = new Ajv2020({ strict: false, coerceTypes: true }).addSchema(openApi, 'openapi');
(addFormats as unknown as typeof addFormats.default)(coercingAjv);

/** Returns all operations, with their paths and methods; `isOfFiles` for those beside the base path. */
export function documentedOperations() {
  return Object.entries(openApi.paths).flatMap(([path, { servers, ...item }]) =>
    Object.entries(item).map(([method, operation]) => ({
      path,
      method,
      isOfFiles: servers !== undefined,
      ...operation,
    })),
  );
}

/** Returns whether a path beside the base path is for files. */
export function isOfFiles(path: string): boolean {
  return /^\/(import|export|photos)\b/.test(path);
}

/**
 * Returns a copy whose objects allow only the declared fields: clients must tolerate more, but the service
 * must send only documented ones.
 */
function closed<T>(value: T): T {
  if (Array.isArray(value)) return value.map(closed) as T;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, part]) => [key, closed(part)]);
  // A schema that narrows another one, in a composition, lists only a part of its fields.
  const isWhole = 'properties' in value && 'type' in value;
  return { ...Object.fromEntries(entries), ...(isWhole && { additionalProperties: false }) } as T;
}

/** Headers of HTTP itself, of browser security, and of CORS. */
const GENERAL =
  /^(allow|connection|content-.*|cross-origin-.*|date|keep-alive|origin-agent-cluster|referrer-policy|strict-transport-security|transfer-encoding|vary|x-content-type-options|x-dns-prefetch-control|x-download-options|x-frame-options|x-permitted-cross-domain-policies|x-xss-protection|access-control-.*)$/;

/** Checks a REST response against /openapi.json: its status, headers and body, for each code. */
export function expectDocumented(method: string, url: string, answer: Answer): void {
  const where = `${method} ${new URL(url).pathname} ${answer.status}`;
  const operation = operationAt(method, new URL(url).pathname);
  if (!operation) return expectOutside(where, method, answer);
  const pointer = responseAt(operation, answer.status);
  if (!pointer) throw new Error(`${where} is not documented: ${answer.text}`);
  const response = valueAt(pointer) as Response;
  expectDocumentedHeaders(where, response, answer);
  if (method === 'HEAD' || !response.content) expect([where, answer.text]).toEqual([where, '']);
  else if ('application/json' in response.content)
    expectValid(where, `${pointer}/content/application~1json/schema`, answer.json);
  else
    expect([where, Object.keys(response.content)]).toEqual([
      where,
      expect.arrayContaining([answer.headers.get('Content-Type')?.split(';')[0]]),
    ]);
}

/** Checks an accepted request against /openapi.json: its query parameters and JSON body. */
export function expectServable(method: string, url: string, body: unknown): void {
  const { pathname, searchParams } = new URL(url);
  const where = `${method} ${pathname} was served, and its request`;
  const operation = operationAt(method, pathname);
  if (!operation) return;
  const { parameters, requestBody } = valueAt(operation) as Operation;
  for (const [name, value] of searchParams) {
    // Exports also take the names of GraphQL, as the page writes them.
    const names = new Set([name, isOfFiles(pathname) ? restNameOf(name) : name]);
    const at = parameters.findIndex((each) => each.in === 'query' && names.has(each.name!));
    if (at === -1) throw new Error(`${where} has ${name}, which is not documented`);
    expectValid(where, `${operation}/parameters/${at}/schema`, value, coercingAjv);
  }
  // Texts are trimmed before they are measured, which schemas cannot express, and tests may send webhooks to
  // this machine.
  const pointer = `${operation}/requestBody/content/application~1json/schema`;
  const isJson = requestBody !== undefined && 'application/json' in requestBody.content;
  if (isJson && body !== undefined) expectValid(where, pointer, body, ajv, ['maxLength', 'pattern']);
}

/** Paths outside of the API must get the usual error; only OPTIONS works everywhere. */
function expectOutside(where: string, method: string, { status, text, json }: Answer): void {
  if (method === 'HEAD' || (method === 'OPTIONS' && status === 204)) return expect(text).toBe('');
  expect([where, status >= 400]).toEqual([where, true]);
  expectValid(where, '/components/schemas/Error', json);
  expect([where, STATUS[json.error.code as keyof typeof STATUS]]).toEqual([where, status]);
}

/** Returns the pointer to the endpoint in the document; HEAD is treated as GET. */
function operationAt(method: string, path: string): string | undefined {
  const isOfFiles = !path.startsWith(BASE_PATH);
  const segments = path
    .slice(isOfFiles ? 0 : BASE_PATH.length)
    .replace(/\/$/, '')
    .split('/');
  const template = Object.keys(openApi.paths).find((each) => {
    if ('servers' in openApi.paths[each]! !== isOfFiles) return false;
    const parts = each.split('/');
    const fits = parts.every((part, index) => part.startsWith('{') || part === segments[index]);
    return fits && parts.length === segments.length && !segments.slice(1).includes('');
  });
  const verb = method === 'HEAD' ? 'get' : method.toLowerCase();
  if (template === undefined || !(verb in openApi.paths[template]!)) return undefined;
  return `/paths/${escaped(template)}/${verb}`;
}

function responseAt(operation: string, status: number): string | undefined {
  const { responses } = valueAt(operation) as Operation;
  const response = responses[status];
  if (!response) return undefined;
  return '$ref' in response ? response.$ref.slice(1) : `${operation}/responses/${status}`;
}

function expectDocumentedHeaders(where: string, response: Response, { headers }: Answer): void {
  const documented = new Set(Object.keys(response.headers).map((name) => name.toLowerCase()));
  const undocumented = [...headers.keys()].filter((name) => !documented.has(name) && !GENERAL.test(name));
  const missing = Object.keys(response.headers).filter(
    (name) => openApi.components.headers[name]!.required && !headers.has(name),
  );
  const malformed = Object.keys(response.headers).filter(
    (name) =>
      openApi.components.headers[name]!.schema.type === 'integer' && /\D/.test(headers.get(name) ?? '0'),
  );
  const problems = { undocumented, missing, malformed };
  for (const [what, names] of Object.entries(problems)) {
    if (names.length > 0) throw new Error(`${where} has ${what} headers: ${names.join(', ')}`);
  }
}

/** Returns whether a request schema allows a value. */
export function isDocumented(schema: object, value: unknown): boolean {
  return ajv.validate(schema, value);
}

function expectValid(
  where: string,
  pointer: string,
  value: unknown,
  by = ajv,
  forgiven: string[] = [],
): void {
  const validate = by.getSchema(`openapi#${pointer}`) as ValidateFunction;
  if (!validate(value) && !validate.errors!.some(({ keyword }) => forgiven.includes(keyword))) {
    const problems = ajv.errorsText(validate.errors, { dataVar: 'the body' });
    throw new Error(`${where} is not as documented: ${problems}\n${JSON.stringify(value)}`);
  }
}

/** Returns the value at a pointer in the document. */
export function valueAt(pointer: string): unknown {
  const keys = pointer.slice(1).split('/').map(unescaped);
  return keys.reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], openApi);
}

function escaped(key: string): string {
  return encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'));
}

function unescaped(key: string): string {
  return decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~');
}
