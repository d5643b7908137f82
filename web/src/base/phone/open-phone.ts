import { KEPT_MS } from './limits.ts';
import { forgetDays } from './keep-day.ts';
import { say } from './news.ts';
import { phoneOwner } from './phone-owner.ts';
import { discard } from './discard.ts';
import { sendWaiting } from './send-waiting.ts';
import { openStore } from './store.ts';

const RETRY_MS = 20_000;
/** How long a page waits for the first try before it shows that a change waits. */
const PATIENCE_MS = 5_000;

/**
 * Sends what waits on this phone as long as a page is open, and forgets what somebody else has read.
 *
 * @param onSignedOut called when something waits, but the session has ended
 * @returns what stops it
 */
export function openPhone(personId: string, onSignedOut: () => void): () => void {
  const send = () => void sendWaiting().then((outcome) => outcome === 'signed-out' && onSignedOut());
  const sendIfVisible = () => document.hidden || send();
  if (phoneOwner() !== personId) void forgetDays(personId);
  void prune(personId);
  send();
  const timer = setInterval(send, RETRY_MS);
  addEventListener('online', send);
  document.addEventListener('visibilitychange', sendIfVisible);
  return () => {
    clearInterval(timer);
    removeEventListener('online', send);
    document.removeEventListener('visibilitychange', sendIfVisible);
  };
}

/**
 * Sends what waits, now and also after the page was closed, where the browser can. Resolves after a few
 * seconds at the latest.
 */
export async function sendSoon(): Promise<void> {
  const sent = sendWaiting();
  const registration = await navigator.serviceWorker?.getRegistration();
  await (registration as { sync?: { register(tag: string): Promise<void> } } | undefined)?.sync
    ?.register('send')
    .catch(() => {});
  await Promise.race([sent, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
  say();
}

/**
 * Deletes what nobody came back for. What this person did waits as long as it takes: it only looks old when
 * the clock of the phone was wrong, such as after its battery was empty.
 */
async function prune(personId: string): Promise<void> {
  const store = await openStore();
  const needed = new Set<string>();
  for (const each of await store.getAll('waiting')) {
    if (each.personId !== personId && isOld(each.at)) await discard(each);
    else if (each.change.kind === 'receipt') for (const id of each.change.photos) needed.add(id);
  }
  for (const { id, addedAt } of await store.getAll('photos'))
    if (isOld(addedAt) && !needed.has(id)) await store.delete('photos', id);
}

function isOld(at: number): boolean {
  return at < Date.now() - KEPT_MS;
}
