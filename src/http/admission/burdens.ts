import type { Response } from 'express';

/** Smaller responses do not count. */
const LARGE_BYTES = 128 * 1_024;
/** How much of a large response the event loop produces per millisecond: parsing rows, building objects and text. */
const BYTES_PER_MS = 20_000;
/** A subject pauses for this multiple of the time it took. */
const REST = 2;
/** How long after its pause a subject executes one request at a time, because the next response may be as large. */
const WARY_MS = 5_000;
/** The maximum number of bytes of a subject's responses that wait in memory for slow clients. */
const MAX_UNSENT_BYTES = 16 * 1_024 * 1_024;

interface Burden {
  /** When the pause ends while other subjects are active, by the process's clock. */
  restUntil: number;
  unsentBytes: number;
}

/** The bytes of a response: those that were produced, and those that are sent, which compression makes fewer. */
export interface ResponseSize {
  produced: number;
  sent: number;
}

/** The cost of large responses: time on the event loop, and memory until they are sent. */
export interface Burdens {
  /** Counts the time that a response took for `subject`, and its memory until it is sent. */
  add(subject: string, size: ResponseSize, response: Response): void;
  /** Returns whether the next request must wait, for a subject with `used` slots. */
  isTooMuch(subject: string, used: number, hasCompany: boolean): boolean;
}

/**
 * Creates the bookkeeping of large responses.
 *
 * @param onLess is called when a subject may continue
 */
export function createBurdens(onLess: () => void): Burdens {
  // Only subjects with large responses in the last seconds.
  const burdens = new Map<string, Burden>();

  function forget(subject: string, burden: Burden): void {
    if (burden.unsentBytes === 0 && burden.restUntil + WARY_MS <= performance.now()) burdens.delete(subject);
    onLess();
  }

  return {
    add(subject, { produced, sent }, response) {
      if (produced < LARGE_BYTES) return;
      const now = performance.now();
      const burden = burdens.get(subject) ?? { restUntil: now, unsentBytes: 0 };
      burdens.set(subject, burden);
      burden.restUntil = Math.max(now, burden.restUntil) + (REST * produced) / BYTES_PER_MS;
      // Timers can fire a millisecond early, and nothing else would check again.
      const restMs = Math.ceil(burden.restUntil - now) + 1;
      setTimeout(onLess, restMs).unref();
      setTimeout(forget, restMs + WARY_MS, subject, burden).unref();
      // The client has left: the response will not close a second time.
      if (response.closed) return;
      burden.unsentBytes += sent;
      response.once('close', () => {
        burden.unsentBytes -= sent;
        forget(subject, burden);
      });
    },
    isTooMuch(subject, used, hasCompany) {
      const burden = burdens.get(subject);
      if (!burden) return false;
      if (burden.unsentBytes > MAX_UNSENT_BYTES) return true;
      return hasCompany && (used > 0 || burden.restUntil > performance.now());
    },
  };
}
