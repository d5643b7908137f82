const ROUNDS = 500_000;

/** The time of the loop on the machine that the limits are set for (2.5 GHz, nothing else running). */
const REFERENCE_MS = 50;

/**
 * Returns how many times as long as the reference machine this one takes for a fixed loop of arithmetic,
 * texts and objects: the better of two runs, in processor time.
 */
export function measureUnit(): number {
  return Math.min(timeOfLoop(), timeOfLoop()) / REFERENCE_MS;
}

function timeOfLoop(): number {
  const before = process.threadCpuUsage();
  const seen = new Map<string, { at: number }>();
  for (let at = 0; at < ROUNDS; at++) {
    const name = `n${(at * 7_919) % 997}`;
    const entry = seen.get(name) ?? { at: 0 };
    entry.at = (entry.at + at) % 1_000;
    seen.set(name, entry);
  }
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}
