import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { Db } from '../database/connect.ts';
import type { Logger } from '../log.ts';
import { dispatchEvents } from '../schema/webhook/dispatch-events.ts';

/** The channel on which processes without a dispatcher tell that events wait. */
export const CHANNEL = 'provender_events';
const POLL_MS = 1_000;
const RECONNECT_MS = 1_000;
const CONNECT_TIMEOUT_MS = 10_000;

export interface Dispatcher {
  /** Dispatches soon; calls while it is at work are one. */
  wake(): void;
  stop(): Promise<void>;
}

/** Dispatches events when woken, by this process or by a notification, and every second in any case. */
export function startDispatcher(url: string, db: Db, log: Logger): Dispatcher {
  const stopping = new AbortController();
  const stopped = once(stopping.signal, 'abort');
  let isWoken = false;
  let interrupt: (() => void) | undefined;
  const wake = () => {
    isWoken = true;
    interrupt?.();
  };

  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      isWoken = false;
      const hasMore = await dispatchEvents(db).catch((error: unknown) => {
        log.warn({ err: error }, 'events could not be dispatched; trying again');
        return false;
      });
      if (!hasMore && !isWoken) await idle();
    }
  }

  function idle(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, POLL_MS);
      interrupt = () => resolve(clearTimeout(timer));
    });
  }

  async function listen(): Promise<void> {
    while (!stopping.signal.aborted) {
      const client = new Client({
        connectionString: url,
        connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
        application_name: 'provender dispatcher',
      });
      const gone = new Promise((resolve) => client.once('end', resolve).on('error', resolve));
      try {
        // Ending a client that still connects leaves connect() pending for ever, hence the race.
        await Promise.race([client.connect(), stopped]);
        client.on('notification', wake);
        if (!stopping.signal.aborted) await client.query(`LISTEN ${CHANNEL}`);
        wake();
        await Promise.race([gone, stopped]);
      } catch (error) {
        if (!stopping.signal.aborted) log.warn({ err: error }, 'the dispatcher lost its connection');
      }
      client.end().catch(() => {});
      await sleep(RECONNECT_MS, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  const finished = Promise.all([work(), listen()]);
  return {
    wake,
    async stop() {
      stopping.abort();
      interrupt?.();
      await finished;
    },
  };
}
