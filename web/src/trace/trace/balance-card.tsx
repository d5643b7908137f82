import type { TracePageQuery } from '../../generated/operations.ts';
import { Button } from '../../base/kit/layout/button.tsx';
import { Card, Figure } from '../../base/kit/layout/card.tsx';
import { wholeNumber } from '../../base/kit/words/format.ts';
import { Notice } from '../../base/kit/feedback/notice.tsx';
import { Figures } from '../../base/chart/figures.tsx';
import { doubtsOf, namesOf } from './doubts.ts';
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

/**
 * Shows how much went out and came back, how far that can be trusted, and the lines that the lot could be in
 * too.
 */
export function BalanceCard({ balance, filters, suspects, printed }: BalanceCardProps) {
  const { delivered, returnedWithLot, linesChecked, linesWithoutLot, isComplete } = balance;
  const { missing, present } = namesOf(filters.values);
  const doubts = doubtsOf(balance, missing);
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
              ? `The only dispatched line of the product in this period has ${present} for each piece`
              : `All ${wholeNumber(linesChecked)} dispatched lines of the product in this period have ${present} for each piece`}
            , and all returns name a lot.
          </p>
        )}
      </Card>
      {suspects.areShown && (
        <SuspectsCard filters={filters} total={isComplete ? linesWithoutLot : undefined} printed={printed} />
      )}
    </>
  );
}
