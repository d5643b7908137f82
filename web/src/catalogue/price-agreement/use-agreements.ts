import { useEffect, useState } from 'react';
import { type CombinedError, useClient } from 'urql';
import {
  type AgreementFragment,
  PriceAgreementsDocument,
  type PriceAgreementsQueryVariables,
} from '../../generated/operations.ts';
import { type Failure, failureOf } from '../../base/graphql/failure.ts';

/** The maximum number of requests: as many as 20 products with 50 periods each need. */
const MAX_PAGES = 10;

interface Wanted {
  /** The supermarket; none is read without one. */
  supermarketId: string | undefined;
  productIds: readonly string[];
  /** The day on which they hold (default: all). */
  on?: string | undefined;
  /** Reads again when it changes. */
  round?: number;
}

interface Agreements {
  agreements: readonly AgreementFragment[];
  /** Whether these are the agreements of what is wanted now. */
  isCurrent: boolean;
  failure: Failure | undefined;
}

const NO_AGREEMENTS = { agreements: [], failure: undefined };

/** Reads what is agreed with a supermarket for some products, by product and first day. */
export function useAgreements({ supermarketId, productIds, on, round = 0 }: Wanted): Agreements {
  const client = useClient();
  const [state, setState] = useState<Omit<Agreements, 'isCurrent'> & { of: string }>({
    ...NO_AGREEMENTS,
    of: '',
  });
  const isWanted = supermarketId !== undefined && supermarketId !== '' && productIds.length > 0;
  const wanted = isWanted ? JSON.stringify({ supermarketId, productIds, on, round }) : '';
  useEffect(() => {
    if (wanted === '') return;
    let isShown = true;
    const { round: _round, ...filter } = JSON.parse(wanted) as NonNullable<Filter> & { round: number };
    readAll(client, filter).then(
      (agreements) => isShown && setState({ agreements, failure: undefined, of: wanted }),
      (error: CombinedError) =>
        isShown && setState({ ...NO_AGREEMENTS, failure: failureOf(error), of: wanted }),
    );
    return () => {
      isShown = false;
    };
  }, [client, wanted]);
  const { of, ...found } = state;
  return wanted === '' ? { ...NO_AGREEMENTS, isCurrent: true } : { ...found, isCurrent: of === wanted };
}

type Filter = PriceAgreementsQueryVariables['filter'];

/** @throws CombinedError the error of a request */
async function readAll(
  client: ReturnType<typeof useClient>,
  filter: Filter,
  after: string | null = null,
  pages = MAX_PAGES,
): Promise<AgreementFragment[]> {
  const { data, error } = await client
    .query(PriceAgreementsDocument, { filter, after }, { requestPolicy: 'network-only' })
    .toPromise();
  if (error) throw error;
  const { nodes, pageInfo } = data!.priceAgreements;
  if (!pageInfo.hasNextPage || pages === 1) return nodes;
  return [...nodes, ...(await readAll(client, filter, pageInfo.endCursor, pages - 1))];
}
