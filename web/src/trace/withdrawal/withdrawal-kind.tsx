import type { WithdrawalRowFragment } from '../../generated/operations.ts';
import { Badge } from '../../base/kit/layout/badge.tsx';
import { day } from '../../base/kit/words/format.ts';

export type Kind = WithdrawalRowFragment['kind'];

/** The kinds, with what each is. */
export const KINDS: Record<Kind, [label: string, about: string]> = {
  WITHDRAWAL: ['Withdrawal', 'Branches take the goods from their shelves.'],
  RECALL: ['Recall', 'Branches also warn their customers.'],
  TEST: ['Test', 'The exercise that audits ask for. Nothing is flagged as withdrawn.'],
};

/** Shows whether a withdrawal is open, and whether it is only a test. */
export function WithdrawalBadges({
  of: { kind, closedAt },
}: {
  of: Pick<WithdrawalRowFragment, 'kind' | 'closedAt'>;
}) {
  return (
    <>
      {kind === 'TEST' && <Badge tone="note">TEST</Badge>}{' '}
      {closedAt ? <Badge>Closed</Badge> : <Badge tone="bad">Open</Badge>}
    </>
  );
}

/** Returns what is withdrawn: lots, or a range of dates. */
export function goodsInWords({
  lots,
  bestBeforeFrom,
  bestBeforeTo,
}: Omit<WithdrawalRowFragment, 'product'>): string {
  if (lots.length > 0) return lots.join(', ');
  const [from, to] = [
    bestBeforeFrom && `from ${day(bestBeforeFrom)}`,
    bestBeforeTo && `to ${day(bestBeforeTo)}`,
  ];
  return ['Dates', from, to].filter(Boolean).join(' ');
}
