import { Link } from 'wouter';
import type { ReceiptRowFragment } from '../../generated/operations.ts';
import { wholeNumber } from '../../base/kit/words/format.ts';
import { reasonInWords } from '../return/reason-in-words.ts';
import { CheckReceipt } from './check-receipt.tsx';
import { DisputeList } from './dispute-list.tsx';
import styles from './disputes.module.css';
import { isToCheck } from './is-to-check.ts';
import { temperaturesInWords } from './zones.ts';

/** The service lists no more; the page of the delivery has all. */
const MAX_SHOWN = 10;

/** Lists in a row of the inbox what a branch disputes, or what came back, and how warm it was. */
export function ReceiptDifferences({ row, onChange }: { row: ReceiptRowFragment; onChange: () => void }) {
  const { id } = row;
  const receipt = row.receipt!;
  const { openDisputes, returned } = receipt;
  if (openDisputes.length > 0)
    return <DisputeList deliveryId={id} disputes={openDisputes} onChange={onChange} />;
  const measured = temperaturesInWords(receipt.temperatures);
  if (returned.length === 0 && measured === '') return 'None';
  return (
    <ul className={styles.disputes}>
      {returned.map((each) => (
        <li key={each.id}>
          {each.productName}
          {each.lot && `, lot ${each.lot}`}: {wholeNumber(each.quantity)} returned (
          {reasonInWords(each.reason)})
        </li>
      ))}
      {returned.length === MAX_SHOWN && (
        <li>
          <Link href={`/deliveries/${id}`}>All returns</Link>
        </li>
      )}
      {measured !== '' && <li>{measured}</li>}
      {isToCheck(receipt) && (
        <li>
          <CheckReceipt deliveryId={id} photos={receipt.photos.length} onChange={onChange} />
        </li>
      )}
    </ul>
  );
}
