import type { TracePageQuery } from '../generated/operations.ts';
import { Card, Figure } from '../kit/card.tsx';
import { wholeNumber } from '../kit/format.ts';
import { Notice } from '../kit/notice.tsx';
import { plural } from '../kit/plural.ts';
import { Figures } from '../dashboard/figures.tsx';

type Balance = TracePageQuery['lotTrace']['balance'];

/** Shows how much went out and came back, and how far that can be trusted. */
export function BalanceCard({ balance }: { balance: Balance }) {
  const { delivered, returnedWithLot } = balance;
  const doubts = doubtsOf(balance);
  return (
    <Card title="Mass balance" about="Deliveries that were dispatched. What was sold since cannot be known.">
      <Figures>
        <Figure label="Delivered" value={wholeNumber(delivered)} />
        <Figure label="Returned" value={wholeNumber(returnedWithLot)} about="with this lot" />
        <Figure label="Delivered and not returned" value={wholeNumber(delivered - returnedWithLot)} />
      </Figures>
      {doubts.length > 0 ? (
        <Notice tone="warn" title="How far you can trust these figures">
          {doubts.map((doubt) => (
            <p key={doubt}>{doubt}</p>
          ))}
        </Notice>
      ) : (
        <p>All dispatched lines in this period have lots, and all returns name one.</p>
      )}
    </Card>
  );
}

function doubtsOf({
  returnedUnallocated,
  linesChecked,
  linesWithoutLot,
  quantityWithoutLot,
}: Balance): string[] {
  const doubts: string[] = [];
  if (returnedUnallocated > 0) {
    doubts.push(
      `${plural(returnedUnallocated, 'unit')} came back from the same lines without naming a lot. They could be of this lot.`,
    );
  }
  if (linesWithoutLot > 0) {
    doubts.push(
      `${wholeNumber(linesWithoutLot)} of ${plural(linesChecked, 'line')} of the product in this period (${plural(quantityWithoutLot, 'unit')}) ` +
        `${linesWithoutLot === 1 ? 'has' : 'have'} no lot. The lot could be in them. Limit the days of dispatch to narrow this down.`,
    );
  }
  return doubts;
}
