// What a receipt link's page has still to send. The page and its worker share it, so that a receipt is sent after the
// page was closed too. It is kept in a cache, which both can read.
(() => {
  const CACHE = 'receipts-to-send';
  const TIMEOUT_MS = 60_000;

  /** Keeps a receipt until it is sent: `values` of the form, `photos` as data URLs, and the ids of those `uploaded`. */
  const put = (path, receipt) => write(`${path}?waiting`, JSON.stringify(receipt));

  /** Returns what is kept; undefined if nothing is. */
  async function get(path) {
    const text = await read(`${path}?waiting`);
    return text == null ? undefined : JSON.parse(text);
  }

  const remove = (path) => write(`${path}?waiting`, null);

  // Pages without TLS have no caches, and no worker either.
  async function read(address) {
    if (!globalThis.caches) return localStorage.getItem(address);
    const response = await (await caches.open(CACHE)).match(address);
    return response?.text();
  }

  async function write(address, text) {
    if (globalThis.caches) {
      const cache = await caches.open(CACHE);
      await (text === null ? cache.delete(address) : cache.put(address, new Response(text)));
    } else if (text === null) localStorage.removeItem(address);
    else localStorage.setItem(address, text);
  }

  /**
   * Sends what is kept, unless another page or the worker does so now. Returns `nothing`, `sent`, or `refused`; throws
   * `busy` when the service has no time, and anything else without a connection. Sent twice, it has the effect of once.
   */
  function send(path) {
    if (!navigator.locks) return sendHeld(path);
    return navigator.locks.request(`receipt ${path}`, () => sendHeld(path));
  }

  async function sendHeld(path) {
    const receipt = await get(path);
    if (!receipt || receipt.refusal !== undefined) return 'nothing';
    const { photos = [], uploaded = [] } = receipt;
    for (const photo of photos.slice(uploaded.length)) {
      uploaded.push(await upload(path, photo));
      // It may have been taken back, or submitted again, meanwhile.
      if ((await get(path))?.values.at !== receipt.values.at) return 'nothing';
      await put(path, { ...receipt, uploaded });
    }
    const body = new URLSearchParams(receipt.values);
    body.set('sentAt', new Date().toISOString());
    body.set('photos', uploaded.filter((id) => id != null).join(','));
    const response = await fetch(path, { method: 'POST', body, redirect: 'manual', ...inTime() });
    requireTime(response);
    if (response.ok || response.type === 'opaqueredirect') {
      await remove(path);
      return 'sent';
    }
    await put(path, { ...receipt, uploaded, refusal: await response.text() });
    return 'refused';
  }

  /** Uploads a photo and returns its id; null if the service refuses it. */
  async function upload(path, photo) {
    const bytes = Uint8Array.from(atob(photo.split(',')[1]), (character) => character.charCodeAt(0));
    const headers = { 'Content-Type': 'image/jpeg' };
    const response = await fetch(`${path}/photos`, { method: 'POST', headers, body: bytes, ...inTime() });
    requireTime(response);
    return response.ok ? (await response.json()).id : null;
  }

  const inTime = () => ({ signal: AbortSignal.timeout(TIMEOUT_MS) });

  function requireTime({ status }) {
    if (status === 429 || status >= 500) throw new Error('busy');
  }

  globalThis.receiptOutbox = { put, get, remove, send };
})();
