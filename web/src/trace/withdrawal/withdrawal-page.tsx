import { Lock, Printer } from 'lucide-react';
import { useState } from 'react';
import { useParams } from 'wouter';
import { WithdrawalPageDocument, type WithdrawalPageQuery } from '../../generated/operations.ts';
import { useData } from '../../base/graphql/use-data.ts';
import { Button } from '../../base/kit/layout/button.tsx';
import { Card, Facts } from '../../base/kit/layout/card.tsx';
import { Loaded } from '../../base/kit/feedback/loaded.tsx';
import { Notice } from '../../base/kit/feedback/notice.tsx';
import { Page } from '../../base/kit/layout/page.tsx';
import { Printed } from '../../base/kit/paper/printed.tsx';
import { May } from '../../base/session/may.tsx';
import { useSession } from '../../base/session/session.tsx';
import { NotFound } from '../../base/kit/layout/not-found.tsx';
import { CloseDialog } from './close-dialog.tsx';
import { CoverageCard } from './coverage-card.tsx';
import { NoticesCard } from './notices-card.tsx';
import { ProgressCard } from './progress-card.tsx';
import { factsOf } from './withdrawal-facts.tsx';
import { KINDS, WithdrawalBadges } from './withdrawal-kind.tsx';

type Withdrawal = NonNullable<WithdrawalPageQuery['withdrawal']>;

/** The interval of polls: other people record acknowledgements meanwhile. */
const POLL_MS = 30_000;

/** Shows a withdrawal with its progress and notices; printed, it is the report. */
export default function WithdrawalPage() {
  const { id = '' } = useParams();
  const loading = useData(WithdrawalPageDocument, { id }, { everyMs: POLL_MS });
  const [isClosing, setClosing] = useState(false);
  const withdrawal = loading.data?.withdrawal;
  if (withdrawal === null) return <NotFound what="This withdrawal" />;
  return (
    <Page
      title={withdrawal ? `${KINDS[withdrawal.kind][0]} #${id}` : `Withdrawal #${id}`}
      beside={withdrawal && <WithdrawalBadges of={withdrawal} />}
      back={{ href: '/withdrawals', label: 'Withdrawals' }}
      actions={
        withdrawal && (
          <>
            <Button icon={Printer} onClick={() => window.print()}>
              Print report
            </Button>
            {!withdrawal.closedAt && (
              <May needs="deliveries:write">
                <Button kind="primary" icon={Lock} onClick={() => setClosing(true)}>
                  Close {KINDS[withdrawal.kind][0].toLowerCase()}
                </Button>
              </May>
            )}
          </>
        )
      }
    >
      <Loaded of={loading} lines={8}>
        {({ withdrawal }) => withdrawal && <Details of={withdrawal} onChange={loading.reload} />}
      </Loaded>
      {withdrawal && isClosing && (
        <CloseDialog withdrawal={withdrawal} onClosed={loading.reload} onClose={() => setClosing(false)} />
      )}
    </Page>
  );
}

function Details({ of: withdrawal, onChange }: { of: Withdrawal; onChange: () => void }) {
  const { account } = useSession();
  const { closedAt } = withdrawal;
  return (
    <>
      {withdrawal.kind === 'TEST' && (
        <Notice tone="note" title="TEST">
          This is an exercise. No goods have to come back.
        </Notice>
      )}
      <Printed />
      <ProgressCard withdrawal={withdrawal} />
      <Card title="Details">
        <Facts
          facts={[
            ['Supplier', [account.name, account.address].filter(Boolean).join(', ')],
            ...factsOf(withdrawal),
          ]}
        />
      </Card>
      {!closedAt && <CoverageCard withdrawal={withdrawal} />}
      <NoticesCard withdrawal={withdrawal} onChange={onChange} />
    </>
  );
}
