import { ClipboardCheck } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useParams } from 'wouter';
import { numberInWords } from '../delivery/numbers.ts';
import { StatusBadge } from '../delivery/status.tsx';
import {
  StopPageDocument,
  StopsPageDocument,
  type StopFactsFragment,
  type StopsPageQuery,
} from '../../generated/operations.ts';
import { type Failure, failureIn } from '../../base/graphql/failure.ts';
import { useData } from '../../base/graphql/use-data.ts';
import { Button, ButtonLink } from '../../base/kit/layout/button.tsx';
import { Card, Facts } from '../../base/kit/layout/card.tsx';
import { clock, day, wholeNumber } from '../../base/kit/words/format.ts';
import { Loaded } from '../../base/kit/feedback/loaded.tsx';
import { Notice } from '../../base/kit/feedback/notice.tsx';
import { Page } from '../../base/kit/layout/page.tsx';
import { plural } from '../../base/kit/words/plural.ts';
import { type Column, Table } from '../../base/kit/table/table.tsx';
import { Time } from '../../base/kit/words/time.tsx';
import { keepDraft } from '../../base/kit/form/use-draft.tsx';
import { LotList } from '../lot/lot-list.tsx';
import { takeBack as takeBackFromPhone } from '../../base/phone/outbox.ts';
import { discard } from '../../base/phone/discard.ts';
import type { StopChange, Waiting } from '../../base/phone/store.ts';
import { UNITS } from '../../catalogue/product/units.ts';
import { useSession } from '../../base/session/session.tsx';
import { NotFound } from '../../base/kit/layout/not-found.tsx';
import { asChanged } from './as-changed.ts';
import { mayReceive } from './refusal-in-words.ts';
import { draftOfReceipt, ReceiptForm } from './receipt-form.tsx';
import { StopActions } from './stop-actions.tsx';
import { inTourOrder, nextAfter } from './stop-order.ts';
import { useKeepChange } from './use-keep-change.ts';
import { useKeptApp, useKeptDay } from './use-kept-day.ts';
import { useChangesOfStops } from './use-changes-of-stops.ts';
import { useDayNews } from './use-day-news.ts';
import { WaitingNotices } from './waiting-notices.tsx';
import { AddressLink, PhoneLink } from './way-to-stop.tsx';

type NextStop = StopsPageQuery['stops'][number];

const DONE = {
  dispatch: 'Marked as in transit',
  complete: 'Marked as completed',
  receipt: 'Receipt confirmed',
};
const NO_CHANGES = { all: [], waiting: [] };
const BACK = { href: '/stops', label: 'Stops' };

/** Shows one stop: where it is, what is delivered, and what is next. */
export default function StopPage() {
  const { id = '' } = useParams();
  return <Stop key={id} id={id} />;
}

function Stop({ id }: { id: string }) {
  const { person } = useSession();
  const found = useData(StopPageDocument, { id });
  const news = useDayNews();
  const gone = [...(news?.values() ?? [])].flatMap((day) => day.gone).find(({ stop }) => stop.id === id);
  // What was done at the door is still accepted after a stop left, so it stays on the screen.
  const stored = useLastStop(found.data?.stop) ?? gone?.stop;
  const isGone = found.data?.stop === null || gone !== undefined;
  const date = stored?.deliveryDate;
  const day = useData(StopsPageDocument, { date: date! }, { isPaused: date === undefined });
  useKeptApp();
  useKeptDay(date, day.data);
  const reload = () => {
    found.reload();
    day.reload();
  };
  const changes = useChangesOfStops(reload);
  const keep = useKeepChange(id);
  const [done, setDone] = useState<string>();
  const [refusal, setRefusal] = useState<Failure>();
  const [isReceiving, setReceiving] = useState(false);
  const sent = useLastSent(changes?.all.filter(({ stopId }) => stopId === id));
  const { all, waiting: waitingAnywhere } = changes ?? NO_CHANGES;
  const waiting = waitingAnywhere.filter(({ stopId }) => stopId === id);
  const isUnknown = found.data?.stop === null && stored === undefined && news && changes;
  if (isUnknown && waiting.length === 0) return <NotFound what="This stop" />;
  const stop = stored && asChanged(stored, isGone && sent ? [...all, sent] : all);
  const tour = inTourOrder(
    (day.data?.stops ?? []).map((each) => asChanged(each, all)),
    day.data?.tours ?? [],
  );
  const isUnconfirmed = waiting.every(({ change }) => change.kind !== 'receipt');
  const isLate = stop?.status === 'COMPLETED' && mayReceive(stop);

  const run = async (change: StopChange) => {
    const isKept = await keep.run(change);
    if (isKept) setDone(DONE[change.kind]);
    return isKept;
  };
  const takeBack = async ({ key, refusal }: Waiting) => {
    const taken = await takeBackFromPhone(key);
    if (!taken) return;
    setDone(undefined);
    if (taken.change.kind !== 'receipt') return;
    setReceiving(true);
    keepDraft(person.id, draftOfReceipt(id), taken.change.draft);
    setRefusal(refusal && failureIn({ ...refusal, message: refusal.message }, undefined));
  };
  return (
    <Page
      title={stop ? stop.branchName : `Stop #${id}`}
      about={
        stop &&
        [placeIn(tour, id), `Delivery ${numberInWords(stop)}, ${stop.supermarketName}`]
          .filter(Boolean)
          .join(' · ')
      }
      beside={stop && <StatusBadge status={stop.status} />}
      back={BACK}
      actions={
        stop && (
          <>
            {isLate && isUnconfirmed && !isReceiving && (
              <Button icon={ClipboardCheck} onClick={() => setReceiving(true)}>
                Add receipt
              </Button>
            )}
            <StopActions stop={stop} keep={{ ...keep, run }} />
          </>
        )
      }
    >
      {stop && (done ?? sent) && !waiting.some(({ refusal }) => refusal) && (
        <Done
          text={waiting.length > 0 ? 'Saved on this phone' : (done ?? DONE[sent!.change.kind])}
          sentAt={waiting.length > 0 ? undefined : sent?.sentAt}
          isCompleted={stop.status === 'COMPLETED'}
          next={nextAfter(tour, id)}
        />
      )}
      {isGone && changes && news && (
        <Notice tone="warn" title="No longer in your tours">
          {stop &&
            stop.status !== 'COMPLETED' &&
            'If you were there already, you can still confirm it for 48 hours.'}
        </Notice>
      )}
      {found.data && (
        <WaitingNotices
          stop={stored}
          waiting={waiting}
          onTakeBack={(each) => void takeBack(each)}
          onDiscard={(each) => void discard(each)}
        />
      )}
      <Loaded of={found} lines={8}>
        {() =>
          stop &&
          changes && (
            <>
              <StopPlace stop={stop} />
              {(stop.status === 'IN_TRANSIT' || (isReceiving && isLate)) && isUnconfirmed ? (
                <ReceiptForm
                  stop={stop}
                  crateTypes={found.data!.containerTypes}
                  keep={{ ...keep, run }}
                  refusal={refusal}
                  onKept={() => {
                    setRefusal(undefined);
                    setReceiving(false);
                  }}
                />
              ) : (
                <Lines stop={stop} />
              )}
            </>
          )
        }
      </Loaded>
    </Page>
  );
}

