import type { ProductFactsFragment } from '../generated/operations.ts';
import { PRODUCT_MASTER_DATA } from '../generated/rules.ts';
import { nounForm } from '../kit/noun-form.tsx';
import { plural } from '../kit/plural.ts';

type MasterData = Pick<ProductFactsFragment, keyof typeof PRODUCT_MASTER_DATA>;

/** The optional fields of a product. A new one needs words here only if its name is not enough. */
export const MASTER_DATA = nounForm<MasterData>(PRODUCT_MASTER_DATA, {
  reference: { label: 'Your number', hint: 'Unique among your products' },
  gtin: { label: 'GTIN' },
  caseGtin: { label: 'GTIN of a case' },
  shelfLifeDays: {
    label: 'Shelf life (days)',
    fact: ['Shelf life', (days: number) => plural(days, 'day')],
  },
  lotTracking: { label: 'Lots', choices: { REQUIRED: 'Required before dispatch' } },
  lotSource: { label: 'Lots assigned by', hint: 'Name and address, if not you' },
});
