import type { GuessLimiter } from '../../limits/guesses.ts';
import type { Usage } from '../../limits/limiter.ts';
import type { Plan } from '../account/plans.ts';
import type { AppError } from '../errors.ts';

/** What a request of the service's own page has besides: the browser it came from, and what guards signing in. */
export interface Visit {
  /** What the browser sent along, be it of a session that lives or has ended. */
  sessionToken: string | undefined;
  /** Tells a browser that somebody was signed in from before. */
  deviceToken: string | undefined;
  /** The client's address, or its /64; and the /48 around that. */
  address: string;
  network: string;
  userAgent: string | undefined;
  /** Has the browser keep the session's token until then, and send it from now on. */
  keepSession(token: string, expiresAt: Date): void;
  forgetSession(): void;
  keepDevice(token: string, expiresAt: Date): void;
  guesses: GuessLimiter;
  /**
   * Counts the operation as a change, in the windows of the account's plan, instead of as a read.
   * Returns where these stand, or why it is refused; absent when nobody is signed in.
   */
  countChange?: () => Promise<Usage | AppError>;
  /** What the keys of an account have used together. */
  usageOfKeys(account: { accountId: bigint; plan: Plan }): Promise<Usage>;
}
