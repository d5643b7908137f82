import { sentence } from '../../base/graphql/failure.ts';
import { Button } from '../../base/kit/layout/button.tsx';
import { clock } from '../../base/kit/words/format.ts';
import { Notice } from '../../base/kit/feedback/notice.tsx';
import { plural } from '../../base/kit/words/plural.ts';
import type { Waiting } from '../../base/phone/store.ts';

const NAMES = { dispatch: 'Departure', complete: 'Completion', receipt: 'Receipt' };

interface WaitingNoticesProps {
  /** The changes of a stop that were not sent yet, oldest first. */
  waiting: readonly Waiting[];
  /** Takes a change back: a receipt can then be changed. */
  onTakeBack: (waiting: Waiting) => void;
}

/** Shows what waits on this phone to be sent, and what the service has refused. */
export function WaitingNotices({ waiting, onTakeBack }: WaitingNoticesProps) {
  return waiting.map((each, index) => {
    const { key, change, refusal } = each;
    const isLast = index === waiting.length - 1;
    return (
      <Notice
        key={key}
        tone={refusal ? 'bad' : 'note'}
        title={`${NAMES[change.kind]} ${refusal ? 'not accepted' : 'waiting to be sent'}`}
        actions={
          // Later changes build on the earlier ones.
          isLast && (
            <Button isSmall onClick={() => onTakeBack(each)}>
              {change.kind === 'receipt' ? 'Change receipt' : 'Undo'}
            </Button>
          )
        }
      >
        {refusal && `${sentence(refusal.message)} `}
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
