import { setTimeout as sleep } from 'node:timers/promises';
import type { Client, Pool } from 'pg';
import { runForService } from './current-work.ts';
import { openClient } from './client.ts';
import { batched } from './batched.ts';
import { sendPings } from './send-pings.ts';

const POLL_MS = 3;
const REPLAY_TIMEOUT_MS = 3_000;

// Positions are bytes of the log. A flush at the end of a page can end inside a record, which a standby
// cannot replay without the rest. With asynchronous commits, the flush may not include them.
const COMMITTED = `
  SELECT position, position % current_setting('wal_block_size')::int <> 0
                   AND current_setting('synchronous_commit') <> 'off' AS "isEnough"
  FROM (SELECT (pg_current_wal_flush_lsn() - '0/0')::bigint AS position) AS flushed`;
/** Commits a logical message that nothing reads, which flushes the log up to the end of a record. */
const FLUSH = `
  SELECT set_config('synchronous_commit', 'local', true), pg_logical_emit_message(true, 'provender', '')`;
const REPLAYED = `
  SELECT pg_is_in_recovery() AS "isStandby", (pg_last_wal_replay_lsn() - '0/0')::bigint AS position`;
/** Identifies a server together with its standbys: a value that no other server has. */
const IDENTITY = `
  SELECT system_identifier || ' ' || oid AS identity
  FROM pg_control_system(), pg_database WHERE datname = current_database()`;

interface Waiting {
  position: bigint;
  resolve(hasAll: boolean): void;
  reject(error: Error): void;
}

interface ReplayOptions {
  /** The connection string of the standby. */
  url: string;
  primary: Pool;
  onConnect(): void;
  /** Called when the connection was lost, or could not be used. */
  onLost(error: Error): void;
}

/** Tracks over one connection how far a standby has replayed its primary's log. */
export class Replay {
  readonly #options: ReplayOptions;
  readonly #committed: (question: 'committed') => Promise<bigint>;
  readonly #waiting = new Set<Waiting>();
  #client: Client | undefined;
  /** The last known position; undefined while disconnected. */
  #replayed: bigint | undefined;
  #polled: Client | undefined;

  constructor(options: ReplayOptions) {
    this.#options = options;
    this.#committed = batched(async (questions: readonly 'committed'[]) => {
      const position = await committedOn(options.primary);
      return questions.map(() => position);
    });
  }

  /** Connects, if not connected. */
  connect(): void {
    if (this.#client) return;
    const client = openClient({
      url: this.#options.url,
      name: 'provender replay',
      statementTimeoutMs: REPLAY_TIMEOUT_MS,
    });
    this.#client = client;
    const lose = (error: Error) => this.#lose(client, error);
    client.on('error', lose);
    this.#open(client).catch(lose);
  }

  /**
   * Returns whether the standby has everything committed before this call, or will within `waitMs`.
   *
   * @throws Error without a standby of this primary
   */
  async hasAll(waitMs: number): Promise<boolean> {
    this.connect();
    const before = this.#replayed;
    if (before === undefined) throw new Error('the replica is not connected');
    const position = await this.#committed('committed');
    if (before > position) {
      const error = new Error('the replica is ahead of the primary');
      this.#lose(this.#client, error);
      throw error;
    }
    return (this.#replayed ?? 0n) >= position || this.#wait(position, waitMs);
  }

  close(): void {
    const client = this.#client;
    this.#client = undefined;
    client?.end().catch(() => {});
  }

  async #open(client: Client): Promise<void> {
    await client.connect();
    client.once('end', () => this.#lose(client, new Error('the connection was closed')));
    const primary = await runForService(() => this.#options.primary.query<{ identity: string }>(IDENTITY));
    const standby = await client.query<{ identity: string }>(IDENTITY);
    if (primary.rows[0]!.identity !== standby.rows[0]!.identity)
      throw new Error('the replica belongs to another database');
    const replayed = await replayedBy(client);
    if (this.#client !== client) return;
    this.#replayed = replayed;
    client.once('end', sendPings(client));
    this.#options.onConnect();
  }

  #wait(position: bigint, waitMs: number): Promise<boolean> {
    const { promise, resolve, reject } = Promise.withResolvers<boolean>();
    const waiting = { position, resolve, reject };
    this.#waiting.add(waiting);
    // If this process itself was blocked, the response may only arrive now.
    const overdue = setTimeout(() => setImmediate(resolve, false), waitMs);
    if (this.#client && this.#client !== this.#polled) void this.#poll(this.#client);
    return promise.finally(() => {
      clearTimeout(overdue);
      this.#waiting.delete(waiting);
    });
  }

  /** Polls the standby while queries wait. */
  async #poll(client: Client): Promise<void> {
    this.#polled = client;
    try {
      while (client === this.#client && this.#waiting.size > 0) {
        const replayed = await replayedBy(client);
        this.#replayed = replayed;
        for (const { position, resolve } of this.#waiting) if (replayed >= position) resolve(true);
        await sleep(POLL_MS);
      }
    } catch (error) {
      this.#lose(client, error as Error);
    } finally {
      if (this.#polled === client) this.#polled = undefined;
    }
  }

  #lose(client: Client | undefined, error: Error): void {
    if (!client || client !== this.#client) return;
    this.#client = undefined;
    this.#replayed = undefined;
    for (const { reject } of this.#waiting) reject(error);
    client.end().catch(() => {});
    this.#options.onLost(error);
  }
}

async function committedOn(primary: Pool): Promise<bigint> {
  const readPosition = () => primary.query<{ position: string; isEnough: boolean }>(COMMITTED);
  let [flushed] = (await readPosition()).rows;
  if (!flushed!.isEnough) {
    await primary.query(FLUSH);
    [flushed] = (await readPosition()).rows;
  }
  return BigInt(flushed!.position);
}

/**
 * Returns the replayed position.
 *
 * @throws Error when the server is not a standby
 */
async function replayedBy(client: Client): Promise<bigint> {
  const { rows } = await client.query<{ isStandby: boolean; position: string }>(REPLAYED);
  const { isStandby, position } = rows[0]!;
  if (!isStandby) throw new Error('the server is not a standby');
  return BigInt(position);
}
