import { useEffect, useRef, useState } from 'react';
import { onNews } from '../../base/phone/news.ts';
import { changesOf } from '../../base/phone/outbox.ts';
import type { Waiting } from '../../base/phone/store.ts';
import { useSession } from '../../base/session/session.tsx';

/** The changes of stops on this phone, oldest first. */
export interface Changes {
  /** The changes that were not sent yet, and those just sent, which the service's data may not have. */
  all: readonly Waiting[];
  /** The changes that were not sent yet. */
  waiting: readonly Waiting[];
}

/**
 * Returns the changes of stops on this phone; undefined until they are read.
 *
 * @param onSent called when one of them was sent, or refused
 */
export function useChangesOfStops(onSent: () => void): Changes | undefined {
  const { id } = useSession().person;
  const [changes, setChanges] = useState<Changes>();
  const latest = useRef(onSent);
  useEffect(() => {
    latest.current = onSent;
  });
  useEffect(() => {
    let isLeft = false;
    let before = 0;
    const read = async () => {
      // A browser that stores nothing has nothing waiting.
      const all = await changesOf(id).catch(() => []);
      if (isLeft) return;
      const waiting = all.filter(({ sentAt }) => sentAt === undefined);
      setChanges({ all, waiting });
      const { length } = waiting.filter(({ refusal }) => !refusal);
      if (length < before) latest.current();
      before = length;
    };
    void read();
    const stop = onNews(() => void read());
    return () => {
      isLeft = true;
      stop();
    };
  }, [id]);
  return changes;
}
