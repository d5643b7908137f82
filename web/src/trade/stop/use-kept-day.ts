import { useEffect } from 'react';
import { keepApp } from '../../base/phone/keep-app.ts';
import { keepDay } from '../../base/phone/keep-day.ts';
import { useSession } from '../../base/session/session.tsx';

/** Lots and notes of stops change without a change of the list. */
const EVERY_MS = 15 * 60_000;

/**
 * Keeps the stops of a day on this phone, to be shown without a network, and reads them again when their list
 * changes.
 *
 * @param shown the list that the page shows; undefined while it is unknown
 */
export function useKeptDay(date: string | undefined, shown: object | undefined): void {
  const { id } = useSession().person;
  const list = shown && JSON.stringify(shown);
  useEffect(() => {
    if (list === undefined || date === undefined) return;
    // Without a network, or room, the page works as it did before.
    const keep = () => void keepDay(id, date).catch(() => {});
    keep();
    const timer = setInterval(keep, EVERY_MS);
    return () => clearInterval(timer);
  }, [id, date, list]);
}

/** Keeps the files of a driver's pages on this phone. */
export function useKeptApp(): void {
  useEffect(() => void keepApp().catch(() => {}), []);
}
