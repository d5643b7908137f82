import type { ReactNode } from 'react';
import { UNREACHABLE } from '../../graphql/failure.ts';
import type { Loading } from '../../graphql/use-data.ts';
import { FailureNotice } from './failure-notice.tsx';
import styles from './loaded.module.css';
import { Skeleton } from './skeleton.tsx';

interface LoadedProps<Data> {
  of: Loading<Data>;
  /** The number of lines in the placeholder. */
  lines?: number;
  /** A different placeholder. */
  placeholder?: ReactNode;
  children: (data: Data) => ReactNode;
}

/**
 * Shows loaded data, an error, or a placeholder while loading. Data of an earlier question cannot be used.
 */
export function Loaded<Data>({ of, lines = 5, placeholder, children }: LoadedProps<Data>) {
  const { data, failure, isOutdated, reload } = of;
  return (
    <>
      {failure && (
        <FailureNotice failure={failure} retry={reload} isReread={failure.code === UNREACHABLE.code} />
      )}
      {data ? (
        <div className={styles.content} aria-busy={isOutdated || undefined} inert={isOutdated}>
          {children(data)}
        </div>
      ) : (
        !failure && (placeholder ?? <Skeleton lines={lines} />)
      )}
    </>
  );
}
