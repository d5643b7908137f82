import { MAX_COLUMNS } from '../../../../spreadsheet/limits.ts';
import { builder } from '../../../core/builder/builder.ts';
import { embedded } from '../../../core/list/list-size.ts';
import { enumType } from '../../../core/builder/fields-graphql.ts';
import { enumOf } from '../../../core/noun/kinds.ts';
import { type ImportChange } from '../columns/import-check.ts';
import type { PreviewedImport } from './preview-import.ts';
import type { ImportProblem } from '../columns/read-options.ts';

/** The maximum numbers of questions about a file, of choices, and of notes. */
const MAX_CHOICES = 20;
export const MAX_PROBLEMS = 10;
export const MAX_NOTES = 50;

type PreviewFields = Pick<PreviewedImport, 'read' | 'sheets' | 'sample' | 'changes' | 'ignored' | 'notes'>;

/** Parses the stored preview of an import. */
export function previewIn(json: string): Partial<PreviewFields> {
  return JSON.parse(json) as Partial<PreviewFields>;
}

export const Problem = builder.objectRef<ImportProblem>('ImportProblem').implement({
  description: 'What must be answered or assigned before a file can be imported.',
  authScopes: { account: true },
  fields: (t) => ({
    code: t.exposeString('code', { description: 'What is open, such as `ambiguous_number`.' }),
    message: t.exposeString('message', { description: 'The question, in words.' }),
    option: t.string({
      nullable: true,
      description:
        'The option that answers it, with which the file is sent again; null for columns to assign.',
      resolve: ({ option }) => option ?? null,
    }),
    choices: t.stringList({
      description: 'The possible values of the option.',
      ...embedded(MAX_CHOICES),
      resolve: ({ choices }) => choices ?? [],
    }),
  }),
});

export const ReadAs = builder.objectRef<PreviewFields['read']>('ImportReading').implement({
  description: 'How a file was read. Null is what it does not have, or what made no difference.',
  authScopes: { account: true },
  fields: (t) => ({
    sheet: t.exposeString('sheet', { nullable: true, description: 'The name of the sheet.' }),
    headerRow: t.int({
      nullable: true,
      description: 'The row with the names of the columns.',
      resolve: ({ header_row: row }) => row,
    }),
    delimiter: t.exposeString('delimiter', { nullable: true, description: 'The sign between cells.' }),
    encoding: t.exposeString('encoding', { nullable: true, description: 'The encoding of the text.' }),
    decimal: t.exposeString('decimal', { nullable: true, description: 'The sign before decimals.' }),
    dates: t.exposeString('dates', { nullable: true, description: 'The order of dates: dmy, mdy or ymd.' }),
  }),
});

const CHANGE_OUTCOME = enumOf(
  'ImportChangeOutcome',
  'What becomes of a value in which a record and the file differ.',
  {
    updated: 'The record gets the value of the file.',
    differs: 'The delivery stays as it is.',
    revised: 'The pending delivery is revised, or changed in place.',
  },
);

export const Change = builder.objectRef<ImportChange>('ImportChange').implement({
  description: 'A value that an import changes, or of a delivery one that differs and stays.',
  authScopes: { account: true },
  fields: (t) => ({
    row: t.exposeInt('row', { description: 'The number of the row in the file.' }),
    reference: t.exposeString('reference', { nullable: true, description: 'The reference of the record.' }),
    field: t.exposeString('field', { description: 'The name of the field, as in REST.' }),
    from: t.string({
      nullable: true,
      description: 'The present value.',
      resolve: ({ from }) => textOf(from),
    }),
    to: t.string({ nullable: true, description: 'The value in the file.', resolve: ({ to }) => textOf(to) }),
    outcome: t.field({
      type: enumType(CHANGE_OUTCOME),
      description: 'What becomes of it. A delivery that differs stays as it is.',
      resolve: ({ outcome }) => outcome,
    }),
  }),
});

function textOf(value: unknown): string | null {
  return value === null || value === undefined ? null : String(value);
}

const Value = builder.objectRef<[name: string, value: unknown]>('ImportValue').implement({
  description: 'A field of a record as it would be written.',
  authScopes: { account: true },
  fields: (t) => ({
    field: t.string({ description: 'The name of the field, as in REST.', resolve: ([name]) => name }),
    value: t.string({
      description: 'The value; lists as JSON.',
      resolve: ([, value]) => (typeof value === 'object' ? JSON.stringify(value) : String(value)),
    }),
  }),
});

export const Sample = builder.objectRef<object>('ImportSample').implement({
  description: 'A record as it would be written.',
  authScopes: { account: true },
  fields: (t) => ({
    values: t.field({
      type: [Value],
      description: 'Its fields with values.',
      ...embedded(MAX_COLUMNS),
      resolve: (record) => Object.entries(record),
    }),
  }),
});
