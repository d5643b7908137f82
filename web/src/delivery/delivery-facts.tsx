import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Card, Facts } from '../kit/card.tsx';
import { day } from '../kit/format.ts';
import { Stacked } from '../kit/stacked.tsx';
import type { Delivery } from './delivery.ts';
import { NUMBER_ENTRIES } from './numbers.ts';

/** Shows where and when a delivery goes, and its numbers. */
export function DeliveryFacts({ delivery }: { delivery: Delivery }) {
  const { branch, supermarket, standingOrder } = delivery;
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
    ['Delivery date', day(delivery.deliveryDate)],
    ['Delivery window', branch.deliveryWindow ?? 'Any time'],
    ...numbersOf(delivery),
    ['Notes', delivery.notes || '–'],
  ];
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

/** Returns the numbers that are set, as names and values. */
function numbersOf(delivery: Delivery): [string, string][] {
  return NUMBER_ENTRIES.flatMap(([name, label]): [string, string][] => {
    const value = delivery[name];
    return value === null ? [] : [[label, value]];
  });
}
