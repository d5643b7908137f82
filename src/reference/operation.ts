import { z } from 'zod';
import type { Route } from '../rest/route.ts';
import { recordId } from '../schema/core/noun/rules.ts';
import { isTagged } from '../rest/conditional.ts';
import { codesOf, errorResponses } from './errors.ts';
import { EXAMPLE_MESSAGE } from '../rest/webhook/shape.ts';
import { COMMON_HEADERS, refersTo } from './headers.ts';
import type { Json, Schemas } from './schemas.ts';
import { describeBy } from './describe.ts';

/** The ids of the records in the other examples. */
const EXAMPLE_IDS: Record<string, number> = {
  delivery_id: 4711,
  return_id: 93,
  product_id: 17,
  supermarket_id: 5,
  branch_id: 8,
  standing_order_id: 12,
  webhook_id: 3,
};

/** Returns an endpoint as an OpenAPI operation; shared parts are added to `responses` and `schemas`. */
export function openApiOperation(route: Route, schemas: Schemas, responses: Record<string, Json>): Json {
  const { name, summary, description, scope, body, status } = route;
  const schema = schemas.of(route.response, 'output');
  return {
    operationId: name,
    summary,
    description: [description, scope ? `Needs the scope \`${scope}\`.` : 'Every key can send it.']
      .filter(Boolean)
      .join('\n\n'),
    tags: [chapterOf(route)],
    security: [{ apiKey: scope ? [scope] : [] }],
    parameters: parametersOf(route, schemas),
    ...(body && { requestBody: requestBodyOf(route, schemas) }),
    responses: {
      [status]: {
        description: status === 201 ? 'Created' : 'Success',
        headers: refersTo([...COMMON_HEADERS, ...headerNames(route)]),
        content: { 'application/json': { schema, example: schemas.exampleOf(schema) } },
      },
      ...(isRecord(route) && {
        304: {
          description: 'The record still has the `ETag` in `If-None-Match`',
          headers: refersTo([...COMMON_HEADERS, 'ETag', 'Cache-Control']),
        },
      }),
      ...errorResponses(codesOf(route), schemas, responses),
    },
  };
}

/** Returns `/deliveries/:delivery_id` in OpenAPI's notation. */
export function templateOf({ path }: Pick<Route, 'path'>): string {
  return path.replace(/:(\w+)/g, '{$1}');
}

/** Returns the chapter of the endpoint, such as `Deliveries` or `Standing orders`. */
export function chapterOf({ path }: Route): string {
  const resource = path.split('/')[1]!.replaceAll('-', ' ');
  return (resource[0]!.toUpperCase() + resource.slice(1)).replace('Api ', 'API ');
}

function parametersOf(route: Route, schemas: Schemas): Json[] {
  const ids = idsIn(route, schemas);
  const query = schemas.of(route.query, 'output') as { properties?: Record<string, Json> };
  describeBy('', query);
  const filters = Object.entries(query.properties ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    ...described(schema),
  }));
  const headers = [
    'RequestId',
    ...(route.method === 'post' ? ['IdempotencyKey'] : []),
    ...(isRecord(route) ? ['IfNoneMatch'] : []),
    ...(route.changes ? ['IfMatch'] : []),
  ];
  return [...ids, ...filters, ...headers.map((name) => ({ $ref: `#/components/parameters/${name}` }))];
}

/** Returns the parameters in the path of an endpoint. */
export function idsIn({ path, ids }: Pick<Route, 'path' | 'ids'>, schemas: Schemas): Json[] {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!);
  return names.map((name) => ({
    name,
    in: 'path',
    required: true,
    ...described(schemas.of((ids[name] as z.ZodType | undefined) ?? idSchema(name), 'input')),
    example: name in ids ? exampleIn(ids[name] as z.ZodType) : EXAMPLE_IDS[name],
  }));
}

/** Returns the example of a part of the path that is no record's number. */
function exampleIn(rule: z.ZodType): unknown {
  const [own] = (rule.meta()?.examples ?? []) as unknown[];
  return own ?? EXAMPLE_MESSAGE;
}

/** Returns the schema of an id, such as `delivery_id`. */
function idSchema(name: string): z.ZodType {
  return recordId.describe(`The number of the ${name.replace(/_id$/, '').replaceAll('_', ' ')}.`);
}

/** Moves the description beside the schema, where OpenAPI expects it. */
export function described({ description, ...schema }: Json): Json {
  return { ...(description !== undefined && { description }), schema };
}

function requestBodyOf({ body, isBodyOptional }: Route, schemas: Schemas): Json {
  const schema = schemas.of(body!, 'input');
  const example = schemas.exampleOf(schema);
  return { required: !isBodyOptional, content: { 'application/json': { schema, example } } };
}

function headerNames(route: Route): string[] {
  return [
    ...(isTagged(route) ? ['ETag'] : []),
    ...(route.method === 'get' ? ['Cache-Control'] : []),
    ...('pagination' in route.response.shape ? ['Link'] : []),
    ...(route.status === 201 ? ['Location'] : []),
    ...(route.method === 'post' ? ['Idempotent-Replayed'] : []),
  ];
}

/** Whether it returns one record, of which a client may have a copy. */
function isRecord(route: Route): boolean {
  return route.method === 'get' && isTagged(route);
}
