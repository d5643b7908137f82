import { Columns3, RefreshCw } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { Changes } from '../graphql/use-changes.ts';
import { Button } from './button.tsx';
import styles from './list-head.module.css';
import { plural } from './plural.ts';
import { Skeleton } from './skeleton.tsx';
import type { Columns } from './use-columns.ts';

// Loaded when it is opened, so that the first page loads faster.
const ColumnsDialog = lazy(() => import('./columns-dialog.tsx'));

interface ListHeadProps {
  /** The totals of all records that match the filters. */
  totals?: ReactNode;
  changes: Changes;
  columns: Columns;
}

/** Shows above a table what its records add up to, whether they have changed, and a choice of columns. */
export function ListHead({ totals, changes, columns }: ListHeadProps) {
  const [isChoosing, setChoosing] = useState(false);
  return (
    <div className={styles.head}>
      <span className={styles.totals}>{totals}</span>
      <span role="status">
        {changes.isPending && (
          <Button isSmall icon={RefreshCw} onClick={changes.refresh}>
            {changes.count > 0 ? `${plural(changes.count, 'change')}: refresh` : 'Refresh'}
          </Button>
        )}
      </span>
      <Button isSmall kind="quiet" icon={Columns3} onClick={() => setChoosing(true)}>
        Columns
      </Button>
      <Suspense fallback={<Skeleton lines={1} />}>
        {isChoosing && <ColumnsDialog columns={columns} onClose={() => setChoosing(false)} />}
      </Suspense>
    </div>
  );
}
