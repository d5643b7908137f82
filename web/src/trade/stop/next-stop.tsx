import type { ReactNode } from 'react';
import type { StopsPageQuery } from '../../generated/operations.ts';
import { ButtonLink } from '../../base/kit/layout/button.tsx';
import { Card, Facts } from '../../base/kit/layout/card.tsx';
import { kilograms } from '../../base/kit/words/format.ts';
import { plural } from '../../base/kit/words/plural.ts';
import { numberInWords } from '../delivery/numbers.ts';
import { AddressLink, PhoneLink } from './way-to-stop.tsx';

/** Shows where a driver goes next, and what is delivered there. */
export function NextStop({ stop }: { stop: StopsPageQuery['stops'][number] }) {
  const { id, supermarketName, branchName, deliveryWindow, address, phone, notes } = stop;
  const facts: [name: string, value: ReactNode][] = [
    ['Delivery window', deliveryWindow ?? 'Any time'],
    ['Address', <AddressLink key="address" address={address} />],
    ['Phone', phone && <PhoneLink key="phone" number={phone} />],
    [
      'Goods',
      [plural(stop.totalQuantity, 'piece'), stop.totalWeight > 0 && kilograms(stop.totalWeight)]
        .filter(Boolean)
        .join(', '),
    ],
    ['Notes', notes],
  ];
  return (
    <Card
      title={`Next stop: ${branchName}`}
      about={`${supermarketName}, delivery ${numberInWords(stop)}`}
      actions={
        <ButtonLink isSmall kind="primary" href={`/stops/${id}`}>
          Open<span className="visually-hidden"> {branchName}</span>
        </ButtonLink>
      }
    >
      <Facts facts={facts.filter(([, value]) => value)} />
    </Card>
  );
}
