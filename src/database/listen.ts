import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../log.ts';
import { openClient } from './client.ts';
import { sendPings } from './send-pings.ts';

const RECONNECT_MS = 1_000;
const LISTEN_TIMEOUT_MS = 5_000;

export interface ListenOptions {
  url: string;
  channel: string;
  /** The name of the connection in PostgreSQL's list, and in the log. */
  name: string;
  log: Logger;
  /** Called on each notification, and whenever some may have been missed. */
  onNotification: () => void;
}

/** Listens on a channel over one connection, and reconnects when it is lost, until stopped. */
export function listen({ url, channel, name, log, onNotification }: ListenOptions): {
  stop(): Promise<void>;
} {
  const stopping = new AbortController();
  const stopped = once(stopping.signal, 'abort');
  const finished = keepListening();

  async function keepListening(): Promise<void> {
    while (!stopping.signal.aborted) {
      const client = openClient({
        url,
        name: `provender ${name}`,
        statementTimeoutMs: LISTEN_TIMEOUT_MS,
      });
      let stopPings: (() => void) | undefined;
      const gone = new Promise((resolve) => client.once('end', resolve).on('error', resolve));
      try {
        // Ending a client that is still connecting leaves connect() pending forever.
        await Promise.race([client.connect(), stopped]);
        client.on('notification', onNotification);
        if (!stopping.signal.aborted) await client.query(`LISTEN ${channel}`);
        onNotification();
        stopPings = sendPings(client);
        await Promise.race([gone, stopped]);
      } catch (error) {
        if (!stopping.signal.aborted) log.warn({ err: error }, `the connection for ${name} was lost`);
      }
      stopPings?.();
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
