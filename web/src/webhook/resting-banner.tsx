import { EnableRestoredWebhooksDocument } from '../generated/operations.ts';
import { useAction } from '../graphql/use-action.ts';
import { Button } from '../kit/button.tsx';
import { FailedNotice } from '../kit/failed-notice.tsx';
import { Notice } from '../kit/notice.tsx';
import { useToast } from '../kit/toast.tsx';
import { useMay } from '../session/may.tsx';
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
