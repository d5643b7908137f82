import { faultAt } from '../../../core/errors.ts';
import type { Context } from '../../../core/context.ts';
import type { RowResult } from '../../../core/upsert/rows.ts';
import { withReferences } from '../../../core/upsert/with-references.ts';
import { Prisma } from '../../../../generated/prisma/client.ts';
import { accountOf } from '../../../core/context.ts';
import { SUPERMARKET_FIELDS } from '../../../catalogue/supermarket/fields.ts';
import type { SupermarketValues } from '../../../catalogue/supermarket/upsert-rows.ts';
import { writeSupermarkets } from '../../../catalogue/supermarket/upsert-supermarkets.ts';
import { supermarketsBefore } from '../items/changed-values.ts';
import { nameInSupermarkets } from '../items/group-supermarkets.ts';
import type { ItemWriteOptions } from '../columns/import-check.ts';
import type { Importer, ImportItem } from '../items/import-item.ts';
import { existingRecords } from './existing-records.ts';
import { lostZeros } from '../items/lost-zeros.ts';
import { asksForColumns } from '../columns/missing-columns.ts';

const IMPORTED = { noun: 'Supermarket', fields: SUPERMARKET_FIELDS } as const;

/** Imports supermarkets with branches. */
export const SUPERMARKETS_IMPORTER: Importer = {
  nameOf: nameInSupermarkets,
  async write(context, items, options) {
    const { check } = options;
    const { ids, refused } = await existingRecords(context, IMPORTED, items, options);
    const isKnown = await existingBranches(context, items);
    refused.push(...(await branchesWithoutZeros(context, items, isKnown, options)));
    const isRefused = new Set(refused.map(({ index }) => index));
    const rows = items
      .map(({ values }, index) => ({ index, values: values as SupermarketValues, id: ids[index] }))
      .filter(({ index }) => !isRefused.has(index));
    const isNew = rows.some(({ id }) => id === undefined);
    const hasNewBranch = rows.some(({ values }) =>
      branchesInValues(values).some(({ reference }) => !isKnown.has(reference!)),
    );
    const kinds = [
      ...(isNew ? (['supermarkets'] as const) : []),
      ...(hasNewBranch ? (['branches'] as const) : []),
    ];
    if (asksForColumns(options, ...kinds)) return refused;
    const noteChanges = await supermarketsBefore(context, items, ids);
    const written = await writeSupermarkets(context, rows, check.earlier);
    noteChanges(written, check);
    return [...refused, ...written];
  },
};

/** Returns the references of branches in the file that the account already has. */
async function existingBranches(
  context: Context,
  items: readonly ImportItem[],
): Promise<ReadonlySet<string>> {
  const existing = await context.db.$queryRaw<{ reference: string }[]>(
    withReferences({
      noun: 'Branch',
      accountId: accountOf(context),
      references: referencesIn(items),
      columns: Prisma.sql`record.reference`,
    }),
  );
  return new Set(existing.map(({ reference }) => reference));
}

function referencesIn(items: readonly ImportItem[]): string[] {
  return items.flatMap(({ values }) => branchesInValues(values).flatMap(({ reference }) => reference ?? []));
}

/**
 * Returns refusals of records with a new branch whose reference differs from another one only by leading
 * zeros.
 */
async function branchesWithoutZeros(
  context: Context,
  items: readonly ImportItem[],
  isKnown: ReadonlySet<string>,
  options: ItemWriteOptions,
): Promise<RowResult[]> {
  const problemOf = await lostZeros(
    context,
    'Branch',
    referencesIn(items).filter((reference) => !isKnown.has(reference)),
    options,
  );
  return items.flatMap(({ values }, index): RowResult[] => {
    for (const [at, { reference }] of branchesInValues(values).entries()) {
      if (reference === undefined || isKnown.has(reference)) continue;
      const wrong = problemOf(reference);
      if (!wrong) continue;
      const error = faultAt(`branches[${at}].reference`, wrong);
      return [{ index, outcome: 'refused', id: null, error }];
    }
    return [];
  });
}

function branchesInValues({ branches }: Record<string, unknown>): { reference?: string }[] {
  return (branches as { reference?: string }[] | undefined) ?? [];
}
