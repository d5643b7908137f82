import { useEffect, useState } from 'react';
import { useClient } from 'urql';
import {
  DeliveriesToPrintDocument,
  DeliveryNotesDocument,
  type NoteFactsFragment,
  type DeliveriesToPrintQueryVariables,
  ToursToPrintDocument,
} from '../../generated/operations.ts';
import { type Failure, failureOf } from '../../base/graphql/failure.ts';

/** The number of deliveries in a request: as many of the longest as an operation may cost on every plan. */
const PER_REQUEST = 8;
/** How many delivery notes one print has. More are printed in parts. */
export const MAX_NOTES = 200;

/**
 * The deliveries to print: by their ids, all of the tours of a day in their order, or all that match filters.
 * `part` counts from 1.
 */
export type ToPrint = { part: number } & (
  | { nodeIds: string[] }
  | { dayOfTours: string }
  | { filter: DeliveriesToPrintQueryVariables['filter'] }
);

interface Notes {
  notes: NoteFactsFragment[];
  /** How many there are in all parts; undefined until it is known. */
  total: number | undefined;
  /** How many that were asked for could not be read. */
  missing: number;
  isComplete: boolean;
  failure: Failure | undefined;
}

const NOTHING: Notes = { notes: [], total: undefined, missing: 0, isComplete: false, failure: undefined };

type Client = ReturnType<typeof useClient>;

/** Loads delivery notes in several requests; `attempt` starts again. */
export function useNotes(toPrint: ToPrint, attempt: number): Notes {
  const client = useClient();
  const [state, setState] = useState(NOTHING);
  const wanted = JSON.stringify({ toPrint, attempt });
  useEffect(() => {
    let isCurrent = true;
    const show = (state: Notes) => isCurrent && setState(state);
    const load = async () => {
      const notes: NoteFactsFragment[] = [];
      show(NOTHING);
      const { toPrint: asked } = JSON.parse(wanted) as { toPrint: ToPrint };
      const { nodeIds, total } = await partOf(client, asked);
      for (let start = 0; start < nodeIds.length && isCurrent; start += PER_REQUEST) {
        const some = nodeIds.slice(start, start + PER_REQUEST);
        notes.push(...(await readNotes(client, some)));
        show({ ...NOTHING, notes: [...notes], total });
      }
      show({ notes, total, missing: nodeIds.length - notes.length, isComplete: true, failure: undefined });
    };
    load().catch((error) => show({ ...NOTHING, failure: failureOf(error) }));
    return () => {
      isCurrent = false;
    };
  }, [client, wanted]);
  return state;
}

/** Reads delivery notes, in two requests if one response has no room for all. */
async function readNotes(client: Client, nodeIds: string[]): Promise<NoteFactsFragment[]> {
  const { data, error } = await client.query(DeliveryNotesDocument, { nodeIds }).toPromise();
  if (!error) return data!.nodes.filter((node) => node !== null).filter(isDelivery);
  const isTooLarge = error.graphQLErrors.some(({ extensions }) => extensions.problem === 'too_many_objects');
  if (!isTooLarge || nodeIds.length === 1) throw error;
  const middle = nodeIds.length / 2;
  return [
    ...(await readNotes(client, nodeIds.slice(0, middle))),
    ...(await readNotes(client, nodeIds.slice(middle))),
  ];
}

interface Part {
  nodeIds: string[];
  /** How many deliveries all parts have. */
  total: number;
}

async function partOf(client: Client, toPrint: ToPrint): Promise<Part> {
  const [start, end] = [(toPrint.part - 1) * MAX_NOTES, toPrint.part * MAX_NOTES];
  if (!('filter' in toPrint)) {
    const all = 'nodeIds' in toPrint ? toPrint.nodeIds : await idsInTours(client, toPrint.dayOfTours);
    return { nodeIds: all.slice(start, end), total: all.length };
  }
  const ids: string[] = [];
  let total = 0;
  let after: string | null = null;
  do {
    const variables: DeliveriesToPrintQueryVariables = { filter: toPrint.filter, after };
    const { data, error }: Awaited<ReturnType<typeof nextPage>> = await nextPage(client, variables);
    if (error) throw error;
    const { nodes, pageInfo, totalCount } = data!.deliveries;
    ids.push(...nodes.map(({ nodeId }) => nodeId));
    total = totalCount;
    after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
  } while (after !== null && ids.length < end);
  // A count of very many is an estimate.
  const isAll = after === null;
  return { nodeIds: ids.slice(start, end), total: isAll ? ids.length : Math.max(total, ids.length + 1) };
}

/** Returns the deliveries of the tours of a day, in the order of the tours and of their stops. */
async function idsInTours(client: Client, date: string): Promise<string[]> {
  const { data, error } = await client.query(ToursToPrintDocument, { date }).toPromise();
  if (error) throw error;
  return data!.tours.flatMap(({ stops }) => stops.flatMap(({ delivery }) => delivery?.nodeId ?? []));
}

function nextPage(client: Client, variables: DeliveriesToPrintQueryVariables) {
  return client.query(DeliveriesToPrintDocument, variables).toPromise();
}

function isDelivery(node: object): node is NoteFactsFragment {
  return 'deliveryDate' in node;
}
