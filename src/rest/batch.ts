import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { z } from 'zod';
import type { Context } from '../schema/core/context.ts';
import { validWhere } from '../schema/trade/delivery/day-rules.ts';
import { type Fault, renamedFault, restFault } from '../schema/core/errors.ts';
import { violation } from '../problems.ts';
import { MAX_FAULTS } from '../schema/core/limits.ts';
import { issueOf } from '../schema/core/noun/issues.ts';
import { ID } from '../schema/core/noun/kinds.ts';
import { restPathOf } from '../schema/core/noun/names.ts';
import { figure, lengthFirst, recordId } from '../schema/core/noun/rules.ts';
import { chargeRows } from '../schema/core/upsert/charge.ts';
import {
  faultDetails,
  inOrderOfInput,
  refused,
  type RowError,
  type RowOutcome,
  type RowResult as Refused,
} from '../schema/core/upsert/rows.ts';
import { type Upserted, withMissing } from '../schema/core/upsert/with-missing.ts';
import { valid } from '../schema/core/noun/valid.ts';
import { route, type Route } from './route.ts';
import { NOTHING, type Taken, type TakenInRows } from './shape.ts';
import { PROBLEM_SHAPE } from './problem-shape.ts';

/** The outcomes of rows that create or change a record. */
const UPSERTED = ['created', 'updated', 'unchanged', 'refused'] as const satisfies readonly RowOutcome[];

const ROW_FAULT_SHAPE = {
  code: z.string().describe('The error code.'),
  message: z.string().describe('What is wrong.'),
  field: z.string().nullable().describe('The path of the field in the row; null if no field is at fault.'),
  ...PROBLEM_SHAPE,
};

/** The result of a row. */
export const BatchResult = z
  .strictObject({
    index: z.int().min(0).describe('The position of the row in the request, from 0.'),
    outcome: z.enum(UPSERTED).describe('What was done with the row.'),
    id: recordId.nullable().describe('The `id` of the record; null if the row was refused.'),
    error: z
      .strictObject({
        ...ROW_FAULT_SHAPE,
        details: z
          .array(z.strictObject(ROW_FAULT_SHAPE))
          .min(2)
          .max(MAX_FAULTS)
          .optional()
          .describe(
            `All errors of the row, if there are several; at most ${figure(MAX_FAULTS)} in a response.`,
          ),
      })
      .nullable()
      .describe('Why the row was refused; null otherwise.'),
  })
  .meta({
    id: 'BatchResult',
    description: 'What became of a row.',
    examples: [{ index: 0, outcome: 'created', id: 17, error: null }],
  });

/** A fault as an operation returns it as data. */
interface ReturnedFault {
  code: string;
  field: string | null;
  message: string;
  wording?: string | null;
  problem: string;
  values: unknown;
}

/** The result of a row, as the operation returned it. */
interface ReturnedRow {
  index: number;
  outcome: string;
  record: { id: string; status?: string } | null;
  error: (ReturnedFault & { details: unknown[] | null }) | null;
  differs?: string[] | null;
}

/** The result of a row in the response. */
interface RowResultBody {
  index: number;
  outcome: string;
  id: number | null;
  error: ReturnType<typeof rowErrorBody> | null;
  differs?: string[];
  status?: string;
}

/** The rows of a request. */
interface Rows {
  rows: readonly unknown[];
  /** The rows that satisfy the rules of REST, with their indexes in the request. */
  accepted: { index: number; values: object }[];
  refused: Refused[];
  /** Variables of the operation besides the rows. */
  options: object;
}

interface BatchDefinition extends Pick<Route, 'path' | 'name' | 'summary' | 'description'>, RowsDefinition {
  /** The schema of a row's result (default: that of a row that creates or changes a record). */
  result?: z.ZodObject;
  operation: TypedDocumentNode<{ results: ReturnedRow[] }, { input: never }>;
}

