// What a receipt link's page has still to send. The page and its worker share it, so that a receipt is sent
// after the page was closed too. It is kept in a cache, which both can read.

/** A receipt to send: `values` of the form, `photos` as data URLs, and the ids of those `uploaded`. */
export interface WaitingReceipt {
  values: Record<string, string>;
  photos: string[];
  /** The ids of the uploaded photos, in their order; null for a photo that the service refuses. */
  uploaded: (string | null)[];
  /** The page with which the service refused the receipt. */
  refusal?: string;
}

/** The outcome of sending; `nothing` without a receipt, or if another page or the worker sends it. */
export type Outcome = 'nothing' | 'sent' | 'refused';

const CACHE = 'receipts-to-send';
const TIMEOUT_MS = 60_000;

/** Thrown when the service has no time. */
export class Busy extends Error {}

/** Keeps the receipt of a page until it is sent. */
export function put(path: string, receipt: WaitingReceipt): Promise<void> {
  return write(`${path}?waiting`, JSON.stringify(receipt));
}

/** Returns the receipt that is kept for a page; undefined if there is none. */
export async function get(path: string): Promise<WaitingReceipt | undefined> {
  const text = await read(`${path}?waiting`);
  return text == null ? undefined : (JSON.parse(text) as WaitingReceipt);
}

/** Forgets the receipt that is kept for a page. */
export function remove(path: string): Promise<void> {
  return write(`${path}?waiting`, null);
}

/**
 * Sends the receipt that is kept, unless another page or the worker does so now. Sent twice, it counts once.
 *
 * @throws Busy, and anything else without a connection
 */
export function send(path: string): Promise<Outcome> {
  // Pages without TLS have no locks.
  const locks = navigator.locks as LockManager | undefined;
  return locks ? locks.request(`receipt ${path}`, () => sendHeld(path)) : sendHeld(path);
}

async function sendHeld(path: string): Promise<Outcome> {
  const receipt = await get(path);
  if (!receipt || receipt.refusal !== undefined) return 'nothing';
  const { photos, uploaded } = receipt;
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
async function upload(path: string, photo: string): Promise<string | null> {
  const bytes = Uint8Array.from(atob(photo.split(',')[1]!), (character) => character.charCodeAt(0));
  const headers = { 'Content-Type': 'image/jpeg' };
  const response = await fetch(`${path}/photos`, { method: 'POST', headers, body: bytes, ...inTime() });
  requireTime(response);
  return response.ok ? ((await response.json()) as { id: string }).id : null;
}

function inTime(): RequestInit {
  return { signal: AbortSignal.timeout(TIMEOUT_MS) };
}

function requireTime({ status }: Response): void {
  if (status === 429 || status >= 500) throw new Busy();
}

// Pages without TLS have no caches, and no worker either.
const hasCaches = 'caches' in globalThis;

async function read(address: string): Promise<string | null | undefined> {
  if (!hasCaches) return localStorage.getItem(address);
  const response = await (await caches.open(CACHE)).match(address);
  return response?.text();
}

async function write(address: string, text: string | null): Promise<void> {
  if (hasCaches) {
    const cache = await caches.open(CACHE);
    await (text === null ? cache.delete(address) : cache.put(address, new Response(text)));
  } else if (text === null) localStorage.removeItem(address);
  else localStorage.setItem(address, text);
}
