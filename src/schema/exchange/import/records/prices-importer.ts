import { accountOf, callerOf, type Context } from '../../../core/context.ts';
import { PLAN_LIMITS } from '../../../core/caller/plans.ts';
import { type Fault, faultAt } from '../../../core/errors.ts';
import { DATES_OUT_OF_ORDER, isInOrder } from '../../../core/noun/rules.ts';
import { roomAfter } from '../../../core/upsert/earlier-rows.ts';
import { refusedBy, type RowResult } from '../../../core/upsert/rows.ts';
import { violation } from '../../../../problems.ts';
import { quotaExceeded } from '../../../people/account/quota.ts';
import { type AgreementRow, contradictions } from '../../../catalogue/price-agreement/agreement-row.ts';
import {
  countAgreements,
  readMeant,
  type StoredAgreement,
} from '../../../catalogue/price-agreement/read-agreements.ts';
import { lockAgreements, writeAgreements } from '../../../catalogue/price-agreement/write-agreements.ts';
import { addChange, type ImportCheck } from '../columns/import-check.ts';
import type { Importer, ImportItem } from '../items/import-item.ts';
import { findNamed, recordsNamed } from './named-records.ts';

interface PriceInFile {
  supermarket: string;
  product: string;
  price: number;
  validFrom: string;
  validTo?: string;
}

/** An agreement of the file, and its position among the records. */
interface FoundPrice {
  index: number;
  item: ImportItem;
  row: AgreementRow;
  stored: StoredAgreement | undefined;
}

/**
 * Imports agreed prices: adds those that begin on a day without one, and changes the others. A record without
 * a last day leaves that of a stored one.
 */
export const PRICES_IMPORTER: Importer = {
  nameOf: (path) => path,
  async write(context, items, { check }) {
    await lockAgreements(context);
    const refused: RowResult[] = [];
    const named = await withRecordIds(context, items, check, refused);
    const meant = await readMeant(
      context,
      named.map(({ row }) => row),
    );
    const prices = named.map((each, at): FoundPrice => withEnd(each, meant[at]));
    const usable = withoutFaults(prices, [...archivedFaults(meant, prices), ...endFaults(prices)], refused);
    const alone = withoutFaults(usable, contradictions(rowsOf(usable), columnOfPeriod), refused);
    const room = roomAfter(check.earlier, 'priceAgreements', await roomIn(context));
    const added = alone.filter(({ stored }) => !stored);
    const { plan } = callerOf(context);
    const beyond = new Set(added.slice(Math.max(room, 0)));
    for (const { index } of beyond)
      refused.push(refusedBy(index, quotaExceeded(plan, 'priceAgreements').faults));
    check.earlier.room.priceAgreements = room - (added.length - beyond.size);
    const written = alone.filter((each) => !beyond.has(each));
    const result = await writeAgreements(context, rowsOf(written), columnOfPeriod);
    if (Array.isArray(result)) {
      const others = withoutFaults(written, result, refused);
      return [...refused, ...outcomes(others, [])];
    }
    for (const each of written) showChange(check, each);
    return [...refused, ...outcomes(written, result.ids)];
  },
};

const columnOfPeriod = () => 'validFrom';

const rowsOf = (prices: readonly FoundPrice[]) => prices.map(({ row }) => row);

/** Looks up the supermarkets and products, and adds the results of records that name none. */
async function withRecordIds(
  context: Context,
  items: readonly ImportItem[],
  check: ImportCheck,
  refused: RowResult[],
): Promise<Omit<FoundPrice, 'stored'>[]> {
  const textsOf = (name: 'supermarket' | 'product') => [
    ...new Set(items.map(({ values }) => (values as unknown as PriceInFile)[name])),
  ];
  const supermarkets = await recordsNamed(context, 'supermarkets', textsOf('supermarket'), check);
  const products = await recordsNamed(context, 'products', textsOf('product'), check);
  return items.flatMap((item, index) => {
    const { price, validFrom, validTo = null, ...names } = item.values as unknown as PriceInFile;
    const faults: Fault[] = [];
    const supermarket = findNamed(supermarkets, 'supermarket', names.supermarket, faults);
    const product = findNamed(products, 'product', names.product, faults);
    if (supermarket && product) {
      const ids = { supermarketId: supermarket.id, productId: product.id };
      return [{ index, item, row: { ...ids, price, validFrom, validTo } }];
    }
    refused.push(refusedBy(index, faults));
    return [];
  });
}

function withEnd(price: Omit<FoundPrice, 'stored'>, stored: StoredAgreement | undefined): FoundPrice {
  const { row } = price;
  const isNew = stored?.id == null;
  return {
    ...price,
    row: { ...row, validTo: row.validTo ?? (isNew ? null : stored.validTo) },
    stored: isNew ? undefined : stored,
  };
}

interface PositionFault {
  index: number;
  fault: Fault;
}

/** Returns the faults of archived products, whose prices can stay as they are: an export has them, too. */
function archivedFaults(meant: readonly StoredAgreement[], prices: readonly FoundPrice[]): PositionFault[] {
  const archived = violation('archived', 'is archived. Restore it or choose another');
  return meant.flatMap(({ isArchived }, index) => {
    const price = prices[index]!;
    const isKept = price.stored && !isChanged(price);
    return isArchived && !isKept ? [{ index, fault: faultAt('product', archived) }] : [];
  });
}

function endFaults(prices: readonly FoundPrice[]): PositionFault[] {
  return prices.flatMap(({ row: { validFrom, validTo } }, index) =>
    isInOrder(validFrom, validTo) ? [] : [{ index, fault: faultAt('validTo', DATES_OUT_OF_ORDER.params) }],
  );
}

/** Returns the prices without a fault, and adds the results of the others. */
function withoutFaults(
  prices: readonly FoundPrice[],
  faults: readonly PositionFault[],
  refused: RowResult[],
): FoundPrice[] {
  const byPosition = Map.groupBy(faults, ({ index }) => index);
  for (const [at, found] of byPosition) {
    const all = found.map(({ fault }) => fault);
    refused.push(refusedBy(prices[at]!.index, all));
  }
  return prices.filter((_, at) => !byPosition.has(at));
}

/** Returns how many more agreements the plan allows. */
async function roomIn(context: Context): Promise<number> {
  const { plan } = callerOf(context);
  const max = PLAN_LIMITS[plan].quotas.priceAgreements;
  return max - (await countAgreements(context.db, accountOf(context), max));
}

function outcomes(prices: readonly FoundPrice[], ids: readonly (bigint | null)[]): RowResult[] {
  return prices.map((price, at) => ({
    index: price.index,
    outcome: !price.stored ? 'created' : isChanged(price) ? 'updated' : 'unchanged',
    id: ids[at] ?? price.stored?.id ?? null,
    error: null,
  }));
}

function isChanged({ row, stored }: FoundPrice): boolean {
  return stored !== undefined && (stored.price !== row.price || stored.validTo !== row.validTo);
}

function showChange(check: ImportCheck, { item, row, stored }: FoundPrice): void {
  if (!stored) return;
  const { row: number } = item.rows[0]!;
  const { product } = item.values as unknown as PriceInFile;
  const change = (field: string, from: unknown, to: unknown) => {
    if (from !== to)
      addChange(check, { row: number, reference: product, field, from, to, outcome: 'updated' });
  };
  change('price', stored.price, row.price);
  change('valid_to', stored.validTo, row.validTo);
}
