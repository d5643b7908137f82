import { Truck } from 'lucide-react';
import { useState } from 'react';
import type { StopsPageQuery } from '../../generated/operations.ts';
import { sendSoon } from '../../base/phone/open-phone.ts';
import { keepChange } from '../../base/phone/outbox.ts';
import { ConfirmDialog } from '../../base/kit/feedback/dialog.tsx';
import { useToast } from '../../base/kit/feedback/toast.tsx';
import { Button } from '../../base/kit/layout/button.tsx';
import { plural } from '../../base/kit/words/plural.ts';
import { useSession } from '../../base/session/session.tsx';
import { NO_ROOM } from './no-room.ts';
import styles from './start-tour.module.css';

interface StartTourProps {
  tour: StopsPageQuery['tours'][number];
  stops: StopsPageQuery['stops'];
}

/**
 * Starts the driver's own tour: all its pending stops become in transit. That is kept on this phone until it
 * is sent.
 */
export function StartTour({ tour, stops }: StartTourProps) {
  const { person } = useSession();
  const toast = useToast();
  const [isAsked, setAsked] = useState(false);
  const [isRunning, setRunning] = useState(false);
  const own = new Set(tour.stops.map(({ stop }) => stop.id));
  const pending = stops.filter(({ id, status }) => own.has(id) && status === 'PENDING');
  if (tour.driver?.id !== person.id || pending.length === 0) return null;
  const start = async () => {
    setRunning(true);
    let isKept = true;
    for (const { id } of pending) {
      isKept &&= await keepChange(person.id, id, { kind: 'dispatch' }).then(
        () => true,
        () => false,
      );
    }
    await sendSoon();
    setRunning(false);
    setAsked(false);
    if (isKept) toast(`${tour.name} started, with ${plural(pending.length, 'stop')}`);
    else toast(NO_ROOM, 'warn');
  };
  return (
    <p className={styles.start}>
      <Button kind="primary" icon={Truck} onClick={() => setAsked(true)}>
        Start tour<span className="visually-hidden"> {tour.name}</span>
      </Button>
      <span aria-hidden>{tour.name}</span>
      {isAsked && (
        <ConfirmDialog
          title={`Start ${tour.name}?`}
          label="Start tour"
          isBusy={isRunning}
          failure={undefined}
          onConfirm={() => void start()}
          onClose={() => setAsked(false)}
        >
          <p>{plural(pending.length, 'pending stop')} will be marked as in transit.</p>
        </ConfirmDialog>
      )}
    </p>
  );
}
