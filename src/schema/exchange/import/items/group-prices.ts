import { z } from 'zod';
import { DATES_OUT_OF_ORDER, isInOrder, price, text } from '../../../core/noun/rules.ts';
import { ruleOf } from '../../../core/noun/fields.ts';
import { PRICE_AGREEMENT_FIELDS } from '../../../catalogue/price-agreement/fields.ts';
import { checkItem } from './check-item.ts';
import type { Group } from './import-item.ts';

const PriceItemValues = z
  .strictObject({
    supermarket: text(),
    product: text(),
    price,
    validFrom: ruleOf(PRICE_AGREEMENT_FIELDS.validFrom) as z.ZodType<string>,
    validTo: ruleOf(PRICE_AGREEMENT_FIELDS.validTo) as z.ZodType<string | undefined>,
  })
  .partial({ validTo: true })
  .refine(({ validFrom, validTo }) => isInOrder(validFrom, validTo), {
    ...DATES_OUT_OF_ORDER,
    path: ['validTo'],
  });

/** Converts rows into agreed prices, one per row. Those of one supermarket and product are in sequence. */
export const groupPrices: Group = (rows, columns, describer) => {
  const items = rows.map((row) => {
    const { supermarket = '', product = '' } = row.values as Partial<Record<string, string>>;
    const together = `${supermarket}\n${product}`;
    const item = { rows: [row], values: row.values, lines: [], refusals: [], together };
    return checkItem(item, { rule: PriceItemValues, columns, nameOf: (path) => path, describer });
  });
  return [...Map.groupBy(items, ({ together }) => together).values()].flat();
};
