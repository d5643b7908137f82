import { AsyncLocalStorage } from 'node:async_hooks';
import type { Acting } from '@provender/fair-pool';

/**
 * The one ambient value of the service. Statements reach the pool through Prisma, which passes
 * nothing along, and each must still be charged to whoever caused it (`FairPool`). A subject is an account, or an
 * address that sent no key, such as `account:17`.
 */
const storage = new AsyncLocalStorage<Acting | undefined>();

/** Returns for whom the service works; undefined when it works for itself. */
export function currentActing(): Acting | undefined {
  return storage.getStore();
}

/** Runs `work`, and whatever it starts, for `subject`. */
export function actFor<T>(subject: string, work: () => T): T {
  return storage.run({ subject, isHeavy: false }, work);
}

/** Runs `work`, whose statements may take a second and more; they wait for a place among the few. */
export function actHeavily<T>(work: () => T): T {
  const acting = storage.getStore();
  return acting ? storage.run({ ...acting, isHeavy: true }, work) : work();
}

/** Runs `work` for the service itself: what is done for several subjects at once, or outlives a request. */
export function actForService<T>(work: () => T): T {
  return storage.getStore() ? storage.run(undefined, work) : work();
}
