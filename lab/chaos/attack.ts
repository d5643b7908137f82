import { setTimeout as sleep } from 'node:timers/promises';
import type { Plan } from '../../src/schema/core/caller/plans.ts';
import type { Supplier } from '../supplier.ts';
import { inLanes } from '../load.ts';
import type { Stage } from '../stage.ts';
import type { Attacker } from './attacker.ts';

/** Something that one account, one anonymous client or one receiver can do to a running service. */
export interface Attack {
  /** How much the service's memory may grow in the meantime. */
  maxGrowthMiB?: number;
  /** The target for the neighbour's p99 during the attack, relative to its p99 without one. */
  maxRatio?: number;
  /** Whether the attack uses as much CPU as the service, so that the neighbour's latency is not judged. */
  isUntimed?: boolean;
  /** Whether the attack takes more than a minute, so that smoke runs skip it. */
  isLong?: boolean;
  /** Settings of the service. */
  environment?: Record<string, string>;
  /** Prepares the attack. It begins when the returned function is called. */
  prepare(scene: Scene): Promise<Run>;
}

/** Attacks by name. */
export type Attacks = Record<string, Attack>;

/** Continues until `signal` aborts, or until the attack has used up its allowance. */
export type Run = (signal: AbortSignal) => Promise<Finding | void>;

/** The result of an attack that has a limit of its own. */
export type Finding = { what: string; isWithinBounds: boolean };

/** The environment of an attack. */
export interface Scene {
  stage: Stage;
  /** The URL of the service, for requests that are not the attacker's. */
  url: string;
  /** Whether to use small sizes: a second instead of many. */
  smoke: boolean;
  /** A client at an address that no neighbour has. */
  attacker: Attacker;
  /** An account of the neighbour. */
  neighbour: Supplier;
  /** Creates an account (default: on the Business plan). */
  account(plan?: Plan): Promise<Supplier>;
}

/** The numbers of concurrent requests, of all requests, and of all in a smoke run (default: the same). */
export type Amount = [lanes: number, count: number, inSmoke?: number];

/** Returns an attack by many requests. `prepare` returns the function that sends one of them. */
export function requests(
  [lanes, count, inSmoke = count]: Amount,
  prepare: (scene: Scene) => Promise<(number: number) => Promise<unknown>>,
  bounds: Omit<Attack, 'prepare'> = {},
): Attack {
  return {
    ...bounds,
    async prepare(scene) {
      const send = await prepare(scene);
      return (signal) => inLanes(lanes, scene.smoke ? inSmoke : count, send, signal);
    },
  };
}

/** Waits until `signal` aborts, at most a minute, for an attack that needs no further requests. */
export async function aborted(signal: AbortSignal): Promise<void> {
  await sleep(60_000, undefined, { signal }).catch(() => {});
}
