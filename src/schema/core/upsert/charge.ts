import type { Context } from '../context.ts';

/** How many rows count like one request. */
const ROWS_PER_REQUEST = 20;

/**
 * Counts rows as requests, after `counted` earlier ones of the same call. The call itself is one request,
 * which covers twenty rows.
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
