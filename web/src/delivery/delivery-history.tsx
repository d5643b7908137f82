import { Link } from 'wouter';
import { DeliveryVersionsDocument, type VersionFragment } from '../generated/operations.ts';
import { useData } from '../graphql/use-data.ts';
import { Card } from '../kit/card.tsx';
import { day, money } from '../kit/format.ts';
import { Loaded } from '../kit/loaded.tsx';
import { Stacked } from '../kit/stacked.tsx';
import { type Moment, Timeline } from '../kit/timeline.tsx';
import { useSession } from '../session/session.tsx';
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
        <Timeline moments={[{ ...CREATED, at: delivery.createdAt }, ...movesOf(delivery)]} />
      ) : (
        <Loaded of={versions} lines={3}>
          {({ deliveries }) => <VersionHistory versions={deliveries.nodes} shownId={delivery.id} />}
        </Loaded>
      )}
    </Card>
  );
}

const CREATED = { name: 'PENDING', what: labelOf('PENDING') };

function VersionHistory({ versions, shownId }: { versions: readonly VersionFragment[]; shownId: string }) {
  const { currency } = useSession().account;
  const written = versions.map(({ id, createdAt, deliveryDate, totalValue }, index) => ({
    name: id,
    what: (
      <Stacked below={`${day(deliveryDate)} · ${money(totalValue, currency)}`}>
        {index === 0 ? 'Created as ' : 'Changed to '}
        {id === shownId ? `#${id} (this version)` : <Link href={`/deliveries/${id}`}>#{id}</Link>}
      </Stacked>
    ),
    at: createdAt,
  }));
  const current = versions.at(-1);
  return <Timeline moments={[...written, ...(current ? movesOf(current) : [])]} />;
}

function movesOf({
  inTransitAt,
  completedAt,
  cancelledAt,
}: Pick<VersionFragment, 'inTransitAt' | 'completedAt' | 'cancelledAt'>): Moment[] {
  const moves = [
    ['IN_TRANSIT', inTransitAt],
    ['COMPLETED', completedAt],
    ['CANCELLED', cancelledAt],
  ] as const;
  return moves.flatMap(([status, at]) => (at ? [{ name: status, what: labelOf(status), at }] : []));
}
