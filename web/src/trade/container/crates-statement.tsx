import { Plus, Printer } from 'lucide-react';
import { useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import { CratesOfSupermarketDocument, type CratesOfSupermarketQuery } from '../../generated/operations.ts';
import { useData } from '../../base/graphql/use-data.ts';
import { Loaded } from '../../base/kit/feedback/loaded.tsx';
import { SelectField, TextField } from '../../base/kit/form/field.tsx';
import { FieldRow } from '../../base/kit/form/form.tsx';
import { Button } from '../../base/kit/layout/button.tsx';
import { Card } from '../../base/kit/layout/card.tsx';
import { NotFound } from '../../base/kit/layout/not-found.tsx';
import { Page } from '../../base/kit/layout/page.tsx';
import { PaperLogo } from '../../base/kit/paper/paper-logo.tsx';
import { DownloadCsv } from '../../base/kit/table/download-csv.tsx';
import { type Column, Table } from '../../base/kit/table/table.tsx';
import { dayAfter, inDaysAt } from '../../base/kit/words/days.ts';
import { day, money, month, wholeNumber } from '../../base/kit/words/format.ts';
import { May } from '../../base/session/may.tsx';
import { useSession } from '../../base/session/session.tsx';
import { AdjustDialog } from './adjust-dialog.tsx';

type StatementLine = NonNullable<CratesOfSupermarketQuery['containerStatement']>[number];
type Movement = CratesOfSupermarketQuery['containerMovements']['nodes'][number];

const MOVEMENTS: Column<Movement>[] = [
  { name: 'Day', isWhole: true, cell: ({ date }) => day(date) },
  { name: 'Type', cell: ({ type }) => type.name },
  {
    name: 'Delivery or reason',
    cell: ({ delivery, adjustment }) =>
      delivery ? (
        <Link href={`/deliveries/${delivery.id}`}>{delivery.reference ?? `#${delivery.id}`}</Link>
      ) : (
        <span className="wraps">
          {[adjustment!.reason, adjustment!.by].filter((each) => each !== null).join(' – ')}
        </span>
      ),
  },
  {
    name: 'Branch',
    isSecondary: true,
    cell: ({ delivery, adjustment }) => delivery?.branchName ?? adjustment?.branch?.name ?? '–',
  },
  { name: 'Out', isNumber: true, cell: ({ out }) => wholeNumber(out) },
  { name: 'Back', isNumber: true, cell: ({ back }) => wholeNumber(back) },
  { name: 'Change', isNumber: true, cell: ({ quantity }) => wholeNumber(quantity) },
];

/** Shows the crates of a supermarket, or of one of its branches, in a month, to be printed. */
export function CratesStatement({ supermarketId }: { supermarketId: string }) {
  const { timeZone, currency } = useSession().account;
  const [search, setSearch] = useSearchParams();
  const [isAdjusting, setAdjusting] = useState(false);
  const branchId = search.get('branchId');
  const named = search.get('month') ?? '';
  const chosen = /^\d{4}-(0[1-9]|1[0-2])$/.test(named) ? named : inDaysAt(timeZone, 0).slice(0, 7);
  const days = { from: `${chosen}-01`, to: lastDayOf(chosen) };
  const ofBranch: { branchId?: string } = branchId === null ? {} : { branchId };
  const after = search.get('after');
  const loading = useData(CratesOfSupermarketDocument, {
    id: supermarketId,
    ...days,
    ...ofBranch,
    ...(after !== null && { after }),
  });
  if (loading.data?.supermarket === null) return <NotFound what="This supermarket" />;
  const { name = '', branches = [] } = loading.data?.supermarket ?? {};
  const choose = (changed: Record<string, string>) => {
    const query = { supermarketId, month: chosen, ...ofBranch, ...changed };
    setSearch(Object.fromEntries(Object.entries(query).filter(([, value]) => value !== '')));
  };
  const branchName = branches.find(({ id }) => id === branchId)?.name;
  const columns: Column<StatementLine>[] = [
    { name: 'Type', cell: ({ type }) => type.name },
    {
      name: 'Deposit',
      isNumber: true,
      isSecondary: true,
      cell: ({ type }) => type.deposit !== null && money(type.deposit, currency),
    },
    { name: 'Opening', isNumber: true, cell: ({ opening }) => wholeNumber(opening) },
    { name: 'Out', isNumber: true, cell: ({ out }) => wholeNumber(out) },
    { name: 'Back', isNumber: true, cell: ({ back }) => wholeNumber(back) },
    { name: 'Adjusted', isNumber: true, cell: ({ adjusted }) => wholeNumber(adjusted) },
    { name: 'Closing', isNumber: true, cell: ({ closing }) => wholeNumber(closing) },
  ];
  return (
    <Page
      title={`Crates of ${[name, branchName].filter(Boolean).join(', ')}`}
      about={month(days.from)}
      back={{ href: '/crates', label: 'Crates' }}
      actions={
        <>
          <Button icon={Printer} onClick={() => window.print()}>
            Print
          </Button>
          <DownloadCsv
            list="container-movements"
            within={{ supermarketId, ...days, ...(branchId !== null && { branchId }) }}
          />
          <May needs="deliveries:write">
            <Button kind="primary" icon={Plus} onClick={() => setAdjusting(true)}>
              Adjust
            </Button>
          </May>
        </>
      }
    >
      <PaperLogo />
      <FieldRow>
        <TextField
          name="month"
          label="Month"
          type="month"
          value={chosen}
          onChange={({ target }) => target.value && choose({ month: target.value })}
        />
        <SelectField
          name="branchId"
          label="Branch"
          value={branchId ?? ''}
          onChange={({ target }) => choose({ branchId: target.value })}
        >
          <option value="">All branches</option>
          {branches.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      </FieldRow>
      <Card title="Statement" isFlush>
        <Loaded of={loading} lines={4}>
          {({ containerStatement }) =>
            containerStatement && containerStatement.length > 0 ? (
              <Table
                caption="Statement"
                columns={columns}
                rows={containerStatement}
                keyOf={({ type }) => type.id}
              />
            ) : (
              <p>No balance and no movements in this month.</p>
            )
          }
        </Loaded>
      </Card>
      {loading.data && loading.data.containerMovements.nodes.length > 0 && (
        <Card title="Movements" isFlush>
          <Table
            caption="Movements"
            columns={MOVEMENTS}
            rows={loading.data.containerMovements.nodes}
            keyOf={({ delivery, adjustment, type }) => `${delivery?.id} ${adjustment?.id} ${type.id}`}
          />
          {loading.data.containerMovements.pageInfo.hasNextPage && (
            <Button onClick={() => choose({ after: loading.data!.containerMovements.pageInfo.endCursor! })}>
              Next page
            </Button>
          )}
        </Card>
      )}
      {isAdjusting && (
        <AdjustDialog
          supermarket={{ id: supermarketId, branches }}
          onClose={() => setAdjusting(false)}
          onSaved={loading.reload}
        />
      )}
    </Page>
  );
}

/** Returns the last day of a month, YYYY-MM. */
function lastDayOf(chosen: string): string {
  const [year = 0, number = 0] = chosen.split('-').map(Number);
  const next = number === 12 ? `${year + 1}-01-01` : `${year}-${String(number + 1).padStart(2, '0')}-01`;
  return dayAfter(next, -1);
}
