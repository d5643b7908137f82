/** Thrown when a subject's queue is full, or it waited too long. */
export class ShareError extends Error {
  override name = 'ShareError';
}

export interface FairLineOptions {
  /** The name of the resource, for metrics and messages. */
  name: string;
  /** Slots that one subject can use at a time. */
  share: number;
  /** The same while other subjects are active (default: `share`). */
  crowdedShare?: number;
  /** Slots that all subjects can use together. */
  total?: number;
  /**
   * Returns whether a subject using `held` slots must wait although some are left; `resume` triggers another check.
   */
  isHeldBack?: (subject: string, held: number) => boolean;
  /** The maximum length of one subject's queue. */
  maxWaiting: number;
  maxWaitMs: number;
}

/** How long a subject counts as active. */
const ACTIVE_MS = 1_000;

interface Waiter {
  grant(): void;
}

/**
 * Slots that subjects share. A subject without a free slot waits in its own FIFO queue; a released slot goes to the
 * queue of the subject that uses the fewest.
 */
export class FairLine {
  readonly name: string;
  /** The number of refusals so far. */
  refused = 0;
  readonly #options: Required<FairLineOptions>;
  readonly #held = new Map<string, number>();
  readonly #lines = new Map<string, Waiter[]>();
  #taken = 0;
  /** The last subject that entered, and the last one before it that differs. */
  #active: { subject: string; at: number }[] = [];

  constructor(options: FairLineOptions) {
    this.name = options.name;
    this.#options = { total: Infinity, crowdedShare: options.share, isHeldBack: () => false, ...options };
  }

  /** Returns the number of waiters, of all subjects. */
  get waiting(): number {
    return this.#lines.values().reduce((sum, line) => sum + line.length, 0);
  }

  /**
   * Takes a slot, which `leave` releases. Returns undefined when a slot was free, otherwise a promise that rejects
   * with a ShareError when none is free in time.
   */
  enter(subject: string): Promise<void> | undefined {
    this.#note(subject);
    const held = this.#held.get(subject) ?? 0;
    const { total, isHeldBack } = this.#options;
    if (held >= this.#shareOf(subject) || this.#taken >= total || isHeldBack(subject, held)) {
      return this.#wait(subject);
    }
    this.#hold(subject, held + 1);
  }

  /** Releases a slot to the next waiter. */
  leave(subject: string): void {
    this.#hold(subject, this.#held.get(subject)! - 1);
    this.resume();
  }

  /** Assigns free slots to waiters. */
  resume(): void {
    // Several, when other subjects have left and the share is larger again.
    for (let next = this.#next(); next !== undefined; next = this.#next()) this.#grant(next);
  }

  #grant(next: string): void {
    const line = this.#lines.get(next)!;
    const waiter = line.shift()!;
    this.#lines.delete(next);
    // Moved behind the others, so that subjects with the same number of slots take turns.
    if (line.length > 0) this.#lines.set(next, line);
    this.#hold(next, (this.#held.get(next) ?? 0) + 1);
    waiter.grant();
  }

  #hold(subject: string, count: number): void {
    this.#taken += count - (this.#held.get(subject) ?? 0);
    if (count > 0) this.#held.set(subject, count);
    else this.#held.delete(subject);
  }

  #next(): string | undefined {
    if (this.#lines.size === 0 || this.#taken >= this.#options.total) return undefined;
    let next: string | undefined;
    let fewest = Infinity;
    for (const subject of this.#lines.keys()) {
      const held = this.#held.get(subject) ?? 0;
      if (held >= fewest || held >= this.#shareOf(subject) || this.#options.isHeldBack(subject, held))
        continue;
      [next, fewest] = [subject, held];
      if (held === 0) break;
    }
    return next;
  }

  #note(subject: string): void {
    const [last] = this.#active;
    if (last?.subject === subject) last.at = performance.now();
    else this.#active = [{ subject, at: performance.now() }, ...(last ? [last] : [])];
  }

  #shareOf(subject: string): number {
    const { share, crowdedShare } = this.#options;
    return crowdedShare !== share && this.hasCompany(subject) ? crowdedShare : share;
  }

  /** Returns whether another subject entered within the last second. */
  hasCompany(subject: string): boolean {
    const other = this.#active.find((each) => each.subject !== subject);
    return other !== undefined && performance.now() - other.at < ACTIVE_MS;
  }

  #wait(subject: string): Promise<void> {
    const { name, maxWaiting, maxWaitMs } = this.#options;
    const line = this.#lines.get(subject) ?? [];
    if (line.length >= maxWaiting) return Promise.reject(this.#refusal(`the line for ${name} is full`));
    this.#lines.set(subject, line);
    return new Promise((resolve, reject) => {
      const waiter = { grant: () => resolve(clearTimeout(timer)) };
      const timer = setTimeout(() => {
        line.splice(line.indexOf(waiter), 1);
        if (line.length === 0) this.#lines.delete(subject);
        reject(this.#refusal(`waited ${maxWaitMs} ms for ${name}`));
      }, maxWaitMs);
      line.push(waiter);
    });
  }

  #refusal(message: string): ShareError {
    this.refused++;
    return new ShareError(message);
  }
}
