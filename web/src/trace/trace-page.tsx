import { OctagonAlert, Printer, Route, SearchX } from 'lucide-react';
import { Link } from 'wouter';
import type { ProductRowFragment, TracePageQuery } from '../generated/operations.ts';
import { Button, ButtonLink } from '../kit/button.tsx';
import { Card } from '../kit/card.tsx';
import { Empty } from '../kit/empty.tsx';
import { Loaded } from '../kit/loaded.tsx';
import { Notice } from '../kit/notice.tsx';
import { day } from '../kit/format.ts';
import { Page } from '../kit/page.tsx';
import { Printed } from '../kit/printed.tsx';
import { plural } from '../kit/plural.ts';
import { May } from '../session/may.tsx';
import { BalanceCard } from './balance-card.tsx';
import { NearLots } from './near-lots.tsx';
import { TotalsCard } from './totals-card.tsx';
import { TraceFilterBar } from './trace-filter-bar.tsx';
import { TracedCard } from './traced-card.tsx';
import { type TraceFilters, useTrace } from './use-trace.ts';
import { withdrawalAddressOf } from './withdrawal-address.ts';

/** Finds out where a lot went. */
export default function TracePage() {
  const { filters, trace, product } = useTrace();
  const address = withdrawalAddressOf(filters);
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
          {!filters.isEmpty && (
            <Button kind="primary" icon={Printer} onClick={() => window.print()}>
              Print
            </Button>
          )}
        </>
      }
    >
      <TraceFilterBar filters={filters} product={product} />
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
          {({ lotTrace }) => <Result trace={lotTrace} filters={filters} product={product} />}
        </Loaded>
      )}
    </Page>
  );
}

interface ResultProps {
  trace: TracePageQuery['lotTrace'];
  filters: TraceFilters;
  product: ProductRowFragment | undefined;
}

function Result({ trace, filters, product }: ResultProps) {
  if (trace.edges.length === 0) {
    return (
      <>
        <Card isFlush>
          <Empty icon={SearchX} title="No deliveries have this lot">
            <p>Lots are case-sensitive, and goods without a lot are not found.</p>
            <Button onClick={filters.clear}>Clear filters</Button>
          </Empty>
        </Card>
        <NearLots suggestions={trace.suggestions} filters={filters} />
        <BalanceCard balance={trace.balance} filters={filters} />
      </>
    );
  }
  const { pending } = trace;
  return (
    <>
      <p className="wraps">
        <strong>{questionInWords(filters, product)}</strong>
      </p>
      <Printed />
      {pending.deliveries > 0 && (
        <Notice
          tone="warn"
          title={`${plural(pending.deliveries, 'delivery')} with ${plural(pending.quantity, 'unit')} still pending. You can stop ${pending.deliveries === 1 ? 'it' : 'them'}:`}
        >
          {pending.deliveryIds.map((id) => (
            <Link key={id} href={`/deliveries/${id}`}>
              #{id}{' '}
            </Link>
          ))}
          {pending.deliveries > pending.deliveryIds.length && '…'}
        </Notice>
      )}
      <BalanceCard balance={trace.balance} filters={filters} />
      {trace.totals.length > 0 && <TotalsCard totals={trace.totals} />}
      <TracedCard trace={trace} filters={filters} />
    </>
  );
}

/** Returns what is traced: product, lot and days. */
function questionInWords({ values }: TraceFilters, product: ProductRowFragment | undefined): string {
  const { lot, bestBeforeFrom, bestBeforeTo, shippedFrom, shippedTo } = values;
  return [
    product?.name,
    lot && `lot ${lot}`,
    rangeInWords('best before or use by', bestBeforeFrom, bestBeforeTo),
    rangeInWords('dispatched', shippedFrom, shippedTo),
  ]
    .filter(Boolean)
    .join(', ');
}

function rangeInWords(what: string, from: string | undefined, to: string | undefined): string | undefined {
  if (!from && !to) return undefined;
  return [what, from && `from ${day(from)}`, to && `to ${day(to)}`].filter(Boolean).join(' ');
}
