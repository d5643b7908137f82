import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { isKeyTaken } from '../kit/form/is-typed-in.ts';
import { Skeleton } from '../kit/feedback/skeleton.tsx';
import { useSettled } from '../kit/feedback/use-settled.ts';
import styles from './beside.module.css';
import { rowAfter, rowOf } from './keys-of-rows.ts';
import type { Opened } from './use-opened.ts';

/** The pause after which a record is read: moving through the rows by key reads only the last one. */
const PAUSE_MS = 150;

/** The properties that each panel is given. */
export interface PanelProps {
  id: string;
  /** The version of the record, which changes when the record is to be read again. */
  version: number;
  /** Whether the page of the list that is shown has the record. */
  isListed: boolean;
  onClose: () => void;
}

interface BesideProps {
  opened: Opened;
  /** The records of the page of the list that is shown; undefined until they are read. */
  rows: readonly { id: string }[] | undefined;
  /** Returns the panel of the open record. */
  panel: (props: PanelProps) => ReactNode;
  /** The list. */
  children: ReactNode;
}

/**
 * Shows a list, and beside it the open record. `J` and `K`, or the arrow keys in its row, go to the next
 * record, `Enter` goes from its row to the record, and `Escape` closes it.
 */
export function Beside({ opened, rows, panel, children }: BesideProps) {
  const list = useRef<HTMLDivElement>(null);
  const beside = useRef<HTMLDivElement>(null);
  const { id, version } = opened;
  const close = () => {
    opened.close();
    (rowOf(list.current, id!) ?? document.querySelector('h1'))?.focus();
  };
  const press = useRef<(event: KeyboardEvent) => void>(undefined);
  useEffect(() => {
    press.current = (event) => {
      if (event.key === 'Escape') return close();
      if (event.key === 'Enter' && event.target === rowOf(list.current, id!)) {
        event.preventDefault();
        beside.current?.querySelector('h2')?.focus();
        return;
      }
      const next = rowAfter(event, id!, rows ?? []);
      if (next === undefined) return;
      event.preventDefault();
      opened.open?.(next);
      rowOf(list.current, next)?.focus();
    };
  });
  const isOpen = id !== undefined;
  useEffect(() => {
    if (!isOpen) return;
    const follow = (event: KeyboardEvent) => {
      if (!event.shiftKey && !isKeyTaken(event)) press.current?.(event);
    };
    window.addEventListener('keydown', follow);
    return () => window.removeEventListener('keydown', follow);
  }, [isOpen]);
  return (
    <div className={isOpen ? styles.beside : undefined}>
      <div ref={list} className={styles.list}>
        {children}
      </div>
      {isOpen && (
        <div ref={beside} className={styles.panel}>
          <Settled id={id}>
            {(id) =>
              panel({ id, version, isListed: rows?.some((row) => row.id === id) ?? true, onClose: close })
            }
          </Settled>
        </div>
      )}
    </div>
  );
}

/** Shows the first record at once, and others when nobody goes on to the next. */
function Settled({ id, children }: { id: string; children: (id: string) => ReactNode }) {
  const settled = useSettled(id, PAUSE_MS);
  return (
    <Suspense key={settled} fallback={<Skeleton lines={8} />}>
      {children(settled)}
    </Suspense>
  );
}
