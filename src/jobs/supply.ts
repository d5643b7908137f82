import type { Worker, WorkerEvents } from 'graphile-worker';

/** How often one of those who wait for news asks all the same, for jobs whose time has come. */
const PROBE_MS = { atLeast: 100, atMost: 1_000 };
/** Of the time, what such questions may take: past many flagged jobs one takes long. */
const PROBE_SHARE = 0.05;
/** So many jobs found in a row let one worker more ask at the same time. */
const FINDS_PER_ASKER = 4;

/**
 * Spares the database the questions of workers that are done with a job, when nobody has heard of another: they
 * would be as many as there are jobs. And those heard of may be flagged, so that one question after the other is
 * asked until one is in vain. It only ever keeps a question back; what jobs there are the database says.
 */
export interface Supply {
  /** The flags to ask with, once it is worth asking. */
  whenWorthAsking(flags: () => string[] | null): Promise<string[] | null>;
  /** Jobs with this flag may be had again. */
  freed(flag: string): void;
}

/** Follows what the workers of one runner find, and what it is notified of. */
export function createSupply(events: WorkerEvents): Supply {
  /** Whether an answer was that there are none: from then on asking has to be worth it. */
  let isDry = false;
  let isClosing = false;
  /** How many are still to be had of those that were heard of since. */
  let expected = 0;
  let asking = 0;
  let foundInARow = 0;
  /** Flags that were passed over when there were none. */
  const passedOver = new Set<string>();
  const waiting = new Set<() => void>();
  let probing: NodeJS.Timeout | undefined;
  let probeMs = PROBE_MS.atLeast;
  let isProbing = false;
  /** How many were heard of, ever. */
  let heard = 0;
  const questions = new WeakMap<Worker, { heard: number; at: number }>();

  function heardOf(count: number): void {
    heard += count;
    expected += count;
    letGo();
  }

  function isWorthAsking(): boolean {
    if (!isDry || isClosing) return true;
    return expected > 0 && asking * FINDS_PER_ASKER <= foundInARow;
  }

  function letGo(): void {
    for (const ask of waiting) {
      if (!isWorthAsking()) return;
      ask();
    }
  }

  async function untilWorthAsking(): Promise<void> {
    if (isWorthAsking()) return begin();
    await new Promise<void>((resolve) => {
      const ask = () => {
        waiting.delete(ask);
        begin();
        resolve();
      };
      waiting.add(ask);
      probing ??= setTimeout(probe, probeMs);
    });
  }

  function begin(): void {
    asking += 1;
    if (expected > 0) expected -= 1;
  }

  function probe(): void {
    const [ask] = waiting;
    isProbing = ask !== undefined;
    ask?.();
    probing = waiting.size > 0 ? setTimeout(probe, probeMs) : undefined;
  }

  function answered(isJob: boolean): void {
    asking -= 1;
    foundInARow = isJob ? foundInARow + 1 : 0;
    // Found without having been heard of: there may be any number of them.
    if (isJob && isProbing && expected === 0) expected = 1;
    isProbing &&= isJob;
    letGo();
  }

  events.on('pool:listen:notification', ({ message }) => {
    if (message.channel === 'jobs:insert') heardOf(countIn(message.payload));
  });
  events.on('worker:getJob:start', ({ worker }) => questions.set(worker, { heard, at: performance.now() }));
  events.on('job:start', () => answered(true));
  events.on('worker:getJob:error', () => answered(false));
  events.on('worker:getJob:empty', ({ worker }) => {
    const question = questions.get(worker)!;
    const share = (performance.now() - question.at) / PROBE_SHARE;
    probeMs = Math.min(Math.max(share, PROBE_MS.atLeast), PROBE_MS.atMost);
    // What it asked before some came says nothing of these.
    expected = Math.min(expected, heard - question.heard);
    isDry = true;
    answered(false);
  });
  for (const end of ['pool:gracefulShutdown', 'pool:forcefulShutdown'] as const) {
    events.on(end, () => {
      isClosing = true;
      letGo();
    });
  }

  return {
    async whenWorthAsking(flags) {
      await untilWorthAsking();
      const full = flags();
      for (const flag of full ?? []) passedOver.add(flag);
      return full;
    },
    freed(flag) {
      if (passedOver.delete(flag)) heardOf(1);
    },
  };
}

/** How many jobs were added: -1 where jobs were but changed; it may say nothing, which is one at least. */
function countIn(payload: string | undefined): number {
  const { count = 1 } = payload ? (JSON.parse(payload) as { count?: number }) : {};
  return Math.max(count, 0);
}
