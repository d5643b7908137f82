import type { Pool } from 'pg';
import type { Logger } from '../log.ts';
import { connect, type ConnectOptions, type Db } from './connect.ts';
import { Replay } from './replay.ts';
import { isInConflict, isUnreachable } from './unreachable.ts';

const REPLICA_CONNECTIONS = 10;
/** How long a query waits for the replica to catch up. */
const WAIT_MS = 50;
/** How long a late or unreachable replica is skipped, so that not every query waits for it. */
const SKIPPED_MS = 1_000;

/** Why the primary served a query instead of the replica. */
type FallbackReason = 'late' | 'unavailable' | 'conflict';

/** A standby of the database, for queries that may use it. */
export interface Replica {
  /**
   * The number of queries that the replica served, and of those that the primary served instead, by reason.
   */
  outcomes: Readonly<Record<'served' | FallbackReason, number>>;
  /**
   * Runs a query on the replica if that has replayed everything committed so far, otherwise on the primary.
   * The primary also takes over when the replica is lost or cancels the statement for replication.
   */
  read<Result>(onReplica: (db: Db) => Promise<Result>, onPrimary: () => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

interface ReplicaOptions extends Pick<ConnectOptions, 'statementTimeoutMs'> {
  url: string;
  primary: Pool;
  log: Logger;
}

/** Opens a replica. If it is unreachable, later queries reconnect. */
export async function openReplica(options: ReplicaOptions): Promise<Replica> {
  const { url, primary, log, statementTimeoutMs } = options;
  const outcomes = { served: 0, late: 0, unavailable: 0, conflict: 0 };
  let leftOut: { reason: FallbackReason; until: number } | undefined;
  /** Counts lost connections: a new connection may lead to another server that has replayed less. */
  let losses = 0;
  let isInUse: boolean | undefined;
  /** Rejects once the connection that follows the replica is lost. */
  let lost = neverYet();
  const database = connect(url, {
    max: REPLICA_CONNECTIONS,
    statementTimeoutMs,
    isStandby: true,
    onError: () => void losses++,
  });
  const replay = new Replay({
    url,
    primary,
    onConnect() {
      leftOut = undefined;
      isInUse = true;
      log.info('the read replica is connected');
    },
    onLost(error) {
      losses++;
      lost.reject(error);
      lost = neverYet();
      if (isInUse !== false) log.warn({ err: error }, 'the read replica is not used');
      isInUse = false;
    },
  });
  replay.connect();
  // Prisma creates its engine on first use, which blocks the process for a tenth of a second.
  await database.prisma.$connect();

  /** Returns why the replica must not be used; undefined if it can be. */
  async function refusal(): Promise<FallbackReason | undefined> {
    if (leftOut && performance.now() < leftOut.until) return leftOut.reason;
    const hasAll = await replay.hasAll(WAIT_MS).catch(() => undefined);
    return hasAll ? undefined : leaveOut(hasAll === undefined ? 'unavailable' : 'late');
  }

  function leaveOut(reason: FallbackReason): FallbackReason {
    leftOut = { reason, until: performance.now() + SKIPPED_MS };
    return reason;
  }

  return {
    outcomes,
    async read(onReplica, onPrimary) {
      let reason = await refusal();
      if (!reason) {
        const before = losses;
        try {
          const result = await Promise.race([onReplica(database.prisma), lost.promise]);
          if (losses === before) {
            outcomes.served++;
            return result;
          }
          reason = 'unavailable';
        } catch (error) {
          if (isInConflict(error)) reason = 'conflict';
          else if (losses > before || isUnreachable(error)) reason = leaveOut('unavailable');
          else throw error;
        }
      }
      outcomes[reason]++;
      return onPrimary();
    },
    async close() {
      replay.close();
      await database.close();
    },
  };
}

function neverYet(): PromiseWithResolvers<never> {
  const pending = Promise.withResolvers<never>();
  // Rejections are handled, because no query may be waiting for the promise.
  pending.promise.catch(() => {});
  return pending;
}
