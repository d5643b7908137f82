import type { ObjectRef } from '@pothos/core';
import type { Query } from '../../../database/direct/selection.ts';
import { builder, type PothosTypes } from '../builder/builder.ts';
import type { Resource } from '../nouns.ts';
import type { Context } from '../context.ts';
import { sentFault } from '../errors.ts';
import { MAX_FAULTS } from '../limits.ts';
import { figure } from '../noun/rules.ts';
import { enumValues } from '../noun/enum-values.ts';
import { recordsById } from '../list/load-record.ts';
import { OUTCOMES, type RowError, type RowResult } from './rows.ts';

const UpsertOutcome = builder.enumType('UpsertOutcome', {
  values: enumValues(OUTCOMES, {
    created: 'A record was created.',
    updated: 'The record was changed.',
    unchanged: 'The record was like this already.',
    refused: 'Nothing was done. See `error`.',
    differs: 'The delivery differs from the row, and stays as it is. See `differs`.',
    revised: 'The delivery differed from the row, and was revised.',
  }),
  description: 'What was done with a row.',
});

const UpsertError = builder.objectRef<RowError>('UpsertError').implement({
  description: 'Why a row was refused.',
  authScopes: { account: true },
  fields: (t) => ({
    code: t.exposeString('code', { description: 'The error code, such as `validation_error`.' }),
    field: t.exposeString('field', {
      nullable: true,
      description: 'The path of the field in the row; null if no field is at fault.',
    }),
    message: t.exposeString('message', { description: 'What is wrong.' }),
    wording: t.string({
      nullable: true,
      description: 'The message without the path that it begins with; null if it begins with none.',
      resolve: ({ wording }) => wording,
    }),
    problem: t.exposeString('problem', {
      description: 'What is wrong, for programs, such as `too_long`.',
    }),
    values: t.expose('values', {
      type: 'JSON',
      nullable: true,
      description: 'The values of the problem, such as `{"max": 200}`; null if it has none.',
    }),
    details: t.field({
      type: ['JSON'],
      nullable: true,
      description: `All errors of the row, if there are several; at most ${figure(MAX_FAULTS)} in a response.`,
      resolve: ({ details }) => details?.map(sentFault),
    }),
  }),
});

/** A result with its record, as the operation selects it. */
export type RecordResult = RowResult & { record: object | null };

/**
 * Declares the GraphQL type of the results of a mutation, whose field `noun` returns the record.
 *
 * @param mayDiffer whether a record can differ from its row
 */
export function resultType(
  name: string,
  noun: string,
  resource: Resource,
  record: ObjectRef<PothosTypes, object>,
  mayDiffer = false,
) {
  return builder.objectRef<RecordResult>(name).implement({
    description: 'What became of a row.',
    authScopes: { resource },
    fields: (t) => ({
      index: t.exposeInt('index', { description: 'The position of the row in the input, from 0.' }),
      outcome: t.expose('outcome', { type: UpsertOutcome, description: 'What was done.' }),
      [noun]: t.field({
        type: record,
        nullable: true,
        description: 'The record; null if the row was refused.',
        resolve: ({ record: found }) => found,
      }),
      ...(mayDiffer && {
        differs: t.stringList({
          nullable: true,
          description:
            'The names of the fields in which the record differs from the row, as REST has them; null for other outcomes.',
          resolve: ({ differs }) => (differs ? [...differs] : null),
        }),
      }),
      error: t.expose('error', {
        type: UpsertError,
        nullable: true,
        description: 'Why the row was refused; null otherwise.',
      }),
    }),
  });
}

/** Reads the records of results with one statement, as `selection` selects them. */
export async function withRecords(
  context: Context,
  records: Parameters<typeof recordsById>[1],
  selection: Query,
  results: RowResult[],
): Promise<RecordResult[]> {
  const ids = results.flatMap(({ id }) => (id === null ? [] : [id]));
  const byId = await recordsById(context, records, selection, ids);
  return results.map((each) => ({ ...each, record: each.id === null ? null : byId.get(each.id)! }));
}
