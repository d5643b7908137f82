import { useState } from 'react';
import { type Failure, UNREACHABLE } from '../../base/graphql/failure.ts';
import { sendSoon } from '../../base/phone/open-phone.ts';
import { keepChange } from '../../base/phone/outbox.ts';
import type { StopChange } from '../../base/phone/store.ts';
import { useSession } from '../../base/session/session.tsx';
import { NO_ROOM } from './no-room.ts';

/** Keeps changes of a stop on this phone, and sends them as soon as there is a network. */
export interface KeepChange {
  /** Resolves with whether the change was kept. It was sent then, if there is a network. */
  run: (change: StopChange) => Promise<boolean>;
  isRunning: boolean;
  failure: Failure | undefined;
}

/** Returns what keeps the changes of a stop. */
export function useKeepChange(stopId: string): KeepChange {
  const { person } = useSession();
  const [isRunning, setRunning] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  return {
    isRunning,
    failure,
    async run(change) {
      setRunning(true);
      setFailure(undefined);
      const isKept = await keepChange(person.id, stopId, change).then(
        () => true,
        () => false,
      );
      if (isKept) await sendSoon();
      setRunning(false);
      if (!isKept) setFailure({ ...UNREACHABLE, code: 'no_room', message: NO_ROOM });
      return isKept;
    },
  };
}
