import type { TestAccount } from '../service/account.ts';
import { expectData } from '../http/expect-answer.ts';

/** The result of a row. */
interface RowResult {
  index: number;
  outcome: string;
  id: number | null;
  error: { code: string; field: string | null; message: string; problem: string; details?: object[] } | null;
}

/** Sends rows to an endpoint that takes many, and returns their results. */
export async function sendRows(
  account: TestAccount,
  list: string,
  rows: unknown[],
  path = `/${list}/upsert`,
): Promise<RowResult[]> {
  // As text, because some of these rows are not as documented.
  return expectData(await account.call('POST', path, { raw: JSON.stringify({ [list]: rows }) }));
}

/** Returns the outcomes, in the order of the rows. */
export function outcomesOf(results: RowResult[]): string[] {
  return results.map(({ outcome }) => outcome);
}
