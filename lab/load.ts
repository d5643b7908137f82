import { setTimeout as sleep } from 'node:timers/promises';

/** Calls `work` at a steady rate, however long each call takes, until `isOver`. Returns the results. */
export async function steadily<T>(
  perSecond: number,
  isOver: (number: number) => boolean,
  work: (number: number, due: number) => Promise<T>,
): Promise<T[]> {
  const underWay: Promise<T>[] = [];
  const started = performance.now();
  for (let number = 0; !isOver(number); number++) {
    const due = started + (number * 1_000) / perSecond;
    await sleep(Math.max(0, due - performance.now()));
    if (!isOver(number)) underWay.push(work(number, due));
  }
  return Promise.all(underWay);
}

/** Calls `work` in concurrent lanes, `count` times or until `signal` aborts. */
export async function inLanes(
  lanes: number,
  count: number,
  work: (number: number) => Promise<unknown>,
  signal?: AbortSignal,
): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < count && !signal?.aborted) await work(next++);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}
