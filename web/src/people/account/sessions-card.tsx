import { useState } from 'react';
import {
  AccountPageDocument,
  type AccountPageQuery,
  EndSessionDocument,
  SignOutEverywhereDocument,
} from '../../generated/operations.ts';
import { useAction } from '../../base/graphql/use-action.ts';
import { useData } from '../../base/graphql/use-data.ts';
import { Badge } from '../../base/kit/layout/badge.tsx';
import { Button } from '../../base/kit/layout/button.tsx';
import { Card } from '../../base/kit/layout/card.tsx';
import { ConfirmDialog } from '../../base/kit/feedback/dialog.tsx';
import { DownloadCsv } from '../../base/kit/table/download-csv.tsx';
import { FailedNotice } from '../../base/kit/feedback/failed-notice.tsx';
import { Loaded } from '../../base/kit/feedback/loaded.tsx';
import { type Column, Table } from '../../base/kit/table/table.tsx';
import { Time } from '../../base/kit/words/time.tsx';
import { useSessionState } from '../../base/session/session.tsx';
import { browserOf } from './browser.ts';

type SessionRow = AccountPageQuery['sessions'][number];

/** Lists the sessions of the person, and ends them. */
export function SessionsCard() {
  const sessions = useData(AccountPageDocument, {});
  const end = useAction(EndSessionDocument);
  const [isLeaving, setLeaving] = useState(false);
  const columns: Column<SessionRow>[] = [
    {
      name: 'Browser',
      cell: ({ userAgent, isCurrent }) => (
        <>
          {browserOf(userAgent)} {isCurrent && <Badge tone="good">This browser</Badge>}
        </>
      ),
    },
    { name: 'Last active', cell: ({ lastUsedAt }) => <Time value={lastUsedAt} /> },
    { name: 'Signed in', isSecondary: true, cell: ({ createdAt }) => <Time value={createdAt} isExact /> },
    {
      name: 'Actions',
      isNameHidden: true,
      isNumber: true,
      cell: ({ id, isCurrent, userAgent }) =>
        !isCurrent && (
          <Button
            isSmall
            isBusy={end.isRunning}
            aria-label={`Sign out of ${browserOf(userAgent)}`}
            onClick={() => void end.run({ id }).then(sessions.reload)}
          >
            Sign out
          </Button>
        ),
    },
  ];
  return (
    <Card
      title="Sessions"
      isFlush
      actions={
        <>
          <DownloadCsv isSmall list="sessions" />
          <Button isSmall kind="danger" onClick={() => setLeaving(true)}>
            Sign out everywhere
          </Button>
        </>
      }
    >
      <Loaded of={sessions} lines={2}>
        {({ sessions }) => (
          <Table caption="Sessions" isStacked columns={columns} rows={sessions} keyOf={({ id }) => id} />
        )}
      </Loaded>
      <FailedNotice failure={end.failure} />
      {isLeaving && <SignOutEverywhere onClose={() => setLeaving(false)} />}
    </Card>
  );
}

function SignOutEverywhere({ onClose }: { onClose: () => void }) {
  const { run, isRunning, failure } = useAction(SignOutEverywhereDocument);
  const { renew } = useSessionState();
  return (
    <ConfirmDialog
      title="Sign out everywhere?"
      label="Sign out everywhere"
      isDangerous
      isBusy={isRunning}
      failure={failure}
      onClose={onClose}
      onConfirm={() => void run({}).then((done) => done && renew())}
    >
      <p>This signs you out on every browser, including this one. API keys keep working.</p>
    </ConfirmDialog>
  );
}
