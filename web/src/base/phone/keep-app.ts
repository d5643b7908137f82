// oxlint-disable-next-line import/default -- Vite exports the address of what it builds
import worker from './worker.ts?worker&url';

const CACHE = 'provender-app ';
const SCOPE = '/settings';

/** The files that a driver's pages need, as the build lists them. */
interface Parts {
  /** The version of the files, which changes with every build that changes one of them. */
  version: string;
  files: string[];
}

/**
 * Keeps the files of a driver's pages on this phone, and the service worker that opens them without a
 * network. An older version is deleted once the new one is complete.
 */
export async function keepApp(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const response = await fetch('/settings/driver-pages.json', { cache: 'no-cache' });
  if (!response.ok) return;
  const { version, files } = (await response.json()) as Parts;
  const name = CACHE + version;
  if (!(await caches.has(name))) await fill(name, version, files);
  for (const other of await caches.keys())
    if (other.startsWith(CACHE) && other !== name) await caches.delete(other);
  await navigator.serviceWorker.register(worker, { scope: SCOPE });
  await navigator.storage?.persist?.();
}

async function fill(name: string, version: string, files: readonly string[]): Promise<void> {
  // A deployment in between would leave parts of two versions.
  const page = await fetch(SCOPE, { cache: 'no-cache' });
  if (!page.ok || !(await page.clone().text()).includes(version)) throw new Error('another version');
  const cache = await caches.open(name);
  try {
    await cache.addAll(files);
    // Last, because the service worker opens no page without it.
    await cache.put(SCOPE, page);
  } catch (error) {
    await caches.delete(name);
    throw error;
  }
}

/** Deletes the files of a driver's pages, and the service worker. */
export async function forgetApp(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  for (const name of await caches.keys()) if (name.startsWith(CACHE)) await caches.delete(name);
  await (await navigator.serviceWorker.getRegistration(SCOPE))?.unregister();
}
