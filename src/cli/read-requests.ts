import { z } from 'zod';
import type { Db } from '../database/connect.ts';

/** A request as the command prints it. */
export interface LoggedLine {
  id: string;
  received_at: string;
  method: string;
  path: string;
  operation: string | null;
  /** Null if the client disconnected before the response. */
  status: number | null;
  code: string | null;
  field: string | null;
  /** The id of the API key; null for a person. */
  key: string | null;
  duration_ms: number;
}

/** Returns the requests since a time, oldest first, each with a text that identifies it. */
export type ReadRequests = (since: Date) => Promise<{ position: string; line: LoggedLine }[]>;

/** So many requests a minute at most are printed. */
const MAX_LINES = 2_000;
const PER_PAGE = 100;
const TIMEOUT_MS = 30_000;

/** Reads all requests of an account from the database. */
export function readFromDatabase(db: Db, accountId: bigint, failed: boolean): ReadRequests {
  return async (since) => {
    const rows = await db.loggedRequest.findMany({
      where: { accountId, receivedAt: { gte: since }, ...(failed && { failed }) },
      orderBy: [{ receivedAt: 'asc' }, { id: 'asc' }],
      take: MAX_LINES,
    });
    return rows.map((row) => ({
      position: String(row.id),
      line: {
        id: row.requestId,
        received_at: row.receivedAt.toISOString(),
        method: row.method,
        path: row.path,
        operation: row.operation,
        status: row.status,
        code: row.code,
        field: row.field,
        key: row.keyId === null ? null : String(row.keyId),
        duration_ms: row.durationMs,
      },
    }));
  };
}

const QUERY = `query($filter: RequestFilter, $first: Int, $after: String) {
  requests(filter: $filter, first: $first, after: $after, orderBy: RECEIVED_ASC) {
    edges { cursor node { id receivedAt method path operation status code field keyId durationMs } }
    pageInfo { endCursor hasNextPage }
  }
}`;

const text = z.string().nullable();
const node = z.object({
  id: z.string(),
  receivedAt: z.string(),
  method: z.string(),
  path: z.string(),
  operation: text,
  status: z.number().nullable(),
  code: text,
  field: text,
  keyId: text,
  durationMs: z.number(),
});
const page = z.object({
  requests: z.object({
    edges: z.array(z.object({ cursor: z.string(), node })),
    pageInfo: z.object({ endCursor: text, hasNextPage: z.boolean() }),
  }),
});
const response = z.object({
  data: page.nullish(),
  errors: z.array(z.object({ message: z.string() })).optional(),
});

/** Reads the requests of an API key over GraphQL. */
export function readByKey(url: string, key: string, failed: boolean): ReadRequests {
  return async (since) => {
    const filter = { from: since.toISOString(), ...(failed && { failed }) };
    const found: Awaited<ReturnType<ReadRequests>> = [];
    for (let after: string | null = null; found.length < MAX_LINES;) {
      const { edges, pageInfo } = await readPage(url, key, { filter, first: PER_PAGE, after });
      for (const { cursor, node } of edges) {
        const { receivedAt, keyId, durationMs, ...same } = node;
        const line = { ...same, received_at: receivedAt, key: keyId, duration_ms: durationMs };
        found.push({ position: cursor, line });
      }
      if (!pageInfo.hasNextPage) break;
      after = pageInfo.endCursor;
    }
    return found;
  };
}

async function readPage(url: string, key: string, variables: object) {
  const answer = await fetch(new URL('/graphql', url), {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ query: QUERY, variables }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const { success, data: parsed } = response.safeParse(await answer.json().catch(() => undefined));
  if (!success) throw new Error(`${url} returned status ${answer.status}, and no GraphQL response`);
  if (!parsed.data) throw new Error(parsed.errors?.[0]?.message ?? `${url} returned no data`);
  return parsed.data.requests;
}
