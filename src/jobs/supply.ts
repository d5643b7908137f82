import type { Worker, WorkerEvents } from 'graphile-worker';

/** How often one of those who wait for news asks all the same, for jobs whose time has come. */
const PROBE_MS = 100;

/**
 * Spares the database the questions of workers that are done with a job, when nobody has heard of another: they
 * would be as many as there are jobs. It only ever keeps a question back; what jobs there are the database says.
 */
export interface Supply {
  /** The flags to ask with, once it is worth asking. */
  whenWorthAsking(flags: () => string[] | null): Promise<string[] | null>;
  /** Jobs with this flag may be had again. */
  freed(flag: string): void;
}

/** Follows what the workers of one runner find, and what it is notified of. */
export function createSupply(events: WorkerEvents): Supply {
  /** Whether the last answer was that there are none. */
  let isDry = false;
  /** How many are still to be had of those that were heard of since. */
  let expected = 0;
  /** Flags that were passed over when there were none. */
  const passedOver = new Set<string>();
  const waiting = new Set<() => void>();
  let isClosing = false;
  let probing: NodeJS.Timeout | undefined;
  let isProbing = false;
  let news = 0;
  const newsAtAsking = new WeakMap<Worker, number>();

  function heardOf(count: number): void {
    news += 1;
    expected += count;
    for (const ask of waiting) {
      if (expected === 0) break;
      expected -= 1;
      ask();
    }
  }

  function flow(): void {
    isDry = false;
    for (const ask of waiting) ask();
  }

  function isWorthAsking(): boolean {
    if (!isDry || isClosing) return true;
    if (expected === 0) return false;
    expected -= 1;
    return true;
  }

  async function untilWorthAsking(): Promise<void> {
    await new Promise<void>((resolve) => {
      const ask = () => {
        waiting.delete(ask);
        resolve();
      };
      waiting.add(ask);
      probing ??= setTimeout(probe, PROBE_MS);
    });
  }

  function probe(): void {
    const [ask] = waiting;
    isProbing = ask !== undefined;
    ask?.();
    probing = waiting.size > 0 ? setTimeout(probe, PROBE_MS) : undefined;
  }

  events.on('pool:listen:notification', ({ message }) => {
    if (message.channel === 'jobs:insert') heardOf(countIn(message.payload));
  });
  events.on('worker:getJob:start', ({ worker }) => newsAtAsking.set(worker, news));
  events.on('job:start', () => {
    // Found without having been heard of: there may be any number of them.
    if (isProbing) flow();
    isProbing = false;
  });
  events.on('worker:getJob:empty', ({ worker }) => {
    isProbing = false;
    // What it asked before some came says nothing of these.
    if (newsAtAsking.get(worker) !== news) return;
    isDry = true;
    expected = 0;
  });
  for (const end of ['pool:gracefulShutdown', 'pool:forcefulShutdown'] as const) {
    events.on(end, () => {
      isClosing = true;
      flow();
    });
  }

  return {
    async whenWorthAsking(flags) {
      if (!isWorthAsking()) await untilWorthAsking();
      const full = flags();
      for (const flag of full ?? []) passedOver.add(flag);
      return full;
    },
    freed(flag) {
      if (passedOver.delete(flag)) isDry = false;
    },
  };
}

/** How many jobs were added: -1 where jobs were but changed; it may say nothing, which is one at least. */
function countIn(payload: string | undefined): number {
  const { count = 1 } = payload ? (JSON.parse(payload) as { count?: number }) : {};
  return Math.max(count, 0);
}
