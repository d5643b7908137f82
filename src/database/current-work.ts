import { AsyncLocalStorage } from 'node:async_hooks';
import type { PoolWork } from '@provender/fair-pool';

/**
 * The subject of the running code, which is ambient: statements reach the pool through Prisma, which passes
 * no context along, but each must be charged to the subject that caused it (`FairPool`). A subject is an
 * account, or the address of an anonymous client, such as `account:17`.
 */
const workStorage = new AsyncLocalStorage<PoolWork | undefined>();

/** Returns the subject and weight of the current work; undefined for the service's own work. */
export function currentWork(): PoolWork | undefined {
  return workStorage.getStore();
}

/** Runs `work`, and whatever it starts, on behalf of `subject`. */
export function runFor<T>(subject: string, work: () => T): T {
  return workStorage.run({ subject, isHeavy: false }, work);
}

/** Runs `work` whose statements can take a second or more; they use the few slots for heavy statements. */
export function runHeavily<T>(work: () => T): T {
  const current = workStorage.getStore();
  return current ? workStorage.run({ ...current, isHeavy: true }, work) : work();
}

/** Runs `work` on behalf of the service: work for several subjects at once, or that outlives a request. */
export function runForService<T>(work: () => T): T {
  return workStorage.getStore() ? workStorage.run(undefined, work) : work();
}
