// The limits of the worker. Limits that operators can set are in the configuration, and the pauses in
// `deactivation.ts`.

/** How long a worker has a message to send. The messages of a killed worker are sent within 30 seconds. */
export const LEASE_S = 20;
/** Leases of callbacks in progress are renewed twice while one lasts, because callbacks may take longer. */
export const RENEW_MS = (LEASE_S * 1_000) / 2;
/**
 * Callbacks of a webhook in progress: if all fail at once, it still takes two more failures to deactivate it.
 */
export const IN_PROGRESS = 8;
/** The duration above which a callback, a hundred times slower than a healthy one, makes its webhook slow. */
export const SLOW_MS = 1_000;
/** Slow webhooks get fewer callbacks in progress. */
export const IN_PROGRESS_SLOW = IN_PROGRESS / 2;
/** Callbacks in progress per account: a hundred slow webhooks leave room for its healthy ones. */
export const PER_ACCOUNT = 512;
/** Callbacks in progress per process: each has a socket, and a process may open only a few thousand. */
export const PER_PROCESS = 4 * PER_ACCOUNT;
/**
 * Callbacks that start in one turn of the event loop, of accounts in turn: signing and connecting blocks it.
 */
export const STARTS_AT_ONCE = 2;
/** Rows per statement: it takes milliseconds, and its fixed cost hardly matters. */
export const DISPATCH_BATCH = 500;
/**
 * Jobs per statement, and messages per account and accounts per statement that creates messages: no account
 * delays others by more than 5 ms.
 */
export const DISPATCHED = 100;
/** The pause between two such statements, so that the events of one moment share one. */
export const GATHER_MS = 5;
/** How soon to try again to claim or to record messages that were locked. */
export const AGAIN_MS = 100;
/** How often to look for work without a notification, and to retry failed statements. */
export const SENDING_POLL_MS = 1_000;
/**
 * How often to look for due messages without a job: everything is sent within seconds after all were lost.
 */
export const SENDING_SWEEP_MS = 3 * SENDING_POLL_MS;
/**
 * How far ahead workers look for messages that will be due: beyond the next sweep, even a slow one, and less
 * than the shortest lease of a callback in progress.
 */
export const SENDING_AHEAD_S = (2 * SENDING_SWEEP_MS) / 1_000;
/**
 * How long a stop may take after the last callback: the database may be unavailable, and supervisors kill.
 */
export const SENDING_STOP_MS = 5_000;
/** Connections for statements, twice those of graphile-worker: enough for two busy cores. */
export const SENDING_CONNECTIONS = 8;
/** Jobs at a time: those that take long occupy at most nine slots, and the others never wait for these. */
export const JOB_SLOTS = 16;
