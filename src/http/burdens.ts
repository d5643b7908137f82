import type { Response } from 'express';

/** Smaller responses are no burden. */
const LARGE_BYTES = 128 * 1_024;
/** What the event loop makes of a large response in a millisecond: parsed rows, objects, text. */
const BYTES_PER_MS = 20_000;
/** A subject leaves the loop to others for twice as long as it took. */
const REST = 2;
/** How long after its rest a subject sends one request at a time, for the next one may be as large. */
const WARY_MS = 5_000;
/** What of a subject's responses may wait in memory for its clients to read it. */
const MAX_UNSENT_BYTES = 16 * 1_024 * 1_024;

interface Burden {
  /** Until when the subject rests while others are active, by the process's clock. */
  restUntil: number;
  unsentBytes: number;
}

/** What large responses cost: time on the event loop, and memory until they are read. */
export interface Burdens {
  /** Counts a response of `bytes` for `subject`, its memory until it was sent. */
  add(subject: string, bytes: number, response: Response): void;
  /** Returns whether the next request of a subject that has `held` under way must wait. */
  isTooMuch(subject: string, held: number, hasCompany: boolean): boolean;
}

/** @param onLess is called when a subject that was too much of a burden may go on */
export function createBurdens(onLess: () => void): Burdens {
  // Of subjects with large responses in the last seconds alone.
  const burdens = new Map<string, Burden>();

  function forget(subject: string, burden: Burden): void {
    if (burden.unsentBytes === 0 && burden.restUntil + WARY_MS <= performance.now()) burdens.delete(subject);
    onLess();
  }

  return {
    add(subject, bytes, response) {
      if (bytes < LARGE_BYTES) return;
      const now = performance.now();
      const burden = burdens.get(subject) ?? { restUntil: now, unsentBytes: 0 };
      burdens.set(subject, burden);
      burden.restUntil = Math.max(now, burden.restUntil) + (REST * bytes) / BYTES_PER_MS;
      // Timers may fire a millisecond early, and nothing would ask again.
      const restMs = Math.ceil(burden.restUntil - now) + 1;
      setTimeout(onLess, restMs).unref();
      setTimeout(forget, restMs + WARY_MS, subject, burden).unref();
      // A client that left already reads nothing, and its response closes no second time.
      if (response.closed) return;
      burden.unsentBytes += bytes;
      response.once('close', () => {
        burden.unsentBytes -= bytes;
        forget(subject, burden);
      });
    },
    isTooMuch(subject, held, hasCompany) {
      const burden = burdens.get(subject);
      if (!burden) return false;
      if (burden.unsentBytes > MAX_UNSENT_BYTES) return true;
      return hasCompany && (held > 0 || burden.restUntil > performance.now());
    },
  };
}
