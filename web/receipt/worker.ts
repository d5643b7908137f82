// Keeps the pages of receipt links, so that they open without a network, and sends receipts once there is one
// again.
import * as outbox from './outbox.ts';

// The page's types know no service workers, and both cannot be loaded together.
interface WaitEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface SyncEvent extends WaitEvent {
  tag: string;
}
interface FetchEvent extends WaitEvent {
  request: Request;
  respondWith(response: Promise<Response>): void;
}
interface Client {
  url: string;
  postMessage(message: unknown, options: object): void;
}
interface Worker {
  addEventListener(name: 'install' | 'activate', listener: (event: WaitEvent) => void): void;
  addEventListener(name: 'fetch', listener: (event: FetchEvent) => void): void;
  addEventListener(name: 'sync', listener: (event: SyncEvent) => void): void;
  skipWaiting(): Promise<void>;
  clients: {
    claim(): Promise<void>;
    matchAll(options?: { includeUncontrolled: boolean; type: 'window' }): Promise<Client[]>;
  };
}
const worker = globalThis as unknown as Worker;

const CACHE = 'receipts';
const PARTS = ['/r/receipt.css', '/r/receipt.js', '/r/inter-latin-wght-normal.woff2'];
/** How many pages are kept. */
const MAX_PAGES = 50;
/** How long a network that does not respond is waited for when there is a kept page. */
const PATIENCE_MS = 5_000;

worker.addEventListener('install', (event) => event.waitUntil(install()));

worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));

worker.addEventListener('fetch', (event) => {
  const { method, destination } = event.request;
  // The browser itself keeps the supplier's logo, which is the only image.
  if (method === 'GET' && destination !== 'image') event.respondWith(load(event));
});

// Browsers that have it send this event when there is a network, also after the page was closed.
worker.addEventListener('sync', (event) => event.waitUntil(sendLater(event.tag)));

/** Keeps the pages that are open: they were loaded before this worker. */
async function install(): Promise<void> {
  const open = await worker.clients.matchAll({ includeUncontrolled: true, type: 'window' });
  const pages = open.map(({ url }) => new URL(url).pathname).filter((path) => path.startsWith('/r/'));
  const cache = await caches.open(CACHE);
  await cache.addAll([...PARTS, ...new Set(pages)]);
  await worker.skipWaiting();
}

async function load(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const cache = await caches.open(CACHE);
  const known = await cache.match(request, { ignoreVary: true });
  const fresh = fetch(request).then(async (response) => {
    if (response.ok) await keep(cache, request, response.clone());
    else if (response.status === 404) await cache.delete(request);
    return response;
  });
  if (!known) return fresh;
  event.waitUntil(fresh.catch(() => {}));
  const late = new Promise<Response>((resolve) => setTimeout(() => resolve(known), PATIENCE_MS));
  return Promise.race([fresh.catch(() => known), late]);
}

async function keep(cache: Cache, request: Request, response: Response): Promise<void> {
  await cache.put(request, response);
  // The address of a page has no point.
  const pages = (await cache.keys()).filter(({ url }) => !new URL(url).pathname.includes('.'));
  for (const page of pages.slice(0, -MAX_PAGES)) await cache.delete(page);
}

async function sendLater(path: string): Promise<void> {
  const outcome = await outbox.send(path);
  if (outcome === 'nothing') return;
  for (const client of await worker.clients.matchAll()) client.postMessage({ path, outcome }, {});
}