/**
 * Says what was done here, and leads on. It stands on the stop itself, so that it is never read on another
 * one.
 */
function Done({
  text,
  sentAt,
  isCompleted,
  next,
}: {
  text: string;
  sentAt: number | undefined;
  isCompleted: boolean;
  next: NextStop | undefined;
}) {
  return (
    <Notice
      tone="good"
      title={text}
      actions={
        isCompleted && (
          <ButtonLink isSmall kind="primary" href={next ? `/stops/${next.id}` : '/stops'}>
            {next ? `Next stop: ${next.branchName}` : 'All stops completed'}
          </ButtonLink>
        )
      }
    >
      {sentAt !== undefined && `Sent, ${clock(new Date(sentAt).toISOString())}`}
    </Notice>
  );
}

/** Returns the stop as it was read last, also after it left the driver's tours. */
function useLastStop(stop: StopFactsFragment | null | undefined): StopFactsFragment | undefined {
  const [last, setLast] = useState<StopFactsFragment>();
  if (stop && stop !== last) setLast(stop);
  return stop ?? last;
}

/** Returns the change that was sent last while the page is open; this phone does not keep it for long. */
function useLastSent(changes: readonly Waiting[] | undefined): Waiting | undefined {
  const [last, setLast] = useState<Waiting>();
  const newest = changes?.findLast(({ sentAt }) => sentAt !== undefined);
  if (newest && newest.sentAt !== last?.sentAt) setLast(newest);
  return newest ?? last;
}

/** Returns the place of a stop in its tour, such as "Stop 3 of 8". */
function placeIn(tour: readonly NextStop[], id: string): string | undefined {
  const at = tour.findIndex((stop) => stop.id === id);
  return at < 0 ? undefined : `Stop ${at + 1} of ${tour.length}`;
}

function StopPlace({ stop }: { stop: StopFactsFragment }) {
  const { address, phone, deliveryDate, deliveryWindow, notes, completedAt, receivedBy } = stop;
  const facts: [name: string, value: ReactNode][] = [
    ['Address', <AddressLink key="address" address={address} />],
    ['Phone', phone && <PhoneLink key="phone" number={phone} />],
    ['Delivery date', day(deliveryDate)],
    ['Delivery window', deliveryWindow ?? 'Any time'],
    ['Notes', notes],
    ['Received by', receivedBy],
    ['Completed', completedAt && <Time key="at" value={completedAt} isExact />],
  ];
  return (
    <Card>
      <Facts facts={facts.filter(([, value]) => value)} />
    </Card>
  );
}

function Lines({ stop: { lines, status } }: { stop: StopFactsFragment }) {
  const isShort = lines.some(({ returnedQuantity }) => returnedQuantity > 0);
  const columns: Column<StopFactsFragment['lines'][number]>[] = [
    {
      name: 'Product',
      cell: ({ name, lots, quantity }) => (
        <>
          {name}
          <LotList lots={lots} quantity={quantity} />
        </>
      ),
    },
    {
      name: isShort ? 'Delivered' : 'Quantity',
      isNumber: true,
      cell: ({ quantity, unit }) => plural(quantity, UNITS[unit].toLowerCase()),
    },
  ];
  if (isShort) {
    columns.push({
      name: status === 'COMPLETED' ? 'Received' : 'Returned',
      isNumber: true,
      cell: ({ quantity, returnedQuantity }) =>
        wholeNumber(status === 'COMPLETED' ? quantity - returnedQuantity : returnedQuantity),
    });
  }
  return (
    <Card title="Products" isFlush>
      <Table caption="Products" rows={lines} keyOf={({ productId }) => productId} columns={columns} />
    </Card>
  );
}
