import type { TracePageQuery } from '../generated/operations.ts';
import { Button } from '../kit/button.tsx';
import { Card, Figure } from '../kit/card.tsx';
import { wholeNumber } from '../kit/format.ts';
import { Notice } from '../kit/notice.tsx';
import { plural } from '../kit/plural.ts';
import { Figures } from '../dashboard/figures.tsx';
import { SuspectsCard } from './suspects-card.tsx';
import type { PrintedRows } from './use-print.ts';
import type { TraceFilters } from './use-trace.ts';

type Balance = TracePageQuery['lotTrace']['balance'];

interface BalanceCardProps {
  balance: Balance;
  filters: TraceFilters;
  /** Whether the lines without a lot are listed, and how to list them. */
  suspects: { areShown: boolean; show: () => void };
  printed: PrintedRows | undefined;
}

/** Shows how much went out and came back, how far that can be trusted, and the lines that the lot could be in too. */
export function BalanceCard({ balance, filters, suspects, printed }: BalanceCardProps) {
  const { delivered, returnedWithLot, linesChecked, linesWithoutLot, isComplete } = balance;
  const doubts = doubtsOf(balance);
  return (
    <>
      <Card
        title="Mass balance"
        about="Deliveries that were dispatched. What was sold since cannot be known."
      >
        <Figures>
          <Figure label="Delivered" value={wholeNumber(delivered)} />
          <Figure label="Returned" value={wholeNumber(returnedWithLot)} about="with this lot" />
          <Figure label="Delivered and not returned" value={wholeNumber(delivered - returnedWithLot)} />
        </Figures>
        {doubts.length > 0 ? (
          <Notice
            tone="warn"
            title="How far you can trust these figures"
            actions={
              linesWithoutLot > 0 &&
              !suspects.areShown && (
                <Button isSmall onClick={suspects.show}>
                  Show lines without a lot
                </Button>
              )
            }
          >
            {doubts.map((doubt) => (
              <p key={doubt}>{doubt}</p>
            ))}
          </Notice>
        ) : (
          <p>
            {linesChecked === 1
              ? 'The only dispatched line of the product in this period has a lot or date for each piece'
              : `All ${wholeNumber(linesChecked)} dispatched lines of the product in this period have a lot or date for each piece`}
            , and all returns name one.
          </p>
        )}
      </Card>
      {suspects.areShown && (
        <SuspectsCard filters={filters} total={isComplete ? linesWithoutLot : undefined} printed={printed} />
      )}
    </>
  );
}

function doubtsOf({
  returnedUnallocated,
  linesChecked,
  linesWithoutLot,
  quantityWithoutLot,
  isComplete,
}: Balance): string[] {
  const doubts: string[] = [];
  if (linesChecked === 0) {
    doubts.push(
      'No dispatched line of the product was looked at, so nothing is known about goods without a lot.',
    );
  } else if (!isComplete) {
    doubts.push(
      `Only ${plural(linesChecked, 'line')} of the product, the newest, could be looked at. The lot could be in others. ` +
        'Limit the days of dispatch to look at all of them.',
    );
  }
  if (linesWithoutLot > 0) {
    doubts.push(
      `${plural(quantityWithoutLot, 'unit')} in ${wholeNumber(linesWithoutLot)} of ${plural(linesChecked, 'line')} of the product in this period ` +
        `${quantityWithoutLot === 1 ? 'has' : 'have'} no lot. The lot could be among them.`,
    );
  }
  if (returnedUnallocated > 0) {
    doubts.push(
      `${plural(returnedUnallocated, 'unit')} came back from the same lines without naming a lot. They could be of this lot.`,
    );
  }
  return doubts;
}
