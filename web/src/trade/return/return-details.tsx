import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { numberInWords } from '../delivery/numbers.ts';
import type { ReturnPageQuery } from '../../generated/operations.ts';
import { Card, Facts, Figure } from '../../base/kit/layout/card.tsx';
import { day, money, wholeNumber } from '../../base/kit/words/format.ts';
import { plural } from '../../base/kit/words/plural.ts';
import { Stacked } from '../../base/kit/table/stacked.tsx';
import { Time } from '../../base/kit/words/time.tsx';
import { useSession } from '../../base/session/session.tsx';
import { reasonInWords } from './reason-in-words.ts';

type Return = NonNullable<ReturnPageQuery['return']>;

/** Shows the credit of a return, its delivery and its reason. */
export function ReturnDetails({ of: { delivery, supermarket, ...found } }: { of: Return }) {
  const { currency } = useSession().account;
  const line = delivery.products.find(({ productId }) => productId === found.productId);
  const price = line && money(line.unitPrice, currency);
  return (
    <>
      <Card>
        <Figure
          label="Credit"
          value={money(found.creditAmount, currency)}
          about={price && `${plural(found.quantity, 'unit')} at ${price}, the unit price of the delivery`}
        />
      </Card>
      <Card title="Details">
        <Facts
          facts={[
            [
              'Product',
              <Link key="product" href={`/products/${found.productId}`}>
                {found.productName}
              </Link>,
            ],
            [
              'Quantity',
              line ? `${wholeNumber(found.quantity)} of ${wholeNumber(line.quantity)} delivered` : '',
            ],
            [
              'Delivery',
              <Link key="delivery" href={`/deliveries/${delivery.id}`}>
                {numberInWords(delivery)}, {day(delivery.deliveryDate)}
              </Link>,
            ],
            [
              'Supermarket',
              <Link key="supermarket" href={`/supermarkets/${supermarket.id}`}>
                {supermarket.name}
              </Link>,
            ],
            ['Branch', delivery.branchName],
            ...(found.reversesId === null ? [] : [counterpart('Undoes', found.reversesId)]),
            ...(found.reversedById === null ? [] : [counterpart('Undone by', found.reversedById)]),
            ['Lot', found.lot ?? 'Not recorded'],
            ['Reason', reasonInWords(found.reason)],
            ['Return date', day(found.returnDate)],
            ['Recorded', withName(<Time key="recorded" value={found.createdAt} isExact />, found.createdBy)],
            ['Description', found.description || '–'],
          ]}
        />
      </Card>
    </>
  );
}

/** Returns the fact that names the other one of a return and its reversal. */
function counterpart(label: string, id: string): [string, ReactNode] {
  return [
    label,
    <Link key={label} href={`/returns/${id}`}>
      #{id}
    </Link>,
  ];
}

/** Adds who did it, if that is known. */
function withName(what: ReactNode, by: string | null): ReactNode {
  return by === null ? what : <Stacked below={`By ${by}`}>{what}</Stacked>;
}
