import { parse } from 'csv-parse/sync';
import { setTimeout } from 'node:timers/promises';
import { expect } from 'vitest';
import { createSupermarket } from '../records/records.ts';
import type { TestService } from '../service/service.ts';
import type { SignedIn } from '../service/settings.ts';

/** Returns the headers of a request that a link on the web page makes. */
export function headersOf({ cookies }: SignedIn): Record<string, string> {
  const cookie = cookies.map((line) => line.split(';')[0]).join('; ');
  return { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin' };
}

/** Requests an export like a link on the web page. */
export function download({ url }: TestService, account: SignedIn, path: string): Promise<Response> {
  return fetch(`${url}/export/${path}`, { headers: headersOf(account) });
}

/** Returns the lines of an export, starting with the column names. */
export async function linesOf(service: TestService, account: SignedIn, path: string): Promise<string[]> {
  const response = await download(service, account, path);
  const text = await response.text();
  expect({ status: response.status, text }).toEqual({ status: 200, text: expect.stringMatching(/\r\n$/) });
  // The byte order mark is not part of the text.
  return text.trimEnd().split('\r\n');
}

/** Requests an export, and returns its rows by the names of their columns. Empty cells are left out. */
export async function recordsOf(
  service: TestService,
  account: SignedIn,
  path: string,
): Promise<Record<string, string>[]> {
  const lines = await linesOf(service, account, path);
  const rows: Record<string, string>[] = parse(lines.join('\n'), { columns: true });
  return rows.map((row) => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== '')));
}

/** Waits until the database has been idle for a while. */
export async function quiet({ database: { pool } }: TestService): Promise<void> {
  for (let idle = 0; idle < 10; idle = pool.idleCount === pool.totalCount ? idle + 1 : 0)
    await setTimeout(30);
}

/** Adds deliveries with long lines in an export: more than a kilobyte. */
export async function addLongDeliveries(account: SignedIn, count: number): Promise<void> {
  const name = '€'.repeat(200);
  const { id, branches } = await createSupermarket(account, { name, branches: [{ name, address: 'here' }] });
  await account.database.pool.query(
    `INSERT INTO deliveries (account_id, supermarket_id, branch_id, delivery_date, total_quantity, total_value, total_weight)
     SELECT $1, $2, $3, now(), 1, 1, 1 FROM generate_series(1, $4::int)`,
    [account.id, id, branches[0].id, count],
  );
}
