import { useEffect, useState } from 'react';
import { useClient } from 'urql';
import {
  DeliveriesToPrintDocument,
  DeliveryNotesDocument,
  type NoteFactsFragment,
  type DeliveriesToPrintQueryVariables,
} from '../generated/operations.ts';
import { type Failure, failureOf } from '../graphql/failure.ts';

/** As many as one operation of a person can read on every plan, with the longest deliveries and all their lots. */
const PER_REQUEST = 10;
/** How many delivery notes one print has. */
export const MAX_NOTES = 200;

/** The deliveries to print: by their ids, or all that match filters. */
export type ToPrint = { nodeIds: string[] } | { filter: DeliveriesToPrintQueryVariables['filter'] };

interface Notes {
  notes: NoteFactsFragment[];
  isComplete: boolean;
  failure: Failure | undefined;
}

type Client = ReturnType<typeof useClient>;

/** Loads delivery notes in several requests; `attempt` starts again. */
export function useNotes(toPrint: ToPrint, attempt: number): Notes {
  const client = useClient();
  const [state, setState] = useState<Notes>({ notes: [], isComplete: false, failure: undefined });
  const wanted = JSON.stringify({ toPrint, attempt });
  useEffect(() => {
    let isCurrent = true;
    const show = (state: Notes) => isCurrent && setState(state);
    const load = async () => {
      const notes: NoteFactsFragment[] = [];
      show({ notes, isComplete: false, failure: undefined });
      const { toPrint: asked } = JSON.parse(wanted) as { toPrint: ToPrint };
      const nodeIds = 'nodeIds' in asked ? asked.nodeIds : await idsOf(client, asked.filter);
      for (let start = 0; start < nodeIds.length && isCurrent; start += PER_REQUEST) {
        const some = nodeIds.slice(start, start + PER_REQUEST);
        const { data, error } = await client.query(DeliveryNotesDocument, { nodeIds: some }).toPromise();
        if (error) throw error;
        notes.push(...data!.nodes.filter((node) => node !== null).filter(isDelivery));
        show({ notes: [...notes], isComplete: false, failure: undefined });
      }
      show({ notes, isComplete: true, failure: undefined });
    };
    load().catch((error) => show({ notes: [], isComplete: false, failure: failureOf(error) }));
    return () => {
      isCurrent = false;
    };
  }, [client, wanted]);
  return state;
}

async function idsOf(client: Client, filter: DeliveriesToPrintQueryVariables['filter']): Promise<string[]> {
  const ids: string[] = [];
  let after: string | null = null;
  do {
    const { data, error }: Awaited<ReturnType<typeof nextPage>> = await nextPage(client, { filter, after });
    if (error) throw error;
    ids.push(...data!.deliveries.nodes.map(({ nodeId }) => nodeId));
    after = data!.deliveries.pageInfo.hasNextPage ? data!.deliveries.pageInfo.endCursor : null;
  } while (after !== null && ids.length < MAX_NOTES);
  return ids.slice(0, MAX_NOTES);
}

function nextPage(client: Client, variables: DeliveriesToPrintQueryVariables) {
  return client.query(DeliveriesToPrintDocument, variables).toPromise();
}

function isDelivery(node: object): node is NoteFactsFragment {
  return 'deliveryDate' in node;
}
