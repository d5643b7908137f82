import type { Failure } from '../../graphql/failure.ts';
import { FocusedNotice } from './focused-notice.tsx';

/** Shows why an action failed, to be placed beside its button; each failure takes the focus. */
export function FailedNotice({ failure }: { failure: Failure | undefined }) {
  return (
    failure && (
      <FocusedNotice tone="bad" of={failure}>
        {failure.message}
      </FocusedNotice>
    )
  );
}
