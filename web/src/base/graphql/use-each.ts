import { useState } from 'react';
import { useClient } from 'urql';
import { useSignedInAgain } from '../session/session.tsx';
import type { Document } from './document.ts';
import { type Failure, UNREACHABLE } from './failure.ts';
import { sendOnce } from './send-once.ts';

/** How many requests run at a time. */
const PARALLEL = 4;

/** The outcome of an item; `failure` is undefined if its mutation succeeded. */
export interface ItemOutcome<Item> {
  item: Item;
  failure: Failure | undefined;
}

/** A mutation that is run for several items. */
interface Each<Item> {
  /** Resolves with an outcome for each item, in their order. */
  run: (items: readonly Item[]) => Promise<ItemOutcome<Item>[]>;
  /** Sends the mutations again whose response was lost; undefined if there are none. */
  repeat: (outcomes: readonly ItemOutcome<Item>[]) => (() => Promise<ItemOutcome<Item>[]>) | undefined;
  isRunning: boolean;
}

/**
 * Returns a mutation to run for several items, a few at a time. It goes on once the person has signed in
 * again.
 */
export function useEach<Item, Variables extends object>(
  document: Document<unknown, Variables>,
  variablesOf: (item: Item) => Variables,
): Each<Item> {
  const client = useClient();
  const [isRunning, setRunning] = useState(false);
  const signedInAgain = useSignedInAgain();
  const run = async (items: readonly Item[]) => {
    setRunning(true);
    const outcomes: ItemOutcome<Item>[] = [];
    const counts = new Map<string, number>();
    const sendings = items.map((item) => {
      const variables = variablesOf(item);
      const content = JSON.stringify(variables);
      const nth = counts.get(content) ?? 0;
      counts.set(content, nth + 1);
      return { item, variables, nth };
    });
    const waiting = sendings.entries();
    const work = async () => {
      for (const [index, { item, variables, nth }] of waiting) {
        let { failure } = await sendOnce(client, document, variables, { nth });
        if (failure?.code === 'unauthorized' && (await signedInAgain()))
          ({ failure } = await sendOnce(client, document, variables, { nth }));
        outcomes[index] = { item, failure };
      }
    };
    await Promise.all(Array.from({ length: PARALLEL }, work));
    setRunning(false);
    return outcomes;
  };
  return {
    isRunning,
    run,
    repeat(outcomes) {
      const lost = outcomes.filter(({ failure }) => failure?.code === UNREACHABLE.code);
      if (lost.length === 0) return undefined;
      return async () => {
        const again = (await run(lost.map(({ item }) => item))).values();
        return outcomes.map((outcome) => (lost.includes(outcome) ? again.next().value! : outcome));
      };
    },
  };
}
