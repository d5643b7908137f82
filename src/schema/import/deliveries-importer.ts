import { createPause } from '../../pause.ts';
import { AppError, type Fault } from '../errors.ts';
import type { Context } from '../context.ts';
import { CreateDelivery } from '../delivery/create-delivery.ts';
import { insertDeliveries, type NewDelivery } from '../delivery/insert-deliveries.ts';
import { requireFuture } from '../delivery/require-future.ts';
import { valid } from '../valid.ts';
import { nameInDeliveries } from './group-deliveries.ts';
import type { Importer, ImportItem } from './import-item.ts';
import { knownRecords } from './known-records.ts';
import { resolveLines } from './resolve-lines.ts';

/** Imports deliveries. Those that the account has already stay as they are. */
export const DELIVERIES_IMPORTER: Importer = {
  nameOf: nameInDeliveries,
  async write(context, items, checked) {
    const { ids, refused } = await knownRecords(context, 'deliveries', items);
    const isRefused = new Set(refused.map(({ index }) => index));
    const results = [...refused];
    const isNew = (index: number) => ids[index] === undefined && !isRefused.has(index);
    const inputOf = await resolveLines(
      context,
      items.filter((_item, index) => isNew(index)),
    );
    const created: { index: number; delivery: NewDelivery }[] = [];
    const pause = createPause('parse');
    for (const [index, item] of items.entries()) {
      await pause();
      const id = ids[index];
      if (id !== undefined) results.push({ index, outcome: 'unchanged', id, error: null });
      if (!isNew(index)) continue;
      const faults: Fault[] = [];
      const delivery = deliveryOf(context, item, inputOf(item, faults), faults);
      if (delivery) created.push({ index, delivery });
      else results.push({ index, outcome: 'refused', id: null, error: faults[0]! });
    }
    return [...results, ...(await insertDeliveries(context, created, checked !== undefined))];
  },
  check: () => ({}),
};

function deliveryOf(
  context: Context,
  { values: { reference } }: ImportItem,
  input: object,
  faults: Fault[],
): NewDelivery | undefined {
  if (faults.length > 0) return undefined;
  try {
    const delivery = valid(CreateDelivery, { ...input, reference });
    requireFuture(context, delivery.deliveryDate);
    return delivery as NewDelivery;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    faults.push(...error.faults);
    return undefined;
  }
}
