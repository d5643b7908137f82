import { ScrollText, SearchX } from 'lucide-react';
import { AuditLogPageDocument, type AuditRowFragment } from '../../generated/operations.ts';
import { useData } from '../../base/graphql/use-data.ts';
import { Button } from '../../base/kit/layout/button.tsx';
import { Card } from '../../base/kit/layout/card.tsx';
import { Empty } from '../../base/kit/feedback/empty.tsx';
import { useFilters } from '../../base/kit/table/filters.tsx';
import { Loaded } from '../../base/kit/feedback/loaded.tsx';
import { Page } from '../../base/kit/layout/page.tsx';
import { Pager, usePageArguments } from '../../base/kit/table/pager.tsx';
import { type Column, Table } from '../../base/kit/table/table.tsx';
import { Time } from '../../base/kit/words/time.tsx';
import { AuditFilterBar, auditFilterOf } from './audit-filters.tsx';
import { entryInWords } from './entry-words.ts';

const COLUMNS: Column<AuditRowFragment>[] = [
  { name: 'What happened', cell: entryInWords },
  { name: 'When', cell: ({ at }) => <Time value={at} isExact /> },
];

/** Lists who did what, newest first. */
export default function AuditLogPage() {
  const filters = useFilters('about', 'from', 'to');
  const log = useData(AuditLogPageDocument, { ...usePageArguments(), filter: auditFilterOf(filters) });
  return (
    <Page
      title="Audit log"
      about="Who did what to keys, webhooks, passwords, the account and withdrawals. Entries are kept for a year."
      back={{ href: '/account', label: 'Account' }}
    >
      <AuditFilterBar filters={filters} />
      <Card isFlush>
        <Loaded of={log} lines={10}>
          {({ auditLog }) =>
            auditLog.nodes.length > 0 ? (
              <>
                <Table
                  caption="Audit log"
                  isStacked
                  columns={COLUMNS}
                  rows={auditLog.nodes}
                  keyOf={({ id }) => id}
                />
                <Pager of={auditLog} noun="entry" />
              </>
            ) : filters.isEmpty ? (
              <Empty icon={ScrollText} title="No entries in the audit log">
                <p>Sign-ins and changes of keys, webhooks and the account appear here.</p>
              </Empty>
            ) : (
              <Empty icon={SearchX} title="No entries match these filters">
                <Button onClick={filters.clear}>Clear filters</Button>
              </Empty>
            )
          }
        </Loaded>
      </Card>
    </Page>
  );
}
