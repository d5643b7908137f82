import { z } from 'zod';
import { PROBLEM_SHAPE } from '../rest/problem-shape.ts';
import { IMPORT_KINDS } from '../schema/core/caller/import-kinds.ts';
import { TIME } from '../schema/core/noun/kinds.ts';
import { recordId } from '../schema/core/noun/rules.ts';
import {
  CHANGE_OUTCOMES,
  MAX_PREVIEW_CHANGES,
  MAX_STORED_CHANGES,
} from '../schema/exchange/import/columns/import-check.ts';
import type { ImportState } from '../schema/exchange/import/run/import-status.ts';
import { IMPORT_STATUSES } from '../schema/exchange/import/run/import-statuses.ts';
import type { PreviewedImport } from '../schema/exchange/import/run/preview-import.ts';

// The GraphQL types of the same names describe the fields.

const countShape = z.int().min(0);
const textShape = z.string();
const textsShape = z.array(textShape);
/** A value of a field, as REST writes it. */
const anyValue = z.unknown();

const ImportCountsShape = z
  .strictObject({
    created: countShape,
    updated: countShape,
    unchanged: countShape,
    refused: countShape,
    differs: countShape.optional(),
    revised: countShape.optional(),
    rows: countShape,
  })
  .meta({ id: 'ImportCounts', describedBy: 'Import', description: 'How many records of each outcome.' });

const ImportColumnShape = z
  .strictObject({
    column: textShape,
    letter: textShape,
    field: textShape.nullable(),
    samples: textsShape,
    remembered: z.boolean(),
  })
  .meta({ id: 'ImportColumn' });

const ImportReading = z
  .strictObject({
    sheet: textShape.nullable(),
    header_row: countShape.nullable(),
    delimiter: textShape.nullable(),
    encoding: textShape.nullable(),
    decimal: textShape.nullable(),
    dates: textShape.nullable(),
  })
  .meta({ id: 'ImportReading' });

const ImportProblemShape = z
  .strictObject({
    code: textShape,
    message: textShape,
    option: textShape.optional(),
    choices: textsShape.optional(),
  })
  .meta({ id: 'ImportProblem' });

const ImportChangeShape = z
  .strictObject({
    row: countShape,
    reference: textShape.nullable(),
    field: textShape,
    from: anyValue,
    to: anyValue,
    outcome: z.enum(CHANGE_OUTCOMES),
  })
  .meta({ id: 'ImportChange' });

const ImportRefusal = z
  .strictObject({
    row: countShape,
    column: textShape.nullable(),
    value: textShape.nullable(),
    message: textShape,
    problem: PROBLEM_SHAPE.problem.optional(),
    values: PROBLEM_SHAPE.values.optional(),
  })
  .meta({ id: 'ImportRefusal' });

const kind = z.enum(IMPORT_KINDS).describe('What the file has rows of.');
const counts = ImportCountsShape;
const problems = z.array(ImportProblemShape);
const changesShape = z.array(ImportChangeShape);
const refusals = z.array(ImportRefusal);

const EXAMPLE = {
  id: 41,
  kind: 'products',
  counts: { created: 1, updated: 0, unchanged: 0, refused: 0, rows: 1 },
  problems: [],
  changes: [],
  refusals: [],
  total: 1,
};

/** The response to a file. */
export const ImportPreview = z
  .strictObject({
    id: recordId,
    kind,
    status: z.literal('previewed').describe('Always `previewed`.'),
    file_name: textShape.nullable(),
    counts,
    columns: z.array(ImportColumnShape),
    ignored: textsShape,
    read: ImportReading,
    sheets: textsShape,
    problems,
    sample: z
      .array(z.record(textShape, anyValue))
      .describe('The first records as they would be written, with the names of fields in REST.'),
    changes: changesShape.describe(
      `Values in which records and the file differ, at most ${MAX_PREVIEW_CHANGES}: first those of deliveries that stay as they are, then the largest jumps of prices and weights. GraphQL has up to ${MAX_STORED_CHANGES}.`,
    ),
    notes: textsShape,
    refusals,
    total: countShape,
  })
  .meta({
    id: 'ImportPreview',
    describedBy: 'Import',
    description: 'What importing a file would do.',
    examples: [
      {
        ...EXAMPLE,
        status: 'previewed',
        file_name: 'catalogue.csv',
        columns: [
          { column: 'reference', letter: 'A', field: 'reference', samples: ['ART-7'], remembered: false },
        ],
        ignored: [],
        read: {
          sheet: null,
          header_row: 1,
          delimiter: ';',
          encoding: 'utf-8',
          decimal: ',',
          dates: null,
        },
        sheets: [],
        sample: [{ reference: 'ART-7', name: 'Rye Bread', weight: 0.75, price: 3.49, category: 'bakery' }],
        notes: [],
      },
    ],
  }) satisfies z.ZodType<RestShapeOf<PreviewedImport>>;

/** An import and its progress. */
export const ImportShape = z
  .strictObject({
    id: recordId,
    kind,
    status: z.enum(IMPORT_STATUSES).describe('How far it is. Only a `previewed` one can be started.'),
    counts,
    done: countShape,
    total: countShape,
    refusals,
    changes: changesShape,
    problems,
    error: textShape.nullable(),
    created_at: TIME.shown,
    finished_at: TIME.shown.nullable(),
  })
  .meta({
    id: 'Import',
    description: 'A file that was sent to be imported, and what its preview found or its run did.',
    examples: [
      {
        ...EXAMPLE,
        status: 'running',
        done: 0,
        error: null,
        created_at: '2026-11-20T09:30:00.000Z',
        finished_at: null,
      },
    ],
  }) satisfies z.ZodType<Record<keyof ImportState, unknown>>;

/** The fields of an object as REST writes them: ids are numbers in JSON. */
type RestShapeOf<Each extends { id: unknown }> = Record<keyof Each, unknown>;
