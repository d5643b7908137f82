import type { Attacker } from './attacker.ts';
import type { Stage } from './stage.ts';

/** Something that one account, or one stranger, can do to a running service. */
export interface Attack {
  name: string;
  /** How much more memory the service may hold meanwhile. */
  maxGrowthMiB?: number;
  /** Takes more than a minute: left out of smoke runs. */
  isLong?: boolean;
  /** Sets the stage. The attack begins when the function that it returns is called. */
  prepare(scene: Scene): Promise<Run>;
}

/** Goes on until `signal` aborts, or until the attack has used up what it may. */
type Run = (signal: AbortSignal) => Promise<Finding | void>;

/** What an attack got, where that has a bound of its own. */
export interface Finding {
  what: string;
  isWithinBounds: boolean;
}

/** Where an attack takes place. */
export interface Scene {
  stage: Stage;
  /** Of the service. */
  url: string;
  /** Small sizes: a second instead of many. */
  smoke: boolean;
  /** At an address that no neighbour has. */
  attacker: Attacker;
}

/** Calls `work` in so many lanes at a time until `signal` aborts, at most `count` times. Returns how often. */
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
