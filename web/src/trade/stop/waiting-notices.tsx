import { useState } from 'react';
import type { StopFactsFragment } from '../../generated/operations.ts';
import { ConfirmDialog } from '../../base/kit/feedback/dialog.tsx';
import { Button } from '../../base/kit/layout/button.tsx';
import { clock } from '../../base/kit/words/format.ts';
import { Notice } from '../../base/kit/feedback/notice.tsx';
import { plural } from '../../base/kit/words/plural.ts';
import type { Waiting } from '../../base/phone/store.ts';
import { mayReceive, refusalInWords } from './refusal-in-words.ts';

const NAMES = { dispatch: 'Departure', complete: 'Completion', receipt: 'Receipt' };

interface WaitingNoticesProps {
  /** The stop as the service stores it; undefined where the driver does not see it any more. */
  stop: StopFactsFragment | undefined;
  /** The changes of a stop that were not sent yet, oldest first. */
  waiting: readonly Waiting[];
  /** Takes a change back: a receipt can then be changed. */
  onTakeBack: (waiting: Waiting) => void;
  onDiscard: (waiting: Waiting) => void;
}

/** Shows what waits on this phone to be sent, and what the service has refused. */
export function WaitingNotices({ stop, waiting, onTakeBack, onDiscard }: WaitingNoticesProps) {
  const firstRefused = waiting.findIndex(({ refusal }) => refusal);
  return waiting.map((each, index) => {
    const { key, change, refusal } = each;
    const isLast = index === waiting.length - 1;
    const isHeld = firstRefused >= 0 && index > firstRefused;
    const isReceipt = change.kind === 'receipt';
    return (
      <Notice
        key={key}
        tone={refusal ? 'bad' : 'note'}
        title={`${NAMES[change.kind]} ${refusal ? 'not accepted' : isHeld ? 'not sent' : 'waiting to be sent'}`}
        actions={
          // Later changes build on the earlier ones.
          isLast && (
            <>
              {isReceipt && (refusal || isHeld) && <DiscardButton onDiscard={() => onDiscard(each)} />}
              {(!isReceipt || (stop && mayReceive(stop))) && (
                <Button isSmall onClick={() => onTakeBack(each)}>
                  {isReceipt ? 'Change receipt' : refusal ? 'Discard' : 'Undo'}
                </Button>
              )}
            </>
          )
        }
      >
        {refusal && `${refusalInWords(refusal, stop)} `}
        {detailsOf(each)}
      </Notice>
    );
  });
}

function detailsOf({ change, at }: Waiting): string {
  const saved = `Saved at ${clock(new Date(at).toISOString())}`;
  if (change.kind !== 'receipt') return `${saved}.`;
  const { length } = change.photos;
  const photos = length > 0 ? `, with ${plural(length, 'photo')}` : '';
  return `${saved}, received by ${change.input.receivedBy}${photos}.`;
}

function DiscardButton({ onDiscard }: { onDiscard: () => void }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button isSmall onClick={() => setAsking(true)}>
        Discard
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Discard this receipt?"
          label="Discard receipt"
          dismissal="Keep receipt"
          isDangerous
          isBusy={false}
          failure={undefined}
          onConfirm={onDiscard}
          onClose={() => setAsking(false)}
        >
          <p>What you entered, the photos and the signature are deleted from this phone.</p>
        </ConfirmDialog>
      )}
    </>
  );
}
