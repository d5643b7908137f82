import type { ReactNode } from 'react';
import type { Loading } from '../graphql/use-data.ts';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';
import { Skeleton } from './skeleton.tsx';

interface LoadedProps<Data> {
  of: Loading<Data>;
  /** How many lines the placeholder has. */
  lines?: number;
  children: (data: Data) => ReactNode;
}

/** Shows data once it is there, what went wrong, and until then that it is awaited. */
export function Loaded<Data>({ of: { data, failure, reload }, lines = 5, children }: LoadedProps<Data>) {
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
      {data ? children(data) : !failure && <Skeleton lines={lines} />}
    </>
  );
}
