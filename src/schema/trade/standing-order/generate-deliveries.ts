import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../../database/connect.ts';
import { isUnreachable } from '../../../database/unreachable.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { Logger } from '../../../log.ts';
import { IS_WORKING } from '../../people/account/is-working.ts';
import type { Plan } from '../../core/caller/plans.ts';
import { ADD_ALERT_JOB } from '../../core/event/alert-job.ts';
import { actAsSystem } from '../../core/audit/act-as-system.ts';
import { jobActor } from '../../core/caller/actors.ts';
import type { Context, Settings } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { inOneTransaction } from '../../core/write/in-one-transaction.ts';
import { settleOrders } from './settle-orders.ts';

/** The orders of one transaction. */
const ORDERS_AT_ONCE = 20;
/**
 * How long it rests after each transaction, relative to its duration: requests and callbacks need the
 * processor too.
 */
const REST = 1;
/** A run ends after this time, because a worker that stops waits for it; the next one goes on. */
const RUN_MS = 10_000;
/** The accounts that a run knows of at a time. */
const ACCOUNTS_AT_ONCE = 1_000;
const WORKING = Prisma.raw(IS_WORKING);
/** When an order is tried again that met an unexpected error. */
const RETRY_MINUTES = 10;
/**
 * Failures of an account are told when nothing of it is due any more, or if that takes long, after so many
 * minutes.
 */
const TOLD_WITHIN_MINUTES = 5;

export interface GenerationHost {
  database: Pick<Database, 'prisma'>;
  announce: Context['announce'];
  settings: Settings;
  log: Logger;
  /** Aborted when the worker stops. */
  signal: AbortSignal;
}

interface DueAccount {
  id: bigint;
  plan: Plan;
  timeZone: string;
}

/**
 * Creates the deliveries of standing orders that are due, for some seconds. Accounts take turns, so that one
 * with ten thousand orders does not keep the others waiting. Processes can run it at the same time.
 *
 * @returns whether more is due
 */
export async function generateDeliveries(host: GenerationHost): Promise<boolean> {
  const endsAt = performance.now() + RUN_MS;
  const mayGoOn = () => performance.now() < endsAt && !host.signal.aborted;
  let turns = await dueAccounts(host);
  while (turns.length > 0 && mayGoOn()) {
    const others: DueAccount[] = [];
    let isIdle = true;
    for (const account of turns) {
      const began = performance.now();
      const mayHaveMore = !mayGoOn() || (await takeTurn(host, account));
      if (mayHaveMore) others.push(account);
      isIdle &&= !mayHaveMore;
      await sleep((performance.now() - began) * REST);
    }
    // What is left then is locked by others.
    if (isIdle) break;
    turns = others.length > 0 ? others : await dueAccounts(host);
  }
  await tellFailures(host);
  return turns.length > 0 && !mayGoOn();
}

/** Returns accounts with orders that are due, those that wait longest first. */
async function dueAccounts({ database }: GenerationHost): Promise<DueAccount[]> {
  return database.prisma.$queryRaw<DueAccount[]>`
    SELECT account.id, account.plan, account.time_zone AS "timeZone"
    FROM (
      SELECT account_id, min(check_at) AS check_at FROM standing_orders WHERE check_at <= now() GROUP BY account_id
    ) AS due JOIN accounts account ON account.id = due.account_id AND ${WORKING}
    ORDER BY due.check_at, account.id LIMIT ${ACCOUNTS_AT_ONCE}`;
}

/** Settles some orders of an account. Returns whether it may have more. */
async function takeTurn(host: GenerationHost, account: DueAccount): Promise<boolean> {
  const { database, announce, settings, log } = host;
  const accountId = account.id;
  const context = actAsSystem(account, jobActor('generateDeliveries'), {
    db: database.prisma,
    log: () => log,
    announce,
    settings,
  });
  const settleSome = (limit: number) => inOneTransaction(context, (inside) => settleOrders(inside, limit));
  try {
    const { orders } = await settleSome(ORDERS_AT_ONCE);
    return orders > 0;
  } catch (error) {
    if (isUnreachable(error)) throw error;
    // Public holidays are still being computed: they are known in a moment.
    if (error instanceof AppError && error.code === 'service_unavailable') return true;
    log.error({ err: error, account: String(accountId) }, 'standing orders could not be settled together');
  }
  // One order must not stop the others.
  try {
    const { orders } = await settleSome(1);
    return orders > 0;
  } catch (error) {
    if (isUnreachable(error)) throw error;
    log.error({ err: error, account: String(accountId) }, 'a standing order could not be settled');
    await postponeFirst(host, accountId);
    return true;
  }
}

async function postponeFirst({ database }: GenerationHost, accountId: bigint): Promise<void> {
  await database.prisma.$executeRaw`
    UPDATE standing_orders SET check_at = now() + make_interval(mins => ${RETRY_MINUTES})
    WHERE account_id = ${accountId} AND id = (
      SELECT id FROM standing_orders WHERE account_id = ${accountId} AND check_at <= now()
      ORDER BY check_at, id LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED)`;
}

/**
 * Gives the failures that no alert tells yet to one alert for each account. Those of an account with orders
 * that are due wait: another process may be settling these, and would tell the rest in an alert of its own.
 */
async function tellFailures({ database }: GenerationHost): Promise<void> {
  const told = await database.prisma.$executeRaw`
    UPDATE occurrences SET failed_in = now() FROM accounts account
    WHERE account.id = account_id AND ${WORKING} AND status = 'failed' AND failed_in IS NULL
      /* guard: settling-orders */ AND (settled_at <= now() - make_interval(mins => ${TOLD_WITHIN_MINUTES})
      OR NOT EXISTS (
        SELECT FROM standing_orders
        WHERE standing_orders.account_id = occurrences.account_id AND check_at <= now())) /* end */`;
  if (told > 0) await database.prisma.$executeRawUnsafe(ADD_ALERT_JOB);
}
