/** One timer per subscription, which wakes its account at the end of a pause. */
export interface Alarms {
  /** Sets the subscription's timer, instead of the one it has. */
  set(subscriptionId: bigint, account: bigint, ms: number): void;
  clear(): void;
}

export function createAlarms(wake: (account: bigint) => void): Alarms {
  const timers = new Map<bigint, NodeJS.Timeout>();
  return {
    set(subscriptionId, account, ms) {
      clearTimeout(timers.get(subscriptionId));
      const ring = () => {
        timers.delete(subscriptionId);
        wake(account);
      };
      timers.set(subscriptionId, setTimeout(ring, ms).unref());
    },
    clear() {
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
    },
  };
}
