import { X } from 'lucide-react';
import { FilterNamesDocument } from '../generated/operations.ts';
import { useData } from '../graphql/use-data.ts';
import { Button } from '../kit/button.tsx';
import type { Filters } from '../kit/filters.tsx';
import { dateTime } from '../kit/format.ts';
import { receiptStateInWords } from '../receipt/receipt-state.ts';
import styles from './other-filters.module.css';

/** The filters that links set and that have no field, with their names. */
const LABELS = {
  branchId: 'Branch',
  productId: 'Product',
  category: 'Category',
  firstVersionId: 'Versions of',
  receiptState: 'Receipt',
  reference: 'Your number',
  createdFrom: 'Created since',
  createdTo: 'Created until',
  updatedSince: 'Changed since',
  endpoint: 'Endpoint',
  operation: 'Operation',
};

type Name = keyof typeof LABELS;

/** Shows the filters that have no field of their own, each with a button that removes it: no list is filtered unseen. */
export function OtherFilters<Own extends string>({ filters: { values, set } }: { filters: Filters<Own> }) {
  const given: Partial<Record<string, string>> = values;
  const { branchId, productId } = given;
  const { data } = useData(
    FilterNamesDocument,
    {
      branchId: branchId ?? '',
      isBranch: branchId !== undefined,
      productId: productId ?? '',
      isProduct: productId !== undefined,
    },
    { isPaused: branchId === undefined && productId === undefined },
  );
  const inWords = (name: Name, value: string): string => {
    if (name === 'branchId') return data?.branch?.name ?? `#${value}`;
    if (name === 'productId') return data?.product?.name ?? `#${value}`;
    if (name === 'firstVersionId') return `#${value}`;
    if (name === 'receiptState') return receiptStateInWords(value);
    return /^(created|updated)/.test(name) && !Number.isNaN(Date.parse(value)) ? dateTime(value) : value;
  };
  const names = (Object.keys(LABELS) as Name[]).filter((name) => given[name] !== undefined);
  if (names.length === 0) return null;
  return (
    <ul className={styles.others} aria-label="Other filters">
      {names.map((name) => (
        <li key={name}>
          <Button
            isSmall
            icon={X}
            aria-label={`Remove filter ${LABELS[name]}`}
            onClick={() => set(name as unknown as Own, '')}
          >
            {LABELS[name]}: {inWords(name, given[name]!)}
          </Button>
        </li>
      ))}
    </ul>
  );
}
