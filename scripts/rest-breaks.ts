/** The parts of an OpenAPI document that clients depend on. */
interface Document {
  paths: Record<string, Record<string, Operation>>;
  components?: Record<string, Record<string, Schema>>;
}

interface Operation {
  parameters?: (Schema & Parameter)[];
  requestBody?: Schema & { content?: Record<string, { schema?: Schema }>; required?: boolean };
  responses?: Record<string, Schema & { content?: Record<string, { schema?: Schema }> }>;
}

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema?: Schema;
}

interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}

/** A value that clients send or read, at one path of an operation. */
interface Fact {
  isRequired: boolean;
  types: Set<string>;
  values: Set<string>;
}

type Facts = Map<string, Fact>;

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
/** Deeper than any body; a schema that contains itself ends here. */
const MAX_DEPTH = 8;

/**
 * Returns what breaks clients of the REST interface: what is gone, what requests require or no longer take,
 * and what responses may lack or have of another type. Each begins with the endpoint and the field, which
 * the changelog can name.
 */
export function restBreaks(releasedText: string, currentText: string): string[] {
  const [released, current] = [operationsOf(releasedText), operationsOf(currentText)];
  return [...released].flatMap(([endpoint, before]) => {
    const after = current.get(endpoint);
    if (!after) return [`${endpoint} is gone`];
    return [
      ...differences(endpoint, before.request, after.request, brokenRequest),
      ...differences(endpoint, before.response, after.response, brokenResponse),
      ...[...after.request]
        .filter(
          ([path, { isRequired }]) =>
            isRequired && !before.request.has(path) && isReached(path, before.request),
        )
        .map(([path]) => `${endpoint} ${path} is new and required`),
    ];
  });
}

function differences(
  endpoint: string,
  before: Facts,
  after: Facts,
  broken: (before: Fact, after: Fact) => string | undefined,
): string[] {
  return [...before].flatMap(([path, fact]) => {
    const now = after.get(path);
    const why = now ? broken(fact, now) : 'is gone';
    return why ? [`${endpoint} ${path} ${why}`] : [];
  });
}

function brokenRequest(before: Fact, after: Fact): string | undefined {
  if (after.isRequired && !before.isRequired) return 'is required now';
  if (!before.types.isSubsetOf(after.types)) return 'takes other types';
  if (after.values.size > 0 && (before.values.size === 0 || !before.values.isSubsetOf(after.values)))
    return 'takes fewer values';
  return undefined;
}

function brokenResponse(before: Fact, after: Fact): string | undefined {
  if (before.isRequired && !after.isRequired) return 'may be missing now';
  if (!after.types.isSubsetOf(before.types)) return 'has other types';
  return undefined;
}

/** Returns whether requests could name the parent of a field: only then a required one breaks them. */
function isReached(path: string, before: Facts): boolean {
  const parent = path.replace(/(\.[^.]*|\[\])$/, '');
  return parent === path || before.has(parent);
}

function operationsOf(text: string): Map<string, { request: Facts; response: Facts }> {
  const document = JSON.parse(text) as Document;
  const found = new Map<string, { request: Facts; response: Facts }>();
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of METHODS) {
      const operation = item[method];
      if (operation) found.set(`${method.toUpperCase()} ${path}`, factsOf(document, operation));
    }
  }
  return found;
}

function factsOf(document: Document, { parameters = [], requestBody, responses = {} }: Operation) {
  const [request, response]: [Facts, Facts] = [new Map(), new Map()];
  for (const each of parameters) {
    const { name, in: place, required, schema } = resolve(document, each);
    note(document, request, `${place} ${name}`, schema ?? {}, required === true);
  }
  const body = requestBody && resolve(document, requestBody);
  for (const [type, { schema = {} }] of Object.entries(body?.content ?? {}))
    note(document, request, `body ${type}`, schema, body!.required === true);
  for (const [status, each] of Object.entries(responses)) {
    const { content = {} } = resolve(document, each);
    response.set(status, { isRequired: true, types: new Set(), values: new Set() });
    for (const [type, { schema = {} }] of Object.entries(content))
      note(document, response, `${status} ${type}`, schema, true);
  }
  return { request, response };
}

/** Notes a schema and what it contains; alternatives are noted at the same path. */
function note(
  document: Document,
  facts: Facts,
  path: string,
  given: Schema,
  isRequired: boolean,
  depth = 0,
): void {
  const schema = resolve(document, given);
  const known = facts.get(path);
  const fact = known ?? { isRequired, types: new Set(), values: new Set() };
  fact.isRequired &&= isRequired;
  for (const type of [schema.type ?? []].flat()) fact.types.add(type);
  for (const value of schema.enum ?? [schema.const ?? []].flat()) fact.values.add(String(value));
  facts.set(path, fact);
  if (depth === MAX_DEPTH) return;
  for (const each of [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])])
    note(document, facts, path, each, isRequired, depth + 1);
  for (const [name, each] of Object.entries(schema.properties ?? {}))
    note(document, facts, `${path}.${name}`, each, schema.required?.includes(name) === true, depth + 1);
  if (schema.items) note(document, facts, `${path}[]`, schema.items, true, depth + 1);
}

function resolve<T extends Schema>(document: Document, schema: T): T {
  const [, kind, name] = /^#\/components\/(\w+)\/(.+)$/.exec(schema.$ref ?? '') ?? [];
  if (kind === undefined || name === undefined) return schema;
  return document.components![kind]![name] as T;
}
