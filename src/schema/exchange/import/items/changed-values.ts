import { accountOf, type Context } from '../../../core/context.ts';
import { snakeOf } from '../../../core/noun/names.ts';
import { addChange, type ImportCheck } from '../columns/import-check.ts';
import { BRANCH } from '../columns/import-fields.ts';
import type { RowResult } from '../../../core/upsert/rows.ts';
import { inColumns } from '../../../catalogue/supermarket/cut-off.ts';
import type { ImportItem } from './import-item.ts';

type StoredValues = Record<string, unknown>;

/** Adds changed records, as they were and as they are in the file, to the check. */
type ChangeNoter = (results: readonly RowResult[], check: ImportCheck) => void;

/** The ids of the stored records of items; undefined for new ones. */
type StoredIds = readonly (bigint | undefined)[];

/** Reads products before they are written, and returns the function that adds their changes. */
export async function productsBefore(
  context: Context,
  items: readonly ImportItem[],
  ids: StoredIds,
): Promise<ChangeNoter> {
  const existing = ids.filter((id) => id !== undefined);
  if (existing.length === 0) return () => {};
  const stored = await context.db.product.findMany({
    where: { accountId: accountOf(context), id: { in: existing } },
  });
  const byId = new Map<bigint, StoredValues>(stored.map((product) => [product.id, product]));
  return (results, check) => {
    for (const { index, old } of updatedRecords(results, byId)) {
      const { rows, values } = items[index]!;
      addDifferences(check, { row: rows[0]!.row, reference: old.reference as string | null, old, values });
    }
  };
}

/**
 * Reads supermarkets and branches before they are written, and returns the function that adds their changes.
 */
export async function supermarketsBefore(
  context: Context,
  items: readonly ImportItem[],
  ids: StoredIds,
): Promise<ChangeNoter> {
  const existing = ids.filter((id) => id !== undefined);
  if (existing.length === 0) return () => {};
  const accountId = accountOf(context);
  const stored = await context.db.supermarket.findMany({ where: { accountId, id: { in: existing } } });
  const references = items.flatMap((item, index) =>
    ids[index] === undefined
      ? []
      : branchesOfItem(item).flatMap(({ reference }) => (typeof reference === 'string' ? [reference] : [])),
  );
  const branches = await context.db.branch.findMany({ where: { accountId, reference: { in: references } } });
  const byId = new Map<bigint, StoredValues>(stored.map((supermarket) => [supermarket.id, supermarket]));
  const byReference = new Map<unknown, StoredValues>(branches.map((branch) => [branch.reference, branch]));
  return (results, check) => {
    for (const { index, old } of updatedRecords(results, byId))
      addSupermarketChanges(check, items[index]!, old, byReference);
  };
}

function updatedRecords(results: readonly RowResult[], byId: ReadonlyMap<bigint, StoredValues>) {
  return results.flatMap(({ index, outcome, id }) => {
    const old = outcome === 'updated' ? byId.get(id!) : undefined;
    return old ? [{ index, old }] : [];
  });
}

function addSupermarketChanges(
  check: ImportCheck,
  item: ImportItem,
  old: StoredValues,
  byReference: ReadonlyMap<unknown, StoredValues>,
): void {
  const reference = old.reference as string | null;
  const { branches: _branches, ...values } = item.values;
  addDifferences(check, { row: item.rows[0]!.row, reference, old, values: inColumns(values) });
  for (const [at, values] of branchesOfItem(item).entries()) {
    const branch = byReference.get(values.reference);
    const { row } = item.lines[at] ?? item.rows[0]!;
    const from = values.reference as string;
    if (branch) addDifferences(check, { row, reference: from, old: branch, values, prefix: BRANCH });
    else
      addChange(check, {
        row,
        reference,
        field: 'branch_reference',
        from: null,
        to: values.reference,
        outcome: 'updated',
      });
  }
}

function branchesOfItem({ values: { branches } }: ImportItem): StoredValues[] {
  return (branches as StoredValues[] | undefined) ?? [];
}

interface ComparedItem {
  row: number;
  reference: string | null;
  old: StoredValues;
  values: StoredValues;
  prefix?: string;
}

function addDifferences(
  check: ImportCheck,
  { row, reference, old, values, prefix = '' }: ComparedItem,
): void {
  for (const [name, value] of Object.entries(values)) {
    const to = plainValue(value);
    // Exact decimals are read as texts.
    const from = typeof to === 'number' && old[name] != null ? Number(old[name]) : plainValue(old[name]);
    if (from === to || !(name in old)) continue;
    const field = snakeOf(`${prefix.replace('.', '_')}${name}`);
    addChange(check, { row, reference, field, from, to, outcome: 'updated' });
  }
}

/** Returns a value as REST writes it. */
function plainValue(value: unknown): unknown {
  if (value == null) return null;
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  return value;
}