interface RowsDefinition {
  summary: string;
  /** The name of the list of rows in the body, and of the schema of the body. */
  list: string;
  id: string;
  max: number;
  row: Taken<object>;
  /**
   * The rules of `row` that do not depend on stored records (default: `row`); the operation checks the rest.
   */
  form?: Taken<object>;
  /** The noun that rows create or change, if a change may omit fields that a new record needs. */
  upserted?: Upserted;
  /** The members of the body besides the rows: variables of the operation. */
  options?: Taken<object> & { schema: z.ZodObject };
}

/** Declares an endpoint that takes rows, of which a refused one does not stop the others. */
export function batchRoute(definition: BatchDefinition): Route {
  const { path, name, summary, description, max, result = BatchResult, operation, upserted } = definition;
  return route({
    method: 'post',
    path,
    name,
    summary,
    description: `${description} At most ${max} rows; a refused row does not stop the others. A row counts like a twentieth of a request.`,
    body: rowsBody(definition),
    response: {
      shape: { data: z.array(result) },
      hasFull: false,
      toRest: (data) => ({ data: (data as unknown[]).values() }),
    },
    operation,
    async handle({ body: { rows, accepted, refused, options } }, execute, context) {
      await chargeRows(context, rows.length, accepted.length);
      const whole = upserted ? await withMissing(context, upserted, rows, refused) : refused;
      const input = accepted.map(({ values }) => values);
      const { results } = input.length > 0 ? await execute({ ...options, input: input as never }) : NO_ROWS;
      const shown = results.map((each) => rowResultBody(each, accepted[each.index]!.index));
      return inOrderOfInput([...whole.map(refusedRowBody), ...shown]);
    },
  });
}

const NO_ROWS = { results: [] as ReturnedRow[] };

/** Returns a body with a list of rows, each of which is validated for itself. */
function rowsBody(definition: RowsDefinition): TakenInRows<Rows> {
  const { summary, list, id, max, row, form = row, options = NOTHING } = definition;
  const tooMany = `must have at most ${max} items`;
  const bare = violation('not_an_object', `The body must be an object: {"${list}": […]}, not a bare array`);
  return {
    schema: bodyOf(row.schema).meta({
      id,
      description: summary,
      examples: [{ [list]: row.schema.meta()?.examples }],
    }),
    required: z.preprocess((body, { addIssue }) => {
      if (Array.isArray(body)) addIssue(issueOf(bare));
      return body;
    }, bodyOf(z.unknown())),
    toGraphQL(body, context) {
      const { [list]: rows = [], ...others } = body as Record<string, unknown[]>;
      return { rows, ...sorted(rows, form, context), options: options.toGraphQL(others) };
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

/** Validates each row for itself, by the rules of REST. */
function sorted(rows: readonly unknown[], { schema, toGraphQL }: Taken<object>, context: Context) {
  const accepted: Rows['accepted'] = [];
  const wrong: Refused[] = [];
  for (const [index, row] of rows.entries()) {
    try {
      const values = validWhere(context, () => valid(schema, row));
      accepted.push({ index, values: toGraphQL(values) });
    } catch (thrown) {
      wrong.push(refused(index, thrown));
    }
  }
  return { accepted, refused: wrong };
}

function refusedRowBody({ index, error }: Refused): RowResultBody {
  return { index, outcome: 'refused', id: null, error: rowErrorBody(error!) };
}

function rowResultBody({ outcome, record, error, differs }: ReturnedRow, index: number): RowResultBody {
  return {
    index,
    outcome: outcome.toLowerCase(),
    id: record && ID.toRest(record.id),
    error: error && rowErrorBody({ ...faultIn(error), ...faultDetails((error.details ?? []).map(faultIn)) }),
    ...(differs && { differs, status: record!.status!.toLowerCase() }),
  };
}

function rowErrorBody({ details, ...first }: RowError) {
  return { ...restFault(first), ...(details && { details: details.map(restFault) }) };
}

/** Returns the fault that an operation returned as data, in the names of REST. */
function faultIn(returned: unknown): Fault {
  const { wording, ...others } = returned as ReturnedFault;
  return /* guard: batch-fields */ renamedFault(
    { ...(others as Fault), /* guard: batch-wording */ ...(wording != null && { wording }) },
    restPathOf,
  );
}
