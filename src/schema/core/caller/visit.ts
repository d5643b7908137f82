import type { GuessLimiter } from '../../../limits/guesses.ts';
import type { Usage } from '../../../limits/verdict.ts';
import type { Plan } from './plans.ts';
import type { AppError } from '../errors.ts';

/** The browser that a request of the web page came from, and the guards of signing in. */
export interface Visit {
  /** The cookie's token; its session may have ended. */
  sessionToken: string | undefined;
  /** Identifies a browser that has signed in before. */
  deviceToken: string | undefined;
  /** The client's IPv4 address or IPv6 /64, and the /48 around the latter. */
  address: string;
  network: string;
  userAgent: string | undefined;
  /** The cell that the browser's requests go to, if there are several. */
  cell: string | undefined;
  /** Sets the session cookie, for this response and later requests. */
  keepSession(token: string, expiresAt: Date): void;
  forgetSession(): void;
  /** Sets the cookie by which the proxy routes to a cell. */
  keepCell(cell: string, expiresAt: Date): void;
  keepDevice(token: string, expiresAt: Date): void;
  guesses: GuessLimiter;
  /**
   * Counts the operation as a change instead of as a read. Returns the new usage, or the error when a limit
   * is exceeded. Absent without a caller.
   */
  countChange?: () => Promise<Usage | AppError>;
  /** Returns the usage of all keys of an account together. */
  usageOfKeys(account: { accountId: bigint; plan: Plan }): Promise<Usage>;
}
