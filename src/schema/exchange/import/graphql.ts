import { keyNameOf } from '../../people/api-key/key-names.ts';
import { builder } from '../../core/builder/builder.ts';
import { enumType } from '../../core/builder/fields-graphql.ts';
import { byId } from '../../core/context.ts';
import { embedded } from '../../core/list/list-size.ts';
import type { ImportKind } from '../../core/caller/import-kinds.ts';
import { MAX_COLUMNS, MAX_ARCHIVE_ENTRIES } from '../../../spreadsheet/limits.ts';
import { IMPORT_DAYS, MAX_LISTED_REFUSALS } from '../limits.ts';
import { cancelImport, startImport } from './run/change-import.ts';
import { IMPORT_KIND, IMPORT_STATUS } from './fields.ts';
import type { ImportStatus } from './run/import-statuses.ts';
import { MAX_STORED_CHANGES } from './columns/import-check.ts';
import type { ImportColumn } from './columns/map-columns.ts';
import {
  ImportChangeRef,
  MAX_PREVIEW_NOTES,
  MAX_PROBLEMS,
  previewIn,
  ImportProblemRef,
  ImportReadingRef,
  Sample,
} from './run/preview-graphql.ts';
import { parametersOfChoices } from './columns/import-choices.ts';
import type { ImportChoices, ImportProblem } from './columns/read-options.ts';
import { MAX_SAMPLE } from './items/sample-records.ts';
import type { RowRefusal } from './columns/refusals.ts';

/** The number of stored values of a column, from the first rows. */
const MAX_COLUMN_SAMPLES = 3;

const KindEnum = enumType(IMPORT_KIND);
const ImportStatusEnum = enumType(IMPORT_STATUS);

const Column = builder.objectRef<ImportColumn>('ImportColumn').implement({
  description: 'A column of a file.',
  authScopes: { account: true },
  fields: (t) => ({
    column: t.exposeString('column', { description: 'The name in the header; empty if it has none.' }),
    letter: t.string({
      description: 'The letters by which a spreadsheet names it.',
      resolve: ({ letter }) => letter ?? '',
    }),
    samples: t.stringList({
      description: `Its first values, at most ${MAX_COLUMN_SAMPLES}.`,
      ...embedded(MAX_COLUMN_SAMPLES),
      resolve: ({ samples }) => samples ?? [],
    }),
    field: t.exposeString('field', {
      nullable: true,
      description:
        'The field that the column has; null if it is ignored. One with two fields is listed twice.',
    }),
    remembered: t.boolean({
      description: 'Whether it has the field because somebody gave it to a column of this name before.',
      resolve: ({ remembered }) => remembered ?? false,
    }),
  }),
});

const ImportRefusalRef = builder.objectRef<RowRefusal>('ImportRefusal').implement({
  description: 'Why a row cannot be imported.',
  authScopes: { account: true },
  fields: (t) => ({
    row: t.exposeInt('row', { description: 'The number of the row in the file; the header is row 1.' }),
    column: t.exposeString('column', {
      nullable: true,
      description: 'The name of the column; null if no column is at fault.',
    }),
    value: t.exposeString('value', { nullable: true, description: 'The text of the cell.' }),
    message: t.exposeString('message', { description: 'What is wrong.' }),
    problem: t.string({
      nullable: true,
      description: 'What is wrong, for programs.',
      resolve: ({ problem }) => problem,
    }),
    values: t.field({
      type: 'JSON',
      nullable: true,
      description: 'The values of the problem; null if it has none.',
      resolve: ({ values }) => values,
    }),
  }),
});

