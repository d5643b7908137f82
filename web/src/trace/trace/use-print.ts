import { useEffect, useRef, useState } from 'react';
import { useClient } from 'urql';
import { TraceRowsDocument, type TracedRowFragment } from '../../generated/operations.ts';
import { type Failure, failureOf } from '../../base/graphql/failure.ts';
import type { TraceFilters } from './use-trace.ts';

/** The most rows of each list that one print has. */
export const MAX_PRINTED = 5_000;
const PER_REQUEST = 100;
/** Lines that have their lots are looked at too, so a request can have no rows. */
const MAX_REQUESTS = 100;

/** A row of the lists, by its place. */
export type TraceRow = TracedRowFragment & { cursor: string };

/** The rows of a list for the print, read one page after the other. */
export interface PrintedRows {
  rows: TraceRow[];
  /** Whether the list has more rows. */
  isCut: boolean;
}

/** The rows that are printed: the deliveries with the lots, and the lines without a lot if they are shown. */
interface Printed {
  traced: PrintedRows;
  lotless: PrintedRows | undefined;
}

export interface TracePrint {
  printed: Printed | undefined;
  /** How many rows were read; undefined unless they are being read. */
  count: number | undefined;
  failure: Failure | undefined;
  /** Reads all rows, and prints the page with them. */
  start: () => void;
}

type Read = (isLotless: boolean, after: string | null) => Promise<{ rows: TraceRow[]; next: string | null }>;

const NOTHING = { printed: undefined, count: undefined, failure: undefined };

/**
 * Prints a trace with all rows of its lists, however many the page shows. What was read is shown until it is
 * printed.
 */
export function usePrint({ values }: TraceFilters, showsSuspects: boolean): TracePrint {
  const client = useClient();
  const asked = JSON.stringify(values);
  const [state, setState] = useState<Omit<TracePrint, 'start'> & { of: string }>({ of: asked, ...NOTHING });
  const { printed, count, failure } = state.of === asked ? state : NOTHING;
  const latest = useRef(asked);
  useEffect(() => {
    latest.current = asked;
  });
  // The rows are on the page by now.
  useEffect(() => {
    if (!printed) return;
    const done = () => setState((state) => ({ ...state, ...NOTHING }));
    window.addEventListener('afterprint', done);
    window.print();
    return () => window.removeEventListener('afterprint', done);
  }, [printed]);

  const read: Read = async (withoutLot, after) => {
    const variables = { ...values, withoutLot, first: PER_REQUEST, after };
    const { data, error } = await client
      .query(TraceRowsDocument, variables, { requestPolicy: 'network-only' })
      .toPromise();
    if (error) throw error;
    const { edges, pageInfo } = data!.lotTrace;
    const rows = edges.map(({ cursor, node }) => ({ ...node, cursor }));
    return { rows, next: pageInfo.hasNextPage ? pageInfo.endCursor : null };
  };
  const show = (change: Partial<TracePrint>) => {
    // Another trace is shown meanwhile.
    if (latest.current !== asked) throw new Error('Not printed');
    setState({ of: asked, ...NOTHING, ...change });
  };
  const run = async () => {
    const counted = (count: number) => show({ count });
    counted(0);
    const traced = await readAll(read, false, counted);
    const before = traced.rows.length;
    const lotless = showsSuspects ? await readAll(read, true, (rows) => counted(before + rows)) : undefined;
    show({ printed: { traced, lotless } });
  };
  const start = () =>
    void run().catch((error) => {
      if (latest.current === asked) show({ failure: failureOf(error) });
    });
  return { printed, count, failure, start };
}

/** Reads a list page by page, up to {@link MAX_PRINTED} rows; `onRead` gets how many there are so far. */
async function readAll(read: Read, isLotless: boolean, onRead: (rows: number) => void): Promise<PrintedRows> {
  const rows: TraceRow[] = [];
  let after: string | null = null;
  for (let requests = 0; requests < MAX_REQUESTS && rows.length < MAX_PRINTED; requests++) {
    const page: Awaited<ReturnType<Read>> = await read(isLotless, after);
    rows.push(...page.rows);
    onRead(rows.length);
    after = page.next;
    if (after === null) break;
  }
  return { rows, isCut: after !== null };
}
