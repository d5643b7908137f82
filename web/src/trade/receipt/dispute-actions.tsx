import { useState } from 'react';
import { type OpenDisputeFactsFragment, SettleDisputesDocument } from '../../generated/operations.ts';
import type { Failure } from '../../base/graphql/failure.ts';
import { useAction } from '../../base/graphql/use-action.ts';
import { Button } from '../../base/kit/layout/button.tsx';
import { FailedNotice } from '../../base/kit/feedback/failed-notice.tsx';
import { useToast } from '../../base/kit/feedback/toast.tsx';
import { AskDialog } from './ask-dialog.tsx';
import styles from './disputes.module.css';
import { goodsOf } from './goods-of.ts';

interface DisputeActionsProps {
  deliveryId: string;
  dispute: OpenDisputeFactsFragment;
  onChange: () => void;
}

/** Accepts or declines an open dispute, or asks the branch about it. */
export function DisputeActions({ deliveryId, dispute, onChange }: DisputeActionsProps) {
  const { run, isRunning, failure } = useAction(SettleDisputesDocument);
  const [isAsking, setAsking] = useState(false);
  const toast = useToast();
  const { id, answer } = dispute;
  const settle = async (decision: { accept: string[] } | { decline: string[] }, said: string) => {
    const settled = await run({ deliveryId, ...decision }, (failure) => {
      // The list then shows the decision of the other person in place of these buttons.
      if (isDecided(failure)) toast(failure.message, 'note');
    });
    if (settled) toast(said);
    onChange();
  };
  const goods = goodsOf(dispute);
  return (
    <>
      <span className={styles.actions}>
        <Button
          isSmall
          isBusy={isRunning}
          aria-label={`Accept the dispute about ${goods}`}
          onClick={() => void settle({ accept: [id] }, 'Dispute accepted')}
        >
          Accept
        </Button>
        <Button
          isSmall
          isBusy={isRunning}
          aria-label={`Decline the dispute about ${goods}`}
          onClick={() => void settle({ decline: [id] }, 'Dispute declined')}
        >
          Decline
        </Button>
        {answer === null && (
          <Button
            isSmall
            kind="quiet"
            aria-label={`Ask the branch about ${goods}`}
            onClick={() => setAsking(true)}
          >
            Ask
          </Button>
        )}
      </span>
      <FailedNotice failure={isDecided(failure) ? undefined : failure} />
      {isAsking && (
        <AskDialog
          deliveryId={deliveryId}
          dispute={dispute}
          onAsked={onChange}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

/** Returns whether somebody else was faster. */
function isDecided(failure: Failure | undefined): failure is Failure {
  return failure?.code === 'invalid_transition';
}
