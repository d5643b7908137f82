import { accountOf, type Context } from '../../../core/context.ts';
import { snakeOf } from '../../../core/noun/names.ts';
import { addChange, type ImportCheck } from '../columns/import-check.ts';
import { BRANCH } from '../columns/import-fields.ts';
import type { RowResult } from '../../../core/upsert/rows.ts';
import { inColumns } from '../../../catalogue/supermarket/cut-off.ts';
import type { ImportItem } from './import-item.ts';

type StoredValues = Record<string, unknown>;

/** Adds the current and the new values of changed products to the check. */
export async function addProductChanges(
  context: Context,
  items: readonly ImportItem[],
  results: readonly RowResult[],
  check: ImportCheck,
): Promise<void> {
  const updated = results.filter(({ outcome }) => outcome === 'updated');
  if (updated.length === 0) return;
  const stored = await context.db.product.findMany({
    where: { accountId: accountOf(context), id: { in: updated.map(({ id }) => id!) } },
  });
  const byId = new Map<bigint, StoredValues>(stored.map((product) => [product.id, product]));
  for (const { index, id } of updated) {
    const { rows, values } = items[index]!;
    const old = byId.get(id!);
    if (old)
      addDifferences(check, { row: rows[0]!.row, reference: old.reference as string | null, old, values });
  }
}

/** Adds the current and the new values of changed supermarkets and branches to the check. */
export async function addSupermarketChanges(
  context: Context,
  items: readonly ImportItem[],
  results: readonly RowResult[],
  check: ImportCheck,
): Promise<void> {
  const accountId = accountOf(context);
  const updated = results.filter(({ outcome }) => outcome === 'updated');
  if (updated.length === 0) return;
  const stored = await context.db.supermarket.findMany({
    where: { accountId, id: { in: updated.map(({ id }) => id!) } },
  });
  const references = updated.flatMap(({ index }) =>
    branchesIn(items[index]!).flatMap(({ reference }) => (typeof reference === 'string' ? [reference] : [])),
  );
  const branches = await context.db.branch.findMany({ where: { accountId, reference: { in: references } } });
  const byId = new Map<bigint, StoredValues>(stored.map((supermarket) => [supermarket.id, supermarket]));
  const byReference = new Map<unknown, StoredValues>(branches.map((branch) => [branch.reference, branch]));
  for (const { index, id } of updated) {
    const item = items[index]!;
    const old = byId.get(id!);
    if (!old) continue;
    const reference = old.reference as string | null;
    const { branches: _branches, ...values } = item.values;
    addDifferences(check, { row: item.rows[0]!.row, reference, old, values: inColumns(values) });
    for (const [at, values] of branchesIn(item).entries()) {
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
}

function branchesIn({ values: { branches } }: ImportItem): StoredValues[] {
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
    const to = plain(value);
    // Exact decimals are read as texts.
    const from = typeof to === 'number' && old[name] != null ? Number(old[name]) : plain(old[name]);
    if (from === to || !(name in old)) continue;
    const field = snakeOf(`${prefix.replace('.', '_')}${name}`);
    addChange(check, { row, reference, field, from, to, outcome: 'updated' });
  }
}

/** Returns a value as REST writes it. */
function plain(value: unknown): unknown {
  if (value == null) return null;
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  return value;
}
