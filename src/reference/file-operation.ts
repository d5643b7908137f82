import { z } from 'zod';
import { parameterDescription, type FileRoute, valueRuleOf } from '../rest/file-route.ts';
import { codesOfFile, errorResponses } from './errors.ts';
import { COMMON_HEADERS, refersTo } from './headers.ts';
import { described, idsIn } from './operation.ts';
import type { Json, Schemas } from './schemas.ts';

const TEXT_SCHEMA = { type: 'string' };
/** Bytes: generators of clients know them by this format. */
const BYTES_SCHEMA = { type: 'string', format: 'binary' };

const NOT_STORED = {
  description: 'Caches must not store it',
  required: true,
  schema: { type: 'string' },
  example: 'no-store',
};

/**
 * Returns an endpoint for files as an OpenAPI operation; shared parts are added to `responses` and `schemas`.
 */
export function fileOperationOf(route: FileRoute, schemas: Schemas, responses: Record<string, Json>): Json {
  const { name, summary, description, scope, chapter, body } = route;
  return {
    operationId: name,
    summary,
    description: [description, scope && `Needs the scope \`${scope}\`.`].filter(Boolean).join('\n\n'),
    tags: [chapter],
    security: [{ apiKey: scope ? [scope] : [] }],
    parameters: [
      ...idsIn(route, schemas),
      ...Object.entries(route.parameters).map(([each, rule]) => queryParameter(each, rule, schemas)),
      ...['RequestId', ...(route.isRepeatable ? ['IdempotencyKey'] : [])].map((each) => ({
        $ref: `#/components/parameters/${each}`,
      })),
    ],
    ...(body && {
      requestBody: { description: body.description, required: true, content: fileContents(body.mediaTypes) },
    }),
    responses: {
      ...successResponse(route, schemas),
      ...errorResponses(codesOfFile(route), schemas, responses, route),
    },
  };
}

function queryParameter(name: string, rule: z.ZodType, schemas: Schemas): Json {
  const schema = schemas.of(valueRuleOf(rule), 'output');
  const value = rule instanceof z.ZodDefault ? { default: rule.def.defaultValue } : {};
  const isRequired = !rule.isOptional();
  return {
    name,
    in: 'query',
    ...(isRequired && { required: true }),
    ...described({ ...schema, ...value, description: parameterDescription(rule) }),
  };
}

function successResponse({ returns, isRepeatable = false }: FileRoute, schemas: Schemas): Json {
  if ('mediaTypes' in returns) {
    const { mediaTypes, description } = returns;
    const headers = { ...refersTo([...COMMON_HEADERS, 'Content-Disposition']), 'Cache-Control': NOT_STORED };
    return { 200: { description, headers, content: fileContents(mediaTypes) } };
  }
  const { status, data } = returns;
  const schema = schemas.of(z.strictObject({ status: z.literal('success'), data }), 'output');
  return {
    [status]: {
      description: status === 201 ? 'Created' : 'Success',
      headers: refersTo([...COMMON_HEADERS, ...(isRepeatable ? ['Idempotent-Replayed'] : [])]),
      content: { 'application/json': { schema, example: schemas.exampleOf(schema) } },
    },
  };
}

function fileContents(mediaTypes: readonly string[]): Json {
  return Object.fromEntries(
    mediaTypes.map((each) => [
      each.replace(/;.*/, ''),
      { schema: each.startsWith('text/') ? TEXT_SCHEMA : BYTES_SCHEMA },
    ]),
  );
}
