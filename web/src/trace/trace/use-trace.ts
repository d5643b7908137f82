import { useSearchParams } from 'wouter';
import {
  TracedProductDocument,
  TracePageDocument,
  type TracePageQueryVariables,
} from '../../generated/operations.ts';
import { useData } from '../../base/graphql/use-data.ts';
import { type Filters, useFilters } from '../../base/kit/table/filters.tsx';

const NAMES = ['productId', 'lot', 'bestBeforeFrom', 'bestBeforeTo', 'shippedFrom', 'shippedTo'] as const;

/** The filters of a trace, kept in the address. */
export type TraceFilters = Filters<(typeof NAMES)[number]>;

/** Runs the trace that the address asks for, with its product. Nothing runs as long as nothing is asked. */
export function useTrace() {
  const filters: TraceFilters = useFilters(...NAMES);
  const { values, isEmpty } = filters;
  const [search] = useSearchParams();
  const variables: TracePageQueryVariables = { ...values, after: search.get('after') };
  const trace = useData(TracePageDocument, variables, { isPaused: isEmpty });
  const { productId } = values;
  const product = useData(TracedProductDocument, { id: productId ?? '' }, { isPaused: !productId });
  return { filters, trace, product: productId ? (product.data?.product ?? undefined) : undefined };
}

/** Returns the filters of the trace as parameters of the CSV file. */
export function csvQueryOf({ values }: TraceFilters): Record<string, string> {
  const query = {
    product: values.productId,
    lot: values.lot,
    best_before_from: values.bestBeforeFrom,
    best_before_to: values.bestBeforeTo,
    from: values.shippedFrom,
    to: values.shippedTo,
  };
  return Object.fromEntries(
    Object.entries(query).filter((each): each is [string, string] => Boolean(each[1])),
  );
}
