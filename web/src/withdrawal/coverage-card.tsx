import { Link } from 'wouter';
import { WithdrawalCoverageDocument, type WithdrawalPageQuery } from '../generated/operations.ts';
import { useData } from '../graphql/use-data.ts';
import { Card } from '../kit/card.tsx';
import { Loaded } from '../kit/loaded.tsx';
import { Notice } from '../kit/notice.tsx';
import { plural } from '../kit/plural.ts';
import { doubtsOf, namesOf } from '../trace/doubts.ts';
import { PendingList } from '../trace/pending-list.tsx';
import { MAX_PREVIEWED } from './draft-withdrawal.ts';
import type { Previewed } from './preview.tsx';

/** What the balance of each lot of a product says alike. */
const SAID_BEFORE = { linesChecked: 1, linesWithoutLot: 0, isComplete: true };

type Withdrawal = NonNullable<WithdrawalPageQuery['withdrawal']>;

/** Says what an open withdrawal has no notices for: pending deliveries, other spellings, and goods without a lot. */
export function CoverageCard({ withdrawal }: { withdrawal: Withdrawal }) {
  const { product, lots, bestBeforeFrom, bestBeforeTo } = withdrawal;
  const dates = { ...(bestBeforeFrom && { bestBeforeFrom }), ...(bestBeforeTo && { bestBeforeTo }) };
  const goods: Previewed[] =
    lots.length > 0
      ? lots.slice(0, MAX_PREVIEWED).map((lot) => ({ productId: product.id, lot }))
      : [{ productId: product.id, ...dates }];
  const unseen = Math.max(0, lots.length - MAX_PREVIEWED);
  return (
    <Card title="Without a notice" about="As of when you opened this page.">
      {goods.map((each, at) => (
        <Uncovered key={JSON.stringify(each)} of={each} lots={lots} isFirst={at === 0} />
      ))}
      {unseen > 0 && <p>{plural(unseen, 'more lot')} not looked up. Trace them one by one.</p>}
    </Card>
  );
}

interface UncoveredProps {
  of: Previewed;
  lots: readonly string[];
  /** Goods without a lot are the same for each lot of the product, so they are said once. */
  isFirst: boolean;
}

function Uncovered({ of, lots, isFirst }: UncoveredProps) {
  const coverage = useData(WithdrawalCoverageDocument, of);
  const name = of.lot ? `Lot ${of.lot}` : 'These dates';
  const { productId, ...goods } = of;
  const address = `/trace?${new URLSearchParams({ productId, ...goods, suspects: '1' })}`;
  return (
    <Loaded of={coverage} lines={2}>
      {({ lotTrace: { otherSpellings, pending, balance } }) => {
        const others = otherSpellings.filter((each) => !lots.includes(each));
        const doubts = doubtsOf(isFirst ? balance : { ...balance, ...SAID_BEFORE }, namesOf(goods).missing);
        return (
          <div className="wraps">
            {pending.deliveries > 0 && (
              <Notice
                tone="warn"
                title={`${name}: ${plural(pending.deliveries, 'delivery')} with ${plural(pending.quantity, 'unit')} still pending. Cancel or change:`}
              >
                <PendingList of={pending} />
              </Notice>
            )}
            {others.length > 0 && (
              <Notice tone="warn" title={`Other spellings of lot ${of.lot}: ${others.join(', ')}`}>
                Their branches have no notice. If the label is the same, start a withdrawal of them too.
              </Notice>
            )}
            {doubts.length > 0 && (
              <Notice tone="warn" title="How far you can trust these notices">
                {doubts.map((doubt) => (
                  <p key={doubt}>{doubt}</p>
                ))}
                <Link href={address}>Trace {of.lot ? 'this lot' : 'these dates'}</Link>
              </Notice>
            )}
            {pending.deliveries === 0 && others.length === 0 && doubts.length === 0 && (
              <p>
                {name}: no pending deliveries{of.lot ? ', and no other spellings' : ''}.
              </p>
            )}
          </div>
        );
      }}
    </Loaded>
  );
}
