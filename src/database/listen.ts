import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { Logger } from '../log.ts';

const RECONNECT_MS = 1_000;
const CONNECT_TIMEOUT_MS = 10_000;

export interface ListenOptions {
  url: string;
  channel: string;
  /** Who listens, for PostgreSQL's list of connections and for the log. */
  name: string;
  log: Logger;
  /** Called at each notification, and whenever some may have been missed. */
  onNews: () => void;
}

/** Listens on a channel over one connection, made anew when it is lost, until stopped. */
export function listen({ url, channel, name, log, onNews }: ListenOptions): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const stopped = once(stopping.signal, 'abort');
  const finished = keepListening();

  async function keepListening(): Promise<void> {
    while (!stopping.signal.aborted) {
      const client = new Client({
        connectionString: url,
        connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
        application_name: `provender ${name}`,
      });
      const gone = new Promise((resolve) => client.once('end', resolve).on('error', resolve));
      try {
        // Ending a client that still connects leaves connect() pending for ever, hence the race.
        await Promise.race([client.connect(), stopped]);
        client.on('notification', onNews);
        if (!stopping.signal.aborted) await client.query(`LISTEN ${channel}`);
        onNews();
        await Promise.race([gone, stopped]);
      } catch (error) {
        if (!stopping.signal.aborted) log.warn({ err: error }, `the ${name} lost its connection`);
      }
      client.end().catch(() => {});
      await sleep(RECONNECT_MS, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  return {
    async stop() {
      stopping.abort();
      await finished;
    },
  };
}
