import { EnableRestoredWebhooksDocument } from '../../generated/operations.ts';
import { useAction } from '../../base/graphql/use-action.ts';
import { Button } from '../../base/kit/layout/button.tsx';
import { FailedNotice } from '../../base/kit/feedback/failed-notice.tsx';
import { Notice } from '../../base/kit/feedback/notice.tsx';
import { useToast } from '../../base/kit/feedback/toast.tsx';
import { useMay } from '../../base/session/may.tsx';
import styles from './failing-webhooks.module.css';

/** Says on every page that the account rests since a backup was restored, and lets owners enable it. */
export function RestingBanner() {
  const { run, isRunning, failure } = useAction(EnableRestoredWebhooksDocument, ['Account', 'Webhook']);
  const toast = useToast();
  const mayEnable = useMay()('account');
  const enable = async () => {
    if (await run({})) toast('Webhooks, alerts and standing orders enabled');
  };
  return (
    <div className={styles.banner}>
      <Notice
        tone="warn"
        title="Restored from a backup"
        actions={
          mayEnable && (
            <Button isBusy={isRunning} onClick={() => void enable()}>
              Enable all
            </Button>
          )
        }
      >
        <p>
          Webhooks, alerts and standing orders rest, because the original may still be running.{' '}
          {mayEnable
            ? 'Enable them when this replaces the original.'
            : 'An owner of the account can enable them.'}
        </p>
        <FailedNotice failure={failure} />
      </Notice>
    </div>
  );
}
