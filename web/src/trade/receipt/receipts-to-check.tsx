import styles from './receipts-to-check.module.css';
import { useReceiptsToCheck } from './use-receipts-to-check.ts';

const LOOK_EVERY_MS = 60_000;

/** Shows in the navigation how many receipts wait. */
export default function ReceiptsToCheck() {
  const count = useReceiptsToCheck(LOOK_EVERY_MS);
  if (count === undefined) return null;
  return (
    <span className={styles.count}>
      {count} <span className="visually-hidden">to check</span>
    </span>
  );
}
