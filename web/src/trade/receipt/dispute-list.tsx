import type { OpenDisputeFactsFragment } from '../../generated/operations.ts';
import { Link } from 'wouter';
import { wholeNumber } from '../../base/kit/words/format.ts';
import { reasonInWords } from '../return/reason-in-words.ts';
import { May } from '../../base/session/may.tsx';
import { CopyLinkButton } from './copy-link-button.tsx';
import { DisputeActions } from './dispute-actions.tsx';
import { goodsOf } from './goods-of.ts';
import styles from './disputes.module.css';
import { QuestionOf, waitsForAnswer } from './question-of.tsx';

/** The service lists no more; the page of the delivery has all. */
const MAX_SHOWN = 10;

interface DisputeListProps {
  deliveryId: string;
  disputes: readonly OpenDisputeFactsFragment[];
  onChange: () => void;
}

/** Lists what a branch disputes in a row of the inbox, each with its decision. */
export function DisputeList({ deliveryId, disputes, onChange }: DisputeListProps) {
  return (
    <ul className={styles.disputes}>
      {disputes.map((dispute) => (
        <li key={dispute.id} className={styles.dispute}>
          <span>
            {goodsOf(dispute)}: {wholeNumber(dispute.received)} of {wholeNumber(dispute.delivered)} (
            {reasonInWords(dispute.reason)})
          </span>
          <May needs="deliveries:write">
            <DisputeActions deliveryId={deliveryId} dispute={dispute} onChange={onChange} />
          </May>
          <QuestionOf {...dispute} />
        </li>
      ))}
      {disputes.some(waitsForAnswer) && (
        <May needs="deliveries:write">
          <li>
            <CopyLinkButton deliveryId={deliveryId} />
          </li>
        </May>
      )}
      {disputes.length === MAX_SHOWN && (
        <li>
          <Link href={`/deliveries/${deliveryId}`}>All disputes</Link>
        </li>
      )}
    </ul>
  );
}
