import { setTimeout as sleep } from 'node:timers/promises';
import { type Host, parseDatabaseUrl } from '../database-url.ts';
import { ask, type Answer } from './ask-server.ts';
import { type Asked, isGone, type Kept, type Watched } from './kept.ts';
import { silence } from './silence.ts';

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
 * network closes no connection. So the server that responds now is asked for its processes, and connections without a
 * process there are closed. A slow statement alone never closes a connection.
 */
export class Servers {
  readonly first: string;
  readonly attributes;
  readonly #hosts: Host[];
  readonly #kept = new Map<Kept, Watched>();
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

  /** Returns whether a server responds on a new connection. Concurrent calls share one. */
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

  keep(connection: Kept): void {
    this.#kept.set(connection, {
      bytes: connection.bytesRead(),
      silentTicks: 0,
      doubts: 0,
      doubtedAt: -1,
    });
    this.#ticking ??= setInterval(() => this.#tick(), TICK_MS).unref();
  }

  drop(connection: Kept): void {
    this.#kept.delete(connection);
    if (this.#kept.size > 0) return;
    clearInterval(this.#ticking);
    this.#ticking = undefined;
    // The servers may have changed roles before the next connection.
    this.forget();
  }

  #tick(): void {
    let isSilent = false;
    for (const [connection, watched] of this.#kept) {
      const bytes = connection.bytesRead();
      if (!connection.isBusy() || bytes !== watched.bytes) {
        Object.assign(watched, { bytes, silentTicks: 0, doubts: 0 });
      } else {
        watched.silentTicks++;
        if (watched.silentTicks >= SILENT_TICKS) isSilent = true;
        if (watched.silentTicks * TICK_MS > (connection.deadlineMs ?? Infinity)) {
          connection.giveUp('the database did not respond in time');
        }
      }
    }
    if (isSilent) void this.look().then((isThere) => isThere || this.#leaveSilent());
  }

  #leaveSilent(): void {
    if (!this.#isLeaving) return;
    for (const [connection, { silentTicks }] of this.#kept) {
      if (silentTicks >= SILENT_TICKS) connection.giveUp('the database does not respond');
    }
  }

  async #look(): Promise<boolean> {
    const before: Asked[] = Array.from(this.#kept.keys(), (connection) => ({
      connection,
      bytes: connection.bytesRead(),
      wasBusy: connection.isBusy(),
    }));
    const over = new AbortController();
    const patience = silence(LOOK_MS);
    try {
      const answer = await Promise.race([this.#ask(before, over.signal), patience.over]);
      if (!answer) return false;
      this.#moveTo(answer.place);
      if (!answer.isPooler) this.#giveUpUnknown(before, answer.processes);
      return true;
    } catch {
      return false;
    } finally {
      patience.stop();
      over.abort();
    }
  }

  /** Queries the servers in order; returns the first response of a suitable one. */
  #ask(about: { connection: Kept }[], signal: AbortSignal): Promise<Answer> {
    const processIds = about.map(({ connection }) => connection.processId);
    const places = this.#hosts.length > 0 ? this.#hosts : [undefined];
    return Promise.any(
      places.map(async (place, index) => {
        if (index > 0) await sleep(index * HEAD_START_MS, undefined, { signal });
        return ask({ url: this.first, place, attributes: this.attributes, processIds, signal });
      }),
    );
  }

  /** Closes connections to servers other than the one in use. */
  #moveTo(place: Host | undefined): void {
    this.#current = place;
    if (!place) return;
    for (const connection of this.#kept.keys()) {
      if (connection.place !== place) connection.giveUp('another server has taken its place');
    }
  }

  #giveUpUnknown(before: Asked[], processes: Answer['processes']): void {
    for (const asked of before) {
      const { connection, bytes } = asked;
      const watched = this.#kept.get(connection);
      // A connection that received bytes meanwhile is alive.
      if (!watched || connection.bytesRead() !== bytes) continue;
      if (isGone(asked, watched, processes.get(connection.processId))) {
        connection.giveUp('the database no longer has this connection');
      }
    }
  }
}

function unusable(): Error {
  return Object.assign(new Error('no server can be used'), { code: 'ECONNREFUSED' });
}
