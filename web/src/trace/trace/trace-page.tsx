import { OctagonAlert, Route, SearchX } from 'lucide-react';
import { useSearchParams } from 'wouter';
import type { ProductRowFragment, TracePageQuery } from '../../generated/operations.ts';
import { Button, ButtonLink } from '../../base/kit/layout/button.tsx';
import { Card } from '../../base/kit/layout/card.tsx';
import { Empty } from '../../base/kit/feedback/empty.tsx';
import { FailureNotice } from '../../base/kit/feedback/failure-notice.tsx';
import { Loaded } from '../../base/kit/feedback/loaded.tsx';
import { Notice } from '../../base/kit/feedback/notice.tsx';
import { day } from '../../base/kit/words/format.ts';
import { Page } from '../../base/kit/layout/page.tsx';
import { Printed } from '../../base/kit/paper/printed.tsx';
import { plural } from '../../base/kit/words/plural.ts';
import { Progress } from '../../base/kit/layout/meter.tsx';
import { May } from '../../base/session/may.tsx';
import { BalanceCard } from './balance-card.tsx';
import { NearLots } from './near-lots.tsx';
import { PendingList } from './pending-list.tsx';
import { PrintTrace } from './print-trace.tsx';
import { TotalsCard } from './totals-card.tsx';
import { TraceFilterBar } from './trace-filter-bar.tsx';
import { TracedCard } from './traced-card.tsx';
import { MAX_PRINTED, type TracePrint, usePrint } from './use-print.ts';
import { type TraceFilters, useTrace } from './use-trace.ts';
import { withdrawalAddressOf } from './withdrawal-address.ts';

/** Finds out where a lot went. */
export default function TracePage() {
  const { filters, trace, product } = useTrace();
  const suspects = useSuspects();
  const print = usePrint(filters, suspects.areShown);
  const found = trace.data?.lotTrace;
  const address = withdrawalAddressOf(filters, trace.isOutdated ? undefined : found);
  return (
    <Page
      title="Trace"
      about="Every delivery that has a lot, whom to call, and how much came back."
      actions={
        <>
          {address && (
            <May needs="deliveries:write">
              <ButtonLink icon={OctagonAlert} href={address}>
                Withdraw {filters.values.lot ? 'this lot' : 'these dates'}
              </ButtonLink>
            </May>
          )}
          {!filters.isEmpty && <PrintTrace trace={found} print={print} />}
        </>
      }
    >
      <TraceFilterBar filters={filters} product={product} />
      {print.failure && <FailureNotice failure={print.failure} retry={print.start} />}
      {print.count !== undefined && (
        <Progress
          label="Rows read for the print"
          value={print.count}
          max={rowsOf(found, suspects.areShown)}
        />
      )}
      {filters.isEmpty ? (
        <Card isFlush>
          <Empty icon={Route} title="Which lot are you looking for?">
            <p>
              Select a product, type or scan a lot, or set a range of dates. Upper and lower case are
              different.
            </p>
          </Empty>
        </Card>
      ) : (
        <Loaded of={trace} lines={10}>
          {({ lotTrace }) => (
            <TraceResult
              trace={lotTrace}
              filters={filters}
              product={product}
              suspects={suspects}
              print={print}
            />
          )}
        </Loaded>
      )}
    </Page>
  );
}

interface TraceResultProps {
  trace: TracePageQuery['lotTrace'];
  filters: TraceFilters;
  product: ProductRowFragment | undefined;
  suspects: Suspects;
  print: TracePrint;
}

function TraceResult({ trace, filters, product, suspects, print: { printed } }: TraceResultProps) {
  const { lot, shippedFrom, shippedTo } = filters.values;
  const isOfPeriod = Boolean(shippedFrom || shippedTo);
  const about = (
    <>
      <p className="wraps">
        <strong>{questionInWords(filters, product)}</strong>
      </p>
      <Printed />
    </>
  );
  const balance = (
    <BalanceCard balance={trace.balance} filters={filters} suspects={suspects} printed={printed?.lotless} />
  );
  const { pending } = trace;
  const stillPending = pending.deliveries > 0 && (
    <Notice
      tone="warn"
      title={`${plural(pending.deliveries, 'delivery')} with ${plural(pending.quantity, 'unit')} still pending. You can stop ${pending.deliveries === 1 ? 'it' : 'them'}:`}
    >
      <PendingList of={pending} />
    </Notice>
  );
  // A page after the last one has no rows either, for example when lots were corrected meanwhile.
  if (trace.totalCount === 0) {
    return (
      <>
        {about}
        <Card isFlush>
          <Empty
            icon={SearchX}
            title={`No deliveries ${isOfPeriod ? 'dispatched on these days ' : ''}have ${lot ? 'this lot' : 'these goods'}`}
          >
            <p>Lots are case-sensitive, and goods without a lot are not found.</p>
            <Button onClick={filters.clear}>Clear filters</Button>
          </Empty>
        </Card>
        {stillPending}
        <NearLots title="Similar lots exist" lots={trace.suggestions} filters={filters}>
          They differ in case, spaces, signs, leading zeros, letters like O for 0, or one character. Compare
          the label.
        </NearLots>
        {balance}
      </>
    );
  }
  return (
    <>
      {about}
      <NearLots
        title={`Other spellings of this lot: ${trace.otherSpellings.join(', ')}`}
        lots={trace.otherSpellings}
        filters={filters}
      >
        They are not in these figures. If the label is the same, trace and withdraw them too.
      </NearLots>
      {stillPending}
      {balance}
      {trace.totals.length > 0 && <TotalsCard totals={trace.totals} count={trace.supermarketCount} />}
      <TracedCard trace={trace} filters={filters} printed={printed?.traced} />
    </>
  );
}

interface Suspects {
  areShown: boolean;
  show: () => void;
}

/** Keeps in the address whether the lines without a lot are listed. */
function useSuspects(): Suspects {
  const [search, setSearch] = useSearchParams();
  return {
    areShown: search.has('suspects'),
    show: () =>
      setSearch((search) => {
        search.set('suspects', '1');
        return search;
      }),
  };
}

/** Returns how many rows a print has, as far as that is known. */
function rowsOf(trace: TracePageQuery['lotTrace'] | undefined, showsSuspects: boolean): number {
  const lotless = showsSuspects ? (trace?.balance.linesWithoutLot ?? 0) : 0;
  return Math.min(trace?.totalCount ?? 0, MAX_PRINTED) + Math.min(lotless, MAX_PRINTED);
}

/** Returns what is traced: product, lot and days. */
function questionInWords({ values }: TraceFilters, product: ProductRowFragment | undefined): string {
  const { lot, bestBeforeFrom, bestBeforeTo, shippedFrom, shippedTo } = values;
  return [
    product?.name ?? 'All products',
    lot && `lot ${lot}`,
    rangeInWords('best before or use by', bestBeforeFrom, bestBeforeTo),
    rangeInWords('dispatched', shippedFrom, shippedTo) ?? 'dispatched on any day',
  ]
    .filter(Boolean)
    .join(', ');
}

function rangeInWords(what: string, from: string | undefined, to: string | undefined): string | undefined {
  if (!from && !to) return undefined;
  return [what, from && `from ${day(from)}`, to && `to ${day(to)}`].filter(Boolean).join(' ');
}
