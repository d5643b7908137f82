import { Link } from 'wouter';
import {
  type ChangesInPlaceFragment,
  DeliveryVersionsDocument,
  type KeptLotFragment,
  type VersionFragment,
} from '../../generated/operations.ts';
import { useData } from '../../base/graphql/use-data.ts';
import { Card } from '../../base/kit/layout/card.tsx';
import { day, money, wholeNumber } from '../../base/kit/words/format.ts';
import { wordsOf } from '../../base/kit/form/field-words.ts';
import { Loaded } from '../../base/kit/feedback/loaded.tsx';
import { Stacked } from '../../base/kit/table/stacked.tsx';
import { type Moment, Timeline } from '../../base/kit/layout/timeline.tsx';
import { lotInWords } from '../lot/lot-words.ts';
import { useSession } from '../../base/session/session.tsx';
import type { Delivery } from './delivery.ts';
import { labelOf } from './status.tsx';

/** Shows when the delivery changed; all its versions have one history. */
export function DeliveryHistory({ delivery }: { delivery: Delivery }) {
  const isAlone = !delivery.replaces && !delivery.replacedBy;
  const versions = useData(
    DeliveryVersionsDocument,
    { firstVersionId: delivery.firstVersion?.id ?? delivery.id },
    { isPaused: isAlone },
  );
  return (
    <Card title="History">
      {isAlone ? (
        <Timeline
          moments={[
            { ...CREATED, at: delivery.createdAt, by: delivery.createdBy },
            ...changesOf(delivery),
            ...movesOf(delivery),
            ...correctionsOf(delivery),
          ]}
        />
      ) : (
        <Loaded of={versions} lines={3}>
          {({ deliveries }) => <VersionHistory versions={deliveries.nodes} shown={delivery} />}
        </Loaded>
      )}
    </Card>
  );
}

const CREATED = { name: 'PENDING', what: labelOf('PENDING') };

interface VersionHistoryProps {
  versions: readonly VersionFragment[];
  shown: Delivery;
}

function VersionHistory({ versions, shown }: VersionHistoryProps) {
  const { currency } = useSession().account;
  const shownId = shown.id;
  const written = versions.flatMap((version, index): Moment[] => {
    const { id, createdAt, createdBy, deliveryDate, totalValue } = version;
    const what = (
      <Stacked below={`${day(deliveryDate)} · ${money(totalValue, currency)}`}>
        {index === 0 ? 'Created as ' : 'Changed to '}
        {id === shownId ? `#${id} (this version)` : <Link href={`/deliveries/${id}`}>#{id}</Link>}
      </Stacked>
    );
    return [{ name: id, what, at: createdAt, by: createdBy }, ...changesOf(version)];
  });
  const current = versions.at(-1);
  const moves = current ? movesOf(current) : [];
  return <Timeline moments={[...written, ...moves, ...correctionsOf(shown)]} />;
}

/** Returns who changed a version in place, and what; oldest first. */
function changesOf({ changes }: ChangesInPlaceFragment): Moment[] {
  return changes.toReversed().map(({ at, by, fields }) => {
    const labels = fields.map((name) => wordsOf(name).label).join(', ');
    return { name: `${at} ${labels}`, what: `${labels[0]}${labels.slice(1).toLowerCase()} changed`, at, by };
  });
}

/** Returns who corrected the lots, when and why, from what to what; oldest first. */
function correctionsOf({ lotCorrections, products }: Delivery): Moment[] {
  const names = new Map(products.map(({ productId, name }) => [productId, name]));
  return lotCorrections.toReversed().map(({ at, by, reason, productId, before, after }) => ({
    name: `${at} ${productId}`,
    what: (
      <Stacked
        below={
          <span className="wraps">{`Before: ${lotsIn(before)}. After: ${lotsIn(after)}. Reason: ${reason}`}</span>
        }
      >
        <span className="wraps">
          Lots of {names.get(productId)} corrected{by !== null && ` by ${by}`}
        </span>
      </Stacked>
    ),
    at,
  }));
}

function lotsIn(lots: readonly KeptLotFragment[]): string {
  if (lots.length === 0) return 'No lots';
  return lots.map((lot) => `${lotInWords(lot)} (${wholeNumber(lot.quantity)})`).join('; ');
}

type Moves = Pick<
  VersionFragment,
  'inTransitAt' | 'inTransitBy' | 'completedAt' | 'completedBy' | 'cancelledAt' | 'cancelledBy'
>;

function movesOf(delivery: Moves): Moment[] {
  const moves = [
    ['IN_TRANSIT', delivery.inTransitAt, delivery.inTransitBy],
    ['COMPLETED', delivery.completedAt, delivery.completedBy],
    ['CANCELLED', delivery.cancelledAt, delivery.cancelledBy],
  ] as const;
  return moves.flatMap(([status, at, by]) => (at ? [{ name: status, what: labelOf(status), at, by }] : []));
}
