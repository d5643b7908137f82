import { giveBack, openCounter, take } from './counter.ts';
import type { Store } from './store.ts';

/** How many wrong passwords are allowed, per subject, in how many seconds. */
export const WINDOWS = {
  /** For one e-mail address from one network address. */
  pair: { points: 5, duration: 900 },
  /** From one address, or one /64. */
  address: { points: 30, duration: 3_600 },
  /** From one /48, because a provider's customer can have 65,536 of those /64. */
  network: { points: 120, duration: 3_600 },
  /** For one e-mail address, from anywhere. */
  email: { points: 20, duration: 3_600 },
  /** From a browser that signed in to the account before, or within a session: replaces the limits above. */
  known: { points: 10, duration: 900 },
  /** For the second factor of one person, from browsers that never signed in as that person. */
  code: { points: 10, duration: 3_600 },
  /**
   * For the second factor of one person, from one browser that signed in before, or in one session: replaces
   * `code`.
   */
  knownCode: { points: 10, duration: 3_600 },
  /** Accounts opened, or e-mail addresses found taken, from one address. */
  signUp: { points: 10, duration: 3_600 },
  /** Accounts opened, or e-mail addresses found taken, from one IPv6 /48. */
  signUpNetwork: { points: 40, duration: 3_600 },
  /** E-mail addresses that one person changed to, or found taken. */
  changeEmail: { points: 5, duration: 86_400 },
  /** People that one account invited. */
  invitation: { points: 40, duration: 86_400 },
  /** Links to reset a password, requested from one address. */
  reset: { points: 10, duration: 3_600 },
  /** Links to reset a password, requested from one IPv6 /48. */
  resetNetwork: { points: 40, duration: 3_600 },
  /** Links mailed to one person, or requested for an address that nobody has. */
  resetEmail: { points: 3, duration: 3_600 },
  /** Mails to one address, from all accounts. */
  mail: { points: 10, duration: 3_600 },
  /** Mails from one account. */
  mailOfAccount: { points: 200, duration: 86_400 },
  /** Mails with notices of withdrawals from one account: as many as its plan has supermarkets, by a test. */
  notices_free: { points: 100, duration: 86_400 },
  notices_pro: { points: 500, duration: 86_400 },
  notices_business: { points: 2_000, duration: 86_400 },
} as const;

/** The subject of a guess, for each window in which it counts. */
export type Guessing = { [Name in keyof typeof WINDOWS]?: string };

/** A guess that was counted, or refused. */
interface Guess {
  /** Seconds to wait; null if the guess is allowed. */
  retryAfter: number | null;
  /** Undoes the count after a correct guess, because only wrong guesses count. */
  giveBack(): Promise<void>;
}

export interface GuessLimiter {
  /** Counts a guess before it is made, so that concurrent guesses cannot exceed the limit. */
  take(guessing: Guessing): Promise<Guess>;
}

/** Creates a limiter of guesses, which counts in the store of the rate limits, shared by all processes. */
export function createGuessLimiter(store: Store): GuessLimiter {
  const counters = new Map(
    Object.entries(WINDOWS).map(([name, window]) => {
      const options = { keyPrefix: `guess-${name}`, ...window };
      return [name, openCounter(store, { ...options, insuranceLimiter: openCounter(undefined, options) })];
    }),
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
      const waitMs = Math.max(...refused.map(({ state }) => state.msBeforeNext));
      return { retryAfter: Math.max(1, Math.ceil(waitMs / 1_000)), giveBack: async () => {} };
    },
  };
}
