import { useState } from 'react';
import { useClient } from 'urql';
import { useSessionLost } from '../session/session.tsx';
import type { Document } from './document.ts';
import { type Failure, failureOf } from './failure.ts';

/** How many requests run at a time. */
const PARALLEL = 4;

/** What became of an item; `failure` is undefined if its mutation succeeded. */
export interface Outcome<Item> {
  item: Item;
  failure: Failure | undefined;
}

/** A mutation that is run for several items. */
interface Each<Item> {
  /** Resolves with an outcome for each item, in their order. */
  run: (items: readonly Item[]) => Promise<Outcome<Item>[]>;
  isRunning: boolean;
}

/** Returns a mutation to run for several items, a few at a time. */
export function useEach<Item, Variables extends object>(
  document: Document<unknown, Variables>,
  variablesOf: (item: Item) => Variables,
): Each<Item> {
  const client = useClient();
  const [isRunning, setRunning] = useState(false);
  const [lost, setLost] = useState<Failure>();
  useSessionLost(lost);
  return {
    isRunning,
    async run(items) {
      setRunning(true);
      const outcomes: Outcome<Item>[] = [];
      const waiting = items.entries();
      const work = async () => {
        for (const [index, item] of waiting) {
          const { error } = await client.mutation(document, variablesOf(item)).toPromise();
          const failure = error && failureOf(error);
          if (failure?.code === 'unauthorized') setLost(failure);
          outcomes[index] = { item, failure };
        }
      };
      await Promise.all(Array.from({ length: PARALLEL }, work));
      setRunning(false);
      return outcomes;
    },
  };
}
