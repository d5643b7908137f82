// Keeps the pages of receipt links, so that they open without a network, and sends receipts once there is one again.
importScripts('/r/receipt-outbox.js');

const CACHE = 'receipts';
const PARTS = ['/r/receipt.css', '/r/receipt.js', '/r/receipt-outbox.js', '/r/receipt-photos.js'];
/** How many pages are kept. */
const MAX_PAGES = 50;
/** How long a network that does not respond is waited for when there is a kept page. */
const PATIENCE_MS = 5_000;

self.addEventListener('install', (event) => event.waitUntil(install()));

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('fetch', (event) => {
  const { method, destination } = event.request;
  // The browser itself keeps the supplier's logo, which is the only image.
  if (method === 'GET' && destination !== 'image') event.respondWith(load(event));
});

// Browsers that have it send this event when there is a network, also after the page was closed.
self.addEventListener('sync', (event) => event.waitUntil(sendLater(event.tag)));

/** Keeps the pages that are open: they were loaded before this worker. */
async function install() {
  const open = await self.clients.matchAll({ includeUncontrolled: true, type: 'window' });
  const pages = open.map(({ url }) => new URL(url).pathname).filter((path) => path.startsWith('/r/'));
  const cache = await caches.open(CACHE);
  await cache.addAll([...PARTS, ...new Set(pages)]);
  await self.skipWaiting();
}

async function load(event) {
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
  const late = new Promise((resolve) => setTimeout(() => resolve(known), PATIENCE_MS));
  return Promise.race([fresh.catch(() => known), late]);
}

async function keep(cache, request, response) {
  await cache.put(request, response);
  const pages = (await cache.keys()).filter(({ url }) => !PARTS.includes(new URL(url).pathname));
  for (const page of pages.slice(0, -MAX_PAGES)) await cache.delete(page);
}

async function sendLater(path) {
  const outcome = await self.receiptOutbox.send(path);
  if (outcome === 'nothing') return;
  for (const client of await self.clients.matchAll()) client.postMessage({ path, outcome }, {});
}
