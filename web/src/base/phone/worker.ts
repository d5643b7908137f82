// Opens a driver's pages without a network, and sends what waits on the phone once there is one, also after
// they were closed. It handles nothing that holds anybody's data.
import { sendWaiting } from './send-waiting.ts';

/** How long a network that does not respond is waited for when there is a kept page. */
const PATIENCE_MS = 5_000;
const PAGE = '/settings';

// The page's types know no service workers, and both cannot be loaded together.
interface WaitEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface FetchEvent extends WaitEvent {
  request: Request;
  respondWith(response: Promise<Response>): void;
}
interface Worker {
  addEventListener(name: 'install' | 'activate' | 'sync', listener: (event: WaitEvent) => void): void;
  addEventListener(name: 'fetch', listener: (event: FetchEvent) => void): void;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
}
const worker = globalThis as unknown as Worker;

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()));

worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { pathname } = new URL(request.url);
  if (request.method !== 'GET') return;
  if (request.mode === 'navigate') event.respondWith(openPage(request));
  else if (pathname.startsWith(`${PAGE}/`)) event.respondWith(loadPart(request));
});

// Browsers that have it send this event when there is a network. A rejection makes them repeat it.
worker.addEventListener('sync', (event) => event.waitUntil(sendOrRetry()));

async function sendOrRetry(): Promise<void> {
  if ((await sendWaiting()) === 'later') throw new Error('no network yet');
}

async function openPage(request: Request): Promise<Response> {
  const fresh = fetch(request);
  const kept = await caches.match(PAGE);
  if (!kept) return fresh;
  const late = new Promise<Response>((resolve) => setTimeout(() => resolve(kept), PATIENCE_MS));
  const orKept = fresh.then(
    (response) => (response.status >= 500 ? kept : response),
    () => kept,
  );
  return Promise.race([orKept, late]);
}

/** Names of parts contain a hash of their content, so that a kept one is never stale. */
async function loadPart(request: Request): Promise<Response> {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}
