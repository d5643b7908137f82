import { discard } from './discard.ts';
import { forgetApp } from './keep-app.ts';
import { forgetDays } from './keep-day.ts';
import { changesOf } from './outbox.ts';
import { phoneOwner } from './phone-owner.ts';
import { openStore } from './store.ts';

/**
 * Deletes what this phone keeps of a person. What waits of somebody else stays, and so does what sends it.
 */
export async function emptyPhone(personId: string): Promise<void> {
  for (const waiting of await changesOf(personId)) await discard(waiting);
  const store = await openStore();
  for (const photo of await store.getAll('photos'))
    if (photo.personId === personId) await store.delete('photos', photo.id);
  await forgetDays();
  if (phoneOwner() === null) await forgetApp();
}
