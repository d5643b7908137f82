import { setTimeout as sleep } from 'node:timers/promises';
import { type Host, parseDatabaseUrl } from '../database-url.ts';
import { queryServer, type ServerState } from './query-server.ts';
import { type Snapshot, isGone, type TrackedConnection, type Watched } from './tracked-connection.ts';
import { startDeadline } from './deadline.ts';

/** Together with the half second that a request waits first, less than the two seconds until its 503. */
const LOOK_MS = 1_200;
/** How long to wait for one server of a list before trying the next one. */
const HEAD_START_MS = 200;
const TICK_MS = 500;
/** Ticks without a byte after which a busy connection is checked. */
const SILENT_TICKS = 2;
/** How long a stopping process opens no new connection after no server responded. */
const AWAY_MS = 5_000;

const all = new Map<string, Servers>();

/** Returns the state of the servers in a connection string, shared in this process. */
export function serversOf(url: string): Servers {
  const known = all.get(url) ?? new Servers(url);
  all.set(url, known);
  return known;
}

/**
 * Chooses among the servers of a connection string, and detects lost connections. A server that loses power or its
 * network closes no connection. So the server that responds now is queried for its processes, and connections without a
 * process there are closed. A slow statement alone never closes a connection.
 */
export class Servers {
  readonly first: string;
  readonly attributes;
  readonly #hosts: Host[];
  readonly #connections = new Map<TrackedConnection, Watched>();
  #current: Host | undefined;
  #looking: Promise<boolean> | undefined;
  #ticking: NodeJS.Timeout | undefined;
  #isLeaving = false;
  #awayAt = -Infinity;

  constructor(url: string) {
    const { first, hosts, attributes } = parseDatabaseUrl(url);
    this.first = first;
    this.attributes = attributes;
    this.#hosts = hosts;
  }

  /** Returns the server to connect to; undefined if the connection string has only one. @throws Error if no server can be used */
  place(): Host | undefined | Promise<Host> {
    if (this.#isLeaving && performance.now() - this.#awayAt < AWAY_MS) return Promise.reject(unusable());
    if (this.#hosts.length === 0 || this.#current) return this.#current;
    return this.look().then(() => {
      if (this.#current) return this.#current;
      throw unusable();
    });
  }

  /** Makes the next connection choose its server again. */
  forget(): void {
    this.#current = undefined;
  }

  /**
   * Returns whether a server responds: on a new connection, or meanwhile on an old one, because a busy or full server
   * opens new ones slowly or not at all. Concurrent calls share one look.
   */
  look(): Promise<boolean> {
    return (this.#looking ??= this.#look().then((isThere) => {
      if (!isThere) this.#awayAt = performance.now();
      this.#looking = undefined;
      return isThere;
    }));
  }

  /** Stops waiting for servers that do not respond, because the process is stopping. */
  leave(): void {
    this.#isLeaving = true;
    void this.look();
  }

  track(connection: TrackedConnection): void {
    this.#connections.set(connection, {
      bytes: connection.bytesRead(),
      silentTicks: 0,
      doubts: 0,
      doubtedAt: -1,
    });
    this.#ticking ??= setInterval(() => this.#tick(), TICK_MS).unref();
  }

  untrack(connection: TrackedConnection): void {
    this.#connections.delete(connection);
    if (this.#connections.size > 0) return;
    clearInterval(this.#ticking);
    this.#ticking = undefined;
    // The servers may have changed roles before the next connection.
    this.forget();
  }

  #tick(): void {
    let isSilent = false;
    for (const [connection, watched] of this.#connections) {
      const bytes = connection.bytesRead();
      if (!connection.isBusy() || bytes !== watched.bytes) {
        Object.assign(watched, { bytes, silentTicks: 0, doubts: 0 });
      } else {
        watched.silentTicks++;
        if (watched.silentTicks >= SILENT_TICKS) isSilent = true;
        if (watched.silentTicks * TICK_MS > (connection.deadlineMs ?? Infinity)) {
          connection.terminate('the database did not respond in time');
        }
      }
    }
    if (isSilent) void this.look().then((isThere) => isThere || this.#leaveSilent());
  }

  #leaveSilent(): void {
    if (!this.#isLeaving) return;
    for (const [connection, { silentTicks }] of this.#connections) {
      if (silentTicks >= SILENT_TICKS) connection.terminate('the database does not respond');
    }
  }

  async #look(): Promise<boolean> {
    const before: Snapshot[] = Array.from(this.#connections.keys(), (connection) => ({
      connection,
      bytes: connection.bytesRead(),
      wasBusy: connection.isBusy(),
    }));
    const over = new AbortController();
    const deadline = startDeadline(LOOK_MS);
    try {
      const state = await Promise.race([this.#queryFirst(before, over.signal), deadline.over]);
      if (!state) return this.#anyReceived(before);
      this.#moveTo(state.place);
      if (!state.isPooler) this.#terminateUnknown(before, state.processes);
      return true;
    } catch {
      return this.#anyReceived(before);
    } finally {
      deadline.stop();
      over.abort();
    }
  }

  #anyReceived(before: Snapshot[]): boolean {
    return before.some(
      ({ connection, bytes }) => this.#connections.has(connection) && connection.bytesRead() !== bytes,
    );
  }

  /** Queries the servers in order; returns the first response of a suitable one. */
  #queryFirst(about: { connection: TrackedConnection }[], signal: AbortSignal): Promise<ServerState> {
    const processIds = about.map(({ connection }) => connection.processId);
    const places = this.#hosts.length > 0 ? this.#hosts : [undefined];
    return Promise.any(
      places.map(async (place, index) => {
        if (index > 0) await sleep(index * HEAD_START_MS, undefined, { signal });
        return queryServer({ url: this.first, place, attributes: this.attributes, processIds, signal });
      }),
    );
  }

  /** Closes connections to servers other than the one in use. */
  #moveTo(place: Host | undefined): void {
    this.#current = place;
    if (!place) return;
    for (const connection of this.#connections.keys()) {
      if (connection.place !== place) connection.terminate('another server has taken its place');
    }
  }

  #terminateUnknown(before: Snapshot[], processes: ServerState['processes']): void {
    for (const snapshot of before) {
      const { connection, bytes } = snapshot;
      const watched = this.#connections.get(connection);
      // A connection that received bytes meanwhile is alive.
      if (!watched || connection.bytesRead() !== bytes) continue;
      if (isGone(snapshot, watched, processes.get(connection.processId))) {
        connection.terminate('the database no longer has this connection');
      }
    }
  }
}

function unusable(): Error {
  return Object.assign(new Error('no server can be used'), { code: 'ECONNREFUSED' });
}
