import { newKey } from '../graphql/send-once.ts';
import { MAX_PHOTO_BYTES, MAX_WAITING } from './limits.ts';
import { say } from './news.ts';
import { phoneOwner, setPhoneOwner } from './phone-owner.ts';
import { LOCK } from './send-waiting.ts';
import { inOrder, openStore, type Store, type StopChange, type Waiting } from './store.ts';

/** Thrown when this phone stores as much as it may. */
class NoRoomError extends Error {}

/**
 * Keeps a change until it is sent. Pages show it once it was tried to send it.
 *
 * @throws NoRoomError
 */
export async function keepChange(personId: string, stopId: string, change: StopChange): Promise<void> {
  const store = await openStore();
  if ((await store.count('waiting')) >= MAX_WAITING) throw new NoRoomError();
  const at = Date.now();
  const waiting: Waiting = { key: newKey(), personId, stopId, at, ...(await skewAt(store, at)), change };
  await roomFor(async () => {
    const tx = store.transaction('waiting', 'readwrite');
    const orders = (await tx.store.getAll()).map(({ order = 0 }) => order);
    void tx.store.put({ ...waiting, order: Math.max(0, ...orders) + 1 });
    await tx.done;
  });
  if (phoneOwner() === null) setPhoneOwner('');
}

/**
 * Returns how wrong this phone's clock was when it last read from the service, unless it was set back since
 * then.
 */
async function skewAt(store: Store, at: number): Promise<Pick<Waiting, 'skewMs'>> {
  const [session] = await store.getAll('sessions');
  return session?.skewMs !== undefined && session.readAt <= at ? { skewMs: session.skewMs } : {};
}

/**
 * Keeps a photo until its receipt is sent, and returns its id.
 *
 * @throws NoRoomError
 */
export async function keepPhoto(personId: string, content: Blob): Promise<string> {
  const store = await openStore();
  let bytes = content.size;
  for (const photo of await store.getAll('photos')) bytes += photo.content.size;
  if (bytes > MAX_PHOTO_BYTES) throw new NoRoomError();
  const id = newKey();
  await roomFor(() => store.put('photos', { id, personId, addedAt: Date.now(), content }));
  return id;
}

/** Removes a photo that no receipt needs. */
export async function removePhoto(id: string): Promise<void> {
  await (await openStore()).delete('photos', id);
}

/** Returns the changes of a person that wait to be sent, and those just sent, oldest first. */
export async function changesOf(personId: string): Promise<Waiting[]> {
  const all = await (await openStore()).getAll('waiting');
  return inOrder(all.filter((each) => each.personId === personId));
}

/** Takes a change back, and returns it; undefined if it was sent meanwhile, or is being sent. */
export function takeBack(key: string): Promise<Waiting | undefined> {
  return alone(async () => {
    const store = await openStore();
    const waiting = await store.get('waiting', key);
    if (!waiting || waiting.sentAt !== undefined) return undefined;
    await store.delete('waiting', key);
    say();
    return waiting;
  });
}

/** Runs `work` unless something is being sent now, in any tab. */
function alone<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
  // Pages without TLS have no locks, and no service worker either.
  if (!('locks' in navigator)) return work();
  return navigator.locks.request(LOCK, { ifAvailable: true }, (lock) => (lock ? work() : undefined));
}

async function roomFor(write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if ((error as Error).name === 'QuotaExceededError') throw new NoRoomError();
    throw error;
  }
}
