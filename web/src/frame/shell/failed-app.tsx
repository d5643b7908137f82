import { Button } from '../../base/kit/layout/button.tsx';
import { Notice } from '../../base/kit/feedback/notice.tsx';
import { Front } from '../../base/session/front.tsx';

/** Shown when nothing else can be, not even the navigation. */
export function FailedApp() {
  return (
    <Front title="Something went wrong">
      <Notice tone="bad" actions={<Button onClick={() => location.reload()}>Reload page</Button>}>
        Your saved data is not affected.
      </Notice>
    </Front>
  );
}
