import { ReceiptsToCheckDocument } from '../../generated/operations.ts';
import { useData } from '../../base/graphql/use-data.ts';

/** The service counts no further. */
const MAX_COUNTED = 100;

/** Returns how many receipts wait for the supplier, such as `3` or `99+`; undefined for none. */
export function useReceiptsToCheck(everyMs?: number): string | undefined {
  const { data } = useData(ReceiptsToCheckDocument, {}, everyMs === undefined ? {} : { everyMs });
  const count = data?.receiptsToCheck ?? 0;
  if (count === 0) return undefined;
  return count < MAX_COUNTED ? String(count) : `${MAX_COUNTED - 1}+`;
}
