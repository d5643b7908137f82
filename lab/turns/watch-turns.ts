import { AsyncLocalStorage, createHook } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { promiseHooks } from 'node:v8';

/** A turn of the event loop: one callback with its microtasks that ran for a request. */
export interface Turn {
  /** The request or the operation of `asOperation` that the turn ran for longest. */
  owner: object;
  /** The thread's processor time: other programs do not lengthen it much. */
  cpuMs: number;
  /** The start and end of the turn, by `performance.now()`. */
  from: number;
  to: number;
}

/** Callbacks of the same turn: they run before the event loop goes on. */
const CONTINUES = new Set(['TickObject', 'Microtask']);

/** Sockets that one request may have opened and all use, such as those of the database. */
const SHARED = new Set(['TCPWRAP', 'PIPEWRAP', 'TLSWRAP']);

/** The owner of the running code. Node announces a request before any code of the service runs for it. */
const owners = new AsyncLocalStorage<object>();

/** Runs `work` as an operation of this name, for calls of the domain without a request. */
export function asOperation<T>(name: string, work: () => T): T {
  const result = owners.run({ name }, () => {
    moveOn();
    return work();
  });
  moveOn();
  return result;
}

let moveOn = () => {};

/**
 * Watches the turns of this thread. Calls `onTurn` for each that took at least `minMs`. Returns a function
 * that stops watching.
 *
 * The owner is read from the async context at the start of each callback and of each continuation of a
 * promise. Work that outlives a request counts for the request that started it. The callback of a shared
 * socket, such as one that reads rows, counts for the request that continues in the same turn.
 */
export function watchTurns(minMs: number, onTurn: (turn: Turn) => void): () => void {
  const continuing = new Set<number>();
  const sockets = new Set<number>();
  const over = new WeakSet<object>();
  const spent = new Map<object, number>();
  let depth = 0;
  let owner: object | undefined;
  let readAt = cpuMicroseconds();
  let from = performance.now();
  /** Whether the callback itself still runs, and the time of this turn that no request has claimed so far. */
  let isCallback = false;
  let unowned = 0;
  let isClaimed = false;

  function spend(): void {
    const now = cpuMicroseconds();
    if (owner) spent.set(owner, (spent.get(owner) ?? 0) + now - readAt);
    else if (isCallback) unowned += now - readAt;
    readAt = now;
  }

  function follow(): void {
    const next = owners.getStore();
    if (next === owner && !isCallback) return;
    spend();
    isCallback = false;
    owner = next;
    if (next && !over.has(next)) isClaimed = true;
  }

  function begin(next: object | undefined): void {
    spend();
    if (spent.size > 0) report();
    from = performance.now();
    owner = next;
    isCallback = true;
    unowned = 0;
    isClaimed = next !== undefined;
  }

  function report(): void {
    let total = isClaimed ? unowned : 0;
    let longest: [object, number] | undefined;
    for (const each of spent) {
      total += each[1];
      if (!longest || each[1] > longest[1]) longest = each;
    }
    spent.clear();
    if (total < minMs * 1_000) return;
    onTurn({ owner: longest![0], cpuMs: total / 1_000, from, to: performance.now() });
  }

  const hook = createHook({
    trackPromises: false,
    init(id, type) {
      if (CONTINUES.has(type)) continuing.add(id);
      else if (SHARED.has(type)) sockets.add(id);
    },
    before(id) {
      const isContinued = continuing.delete(id);
      if (depth++ > 0 || isContinued) follow();
      else begin(sockets.has(id) ? undefined : owners.getStore());
    },
    after() {
      if (depth > 0) depth--;
    },
    destroy(id) {
      sockets.delete(id);
    },
  }).enable();
  const stopHook = promiseHooks.onBefore(follow);
  const enter = (message: unknown) => {
    owners.enterWith((message as { request: object }).request);
    follow();
  };
  const finish = (message: unknown) => void over.add((message as { request: object }).request);
  // An error that nothing catches ends the callbacks that it passes.
  const unwind = () => (depth = 0);
  subscribe('http.server.request.start', enter);
  subscribe('http.server.response.finish', finish);
  process.on('uncaughtExceptionMonitor', unwind);
  moveOn = follow;
  return () => {
    hook.disable();
    stopHook();
    unsubscribe('http.server.request.start', enter);
    unsubscribe('http.server.response.finish', finish);
    process.off('uncaughtExceptionMonitor', unwind);
    begin(undefined);
    moveOn = () => {};
  };
}

function cpuMicroseconds(): number {
  const { user, system } = process.threadCpuUsage();
  return user + system;
}
