import { setTimeout as sleep } from 'node:timers/promises';

const STEP_MS = 50;

/**
 * Waits until `condition` holds.
 *
 * @throws when it does not within `timeoutMs`
 */
export async function until(
  condition: () => boolean | Promise<boolean>,
  what: string,
  timeoutMs = 20_000,
): Promise<void> {
  const giveUpAt = Date.now() + timeoutMs;
  while (!(await condition())) {
    if (Date.now() > giveUpAt) throw new Error(`waited ${timeoutMs} ms for ${what}`);
    await sleep(STEP_MS);
  }
}
