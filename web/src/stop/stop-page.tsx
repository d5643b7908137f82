import type { ReactNode } from 'react';
import { useParams } from 'wouter';
import { numberInWords } from '../delivery/numbers.ts';
import { StatusBadge } from '../delivery/status.tsx';
import { StopPageDocument, type StopFactsFragment } from '../generated/operations.ts';
import { useData } from '../graphql/use-data.ts';
import { Card, Facts } from '../kit/card.tsx';
import { day } from '../kit/format.ts';
import { Loaded } from '../kit/loaded.tsx';
import { OutLink } from '../kit/out-link.tsx';
import { Page } from '../kit/page.tsx';
import { plural } from '../kit/plural.ts';
import { Table } from '../kit/table.tsx';
import { Time } from '../kit/time.tsx';
import { LotList } from '../lot/lot-list.tsx';
import { UNITS } from '../product/units.ts';
import { NotFound } from '../shell/not-found.tsx';
import { ReceiptForm } from './receipt-form.tsx';
import { StopActions } from './stop-actions.tsx';

const BACK = { href: '/stops', label: 'Stops' };

/** Shows one stop: where it is, what is delivered, and what is next. */
export default function StopPage() {
  const { id = '' } = useParams();
  const found = useData(StopPageDocument, { id });
  const stop = found.data?.stop;
  if (stop === null) return <NotFound what="This stop" />;
  return (
    <Page
      title={stop ? stop.branchName : `Stop #${id}`}
      about={stop && `Delivery ${numberInWords(stop)}, ${stop.supermarketName}`}
      beside={stop && <StatusBadge status={stop.status} />}
      back={BACK}
      actions={stop && <StopActions stop={stop} onChange={found.reload} />}
    >
      <Loaded of={found} lines={8}>
        {({ stop }) =>
          stop && (
            <>
              <Place stop={stop} />
              {stop.status === 'IN_TRANSIT' ? (
                <ReceiptForm key={stop.id} stop={stop} onChange={found.reload} />
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

function Place({ stop }: { stop: StopFactsFragment }) {
  const { address, phone, deliveryDate, deliveryWindow, notes, completedAt, receivedBy } = stop;
  const map = `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query: address })}`;
  const facts: [name: string, value: ReactNode][] = [
    [
      'Address',
      <span key="address">
        {address} <OutLink href={map} label="Map" about={address} />
      </span>,
    ],
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

function PhoneLink({ number }: { number: string }) {
  return <a href={`tel:${number.replaceAll(/[^\d+]/g, '')}`}>{number}</a>;
}

function Lines({ stop: { lines } }: { stop: StopFactsFragment }) {
  return (
    <Card title="Products" isFlush>
      <Table
        caption="Products"
        rows={lines}
        keyOf={({ productId }) => productId}
        columns={[
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
            name: 'Quantity',
            isNumber: true,
            cell: ({ quantity, unit }) => plural(quantity, UNITS[unit].toLowerCase()),
          },
        ]}
      />
    </Card>
  );
}
