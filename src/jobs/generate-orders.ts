import type { Pool } from 'pg';
import { connect } from '../database/connect.ts';
import { isUnreachable } from '../database/unreachable.ts';
import type { Logger } from '../log.ts';
import { IS_WORKING } from '../schema/people/account/is-working.ts';
import type { Context, Settings } from '../schema/core/context.ts';
import { generateDeliveries } from '../schema/trade/standing-order/generate-deliveries.ts';
import { oneAtATime } from './one-at-a-time.ts';

/** How often a worker looks for due orders, independently of jobs and of its clock. */
const SWEEP_MS = 15_000;

/**
 * Failures without an alert count too: the process that stored them may have been killed before it added the
 * alert.
 */
const ANY_DUE = {
  name: 'any-standing-order-due',
  text: `
    SELECT EXISTS (
      SELECT FROM standing_orders JOIN accounts account ON account.id = account_id AND ${IS_WORKING}
      WHERE check_at <= now()
    ) /* guard: unreported-failure */ OR EXISTS (
      SELECT FROM occurrences JOIN accounts account ON account.id = account_id AND ${IS_WORKING}
      WHERE status = 'failed' AND failed_in IS NULL
    ) /* end */ AS due`,
};

export interface GenerationOptions {
  /** For a connection without a statement timeout. */
  url: string;
  pool: Pool;
  announce: Context['announce'];
  settings: Settings;
  log: Logger;
}

/** The generation of deliveries from standing orders in this process. */
export interface Generation {
  /** Creates what is due, one run at a time. */
  run(): Promise<void>;
  /** Stops after the open transaction. */
  stop(): Promise<void>;
}

/** Creates the generation, and begins to look for due orders. */
export function createGeneration({ url, pool, announce, settings, log }: GenerationOptions): Generation {
  const stopping = new AbortController();
  const { signal } = stopping;
  let running = Promise.resolve();
  const run = oneAtATime(() => (running = runOnce()));
  const sweep = () =>
    void run().catch((error: unknown) => {
      if (!signal.aborted && !isUnreachable(error))
        log.error({ err: error }, 'standing orders could not be read');
    });
  const sweeping = setInterval(sweep, SWEEP_MS);
  sweep();

  async function runOnce(): Promise<void> {
    if (signal.aborted) return;
    const { rows } = await pool.query<{ due: boolean }>(ANY_DUE);
    if (!rows[0]!.due) return;
    const database = connect(url, { max: 1 });
    try {
      if (await generateDeliveries({ database, announce, settings, log, signal })) void run();
    } finally {
      await database.close();
    }
  }

  return {
    run,
    async stop() {
      clearInterval(sweeping);
      stopping.abort();
      await running.catch(() => {});
    },
  };
}
