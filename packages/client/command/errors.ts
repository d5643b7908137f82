/** Wrong usage of a command. Its message is shown with the exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** An error that trying again cannot mend. Its message is shown with the exit code 1. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: string | null;
  /** The input at fault. */
  readonly field: string | null;

  constructor(message: string, code: string | null = null, field: string | null = null) {
    super(message);
    this.code = code;
    this.field = field;
  }
}

/** An error that can pass: no connection, a rate limit, a service that restarts. */
export class Interruption extends Error {
  override readonly name = 'Interruption';
  /** How long the service asked to wait. */
  readonly retryAfterMs: number;

  constructor(message: string, retryAfterMs = 0) {
    super(message);
    this.retryAfterMs = retryAfterMs;
  }
}
