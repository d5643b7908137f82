import { useRef, useState } from 'react';
import { useClient } from 'urql';
import {
  DeliveriesToMoveDocument,
  type DeliveriesToMoveQueryVariables,
  type DeliveryStatus,
  MoveDeliveriesDocument,
} from '../../generated/operations.ts';
import { NEXT_STATUSES } from '../../generated/rules.ts';
import { type Failure, failureOf, sentence } from '../../base/graphql/failure.ts';
import { newKey } from '../../base/graphql/send-once.ts';
import { useStored } from '../../base/kit/layout/use-stored.ts';
import { useSession, useSessionLost } from '../../base/session/session.tsx';
import { numberInWords } from './numbers.ts';
import { STATUSES } from './status.tsx';

type Filter = NonNullable<DeliveriesToMoveQueryVariables['filter']>;

/** How many deliveries one action moves: as many as lists count exactly. */
export const MAX_MATCHING = 10_000;
/** How many refusals are kept to be shown. */
const MAX_REFUSED = 200;

/** A delivery that was not moved. */
interface Refused {
  id: string;
  name: string;
  reason: string;
}

/**
 * How far a move of all deliveries that match filters is. This browser keeps it, so that it goes on after a
 * reload.
 */
export interface AllMove {
  key: string;
  to: DeliveryStatus;
  filter: Filter;
  total: number;
  /** How many steps are done, and the place after them. */
  steps: number;
  after: string | null;
  isOver: boolean;
  /** The deliveries of the next step, kept before they are sent, so that a repetition is the same request. */
  next: { ids: { id: string; name: string }[]; after: string | null; isLast: boolean } | null;
  moved: number;
  refusedCount: number;
  refused: Refused[];
}

interface AllMoving {
  /** The move that was started, also before a reload; null for none. */
  move: AllMove | null;
  isRunning: boolean;
  failure: Failure | undefined;
  start: (to: DeliveryStatus, filter: Filter, total: number) => void;
  goOn: () => void;
  /** Stops after the step that is running. */
  stop: () => void;
  forget: () => void;
}

/**
 * Returns the filter for those deliveries that can get a status, as they are now: later ones are left out.
 */
export function movable(filter: Filter, to: DeliveryStatus): Filter {
  const from = STATUSES.filter((status) => NEXT_STATUSES[status].includes(to));
  return { ...filter, statuses: from, createdTo: filter.createdTo ?? new Date().toISOString() };
}

/**
 * Moves all deliveries that match filters, 100 at a time, each step in one transaction. What was done is kept
 * before and after each step: after a reload or a lost response it goes on where it was, and moves nothing
 * twice.
 */
export function useAllMove(onStep: () => void): AllMoving {
  const { account, person } = useSession();
  const client = useClient();
  const [move, keep] = useStored<AllMove | null>(`all-move:${account.id}:${person.id}`, null, isMove);
  const [isRunning, setRunning] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const isStopped = useRef(false);
  useSessionLost(failure);

  const plan = async (current: AllMove): Promise<AllMove> => {
    const variables = { filter: current.filter, after: current.after };
    const { data, error } = await client
      .query(DeliveriesToMoveDocument, variables, { requestPolicy: 'network-only' })
      .toPromise();
    if (error) throw error;
    const { nodes, pageInfo } = data!.deliveries;
    const ids = nodes.map((node) => ({ id: node.id, name: `${numberInWords(node)} · ${node.branchName}` }));
    return { ...current, next: { ids, after: pageInfo.endCursor, isLast: !pageInfo.hasNextPage } };
  };
  const send = async (current: AllMove): Promise<AllMove> => {
    const { ids, after, isLast } = current.next!;
    const done = { ...current, next: null, after, steps: current.steps + 1, isOver: isLast };
    if (ids.length === 0) return { ...done, isOver: true };
    const headers = { 'Idempotency-Key': `${current.key}-${current.steps}` };
    const variables = { ids: ids.map(({ id }) => id), status: current.to };
    const { data, error } = await client
      .mutation(MoveDeliveriesDocument, variables, { fetchOptions: { credentials: 'same-origin', headers } })
      .toPromise();
    if (error) throw error;
    const names = new Map(ids.map(({ id, name }) => [id, name]));
    const refused = data!.moveDeliveries
      .filter(({ outcome }) => outcome === 'REFUSED')
      .map((each) => ({
        id: each.id,
        name: names.get(each.id)!,
        reason: sentence(each.error?.message ?? 'It no longer exists'),
      }));
    return {
      ...done,
      moved: current.moved + ids.length - refused.length,
      refusedCount: current.refusedCount + refused.length,
      refused: [...current.refused, ...refused].slice(0, MAX_REFUSED),
    };
  };
  const run = async (from: AllMove) => {
    isStopped.current = false;
    setRunning(true);
    setFailure(undefined);
    let current = from;
    try {
      while (!current.isOver && !isStopped.current) {
        if (!current.next) keep((current = await plan(current)));
        keep((current = await send(current)));
        onStep();
      }
    } catch (error) {
      setFailure(failureOf(error as never));
    } finally {
      setRunning(false);
    }
  };
  return {
    move,
    isRunning,
    failure,
    start(to, filter, total) {
      const started: AllMove = {
        key: newKey(),
        to,
        filter,
        total,
        steps: 0,
        after: null,
        isOver: false,
        next: null,
        moved: 0,
        refusedCount: 0,
        refused: [],
      };
      keep(started);
      void run(started);
    },
    goOn: () => void (move && run(move)),
    stop: () => void (isStopped.current = true),
    forget: () => keep(null),
  };
}

function isMove(value: unknown): value is AllMove | null {
  const move = value as Partial<AllMove> | null;
  return (
    move === null ||
    (typeof move.key === 'string' && typeof move.steps === 'number' && Array.isArray(move.refused))
  );
}
