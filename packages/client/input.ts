import { ENDPOINTS, HEADERS } from './endpoints.ts';

type Name = keyof typeof ENDPOINTS;

/** The input of a call to any endpoint. */
export interface AnyInput {
  path?: Record<string, string | number>;
  query?: Record<string, string | number | undefined>;
  body?: unknown;
}

/**
 * Returns the path and query of a call.
 *
 * @throws TypeError when a path parameter is missing, or anything is not a parameter of the endpoint
 */
export function targetOf(name: Name, input: AnyInput): string {
  const { method, path, query } = ENDPOINTS[name];
  const ids = [...path.matchAll(/\{(\w+)\}/g)].map(([, id]) => id!);
  expectKnown(name, 'input', input, ['path', 'query', ...(hasBody(method) ? ['body'] : [])]);
  expectKnown(name, 'path', input.path, ids);
  expectKnown(name, 'query', input.query, query);
  const place = path.replace(/\{(\w+)\}/g, (_match, id: string) => segmentOf(name, id, input.path?.[id]));
  const given = Object.entries(input.query ?? {}).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(given.map(([key, value]) => [key, String(value)]));
  return given.length > 0 ? `${place}?${search}` : place;
}

/**
 * Returns the headers that the options of a call set.
 *
 * @throws TypeError when the endpoint does not support an option, or a value is not text
 */
export function headersOf(name: Name, options: object): Record<string, string> {
  const { headers } = ENDPOINTS[name];
  expectKnown(name, 'options', options, [...headers, 'signal']);
  const given = headers.map((option) => [option, (options as Record<string, unknown>)[option]] as const);
  return Object.fromEntries(
    given.flatMap(([option, value]) => {
      if (value === undefined) return [];
      // An empty `If-Match` would let a change overwrite those of other clients.
      if (typeof value !== 'string' || value === '') throw new TypeError(`${name}: ${option} must be text`);
      return [[HEADERS[option], value]];
    }),
  );
}

function hasBody(method: string): boolean {
  return method === 'POST' || method === 'PATCH';
}

/** A segment that is empty or `.` or `..` would lead to another endpoint. */
function segmentOf(name: Name, id: string, value: unknown): string {
  if (!['string', 'number'].includes(typeof value) || /^\.{0,2}$/.test(String(value))) {
    throw new TypeError(`${name}: path.${id} is missing`);
  }
  return encodeURIComponent(String(value));
}

/** @throws TypeError when `given` has a property that is not one of `known` */
export function expectKnown(
  name: string,
  place: string,
  given: object | undefined,
  known: readonly string[],
): void {
  const unknown = Object.keys(given ?? {}).find((key) => !known.includes(key));
  if (unknown === undefined) return;
  throw new TypeError(`${name}: unknown ${place} '${unknown}'. Supported: ${known.join(', ') || 'none'}`);
}
