/** Thrown when a subject's queue is full, or it waited too long. */
export class ShareError extends Error {
  override name = 'ShareError';
  /** Whether the subject had no slot, and so waited only for other subjects. */
  readonly isByOthers: boolean;

  constructor(message: string, isByOthers = false) {
    super(message);
    this.isByOthers = isByOthers;
  }
}

export interface FairQueueOptions {
  /** The name of the resource, for metrics and messages. */
  name: string;
  /** Slots that one subject can use at a time. */
  share: number;
  /** Slots that one subject can use while others are active (default: `share`). */
  crowdedShare?: number;
  /** Slots that all subjects can use together. */
  total?: number;
  /**
   * Returns whether a subject that uses `used` slots must wait although some are left; `resume` triggers
   * another check.
   */
  mustWait?: (subject: string, used: number) => boolean;
  /** The maximum length of one subject's queue (default: none). */
  maxWaiting?: number;
  /** The maximum wait (default: none). */
  maxWaitMs?: number;
}

/** How long a subject counts as active. */
const ACTIVE_MS = 1_000;

interface Waiter {
  grant(): void;
}

/**
 * Slots that subjects share. A subject without a free slot waits in its own FIFO queue; a released slot goes
 * to the queue of the subject that uses the fewest.
 */
export class FairQueue {
  readonly name: string;
  /** The number of refusals so far. */
  refused = 0;
  readonly #options: Required<FairQueueOptions>;
  readonly #used = new Map<string, number>();
  readonly #queues = new Map<string, Waiter[]>();
  #taken = 0;
  /** The last subject that entered, and the last one before it that differs. */
  #active: { subject: string; at: number }[] = [];

  constructor(options: FairQueueOptions) {
    this.name = options.name;
    this.#options = {
      total: Infinity,
      crowdedShare: options.share,
      mustWait: () => false,
      maxWaiting: Infinity,
      maxWaitMs: Infinity,
      ...options,
    };
  }

  /** Returns the number of waiters, of all subjects. */
  get waiting(): number {
    return this.#queues.values().reduce((sum, queue) => sum + queue.length, 0);
  }

  /**
   * Takes a slot, which `leave` releases. Returns undefined when a slot was free, otherwise a promise that
   * rejects with a ShareError when none is free in time.
   */
  enter(subject: string): Promise<void> | undefined {
    return this.tryEnter(subject) ? undefined : this.#wait(subject);
  }

  /** Takes a slot if one is free, and returns whether it did. */
  tryEnter(subject: string): boolean {
    this.#note(subject);
    const used = this.#used.get(subject) ?? 0;
    const { total, mustWait } = this.#options;
    if (used >= this.#shareOf(subject) || this.#taken >= total || mustWait(subject, used)) return false;
    this.#setUsed(subject, used + 1);
    return true;
  }

  /** Releases a slot to the next waiter. */
  leave(subject: string): void {
    this.#setUsed(subject, this.#used.get(subject)! - 1);
    this.resume();
  }

  /** Assigns free slots to waiters. */
  resume(): void {
    // Several, when other subjects have left and the share is larger again.
    for (let next = this.#next(); next !== undefined; next = this.#next()) this.#grant(next);
  }

  #grant(next: string): void {
    const queue = this.#queues.get(next)!;
    const waiter = queue.shift()!;
    this.#queues.delete(next);
    // Moved behind the others, so that subjects with the same number of slots alternate.
    if (queue.length > 0) this.#queues.set(next, queue);
    this.#setUsed(next, (this.#used.get(next) ?? 0) + 1);
    waiter.grant();
  }

  #setUsed(subject: string, count: number): void {
    this.#taken += count - (this.#used.get(subject) ?? 0);
    if (count > 0) this.#used.set(subject, count);
    else this.#used.delete(subject);
  }

  #next(): string | undefined {
    if (this.#queues.size === 0 || this.#taken >= this.#options.total) return undefined;
    let next: string | undefined;
    let fewest = Infinity;
    for (const subject of this.#queues.keys()) {
      const used = this.#used.get(subject) ?? 0;
      if (used >= fewest || used >= this.#shareOf(subject) || this.#options.mustWait(subject, used)) continue;
      [next, fewest] = [subject, used];
      if (used === 0) break;
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
    return crowdedShare !== share && this.hasOtherSubjects(subject) ? crowdedShare : share;
  }

  /** Returns whether another subject entered within the last second. */
  hasOtherSubjects(subject: string): boolean {
    const other = this.#active.find((each) => each.subject !== subject);
    return other !== undefined && performance.now() - other.at < ACTIVE_MS;
  }

  #wait(subject: string): Promise<void> {
    const { name, maxWaiting, maxWaitMs } = this.#options;
    const queue = this.#queues.get(subject) ?? [];
    if (queue.length >= maxWaiting)
      return Promise.reject(this.#refusal(subject, `the queue for ${name} is full`));
    this.#queues.set(subject, queue);
    return new Promise((resolve, reject) => {
      const waiter = { grant: () => resolve(clearTimeout(timer)) };
      const giveUp = () => {
        queue.splice(queue.indexOf(waiter), 1);
        if (queue.length === 0) this.#queues.delete(subject);
        reject(this.#refusal(subject, `waited ${maxWaitMs} ms for ${name}`));
      };
      const timer = maxWaitMs === Infinity ? undefined : setTimeout(giveUp, maxWaitMs);
      queue.push(waiter);
    });
  }

  #refusal(subject: string, message: string): ShareError {
    this.refused++;
    return new ShareError(message, !this.#used.has(subject));
  }
}
