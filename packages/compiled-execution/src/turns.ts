/** How many values are completed in one turn of the event loop, which takes some ten milliseconds. */
const VALUES_PER_TURN = 5_000;

/**
 * The turns of the event loop that an execution takes. Records that are loaded together arrive at the same
 * moment, and all their fields would be completed in one turn.
 */
export class Turns {
  #values = 0;
  #next: Promise<void> | undefined;
  readonly #takeTurn: () => Promise<void>;

  constructor(takeTurn: () => Promise<void>) {
    this.#takeTurn = takeTurn;
  }

  /** Counts values that are completed in this turn. */
  count(values: number): void {
    this.#values += values;
  }

  /** Returns a promise to await before more is completed if this turn was long, otherwise undefined. */
  pause(): Promise<void> | undefined {
    if (this.#values < VALUES_PER_TURN) return undefined;
    return (this.#next ??= this.#begin());
  }

  async #begin(): Promise<void> {
    await this.#takeTurn();
    this.#values = 0;
    this.#next = undefined;
  }
}
