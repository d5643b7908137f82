import { FileUp, SearchX } from 'lucide-react';
import { lazy, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useSearchParams } from 'wouter';
import {
  type ImportRowFragment,
  ImportsPageDocument,
  OlderImportsDocument,
} from '../../generated/operations.ts';
import { useData } from '../../base/graphql/use-data.ts';
import { useRead } from '../../base/graphql/use-read.ts';
import { Button } from '../../base/kit/layout/button.tsx';
import { Card } from '../../base/kit/layout/card.tsx';
import { Empty } from '../../base/kit/feedback/empty.tsx';
import { useFilters } from '../../base/kit/table/filters.tsx';
import { Loaded } from '../../base/kit/feedback/loaded.tsx';
import { OutLink } from '../../base/kit/layout/out-link.tsx';
import { Page } from '../../base/kit/layout/page.tsx';
import { useColumns } from '../../base/kit/table/use-columns.ts';
import { useOlder } from '../../base/list/use-older.tsx';
import { useVisitedList } from '../../base/kit/table/visited-lists.ts';
import { Beside } from '../../base/list/beside.tsx';
import { ListTotals } from '../../base/list/list-totals.tsx';
import { useOpened } from '../../base/list/use-opened.ts';
import { IMPORT_FILTERS, ImportFilterBar, importFilterOf } from './import-filters.tsx';
import styles from './imports-page.module.css';
import { COLUMNS, ImportsTable } from './imports-table.tsx';
import { UploadForm } from './upload-form.tsx';
import { useImportActions } from './use-import-actions.tsx';

// Only large screens have room for it.
const ImportPanel = lazy(() => import('./import-panel.tsx'));

const LOOK_EVERY_MS = 10_000;
const NONE: readonly ImportRowFragment[] = [];

/**
 * Lists the latest imports, and sends a file to be previewed: beside the list where there is room, otherwise
 * above it. There it is folded while there are imports, unless a link asked for it.
 */
export function ImportsPage() {
  useVisitedList('/imports');
  const filters = useFilters(...IMPORT_FILTERS);
  const imports = useData(
    ImportsPageDocument,
    { filter: importFilterOf(filters) },
    { everyMs: LOOK_EVERY_MS },
  );
  const readOlder = useRead(OlderImportsDocument);
  const { entries: all, notice } = useOlder({
    of: JSON.stringify(filters.values),
    newest: imports.data?.imports ?? NONE,
    total: imports.data?.importCount ?? 0,
    noun: 'import',
    nameOf: ({ id }) => id,
    read: async (skip) => (await readOlder({ filter: importFilterOf(filters), skip }))?.imports,
  });
  const columns = useColumns('imports', COLUMNS);
  const opened = useOpened();
  const rows = useImportActions(() => {
    imports.reload();
    opened.reload();
  });
  const form = useRef<HTMLDivElement>(null);
  const isBare = filters.isEmpty && imports.data?.imports.length === 0;
  const [search] = useSearchParams();
  const [isUnfolded, setUnfolded] = useState(search.has('kind'));
  const file = () => form.current!.querySelector<HTMLInputElement>('input[type=file]')!;
  const unfold = () => {
    flushSync(() => setUnfolded(true));
    file().focus();
  };
  const isFolded = !isUnfolded && !isBare;
  return (
    <Page
      title="Imports"
      beside={<ListTotals>Files and results are kept for 7 days</ListTotals>}
      isList
      actions={
        isFolded && (
          <span className={styles.unfold}>
            <Button kind="primary" icon={FileUp} onClick={unfold}>
              Import a file
            </Button>
          </span>
        )
      }
    >
      <div className={styles.beside} data-opened={opened.id !== undefined || undefined}>
        {/* A file that is dropped on the page unfolds it, too. */}
        <div
          ref={form}
          className={styles.form}
          data-folded={isFolded || undefined}
          onInput={isFolded ? unfold : undefined}
        >
          <Card
            title="Import a file"
            about={
              <>
                You see what a file would do before anything is written. It is imported as a whole or not at
                all. <OutLink href="/docs/import" label="Guide" about="files to import" />
              </>
            }
          >
            <UploadForm />
          </Card>
        </div>
        <Beside
          opened={opened}
          rows={imports.data && all}
          panel={(panel) => <ImportPanel {...panel} actionsOf={rows.actionsOf} />}
        >
          <Card isFlush>
            {!isBare && <ImportFilterBar filters={filters} columns={columns} />}
            <Loaded of={imports} lines={8}>
              {({ imports }) =>
                imports.length > 0 ? (
                  <>
                    <ImportsTable
                      imports={all}
                      hidden={columns.hidden}
                      opened={opened}
                      actionsOf={rows.actionsOf}
                    />
                    {notice && <div className={styles.older}>{notice}</div>}
                  </>
                ) : filters.isEmpty ? (
                  <Empty icon={FileUp} title="No imports in the last 7 days">
                    <p>Import products, supermarkets, deliveries or standing orders from a spreadsheet.</p>
                    <Button onClick={() => file().click()}>Choose a file</Button>
                  </Empty>
                ) : (
                  <Empty icon={SearchX} title="No imports match these filters">
                    <Button onClick={filters.clear}>Clear filters</Button>
                  </Empty>
                )
              }
            </Loaded>
          </Card>
        </Beside>
      </div>
      {rows.dialog}
    </Page>
  );
}
