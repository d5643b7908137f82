import { CalendarX, FileUp, Plus } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import {
  BranchOfClosedDaysDocument,
  ClosedDaysPageDocument,
  type ClosedDayRowFragment,
} from '../../generated/operations.ts';
import { useData } from '../../base/graphql/use-data.ts';
import { Badge } from '../../base/kit/layout/badge.tsx';
import { Button } from '../../base/kit/layout/button.tsx';
import { Card } from '../../base/kit/layout/card.tsx';
import { dayAfter, inDaysAt } from '../../base/kit/words/days.ts';
import { Empty } from '../../base/kit/feedback/empty.tsx';
import { FailedNotice } from '../../base/kit/feedback/failed-notice.tsx';
import { day } from '../../base/kit/words/format.ts';
import { Loaded } from '../../base/kit/feedback/loaded.tsx';
import { Page } from '../../base/kit/layout/page.tsx';
import { RowActions } from '../../base/kit/table/row-actions.tsx';
import { type Column, Table } from '../../base/kit/table/table.tsx';
import { useMay } from '../../base/session/may.tsx';
import { useSession } from '../../base/session/session.tsx';
import { NotFound } from '../../base/kit/layout/not-found.tsx';
import { AddDaysDialog } from './add-days-dialog.tsx';
import { ImportCalendarDialog } from './import-calendar-dialog.tsx';
import { isListed, isOwn, useOwnDays } from './use-own-days.tsx';

/** The number of listed days, as many as one query returns. */
const LISTED_DAYS = 400;

const SOURCES = { TYPED: 'Entered', FILE: 'Calendar file', HOLIDAY: 'Public holiday', WEEKDAY: 'Every week' };

/** Lists and edits the closed days of the account, or of one branch. */
export default function ClosedDaysPage() {
  const [search] = useSearchParams();
  const branchId = search.get('branchId');
  const branch = useData(BranchOfClosedDaysDocument, { id: branchId ?? '' }, { isPaused: branchId === null });
  if (branch.data?.branch === null) return <NotFound what="This branch" />;
  const { name, supermarket } = branch.data?.branch ?? {};
  return (
    <ClosedDays
      key={branchId}
      branchId={branchId}
      title={name === undefined ? 'Closed days' : `Closed days of ${name}`}
      back={supermarket && { href: `/supermarkets/${supermarket.id}`, label: supermarket.name }}
    />
  );
}

interface ClosedDaysProps {
  branchId: string | null;
  title: string;
  back: { href: string; label: string } | undefined;
}

function ClosedDays({ branchId, title, back }: ClosedDaysProps) {
  const { timeZone } = useSession().account;
  const today = inDaysAt(timeZone, 0);
  const period = { from: today, to: dayAfter(today, LISTED_DAYS - 1) };
  // The account has no branch with the id 0.
  const asked = { ...period, branchId, listId: branchId ?? '0' };
  const loading = useData(ClosedDaysPageDocument, asked);
  const list = useOwnDays(asked, loading.data, loading.reload);
  const isAllowed = useMay()('deliveries:write');
  const [dialog, setDialog] = useState<'add' | 'import'>();
  const columns: Column<ClosedDayRowFragment>[] = [
    { name: 'Day', isWhole: true, cell: ({ date }) => day(date) },
    {
      name: 'Reason',
      cell: ({ reason, open }) => (
        <span className="wraps">
          {open ? <Badge tone="good">Open</Badge> : null} {reason ?? (open ? '' : '–')}
        </span>
      ),
    },
    {
      name: 'From',
      isSecondary: true,
      cell: (row) => (isListed(row) && !isOwn(row, branchId) ? 'Account' : SOURCES[row.source]),
    },
  ];
  if (isAllowed) {
    columns.push({
      name: 'Actions',
      isNameHidden: true,
      isNumber: true,
      cell: (row) => (
        <RowActions>
          {isOwn(row, branchId) ? (
            <Button
              isSmall
              isBusy={list.isRunning}
              aria-label={`Remove ${day(row.date)}`}
              onClick={() => void list.set({ [row.date]: null })}
            >
              Remove
            </Button>
          ) : (
            <Button
              isSmall
              isBusy={list.isRunning}
              aria-label={`Open ${day(row.date)}`}
              onClick={() => void list.set({ [row.date]: { open: true } })}
            >
              Open
            </Button>
          )}
        </RowActions>
      ),
    });
  }
  return (
    <Page
      title={title}
      about={
        branchId === null
          ? 'Days without deliveries, for all branches.'
          : 'Days without deliveries to this branch.'
      }
      back={back}
      actions={
        isAllowed && (
          <>
            <Button icon={FileUp} onClick={() => setDialog('import')}>
              Import calendar
            </Button>
            <Button kind="primary" icon={Plus} onClick={() => setDialog('add')}>
              Add closed days
            </Button>
          </>
        )
      }
    >
      {dialog === undefined && <FailedNotice failure={list.failure} />}
      {dialog === undefined && list.conflict}
      <Card isFlush>
        <Loaded of={loading} lines={6}>
          {({ closedDays }) =>
            closedDays.length > 0 ? (
              <Table caption="Closed days" columns={columns} rows={closedDays} keyOf={({ date }) => date} />
            ) : (
              <Empty icon={CalendarX} title="No closed days in the next 400 days">
                {isAllowed && <p>Add days, import a calendar, or choose public holidays in the account.</p>}
              </Empty>
            )
          }
        </Loaded>
      </Card>
      {loading.data?.closedDays.some(({ source }) => source === 'HOLIDAY') && <HolidaysLicence />}
      {dialog === 'add' && (
        <AddDaysDialog
          period={period}
          list={list}
          onClose={() => {
            list.reset();
            setDialog(undefined);
          }}
        />
      )}
      {dialog === 'import' && (
        <ImportCalendarDialog
          branchId={branchId}
          onImported={loading.reload}
          onClose={() => setDialog(undefined)}
        />
      )}
    </Page>
  );
}

/** Names the source of public holidays, as its licence requires. */
function HolidaysLicence() {
  return (
    <p>
      Public holidays: <a href="https://github.com/commenthol/date-holidays">date-holidays</a>, data under{' '}
      <a href="https://creativecommons.org/licenses/by-sa/3.0/">CC BY-SA 3.0</a>.
    </p>
  );
}
