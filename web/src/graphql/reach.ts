import { useSyncExternalStore } from 'react';
import { phoneOwner } from '../phone/phone-owner.ts';

/** How long a service that does not respond is waited for when this phone keeps the response. */
const PATIENCE_MS = 8_000;
const RETRY_MS = 10_000;
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

/** Notes who is signed in: nobody else's stops are shown without a network. */
export function setReader(personId: string | undefined): void {
  person = personId;
}

/** Fetches for the GraphQL client. Without a network, a driver's pages get what this phone keeps. */
export async function fetchOrKept(url: RequestInfo | URL, options: RequestInit = {}): Promise<Response> {
  const body = String(options.body);
  const canBeKept = phoneOwner() !== null && KEPT.test(body);
  try {
    const response = await (canBeKept ? inTime(fetch(url, options)) : fetch(url, options));
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

/** Asks for a small file, because browsers only know whether there is a network, not whether it leads anywhere. */
async function probe(): Promise<void> {
  const isOffline = await fetch(PROBE, { method: 'HEAD', cache: 'no-store' }).then(
    ({ status }) => status >= 500,
    () => true,
  );
  setReach({ isOffline });
}
