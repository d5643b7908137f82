import { ArrowDown, ArrowLeftRight, ArrowUp, LogOut } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { Link } from 'wouter';
import type { TourFactsFragment } from '../../generated/operations.ts';
import { Badge } from '../../base/kit/layout/badge.tsx';
import { type Action, Menu } from '../../base/kit/layout/menu.tsx';
import { plural } from '../../base/kit/words/plural.ts';
import { numberInWords } from '../delivery/numbers.ts';
import { StatusBadge } from '../delivery/status.tsx';
import type { Move } from './moved.ts';
import styles from './tours.module.css';

type Stop = TourFactsFragment['stops'][number]['stop'];

interface StopListProps {
  tour: TourFactsFragment;
  /** The other tours of the day. */
  others: readonly TourFactsFragment[];
  isBusy: boolean;
  /** Moves a stop; undefined for who may only look. */
  onMove: ((id: string, to: Move) => void) | undefined;
}

const KEYS: Record<string, Move> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
};

/** Lists the stops of a tour. With Alt and an arrow key the stop that has the focus moves. */
export function StopList({ tour, others, isBusy, onMove }: StopListProps) {
  const list = useRef<HTMLOListElement>(null);
  const followed = useRef<string>(undefined);
  // The focus follows the stop that was moved within the tour.
  useEffect(() => {
    if (followed.current === undefined || document.activeElement !== document.body) return;
    list.current?.querySelector<HTMLElement>(`[data-stop="${followed.current}"] a`)?.focus();
    followed.current = undefined;
  });
  const press = (event: KeyboardEvent, id: string) => {
    const to = event.altKey ? KEYS[event.key] : undefined;
    if (!to || !onMove || isBusy) return;
    event.preventDefault();
    followed.current = id;
    onMove(id, to);
  };
  if (tour.stops.length === 0) return <p>No stops yet.</p>;
  return (
    <ol ref={list} className={styles.stops}>
      {tour.stops.map(({ position, stop }, index) => (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys of its link
        <li
          key={stop.id}
          data-stop={stop.id}
          className={styles.stop}
          onKeyDown={(event) => press(event, stop.id)}
        >
          <span className={styles.position}>{position}</span>
          <span>
            <Link
              href={`/deliveries/${stop.id}`}
              aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown Alt+ArrowLeft Alt+ArrowRight"
            >
              {stop.branchName}
            </Link>{' '}
            {stop.supermarketName}
            <br />
            {stop.deliveryWindow ?? 'Any time'} · {numberInWords(stop)} ·{' '}
            {plural(stop.totalQuantity, 'piece')} <StatusBadge status={stop.status} />{' '}
            {isBeforeLast(tour.stops[index - 1]?.stop, stop) && (
              <Badge tone="warn">Window begins earlier than the one before</Badge>
            )}
          </span>
          {onMove && <Menu name={`Move ${stop.branchName}`} actions={movesOf(stop.id, others, onMove)} />}
        </li>
      ))}
    </ol>
  );
}

function movesOf(
  id: string,
  others: readonly TourFactsFragment[],
  move: (id: string, to: Move) => void,
): Action[] {
  return [
    { label: 'Move up', icon: ArrowUp, run: () => move(id, 'up') },
    { label: 'Move down', icon: ArrowDown, run: () => move(id, 'down') },
    ...others.map(({ id: tourId, name }): Action => ({
      label: `Move to ${name}`,
      icon: ArrowLeftRight,
      run: () => move(id, { tourId }),
    })),
    { label: 'Take out of the tour', icon: LogOut, run: () => move(id, 'out') },
  ];
}

/** Returns whether the window of a stop begins before that of the stop before it. */
function isBeforeLast(before: Stop | undefined, { deliveryWindow }: Stop): boolean {
  if (!before?.deliveryWindow || !deliveryWindow) return false;
  return deliveryWindow.slice(0, 5) < before.deliveryWindow.slice(0, 5);
}
