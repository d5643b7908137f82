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

/** The number of orders per transaction. */
const ORDERS_AT_ONCE = 20;
/**
 * The pause after each transaction, relative to its duration: requests and callbacks need the processor too.
 */
const REST = 1;
/** The maximum duration of a run, because a worker that stops waits for it; the next run goes on. */
const RUN_MS = 10_000;
/** The maximum number of accounts that a run loads at a time. */
const ACCOUNTS_AT_ONCE = 1_000;
const WORKING = Prisma.raw(IS_WORKING);
/** The time after which an order with an unexpected error is retried. */
const RETRY_MINUTES = 10;
/**
 * The maximum delay of an alert about an account's failures, which otherwise waits until none of its orders
 * is due.
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
    // The remaining orders are locked by other processes.
    if (isIdle) break;
    turns = others.length > 0 ? others : await dueAccounts(host);
  }
  await tellFailures(host);
  return turns.length > 0 && !mayGoOn();
}

/** Returns accounts with due orders, longest waiting first. */
async function dueAccounts({ database }: GenerationHost): Promise<DueAccount[]> {
  return database.prisma.$queryRaw<DueAccount[]>`
    SELECT account.id, account.plan, account.time_zone AS "timeZone"
    FROM (
      SELECT account_id, min(check_at) AS check_at FROM standing_orders WHERE check_at <= now() GROUP BY account_id
    ) AS due JOIN accounts account ON account.id = due.account_id AND ${WORKING}
    ORDER BY due.check_at, account.id LIMIT ${ACCOUNTS_AT_ONCE}`;
}

/** Creates due deliveries of some orders of an account. Returns whether it may have more. */
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
    // Public holidays are still being computed, and will be available soon.
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
 * Puts new failures into one alert per account. Failures of an account with due orders wait, because another
 * process may be working on these, and would send a second alert.
 */
async function tellFailures({ database }: GenerationHost): Promise<void> {
  const told = await database.prisma.$executeRaw`
    UPDATE occurrences SET failed_in = now() FROM accounts account
    WHERE account.id = account_id AND ${WORKING} AND status = 'failed' AND failed_in IS NULL AND (
      settled_at <= now() - make_interval(mins => ${TOLD_WITHIN_MINUTES})
      OR NOT EXISTS (
        SELECT FROM standing_orders
        WHERE standing_orders.account_id = occurrences.account_id AND check_at <= now()))`;
  if (told > 0) await database.prisma.$executeRawUnsafe(ADD_ALERT_JOB);
}
