import { Columns3, ListFilterPlus, RefreshCw, X } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { Changes } from '../graphql/use-changes.ts';
import { Button } from '../kit/layout/button.tsx';
import type { Filters } from '../kit/table/filters.tsx';
import { plural } from '../kit/words/plural.ts';
import { Popover } from '../kit/layout/popover.tsx';
import { Skeleton } from '../kit/feedback/skeleton.tsx';
import type { Columns } from '../kit/table/use-columns.ts';
import { FilterChips, type ValueWords } from './filter-chips.tsx';
import styles from './list-bar.module.css';
import { SavedViews } from './saved-views.tsx';

// Loaded when it is opened, so that the first page loads faster.
const ColumnsDialog = lazy(() => import('../kit/table/columns-dialog.tsx'));

interface ListBarProps {
  filters: Filters<never>;
  /** The field that is always in view. */
  search: ReactNode;
  /** The words for values of filters that are codes. */
  words?: ValueWords;
  /** The name of the range of dates. */
  dates?: string;
  /** Buttons for common filters, and the names of the filters that they show as set. */
  presets?: ReactNode;
  shown?: readonly string[];
  /** The fields of the other filters. */
  children: ReactNode;
  /** The path of the list, whose views can be saved. */
  path?: string;
  columns?: Columns;
  changes?: Changes;
}

/** The row above a list: its search, the filters that are set, more filters, its columns and saved views. */
export function ListBar(props: ListBarProps) {
  const { filters, search, words, dates, presets, shown, children, path, columns, changes } = props;
  return (
    <search className={styles.bar}>
      <div className={styles.find}>{search}</div>
      {presets && <div className={styles.presets}>{presets}</div>}
      <Popover name="Filter" label="Filter" icon={ListFilterPlus} isKept>
        <div className={styles.fields}>{children}</div>
      </Popover>
      {/* What appears here moves nothing that can be pressed. */}
      <div className={styles.set}>
        <FilterChips filters={filters} words={words} dates={dates} except={shown} />
        {!filters.isEmpty && (
          <Button isSmall kind="quiet" icon={X} onClick={filters.clear}>
            Clear filters
          </Button>
        )}
      </div>
      <div className={styles.end}>
        {changes && <Refresh changes={changes} />}
        {columns && <ColumnsButton columns={columns} />}
        {path && (
          <div className={styles.views}>
            <SavedViews path={path} />
          </div>
        )}
      </div>
    </search>
  );
}

/** Offers to show what has changed, while the list waits. */
function Refresh({ changes }: { changes: Changes }) {
  return (
    <span role="status">
      {changes.isPending && (
        <Button isSmall icon={RefreshCw} onClick={changes.refresh}>
          {changes.count > 0 ? `${plural(changes.count, 'change')}: refresh` : 'Refresh'}
        </Button>
      )}
    </span>
  );
}

function ColumnsButton({ columns }: { columns: Columns }) {
  const [isChoosing, setChoosing] = useState(false);
  return (
    <>
      <span className={styles.columns}>
        <Button isSmall kind="quiet" icon={Columns3} onClick={() => setChoosing(true)}>
          Columns
        </Button>
      </span>
      <Suspense fallback={<Skeleton lines={1} />}>
        {isChoosing && <ColumnsDialog columns={columns} onClose={() => setChoosing(false)} />}
      </Suspense>
    </>
  );
}