export const Import = builder.prismaObject('Import', {
  description: `A file that was sent to be imported. It is kept for ${IMPORT_DAYS} days.`,
  // Without this selection, all columns would be read, including the file.
  select: { id: true },
  authScopes: { account: true },
  fields: (t) => ({
    id: t.exposeID('id'),
    kind: t.field({
      type: KindEnum,
      description: 'What the file has rows of.',
      select: { kind: true },
      resolve: ({ kind }) => kind as ImportKind,
    }),
    status: t.field({
      type: ImportStatusEnum,
      description: 'How far it is.',
      select: { status: true },
      resolve: ({ status }) => status as ImportStatus,
    }),
    fileName: t.exposeString('fileName', {
      nullable: true,
      description: 'The name of the file; null if its sender gave none.',
    }),
    problems: t.field({
      type: [ImportProblemRef],
      description: 'What must be answered or assigned before it can be started.',
      ...embedded(MAX_PROBLEMS),
      select: { problems: true },
      resolve: ({ problems }) => JSON.parse(problems) as ImportProblem[],
    }),
    reading: t.field({
      type: ImportReadingRef,
      nullable: true,
      description: 'How the file was read.',
      select: { preview: true },
      resolve: ({ preview }) => previewIn(preview).read ?? null,
    }),
    options: t.field({
      type: 'JSON',
      description:
        'The options that its sender chose, by the names of query parameters. Send them again with `from`.',
      select: { choices: true },
      resolve: ({ choices }) => parametersOfChoices(JSON.parse(choices) as ImportChoices),
    }),
    sheets: t.stringList({
      description: 'The sheets that can be read.',
      ...embedded(MAX_ARCHIVE_ENTRIES),
      select: { preview: true },
      resolve: ({ preview }) => previewIn(preview).sheets ?? [],
    }),
    sample: t.field({
      type: [Sample],
      description: `The first records as they would be written, at most ${MAX_SAMPLE}.`,
      ...embedded(MAX_SAMPLE),
      select: { preview: true },
      resolve: ({ preview }) => previewIn(preview).sample ?? [],
    }),
    changes: t.field({
      type: [ImportChangeRef],
      description: `Values in which records and the file differ, at most ${MAX_STORED_CHANGES}: first those of deliveries that stay as they are, then prices that move by more than half, and weights by more than ten times.`,
      ...embedded(MAX_STORED_CHANGES),
      select: { preview: true },
      resolve: ({ preview }) => previewIn(preview).changes ?? [],
    }),
    ignored: t.stringList({
      description: 'The columns with values that no field has.',
      ...embedded(MAX_COLUMNS),
      select: { preview: true },
      resolve: ({ preview }) => previewIn(preview).ignored ?? [],
    }),
    notes: t.stringList({
      description: 'What was understood otherwise than it is written.',
      ...embedded(MAX_PREVIEW_NOTES),
      select: { preview: true },
      resolve: ({ preview }) => previewIn(preview).notes ?? [],
    }),
    rows: t.exposeInt('rows', { description: 'How many rows the file has besides the header.' }),
    created: t.exposeInt('created', { description: 'How many records are, or would be, created.' }),
    updated: t.exposeInt('updated', { description: 'How many records are, or would be, changed.' }),
    unchanged: t.exposeInt('unchanged', { description: 'How many records stay as they are.' }),
    differs: t.exposeInt('differs', {
      description:
        'How many deliveries the account has already and differ from the file. They stay as they are.',
    }),
    revised: t.exposeInt('revised', {
      description:
        'How many pending deliveries are, or would be, revised, because the file differs and `on_difference` says so.',
    }),
    refused: t.exposeInt('refused', {
      description: 'How many records are refused. If there are any, nothing is imported.',
    }),
    done: t.exposeInt('done', { description: 'How many records the run has handled so far.' }),
    total: t.exposeInt('total', { description: 'How many records the file has.' }),
    columns: t.field({
      type: [Column],
      description: 'The columns of the file, and the fields they have.',
      ...embedded(MAX_COLUMNS),
      select: { columns: true },
      resolve: ({ columns }) => JSON.parse(columns) as ImportColumn[],
    }),
    refusals: t.field({
      type: [ImportRefusalRef],
      description: `The first ${MAX_LISTED_REFUSALS} reasons for which rows are refused.`,
      ...embedded(MAX_LISTED_REFUSALS),
      select: { refusals: true },
      resolve: ({ refusals }) => (JSON.parse(refusals) as RowRefusal[]).slice(0, MAX_LISTED_REFUSALS),
    }),
    keyId: t.exposeID('keyId', {
      nullable: true,
      description: 'The id of the API key that sent the file; null if a person sent it at the web page.',
    }),
    keyName: t.string({
      nullable: true,
      description: 'The name of that API key.',
      select: { keyId: true },
      resolve: ({ keyId }, _args, context) => (keyId === null ? null : keyNameOf(context, keyId)),
    }),
    error: t.exposeString('error', { nullable: true, description: 'Why the import failed.' }),
    problem: t.exposeString('problem', {
      nullable: true,
      description: 'Why the import failed, for programs.',
    }),
    values: t.expose('values', {
      type: 'JSON',
      nullable: true,
      description: 'The values of the problem; null if it has none.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    startedAt: t.expose('startedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was started; null before.',
    }),
    finishedAt: t.expose('finishedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it succeeded, failed or was cancelled; null before.',
    }),
  }),
});

builder.mutationFields((t) => ({
  startImport: t.fieldWithSelection({
    type: Import,
    description: 'Imports the file of a preview, all of it or nothing. Needs the write scope of its kind.',
    authScopes: { account: true },
    args: { id: t.arg.id({ required: true }) },
    resolve: async (query, _root, args, context) => {
      const id = await startImport(context, args.id);
      return context.db.import.findUniqueOrThrow({ ...query, ...byId(context, id) });
    },
  }),
  cancelImport: t.fieldWithSelection({
    type: Import,
    description:
      'Cancels an import that has not ended; nothing of it is kept. Needs the write scope of its kind.',
    authScopes: { account: true },
    args: { id: t.arg.id({ required: true }) },
    resolve: async (query, _root, args, context) => {
      const id = await cancelImport(context, args.id);
      return context.db.import.findUniqueOrThrow({ ...query, ...byId(context, id) });
    },
  }),
}));
