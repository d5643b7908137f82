import { OctagonAlert, Package, Plus, Route } from 'lucide-react';
import { type WithdrawalRowFragment, WithdrawalsPageDocument } from '../generated/operations.ts';
import { useData } from '../graphql/use-data.ts';
import { ButtonLink } from '../kit/button.tsx';
import { Card } from '../kit/card.tsx';
import { Empty } from '../kit/empty.tsx';
import { Loaded } from '../kit/loaded.tsx';
import { Page } from '../kit/page.tsx';
import { Pager, usePageArguments } from '../kit/pager.tsx';
import { Stacked } from '../kit/stacked.tsx';
import { type Column, Table } from '../kit/table.tsx';
import { Time } from '../kit/time.tsx';
import { May } from '../session/may.tsx';
import { goodsInWords, KINDS, WithdrawalBadges } from './withdrawal-kind.tsx';

const COLUMNS: Column<WithdrawalRowFragment>[] = [
  {
    name: 'Withdrawal',
    cell: (row) => (
      <Stacked below={<span className="wraps">{goodsInWords(row)}</span>}>
        <span className="wraps">
          {KINDS[row.kind][0]} #{row.id} · {row.product.name}
        </span>
      </Stacked>
    ),
  },
  { name: 'Started', isSecondary: true, cell: ({ startedAt }) => <Time value={startedAt} isExact /> },
  { name: 'Status', cell: (row) => <WithdrawalBadges of={row} /> },
];

/** Lists withdrawals, recalls and tests, newest first. */
export default function WithdrawalsPage() {
  const loading = useData(WithdrawalsPageDocument, usePageArguments());
  return (
    <Page
      title="Withdrawals"
      about="Take lots back from the branches that got them, and practise it."
      actions={
        <May needs="deliveries:write">
          <ButtonLink kind="primary" icon={Plus} href="/withdrawals/new">
            New withdrawal
          </ButtonLink>
        </May>
      }
    >
      <Card isFlush>
        <Loaded of={loading} lines={6}>
          {({ withdrawals }) =>
            withdrawals.nodes.length > 0 ? (
              <>
                <Table
                  caption="Withdrawals"
                  columns={COLUMNS}
                  rows={withdrawals.nodes}
                  keyOf={({ id }) => id}
                  nameOf={({ kind, id }) => `${KINDS[kind][0]} #${id}`}
                  hrefOf={({ id }) => `/withdrawals/${id}`}
                  actionsOf={({ product }) => [
                    { label: 'View product', icon: Package, href: `/products/${product.id}` },
                    { label: 'Trace', icon: Route, href: `/trace?productId=${product.id}` },
                  ]}
                />
                <Pager of={withdrawals} noun="withdrawal" />
              </>
            ) : (
              <Empty icon={OctagonAlert} title="No withdrawals yet">
                <May needs="deliveries:write">
                  <p>Start one when goods must come back, or a test once a year to see how long it takes.</p>
                  <ButtonLink href="/withdrawals/new">Start a withdrawal</ButtonLink>
                </May>
              </Empty>
            )
          }
        </Loaded>
      </Card>
    </Page>
  );
}
