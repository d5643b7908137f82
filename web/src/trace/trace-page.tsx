import { OctagonAlert, Printer, Route, SearchX } from 'lucide-react';
import type { ProductRowFragment, TracePageQuery } from '../generated/operations.ts';
import { Button, ButtonLink } from '../kit/button.tsx';
import { Card } from '../kit/card.tsx';
import { Empty } from '../kit/empty.tsx';
import { Loaded } from '../kit/loaded.tsx';
import { Notice } from '../kit/notice.tsx';
import { Page } from '../kit/page.tsx';
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
  const pending = trace.edges.filter(({ node }) => node.delivery.status === 'PENDING').length;
  return (
    <>
      <p className="wraps">
        <strong>
          {[product?.name, filters.values.lot && `lot ${filters.values.lot}`].filter(Boolean).join(', ')}
        </strong>
      </p>
      {pending > 0 && (
        <Notice tone="warn">
          {plural(pending, 'line')} {pending === 1 ? 'is' : 'are'} still pending. You can stop{' '}
          {pending === 1 ? 'its delivery' : 'their deliveries'}.
        </Notice>
      )}
      <BalanceCard balance={trace.balance} filters={filters} />
      {trace.totals.length > 0 && <TotalsCard totals={trace.totals} />}
      <TracedCard trace={trace} filters={filters} />
    </>
  );
}
