import type { Host } from '../database-url.ts';

/** How often the server must report a busy connection as idle before it counts as lost. */
const DOUBTS = 2;

/** The part of a connection that `Servers` uses. */
export interface TrackedConnection {
  readonly place: Host | undefined;
  /** The id of the server process. */
  readonly processId: number;
  /** The statement timeout (default: none). */
  readonly deadlineMs: number | undefined;
  /** Returns whether a statement is running. */
  isBusy(): boolean;
  bytesRead(): number;
  /** Closes the connection; the running statement fails. */
  terminate(reason: string): void;
}

/** What is remembered of a connection. */
export interface Watched {
  bytes: number;
  silentTicks: number;
  doubts: number;
  /** How many bytes were read at the last doubt: each doubt must be about the same statement. */
  doubtedAt: number;
}

/** A connection when its server is queried. */
export interface Snapshot {
  connection: TrackedConnection;
  bytes: number;
  wasBusy: boolean;
}

/**
 * Returns whether the server has lost a connection that received nothing since it was queried. `state` is that of its
 * process; undefined if there is none.
 */
export function isGone({ bytes, wasBusy }: Snapshot, watched: Watched, state: string | undefined): boolean {
  if (state === undefined) return true;
  // A statement that began meanwhile may not have reached the server when it was queried.
  if (!wasBusy || !state.startsWith('idle')) return false;
  watched.doubts = watched.doubtedAt === bytes ? watched.doubts + 1 : 1;
  watched.doubtedAt = bytes;
  return watched.doubts >= DOUBTS;
}
