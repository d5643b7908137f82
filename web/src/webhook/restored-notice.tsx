import { EnableRestoredWebhooksDocument } from '../generated/operations.ts';
import { useAction } from '../graphql/use-action.ts';
import { Button } from '../kit/button.tsx';
import { FailedNotice } from '../kit/failed-notice.tsx';
import { Notice } from '../kit/notice.tsx';
import { plural } from '../kit/plural.ts';
import { useToast } from '../kit/toast.tsx';
import { May } from '../session/may.tsx';

/** Explains why restored webhooks send nothing, and enables them all. */
export function RestoredNotice() {
  const { run, isRunning, failure } = useAction(EnableRestoredWebhooksDocument);
  const toast = useToast();
  const enable = async () => {
    const done = await run({});
    if (done) toast(`${plural(done.enableRestoredWebhooks, 'webhook')} enabled`);
  };
  return (
    <Notice
      tone="bad"
      title="Restored webhooks are deactivated"
      actions={
        <May needs="webhooks:write">
          <Button isBusy={isRunning} onClick={() => void enable()}>
            Enable restored webhooks
          </Button>
        </May>
      }
    >
      <p>This database was restored from a backup. Enable its webhooks when it replaces the original.</p>
      <FailedNotice failure={failure} />
    </Notice>
  );
}
