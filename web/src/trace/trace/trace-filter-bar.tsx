import { useState } from 'react';
import type { ProductRowFragment } from '../../generated/operations.ts';
import { FIRST_DATE, LAST_DATE } from '../../generated/rules.ts';
import { FilterBar, FilterInput } from '../../base/kit/table/filters.tsx';
import { Notice } from '../../base/kit/feedback/notice.tsx';
import { lotIn } from '../../trade/lot/lot-in.ts';
import { ProductChoice } from '../../trade/lot/product-choice.tsx';
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
  const [problem, setProblem] = useState<string>();
  const setLot = (text: string) => {
    const read = lotIn(text);
    setProblem('problem' in read ? read.problem : undefined);
    set('lot', 'lot' in read ? read.lot : '');
  };
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
        onChange={setLot}
      />
      {problem && <Notice tone="warn">{problem}</Notice>}
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
