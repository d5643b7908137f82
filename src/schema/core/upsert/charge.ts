import type { Context } from '../context.ts';

/** How many rows count like one request. */
const ROWS_PER_REQUEST = 20;

/**
 * Counts the rows of a call, besides those that were counted with it: at first the call counts as one
 * request, which pays for twenty rows.
 *
 * @throws AppError `rate_limited` if the account has too few requests left
 */
export async function chargeRows({ http }: Context, rows: number, counted = 0): Promise<void> {
  const more = requestsOf(rows) - requestsOf(counted);
  if (more > 0) await http?.charge?.(more);
}

function requestsOf(rows: number): number {
  return Math.max(1, Math.ceil(rows / ROWS_PER_REQUEST));
}
