import { useSyncExternalStore } from 'react';
import { phoneOwner } from '../phone/phone-owner.ts';
import { SHOWN_PERSON } from './shown-person.ts';

/** How long a service that does not respond is waited for when this phone keeps the response. */
const PATIENCE_MS = 8_000;
const RETRY_MS = 10_000;
/** Asks who is signed in, whoever the page shows. */
const ASKS_WHO = /"operationName":"CurrentSession"/;
/** The queries that phones keep. */
const KEPT = /"operationName":"(CurrentSession|StopsPage|StopPage)"/;
/** A small file of the service. */
const PROBE = '/settings/icon.svg';

/** Whether the service was reached. */
export interface Reach {
  isOffline: boolean;
  /** When what is shown instead was read, in milliseconds since 1970. */
  readAt?: number;
}

let reach: Reach = { isOffline: !navigator.onLine };
let person: string | undefined;
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

addEventListener('offline', () => setReach({ isOffline: true }));
addEventListener('online', () => void probe());

/** Returns whether the service is out of reach. */
export function useReach(): Reach {
  return useSyncExternalStore(follow, () => reach);
}

/**
 * Notes whom the page shows: nobody else's stops are shown without a network, and nothing is sent as anybody
 * else.
 */
export function setReader(personId: string | undefined): void {
  person = personId;
}

/**
 * Returns the header that names whom the page shows: somebody else can have signed in meanwhile, in another
 * tab.
 */
export function shownPerson(): Record<string, string> {
  return person === undefined ? {} : { [SHOWN_PERSON]: person };
}

/** Fetches for the GraphQL client. Without a network, a driver's pages get what this phone keeps. */
export async function fetchOrKept(url: RequestInfo | URL, options: RequestInit = {}): Promise<Response> {
  const body = String(options.body);
  const headers = new Headers(options.headers);
  if (person !== undefined && !ASKS_WHO.test(body)) headers.set(SHOWN_PERSON, person);
  const named = { ...options, headers };
  const canBeKept = phoneOwner() !== null && KEPT.test(body);
  try {
    const response = await (canBeKept ? inTime(fetch(url, named)) : fetch(url, named));
    setReach({ isOffline: false });
    return response;
  } catch (error) {
    if (options.signal?.aborted) throw error;
    const kept = canBeKept ? await keptFor(body).catch(() => undefined) : undefined;
    setReach({ isOffline: true, ...(kept && { readAt: kept.readAt }) });
    if (!kept) throw error;
    return Response.json({ data: kept.data });
  }
}

async function keptFor(body: string) {
  const { keptAnswer } = await import('../phone/kept-answer.ts');
  return keptAnswer(body, person);
}

function inTime<Result>(work: Promise<Result>): Promise<Result> {
  const late = new Promise<never>((_, reject) =>
    setTimeout(() => reject(new Error('no response')), PATIENCE_MS),
  );
  return Promise.race([work, late]);
}

function follow(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function setReach(next: Reach): void {
  if (next.isOffline === reach.isOffline && (next.readAt ?? reach.readAt) === reach.readAt) return;
  reach = next.isOffline ? { ...reach, ...next } : next;
  clearInterval(timer);
  if (next.isOffline) timer = setInterval(() => void probe(), RETRY_MS);
  for (const listener of listeners) listener();
}

/**
 * Asks for a small file, because browsers only know whether there is a network, not whether it leads
 * anywhere.
 */
export async function probe(): Promise<void> {
  const isOffline = await fetch(PROBE, { method: 'HEAD', cache: 'no-store' }).then(
    ({ status }) => status >= 500,
    () => true,
  );
  setReach({ isOffline });
}
