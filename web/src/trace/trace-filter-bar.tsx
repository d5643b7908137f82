import type { ProductRowFragment } from '../generated/operations.ts';
import { FIRST_DATE, LAST_DATE } from '../generated/rules.ts';
import { FilterBar, FilterInput } from '../kit/filters.tsx';
import { readGs1 } from '../lot/read-gs1.ts';
import { ProductChoice } from '../product/product-choice.tsx';
import type { TraceFilters } from './use-trace.ts';

interface TraceFilterBarProps {
  filters: TraceFilters;
  product: ProductRowFragment | undefined;
}

const DATES = [
  ['bestBeforeFrom', 'Best before or use by, from'],
  ['bestBeforeTo', 'Best before or use by, to'],
  ['shippedFrom', 'Dispatched from'],
  ['shippedTo', 'Dispatched to'],
] as const;

/** Asks where a lot went: by product, lot, date in place of a lot, and day of dispatch. */
export function TraceFilterBar({ filters, product }: TraceFilterBarProps) {
  const { values, set } = filters;
  return (
    <FilterBar filters={filters}>
      <ProductChoice
        name="productId"
        label="Product"
        required={false}
        value={product}
        onChange={(product) => set('productId', product?.id ?? '')}
      />
      <FilterInput
        name="lot"
        label="Lot"
        placeholder="Exact, or scan"
        autoComplete="off"
        value={values.lot}
        onChange={(text) => set('lot', lotIn(text))}
      />
      {DATES.map(([name, label]) => (
        <FilterInput
          key={name}
          name={name}
          label={label}
          type="date"
          min={FIRST_DATE}
          max={LAST_DATE}
          value={values[name]}
          onChange={(value) => set(name, value)}
        />
      ))}
    </FilterBar>
  );
}

/** Returns the lot in a scanned barcode; other texts as they are. */
function lotIn(text: string): string {
  const scan = readGs1(text);
  return scan && 'lot' in scan && scan.lot ? scan.lot : text;
}
