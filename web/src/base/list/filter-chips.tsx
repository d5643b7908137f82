import { X } from 'lucide-react';
import { FilterNamesDocument } from '../../generated/operations.ts';
import { useData } from '../graphql/use-data.ts';
import { Button } from '../kit/layout/button.tsx';
import type { Filters } from '../kit/table/filters.tsx';
import { dateTime } from '../kit/words/format.ts';
import { inSentenceCase } from '../kit/words/in-sentence-case.ts';
import { useSession } from '../session/session.tsx';
import { namedRanges, rangeInWords } from './date-range.ts';
import styles from './filter-chips.module.css';

/** The filters that have another name than that of their field. */
const LABELS: Readonly<Record<string, string>> = {
  supermarketId: 'Supermarket',
  branchId: 'Branch',
  deliveryId: 'Delivery',
  productId: 'Product',
  includeReplaced: 'Versions',
  firstVersionId: 'Versions of',
  receiptState: 'Receipt',
  reference: 'Your number',
  createdFrom: 'Created since',
  createdTo: 'Created until',
  updatedSince: 'Changed since',
  failed: 'Result',
  keyId: 'Key',
  records: 'Kind',
  code: 'Error',
  idempotencyKey: 'Idempotency-Key',
};

/** The fields that the bar of a list shows in other ways. */
const FIELDS = new Set(['words', 'path', 'dateFrom', 'dateTo']);

/** Returns the words for a value of a filter, for those whose values are codes. */
export type ValueWords = Readonly<Record<string, (value: string) => string>>;

const NONE: readonly string[] = [];
const NO_WORDS: ValueWords = {};

interface FilterChipsProps {
  filters: Filters<never>;
  words?: ValueWords;
  /** The name of the range of dates. */
  dates?: string;
  /** The filters that are shown elsewhere. */
  except?: readonly string[];
}

interface Chip {
  label: string;
  value: string | undefined;
  names: readonly string[];
}

/** Shows the filters that are set, each with a button that removes it: no list is filtered unseen. */
export function FilterChips({ filters, words = NO_WORDS, dates = 'Date', except = NONE }: FilterChipsProps) {
  const given: Partial<Record<string, string>> = filters.values;
  const nameOf = useNames(given);
  const { timeZone } = useSession().account;
  const { dateFrom, dateTo } = given;
  const isShown = (name: string) => given[name] !== undefined && !except.includes(name);
  const chips: Chip[] = Object.keys(given)
    .filter((name) => isShown(name) && !FIELDS.has(name))
    .map((name) => {
      const value = given[name]!;
      const inWords = nameOf(name) ?? words[name]?.(value) ?? timeOr(name, value);
      return { label: LABELS[name] ?? inSentenceCase(name), value: inWords || undefined, names: [name] };
    });
  if (isShown('dateFrom') || isShown('dateTo')) {
    const named = namedRanges(timeZone).find(
      (range) => range.dateFrom === dateFrom && range.dateTo === dateTo,
    );
    const value = named?.label ?? rangeInWords(dateFrom, dateTo);
    chips.unshift({ label: dates, value, names: ['dateFrom', 'dateTo'] });
  }
  if (chips.length === 0) return null;
  const remove = (names: readonly string[]) =>
    filters.setAll(Object.fromEntries(names.map((name) => [name, ''])));
  return (
    <ul className={styles.chips} aria-label="Filters that are set">
      {chips.map(({ label, value, names }) => (
        <li key={label}>
          <Button isSmall onClick={() => remove(names)}>
            <span className={styles.text}>
              <span className="visually-hidden">Remove filter </span>
              {value === undefined ? label : `${label}: ${value}`}
            </span>
            <X size={14} aria-hidden />
          </Button>
        </li>
      ))}
    </ul>
  );
}

/** Returns the names of the records that filters name by their ids. */
function useNames(given: Partial<Record<string, string>>): (name: string) => string | undefined {
  const { supermarketId, branchId, productId } = given;
  const isAnySet = supermarketId ?? branchId ?? productId;
  const { data } = useData(
    FilterNamesDocument,
    {
      supermarketId: supermarketId ?? '',
      isSupermarket: supermarketId !== undefined,
      branchId: branchId ?? '',
      isBranch: branchId !== undefined,
      productId: productId ?? '',
      isProduct: productId !== undefined,
    },
    { isPaused: isAnySet === undefined },
  );
  return (name) => {
    const value = given[name];
    if (name === 'supermarketId') return data?.supermarket?.name ?? `#${value}`;
    if (name === 'branchId') return data?.branch?.name ?? `#${value}`;
    if (name === 'productId') return data?.product?.name ?? `#${value}`;
    return /^(delivery|firstVersion)Id$/.test(name) ? `#${value}` : undefined;
  };
}

function timeOr(name: string, value: string): string {
  return /^(created|updated|from$|to$)/.test(name) && !Number.isNaN(Date.parse(value))
    ? dateTime(value)
    : value;
}
