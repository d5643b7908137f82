import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { z } from 'zod';
import type { Context } from '../schema/context.ts';
import { validWhere } from '../schema/delivery/require-future.ts';
import { AppError, type Fault, fault, renamedFault, returnedFault, shownFault } from '../schema/errors.ts';
import { restPathOf } from '../schema/noun/names.ts';
import { lengthFirst, recordId } from '../schema/noun/rules.ts';
import { chargeRows } from '../schema/upsert/charge.ts';
import type { RowOutcome } from '../schema/upsert/rows.ts';
import { valid } from '../schema/noun/valid.ts';
import { route, type Route } from './route.ts';
import { NOTHING, type Taken } from './shape.ts';
import { PROBLEM_SHAPE } from './problem-shape.ts';

/** The outcomes of rows that create or change a record. */
const UPSERTED = ['created', 'updated', 'unchanged', 'refused'] as const satisfies readonly RowOutcome[];

/** What became of a row. */
export const BatchResult = z
  .strictObject({
    index: z.int().min(0).describe('The position of the row in the request, from 0.'),
    outcome: z.enum(UPSERTED).describe('What was done with the row.'),
    id: recordId.nullable().describe('The `id` of the record; null if the row was refused.'),
    error: z
      .strictObject({
        code: z.string().describe('The error code.'),
        message: z.string().describe('What is wrong.'),
        field: z
          .string()
          .nullable()
          .describe('The path of the field in the row; null if no field is at fault.'),
        ...PROBLEM_SHAPE,
      })
      .nullable()
      .describe('Why the row was refused; null otherwise.'),
  })
  .meta({
    id: 'BatchResult',
    description: 'What became of a row.',
    examples: [{ index: 0, outcome: 'created', id: 17, error: null }],
  });

interface BatchRowResult {
  index: number;
  outcome: string;
  record: { id: string; status?: string } | null;
  error: { code: string; field: string | null; message: string; problem: string; values: unknown } | null;
  differs?: string[] | null;
}

interface BatchDefinition extends Pick<Route, 'path' | 'scope' | 'name' | 'summary' | 'description'> {
  /** The name of the list of rows in the body, and of the schema of the body. */
  list: string;
  id: string;
  max: number;
  row: Taken<object>;
  /** The form that a row needs to be executed, if some rules of `row` depend on what the operation finds. */
  form?: Taken<object>;
  /** The members of the body besides the rows: variables of the operation. */
  options?: Taken<object> & { schema: z.ZodObject };
  /** What became of a row (default: what becomes of one that creates or changes a record). */
  result?: z.ZodObject;
  operation: TypedDocumentNode<{ results: BatchRowResult[] }, { input: never }>;
}

/** Declares an endpoint that takes rows, of which a refused one does not stop the others. */
export function batchRoute(definition: BatchDefinition): Route {
  const { path, scope, name, summary, description, list, id, max, row, operation } = definition;
  const { form = row, options = NOTHING, result = BatchResult } = definition;
  const tooMany = `must have at most ${max} items`;
  const body = bodyOf(row.schema).meta({ id, description: summary, examples: [exampleOf(list, row)] });
  const lenient = bodyOf(z.unknown());
  const documented = route({
    method: 'post',
    path,
    scope,
    name,
    summary,
    description: `${description} At most ${max} rows; a refused row does not stop the others. A row counts like a twentieth of a request.`,
    body: { schema: body, toGraphQL: () => ({}) },
    response: { shape: { data: z.array(result) }, toRest: () => ({ data: [] }) },
    operation: operation as never,
  });
  const validate: Route['validate'] = (request) => {
    valid(documented.query, request.query, 'query parameter');
    if (Array.isArray(request.body)) {
      throw fault('not_an_object', `The body must be an object: {"${list}": […]}, not a bare array`);
    }
    return valid(lenient, request.body);
  };
  return {
    ...documented,
    validate,
    async handle(request, run, context) {
      const { [list]: rows = [], ...others } = validate(request) as Record<string, unknown[]>;
      const { accepted, data } = validatedRows(context, rows, form);
      await chargeRows(context, rows.length, accepted.length);
      if (accepted.length > 0) {
        const input = accepted.map(({ values }) => values);
        const variables = { ...options.toGraphQL(others), input: input as never };
        const { results } = await run(operation, variables, context);
        data.push(...results.map((result) => shownResult(result, accepted[result.index]!.index)));
      }
      return { data: data.toSorted((one, other) => one.index - other.index) };
    },
  };

  function bodyOf(item: z.ZodType) {
    const rows = lengthFirst(z.array(item, 'must be an array'), max, tooMany);
    return z.strictObject({
      [list]: rows.describe(`The rows, at most ${max}.`),
      ...(options.schema as z.ZodObject).shape,
    });
  }
}

function exampleOf(list: string, { schema }: Taken<object>): object {
  return { [list]: schema.meta()?.examples };
}

interface ShownResult {
  index: number;
  outcome: string;
  id: number | null;
  error: ReturnType<typeof shownFault> | null;
  differs?: string[];
  status?: string;
}

/** Validates each row for itself, by the rules of REST. */
function validatedRows(context: Context, rows: readonly unknown[], { schema, toGraphQL }: Taken<object>) {
  const accepted: { index: number; values: object }[] = [];
  const data: ShownResult[] = [];
  for (const [index, row] of rows.entries()) {
    try {
      accepted.push({ index, values: toGraphQL(validWhere(context, () => valid(schema, row))) });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      data.push({ index, outcome: 'refused', id: null, error: shownFault(error.faults[0]!) });
    }
  }
  return { accepted, data };
}

function shownResult({ outcome, record, error, differs }: BatchRowResult, index: number): ShownResult {
  return {
    index,
    outcome: outcome.toLowerCase(),
    id: record && Number(record.id),
    error: error && shownFault(renamedFault(returnedFault(error as Fault), restPathOf)),
    ...(differs && { differs, status: record!.status!.toLowerCase() }),
  };
}
