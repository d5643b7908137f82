// Keeps the pages of receipt links, so that they open without a network. With one, the network decides.
const CACHE = 'receipts';

self.addEventListener('fetch', (event) => {
  if (event.request.method === 'GET') event.respondWith(load(event.request));
});

async function load(request) {
  const cache = await caches.open(CACHE);
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put(request, response.clone());
    else if (response.status === 404) await cache.delete(request);
    return response;
  } catch (error) {
    const known = await cache.match(request);
    if (!known) throw error;
    return known;
  }
}
