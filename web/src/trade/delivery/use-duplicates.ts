import { useState } from 'react';
import { useClient } from 'urql';
import {
  CreateDeliveriesDocument,
  DeliveriesToDuplicateDocument,
  type DuplicateFactsFragment,
} from '../../generated/operations.ts';
import { type Failure, failureOf, sentence } from '../../base/graphql/failure.ts';
import { newKey } from '../../base/graphql/send-once.ts';
import { useSessionLost } from '../../base/session/session.tsx';
import { copiedTexts } from './numbers.ts';
import type { DeliveryRow } from './delivery-table.tsx';

/** The number of deliveries in a request: as many of the longest as an operation can read on every plan. */
const PER_REQUEST = 12;

/** The result of duplicating a delivery. */
export interface Duplicate {
  original: DeliveryRow;
  /** The id of the new delivery; undefined if it was refused. */
  id: string | undefined;
  reason: string | undefined;
  /** The warnings about the day of the new delivery. */
  warnings: readonly string[];
}

interface Duplicates {
  /** Resolves with the results, or with undefined on failure. After a failure it can be run again. */
  run: (deliveryDate: string, override: boolean) => Promise<Duplicate[] | undefined>;
  isRunning: boolean;
  failure: Failure | undefined;
}

/** Duplicates deliveries to another date, some at a time. Repeating it creates none twice. */
export function useDuplicates(originals: readonly DeliveryRow[]): Duplicates {
  const client = useClient();
  const [key] = useState(newKey);
  const [isRunning, setRunning] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  useSessionLost(failure);

  const duplicate = async (
    some: readonly DeliveryRow[],
    {
      deliveryDate,
      override,
      idempotencyKey,
    }: { deliveryDate: string; override: boolean; idempotencyKey: string },
  ) => {
    const nodeIds = some.map(({ nodeId }) => nodeId);
    const read = await client.query(DeliveriesToDuplicateDocument, { nodeIds }).toPromise();
    if (read.error) throw read.error;
    const found = read.data!.nodes.filter((node) => node !== null).filter(isDelivery);
    const input = found.map((each) => inputOf(each, deliveryDate));
    const fetchOptions = {
      credentials: 'same-origin',
      headers: { 'Idempotency-Key': idempotencyKey },
    } as const;
    const written = await client
      .mutation(CreateDeliveriesDocument, { input, override }, { fetchOptions })
      .toPromise();
    if (written.error) throw written.error;
    const results = written.data!.createDeliveries.map(({ index, delivery, error }) => {
      const warnings = delivery?.dayWarnings.map(({ message }) => message) ?? [];
      const result = { id: delivery?.id, reason: error ? sentence(error.message) : undefined, warnings };
      return [found[index]!.id, result] as const;
    });
    const byId = new Map(results);
    const gone = { id: undefined, reason: 'It no longer exists.', warnings: [] };
    return some.map((original) => ({ original, ...(byId.get(original.id) ?? gone) }));
  };
  return {
    isRunning,
    failure,
    async run(deliveryDate, override) {
      setRunning(true);
      setFailure(undefined);
      const duplicates: Duplicate[] = [];
      try {
        for (let start = 0; start < originals.length; start += PER_REQUEST) {
          const some = originals.slice(start, start + PER_REQUEST);
          const idempotencyKey = `${key}-${deliveryDate}-${override}-${start}`;
          duplicates.push(...(await duplicate(some, { deliveryDate, override, idempotencyKey })));
        }
        return duplicates;
      } catch (error) {
        setFailure(failureOf(error as never));
        return undefined;
      } finally {
        setRunning(false);
      }
    },
  };
}

function inputOf(original: DuplicateFactsFragment, deliveryDate: string) {
  const { supermarket, branch, products } = original;
  return {
    supermarketId: supermarket.id,
    branchId: branch.id,
    deliveryDate,
    ...copiedTexts(original),
    products: products.map(({ productId, quantity }) => ({ productId, quantity })),
  };
}

function isDelivery(node: object): node is DuplicateFactsFragment {
  return 'supermarket' in node;
}
