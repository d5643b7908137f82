import { Link } from 'wouter';
import {
  type ChangeInPlaceFragment,
  type ChangesInPlaceFragment,
  type CorrectionFactsFragment,
  DeliveryVersionsDocument,
  type KeptLotFragment,
  OlderChangesDocument,
  OlderCorrectionsDocument,
  type VersionFragment,
} from '../../generated/operations.ts';
import { useData } from '../../base/graphql/use-data.ts';
import { useRead } from '../../base/graphql/use-read.ts';
import { Card } from '../../base/kit/layout/card.tsx';
import { day, money, wholeNumber } from '../../base/kit/words/format.ts';
import { wordsOf } from '../../base/kit/form/field-words.ts';
import { Loaded } from '../../base/kit/feedback/loaded.tsx';
import { Stacked } from '../../base/kit/table/stacked.tsx';
import { type Moment, Timeline } from '../../base/kit/layout/timeline.tsx';
import { useOlder } from '../../base/list/use-older.tsx';
import { lotInWords } from '../lot/lot-words.ts';
import { useSession } from '../../base/session/session.tsx';
import type { Delivery } from './delivery.ts';
import { labelOf } from './status.tsx';

/** Shows when the delivery changed; all its versions have one history. */
export function DeliveryHistory({ delivery }: { delivery: Delivery }) {
  const { id, changes, changeCount, lotCorrections, lotCorrectionCount } = delivery;
  const isAlone = !delivery.replaces && !delivery.replacedBy;
  const firstVersionId = delivery.firstVersion?.id ?? id;
  const versions = useData(DeliveryVersionsDocument, { firstVersionId }, { isPaused: isAlone });
  const readChanges = useRead(OlderChangesDocument);
  const readCorrections = useRead(OlderCorrectionsDocument);
  const inPlace = useOlder({
    of: id,
    newest: changes,
    total: changeCount,
    noun: isAlone ? 'change' : 'change of this version',
    nameOf: nameOfChange,
    read: async (skip) => (await readChanges({ id, skip }))?.delivery?.changes,
  });
  const corrections = useOlder({
    of: id,
    newest: lotCorrections,
    total: lotCorrectionCount,
    noun: 'lot correction',
    nameOf: nameOfCorrection,
    read: async (skip) => (await readCorrections({ id, skip }))?.delivery?.lotCorrections,
  });
  const shown = { ...delivery, changes: [...inPlace.entries], lotCorrections: [...corrections.entries] };
  return (
    <Card title="History">
      {inPlace.notice}
      {corrections.notice}
      {isAlone ? (
        <Timeline
          moments={[
            { ...CREATED, at: delivery.createdAt, by: delivery.createdBy },
            ...changesOf(shown),
            ...movesOf(delivery),
            ...correctionsOf(shown),
          ]}
        />
      ) : (
        <Loaded of={versions} lines={3}>
          {({ first, deliveries }) => (
            <VersionHistory
              first={first}
              newest={deliveries.nodes}
              total={deliveries.totalCount}
              shown={shown}
            />
          )}
        </Loaded>
      )}
    </Card>
  );
}

const CREATED = { name: 'PENDING', what: labelOf('PENDING') };

interface VersionHistoryProps {
  first: VersionFragment | null;
  /** The newest versions, newest first. */
  newest: readonly VersionFragment[];
  /** How many versions there are. */
  total: number;
  shown: Delivery;
}

function VersionHistory({ first, newest, total, shown }: VersionHistoryProps) {
  const { currency } = useSession().account;
  const firstId = first?.id ?? shown.firstVersion?.id ?? shown.id;
  // The first version and the one on the page are shown even when the versions between are not.
  const versions = [
    ...new Map([...newest, ...(first ? [first] : []), shown].map((each) => [each.id, each])).values(),
  ]
    .map((version) => (version.id === shown.id ? shown : version))
    .toSorted((one, other) => Number(one.id) - Number(other.id));
  const written = versions.flatMap((version): Moment[] => {
    const { id, createdAt, createdBy, deliveryDate, totalValue, changes, changeCount } = version;
    const isShown = id === shown.id;
    const isCut = !isShown && changes.length < changeCount;
    const what = (
      <Stacked below={`${day(deliveryDate)} · ${money(totalValue, currency)}`}>
        {id === firstId ? 'Created as ' : 'Changed to '}
        {isShown ? `#${id} (this version)` : <Link href={`/deliveries/${id}`}>#{id}</Link>}
        {isCut && `. Newest ${wholeNumber(changes.length)} of its ${wholeNumber(changeCount)} changes`}
      </Stacked>
    );
    return [{ name: id, what, at: createdAt, by: createdBy }, ...changesOf(version)];
  });
  const moves = newest[0] ? movesOf(newest[0]) : [];
  return (
    <>
      {newest.length < total && (
        <p>
          Newest {wholeNumber(newest.length)} of {wholeNumber(total)} versions.{' '}
          <Link href={`/deliveries?firstVersionId=${firstId}&includeReplaced=true`}>View all versions</Link>
        </p>
      )}
      <Timeline moments={[...written, ...moves, ...correctionsOf(shown)]} />
    </>
  );
}

/** Returns who changed a version in place, and what; oldest first. */
function changesOf({ changes }: ChangesInPlaceFragment): Moment[] {
  return changes.toReversed().map((change) => {
    const { at, by, fields } = change;
    const labels = fields.map((name) => wordsOf(name).label).join(', ');
    return {
      name: nameOfChange(change),
      what: `${labels[0]}${labels.slice(1).toLowerCase()} changed`,
      at,
      by,
    };
  });
}

function nameOfChange({ at, fields }: ChangeInPlaceFragment): string {
  return `${at} ${fields.join()}`;
}

function nameOfCorrection({ at, productId }: CorrectionFactsFragment): string {
  return `${at} ${productId}`;
}

/** Returns who corrected the lots, when and why, from what to what; oldest first. */
function correctionsOf({ lotCorrections, products }: Delivery): Moment[] {
  const names = new Map(products.map(({ productId, name }) => [productId, name]));
  return lotCorrections.toReversed().map((correction) => {
    const { at, by, reason, productId, before, after } = correction;
    const what = (
      <Stacked
        below={
          <span className="wraps">{`Before: ${lotsIn(before)}. After: ${lotsIn(after)}. Reason: ${reason}`}</span>
        }
      >
        <span className="wraps">
          Lots of {names.get(productId)} corrected{by !== null && ` by ${by}`}
        </span>
      </Stacked>
    );
    return { name: nameOfCorrection(correction), what, at };
  });
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
