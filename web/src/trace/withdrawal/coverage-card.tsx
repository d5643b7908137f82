import { Link } from 'wouter';
import { WithdrawalCoverageDocument, type WithdrawalPageQuery } from '../../generated/operations.ts';
import { useData } from '../../base/graphql/use-data.ts';
import { Card } from '../../base/kit/layout/card.tsx';
import { Loaded } from '../../base/kit/feedback/loaded.tsx';
import { Notice } from '../../base/kit/feedback/notice.tsx';
import { plural } from '../../base/kit/words/plural.ts';
import { doubtsOf, namesOf } from '../trace/doubts.ts';
import { PendingList } from '../trace/pending-list.tsx';

type Withdrawal = NonNullable<WithdrawalPageQuery['withdrawal']>;

/**
 * Says what an open withdrawal has no notices for: pending deliveries, other spellings, and goods without a
 * lot.
 */
export function CoverageCard({ withdrawal }: { withdrawal: Withdrawal }) {
  const { product, lots, bestBeforeFrom, bestBeforeTo } = withdrawal;
  const dates = { ...(bestBeforeFrom && { bestBeforeFrom }), ...(bestBeforeTo && { bestBeforeTo }) };
  const [lot] = lots;
  const goods = lot === undefined ? dates : { lots };
  const coverage = useData(WithdrawalCoverageDocument, { productId: product.id, ...goods });
  const name = lot === undefined ? 'These dates' : `${lots.length === 1 ? 'Lot' : 'Lots'} ${lots.join(', ')}`;
  // Goods without a lot are the same for each lot of the product.
  const traced = { productId: product.id, ...(lot === undefined ? dates : { lot }) };
  return (
    <Card title="Without a notice" about="As of when you opened this page.">
      <Loaded of={coverage} lines={2}>
        {({ lotTrace: { otherSpellings, pending, balance } }) => {
          const doubts = doubtsOf(balance, namesOf(traced).missing);
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
              {otherSpellings.length > 0 && (
                <Notice
                  tone="warn"
                  title={`Other spellings of ${lots.length === 1 ? 'lot' : 'lots'} ${lots.join(', ')}: ${otherSpellings.join(', ')}`}
                >
                  Their branches have no notice. If the label is the same, start a withdrawal of them too.
                </Notice>
              )}
              {doubts.length > 0 && (
                <Notice tone="warn" title="How far you can trust these notices">
                  {doubts.map((doubt) => (
                    <p key={doubt}>{doubt}</p>
                  ))}
                  <Link href={`/trace?${new URLSearchParams({ ...traced, suspects: '1' })}`}>
                    Trace {lot === undefined ? 'these dates' : lots.length === 1 ? 'this lot' : `lot ${lot}`}
                  </Link>
                </Notice>
              )}
              {pending.deliveries === 0 && otherSpellings.length === 0 && doubts.length === 0 && (
                <p>
                  {name}: no pending deliveries{lot === undefined ? '' : ', and no other spellings'}.
                </p>
              )}
            </div>
          );
        }}
      </Loaded>
    </Card>
  );
}
