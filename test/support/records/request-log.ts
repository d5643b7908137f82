import { expect } from 'vitest';
import { headersOf } from '../http/download.ts';
import { request } from '../http/http.ts';
import type { TestAccount } from '../service/account.ts';
import type { TestService } from '../service/service.ts';
import type { SignedIn } from '../service/settings.ts';
import { PATIENCE } from '../webhook/webhook.ts';

export const ROWS = `query($filter: RequestFilter, $first: Int, $after: String) {
  requests(filter: $filter, first: $first, after: $after) {
    nodes { id method path query endpoint operation status failed code field message keyId keyName address idempotencyKeyHash userAgent durationMs }
    pageInfo { endCursor hasNextPage }
  }
}`;

export interface LogRow {
  id: string;
  method: string;
  path: string;
  [name: string]: unknown;
}

/** Whoever reads the log: a key, or a person. */
type Reader = { key: string } | SignedIn;

/** Returns functions that read the request log of a service. */
export function requestLogOf(service: TestService) {
  /** Sends a query with a key, or as a person. */
  async function ask(caller: Reader, query: string, variables: object = {}) {
    const headers: Record<string, string> =
      'cookies' in caller ? { Origin: service.url, ...headersOf(caller) } : {};
    const key = 'cookies' in caller ? undefined : caller.key;
    const { json } = await request(service.url, 'POST', '//graphql', {
      key,
      headers,
      body: { query, variables },
    });
    return json;
  }

  async function rowsOf(caller: Reader, filter: object = {}): Promise<LogRow[]> {
    const { data, errors } = await ask(caller, ROWS, { filter, first: 100 });
    expect(errors).toBeUndefined();
    return data.requests.nodes;
  }

  /** Returns how many requests of an account are stored. */
  async function storedOf({ id }: TestAccount, condition = 'true'): Promise<number> {
    const { rows } = await service.database.pool.query(
      `SELECT FROM requests WHERE account_id = $1 AND ${condition}`,
      [id],
    );
    return rows.length;
  }

  /** Waits until the log has this many requests. */
  async function logged(account: TestAccount, count: number): Promise<LogRow[]> {
    await expect.poll(() => storedOf(account), PATIENCE).toBe(count);
    return rowsOf(account);
  }

  return { ask, rowsOf, storedOf, logged };
}
