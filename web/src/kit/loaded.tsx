import type { ReactNode } from 'react';
import type { Loading } from '../graphql/use-data.ts';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';
import { Skeleton } from './skeleton.tsx';

interface LoadedProps<Data> {
  of: Loading<Data>;
  /** How many lines the placeholder has. */
  lines?: number;
  /** A placeholder of another shape. */
  placeholder?: ReactNode;
  children: (data: Data) => ReactNode;
}

/** Shows data once it is there, what went wrong, and until then that it is awaited. */
export function Loaded<Data>({ of, lines = 5, placeholder, children }: LoadedProps<Data>) {
  const { data, failure, reload } = of;
  return (
    <>
      {failure && (
        <Notice
          tone="bad"
          actions={
            <Button isSmall onClick={reload}>
              Try again
            </Button>
          }
        >
          {failure.message}
        </Notice>
      )}
      {data ? children(data) : !failure && (placeholder ?? <Skeleton lines={lines} />)}
    </>
  );
}
