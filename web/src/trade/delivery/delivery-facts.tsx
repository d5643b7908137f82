import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Card, Facts } from '../../base/kit/layout/card.tsx';
import { Stacked } from '../../base/kit/table/stacked.tsx';
import type { Delivery } from './delivery.ts';
import { DELIVERY } from './delivery-fields.ts';

/** Shows where and when a delivery goes, and its numbers. */
export function DeliveryFacts({ delivery }: { delivery: Delivery }) {
  const { branch, supermarket, standingOrder, tour } = delivery;
  const facts: [string, ReactNode][] = [
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
    ['Delivery window', branch.deliveryWindow ?? 'Any time'],
    ...DELIVERY.factsOf(delivery),
  ];
  if (tour) {
    facts.push([
      'Tour',
      <Link key="tour" href={`/tours/${tour.id}`}>
        {tour.name}
      </Link>,
    ]);
  }
  if (standingOrder) {
    facts.push([
      'Standing order',
      <Link key="standing-order" href={`/standing-orders/${standingOrder.id}`}>
        #{standingOrder.id}
      </Link>,
    ]);
  }
  return (
    <Card title="Details">
      <Facts facts={facts} />
    </Card>
  );
}
