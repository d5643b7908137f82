/** Wrong usage of a command. Its message is shown with the exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** An error that a retry cannot resolve. Its message is shown with the exit code 1. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: string | null;
  /** The name of the invalid input; null if the error is about none. */
  readonly field: string | null;

  constructor(message: string, code: string | null = null, field: string | null = null) {
    super(message);
    this.code = code;
    this.field = field;
  }
}

/** A temporary error: no connection, a rate limit, a service that restarts. */
export class Interruption extends Error {
  override readonly name = 'Interruption';
  /** The time to wait, as requested by the service. */
  readonly retryAfterMs: number;

  constructor(message: string, retryAfterMs = 0) {
    super(message);
    this.retryAfterMs = retryAfterMs;
  }
}
