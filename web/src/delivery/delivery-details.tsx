import { CopyPlus, PencilLine, Printer, Repeat } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import type { Failure } from '../graphql/failure.ts';
import { Button, ButtonLink } from '../kit/button.tsx';
import { Card, Facts } from '../kit/card.tsx';
import { day, money } from '../kit/format.ts';
import { Notice } from '../kit/notice.tsx';
import { Page } from '../kit/page.tsx';
import { Stacked } from '../kit/stacked.tsx';
import { ReturnTable } from '../return/return-table.tsx';
import { May } from '../session/may.tsx';
import { useSession } from '../session/session.tsx';
import type { Delivery } from './delivery.ts';
import { DeliveryActions } from './delivery-actions.tsx';
import { DeliveryHistory } from './delivery-history.tsx';
import { DeliveryLines } from './delivery-lines.tsx';
import { NUMBER_ENTRIES } from './numbers.ts';
import { ReceiptCard } from './receipt-card.tsx';
import { StatusBadge } from './status.tsx';

interface DeliveryDetailsProps {
  delivery: Delivery;
  reload: () => void;
  back: { href: string; label: string };
}

/** Shows a delivery with all details and actions. */
export function DeliveryDetails({ delivery, reload, back }: DeliveryDetailsProps) {
  const { account } = useSession();
  const [conflict, setConflict] = useState<Failure>();
  const { id, branch, supermarket, returns } = delivery;
  return (
    <Page
      title={`Delivery #${id}`}
      beside={<StatusBadge status={delivery.status} />}
      back={back}
      actions={
        <>
          <ButtonLink icon={Printer} href={`/deliveries/${id}/note`}>
            Delivery note
          </ButtonLink>
          <May needs="deliveries:write">
            <ButtonLink icon={CopyPlus} href={`/deliveries/new?copy=${id}`}>
              Duplicate
            </ButtonLink>
            {delivery.standingOrder === null && (
              <ButtonLink icon={Repeat} href={`/standing-orders/new?delivery=${id}`}>
                Repeat…
              </ButtonLink>
            )}
            {delivery.status === 'PENDING' && (
              <ButtonLink icon={PencilLine} href={`/deliveries/${id}/change`}>
                Change
              </ButtonLink>
            )}
          </May>
          <DeliveryActions
            delivery={delivery}
            onChange={() => {
              setConflict(undefined);
              reload();
            }}
            onConflict={(failure) => {
              setConflict(failure);
              reload();
            }}
          />
        </>
      }
    >
      {conflict && (
        <Notice
          tone="bad"
          title="This delivery has changed"
          actions={
            <Button isSmall onClick={() => setConflict(undefined)}>
              Dismiss
            </Button>
          }
        >
          {conflict.message} The page now shows the current status.
        </Notice>
      )}
      {delivery.replacedBy && (
        <Notice tone="note" title="This version was replaced">
          Delivery <Link href={`/deliveries/${delivery.replacedBy.id}`}>#{delivery.replacedBy.id}</Link>{' '}
          replaces it.
        </Notice>
      )}
      {delivery.dayWarnings.length > 0 && (
        <Notice tone="warn" title="Check the delivery date">
          {delivery.dayWarnings.map(({ message }) => `${message}.`).join(' ')}
        </Notice>
      )}
      <Card title="Details">
        <Facts
          facts={[
            [
              'Supermarket',
              <Link key="supermarket" href={`/supermarkets/${supermarket.id}`}>
                {delivery.supermarketName}
              </Link>,
            ],
            [
              'Branch',
              <Stacked key="branch" below={branch.address}>
                {delivery.branchName}
              </Stacked>,
            ],
            ['Delivery date', day(delivery.deliveryDate)],
            ['Delivery window', branch.deliveryWindow ?? 'Any time'],
            ['Value', money(delivery.totalValue, account.currency)],
            ...(delivery.standingOrder
              ? [
                  [
                    'Standing order',
                    <Link key="standing-order" href={`/standing-orders/${delivery.standingOrder.id}`}>
                      #{delivery.standingOrder.id}
                    </Link>,
                  ] satisfies [string, React.ReactNode],
                ]
              : []),
            ...numbersOf(delivery),
            ['Notes', delivery.notes || '–'],
          ]}
        />
      </Card>
      {delivery.receipt && <ReceiptCard delivery={delivery} receipt={delivery.receipt} onChange={reload} />}
      <DeliveryLines delivery={delivery} onChange={reload} />
      <DeliveryHistory delivery={delivery} />
      {returns.totalCount > 0 && (
        <Card
          title="Returns"
          isFlush
          actions={
            returns.pageInfo.hasNextPage && (
              <Link href={`/returns?deliveryId=${id}`}>View all {returns.totalCount}</Link>
            )
          }
        >
          <ReturnTable returns={returns.nodes} isWithinDelivery />
        </Card>
      )}
    </Page>
  );
}

/** Returns the numbers that are set, as names and values. */
function numbersOf(delivery: Delivery): [string, string][] {
  return NUMBER_ENTRIES.flatMap(([name, label]): [string, string][] => {
    const value = delivery[name];
    return value === null ? [] : [[label, value]];
  });
}
