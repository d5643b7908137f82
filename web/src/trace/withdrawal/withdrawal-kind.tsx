import type { WithdrawalRowFragment } from '../../generated/operations.ts';
import { Badge } from '../../base/kit/layout/badge.tsx';
import { day } from '../../base/kit/words/format.ts';

export type Kind = WithdrawalRowFragment['kind'];

/** The kinds, the least grave one first, with what each is. */
export const KINDS: Record<Kind, [label: string, about: string]> = {
  TEST: ['Test', 'An exercise with real lots, as audits ask for. Nothing is flagged as withdrawn.'],
  WITHDRAWAL: ['Withdrawal', 'Branches take the goods from their shelves.'],
  RECALL: ['Recall', 'Branches also warn their customers.'],
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
}: Partial<Pick<WithdrawalRowFragment, 'bestBeforeFrom' | 'bestBeforeTo'>> &
  Pick<WithdrawalRowFragment, 'lots'>): string {
  if (lots.length > 0) return lots.join(', ');
  const [from, to] = [
    bestBeforeFrom && `from ${day(bestBeforeFrom)}`,
    bestBeforeTo && `to ${day(bestBeforeTo)}`,
  ];
  return ['Dates', from, to].filter(Boolean).join(' ');
}
