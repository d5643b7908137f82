import { RateLimiterMemory } from 'rate-limiter-flexible';
import { type Counter, giveBack, giveBackExcess, sharedCounters, type Store, take } from './counters.ts';

/** How often a password may be got wrong, and by whom, in how many seconds. */
const WINDOWS = {
  /** With one e-mail from one address. */
  pair: { points: 5, duration: 900 },
  /** From one address, or one /64. */
  address: { points: 30, duration: 3_600 },
  /** From one /48: a customer of a provider may have 65,536 of those /64. */
  network: { points: 120, duration: 3_600 },
  /** With one e-mail, from anywhere. */
  email: { points: 20, duration: 3_600 },
  /** From a browser that the account was signed in from before, or within a session: in place of the four above. */
  known: { points: 10, duration: 900 },
  /** Accounts opened or found to be taken, from one address. */
  signUp: { points: 10, duration: 3_600 },
  /** The same from one /48. */
  signUpNetwork: { points: 40, duration: 3_600 },
} as const;

/** Whose guess it is, for each window that it counts in. */
export type Guessing = { [Name in keyof typeof WINDOWS]?: string };

/** A guess that was counted, or refused. */
interface Guess {
  /** Seconds to wait; null if it may be made. */
  retryAfter: number | null;
  /** Takes it off again: only wrong guesses count. */
  giveBack(): Promise<void>;
}

export interface GuessLimiter {
  /** Counts a guess before it is made, so that those made at once do not exceed what is left. */
  take(guessing: Guessing): Promise<Guess>;
}

/** Guesses are counted in the store of the rate limits, once for all processes. */
export function createGuessLimiter(store: Store): GuessLimiter {
  const open = sharedCounters(store, { remembersRefusals: false });
  const counters = new Map<string, Counter>(
    Object.entries(WINDOWS).map(([name, window]) => [
      name,
      open(new RateLimiterMemory({ keyPrefix: `guess-${name}`, ...window })),
    ]),
  );
  return {
    async take(guessing) {
      const taken = await Promise.all(
        Object.entries(guessing).map(async ([name, subject]) => {
          const counter = counters.get(name)!;
          return { counter, subject, ...(await take(counter, subject)) };
        }),
      );
      const refused = taken.filter((each) => each.refused);
      const granted = taken.filter((each) => !each.refused);
      const giveAllBack = async () => {
        await Promise.all(granted.map(({ counter, subject, state }) => giveBack(counter, subject, state)));
      };
      if (refused.length === 0) return { retryAfter: null, giveBack: giveAllBack };
      await giveAllBack();
      await Promise.all(
        refused.map(({ counter, subject, state }) => giveBackExcess(counter, subject, state)),
      );
      const waitMs = Math.max(...refused.map(({ state }) => state.msBeforeNext));
      return { retryAfter: Math.max(1, Math.ceil(waitMs / 1_000)), giveBack: async () => {} };
    },
  };
}
