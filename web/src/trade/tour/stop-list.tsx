import { ArrowDown, ArrowLeftRight, ArrowUp, LogOut } from 'lucide-react';
import { type DragEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import type { TourFactsFragment } from '../../generated/operations.ts';
import { Badge } from '../../base/kit/layout/badge.tsx';
import { type Action, Menu } from '../../base/kit/layout/menu.tsx';
import { plural } from '../../base/kit/words/plural.ts';
import { numberInWords } from '../delivery/numbers.ts';
import { StatusBadge } from '../delivery/status.tsx';
import { classes } from '../../base/kit/layout/classes.ts';
import { acceptsStops, type DraggedStops, dragStops, droppedStops, stopBelow } from './dragged-stops.ts';
import type { Move } from './moved.ts';
import styles from './tours.module.css';

type Stop = TourFactsFragment['stops'][number]['stop'];

interface StopListProps {
  tour: TourFactsFragment;
  /** The other tours of the day, by their titles. */
  others: readonly { id: string; name: string }[];
  isBusy: boolean;
  /** Moves a stop; undefined for who may only look. */
  onMove: ((id: string, to: Move) => void) | undefined;
  /** Puts stops that are dropped in front of another one, or at the end. */
  onDropStops: (dragged: DraggedStops, before: string | undefined) => void;
}

/** Where stops would be dropped: in front of a stop, or at the end. */
interface Gap {
  before: string | undefined;
}

const KEYS: Record<string, Move> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
};

/**
 * Lists the stops of a tour. A stop can be dragged; with Alt and an arrow key the stop that has the focus
 * moves.
 */
export function StopList({ tour, others, isBusy, onMove, onDropStops }: StopListProps) {
  const [gap, setGap] = useState<Gap>();
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
  const drop = (event: DragEvent) => {
    setGap(undefined);
    const dragged = isBusy ? undefined : droppedStops(event);
    if (dragged) onDropStops(dragged, stopBelow(event));
  };
  const dropping = onMove && {
    onDragOver: (event: DragEvent) => acceptsStops(event) && setGap({ before: stopBelow(event) }),
    onDragLeave: (event: DragEvent) =>
      event.currentTarget.contains(event.relatedTarget as Node | null) || setGap(undefined),
    onDrop: drop,
  };
  const isEnd = gap !== undefined && gap.before === undefined;
  return (
    <ol ref={list} className={classes(styles.stops, isEnd && styles.atEnd)} {...dropping}>
      {tour.stops.length === 0 && <li>No stops yet.</li>}
      {tour.stops.map(({ position, stop }, index) => (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys of its link
        <li
          key={stop.id}
          data-stop={stop.id}
          className={classes(styles.stop, gap?.before === stop.id && styles.below)}
          draggable={onMove !== undefined && !isBusy}
          onDragStart={(event) => dragStops(event, { ids: [stop.id], tourId: tour.id })}
          onKeyDown={(event) => press(event, stop.id)}
        >
          <span className={styles.position}>{position}</span>
          <span>
            <Link
              href={`/deliveries/${stop.id}`}
              draggable={false}
              aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown Alt+ArrowLeft Alt+ArrowRight"
            >
              {stop.branchName}
            </Link>{' '}
            {stop.supermarketName}
            <br />
            {stop.deliveryWindow ?? 'Any time'} · {numberInWords(stop)} ·{' '}
            {plural(stop.totalQuantity, 'piece')} <StatusBadge status={stop.status} />{' '}
            {isBeforeLast(tour.stops[index - 1]?.stop, stop) && (
              <Badge tone="warn">Window begins earlier</Badge>
            )}
          </span>
          {onMove && (
            <Menu name={`Move ${stop.branchName}`} actions={() => movesOf(stop.id, others, onMove)} />
          )}
        </li>
      ))}
    </ol>
  );
}

function movesOf(
  id: string,
  others: StopListProps['others'],
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
