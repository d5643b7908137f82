import type { Attacker } from './attacker.ts';
import type { Stage } from './stage.ts';

/** Something that one account, or one anonymous client, can do to a running service. */
export interface Attack {
  name: string;
  /** How much the service's memory may grow in the meantime. */
  maxGrowthMiB?: number;
  /** Takes more than a minute: skipped in smoke runs. */
  isLong?: boolean;
  /** Prepares the attack. It begins when the returned function is called. */
  prepare(scene: Scene): Promise<Run>;
}

/** Continues until `signal` aborts, or until the attack has used up its allowance. */
type Run = (signal: AbortSignal) => Promise<Finding | void>;

/** The result of an attack that has a limit of its own. */
export interface Finding {
  what: string;
  isWithinBounds: boolean;
}

/** The environment of an attack. */
export interface Scene {
  stage: Stage;
  /** The URL of the service. */
  url: string;
  /** Whether to use small sizes: a second instead of many. */
  smoke: boolean;
  /** A client at an address that no neighbour has. */
  attacker: Attacker;
}

/** Calls `work` in a number of concurrent loops until `signal` aborts, at most `count` times. Returns how often. */
export async function repeat(
  signal: AbortSignal,
  { lanes, count }: { lanes: number; count: number },
  work: (number: number) => Promise<unknown>,
): Promise<number> {
  let next = 0;
  const lane = async () => {
    while (!signal.aborted && next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return next;
}
