import { say } from './news.ts';
import { openStore, type Waiting } from './store.ts';

/** Deletes a change, with its photos. */
export async function discard({ key, change }: Waiting): Promise<void> {
  const store = await openStore();
  const tx = store.transaction(['waiting', 'photos'], 'readwrite');
  await Promise.all([
    tx.objectStore('waiting').delete(key),
    ...(change.kind === 'receipt' ? change.photos : []).map((id) => tx.objectStore('photos').delete(id)),
    tx.done,
  ]);
  say();
}
