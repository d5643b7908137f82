import { useEffect, useState } from 'react';
import { onNews } from '../phone/news.ts';
import { waitingOf } from '../phone/outbox.ts';
import type { Waiting } from '../phone/store.ts';
import { useSession } from '../session/session.tsx';

/**
 * Returns the changes of stops that wait on this phone, oldest first; undefined until they are read.
 *
 * @param onSent called when one of them was sent
 */
export function useWaiting(onSent: () => void): Waiting[] | undefined {
  const { id } = useSession().person;
  const [waiting, setWaiting] = useState<Waiting[]>();
  useEffect(() => {
    let isLeft = false;
    let before = 0;
    const read = async () => {
      // A browser that stores nothing has nothing waiting.
      const next = await waitingOf(id).catch(() => []);
      if (isLeft) return;
      setWaiting(next);
      if (next.length < before) onSentNow();
      before = next.length;
    };
    const onSentNow = () => onSent();
    void read();
    const stop = onNews(() => void read());
    return () => {
      isLeft = true;
      stop();
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `onSent` is another function each time
  }, [id]);
  return waiting;
}
