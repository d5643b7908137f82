import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { WithdrawalPanelQuery } from '../../generated/operations.ts';
import { Time } from '../../base/kit/words/time.tsx';
import { goodsInWords } from './withdrawal-kind.tsx';

/** Returns what is withdrawn, why and since when, as names and values. */
export function factsOf(withdrawal: NonNullable<WithdrawalPanelQuery['withdrawal']>): [string, ReactNode][] {
  const { product, lots, reason, instruction, startedAt, closedAt, closedReason } = withdrawal;
  const facts: [string, ReactNode][] = [
    [
      'Product',
      <Link key="product" href={`/products/${product.id}`}>
        {product.name}
      </Link>,
    ],
    [lots.length === 1 ? 'Lot' : 'Lots', goodsInWords(withdrawal)],
    ['Reason', reason],
    ['Instruction', instruction],
    ['Started', <Time key="started" value={startedAt} isExact />],
  ];
  if (closedAt) {
    facts.push(['Closed', <Time key="closed" value={closedAt} isExact />], ['Outcome', closedReason]);
  }
  return facts;
}
