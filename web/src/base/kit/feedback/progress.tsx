import { wholeNumber } from '../words/format.ts';
import styles from '../layout/meter.module.css';

/** Shows how far a task is, as a bar and as text. */
export function Progress({ label, value, max }: { label: string; value: number; max: number }) {
  const text = `${wholeNumber(value)} of ${wholeNumber(max)}`;
  return (
    <div className={styles.meter}>
      <p className={styles.label}>
        <span className={styles.name}>{label}</span>
        <span className={styles.value}>{text}</span>
      </p>
      <div
        className={styles.track}
        role="progressbar"
        aria-label={label}
        aria-valuenow={value}
        aria-valuemin={0}
        aria-valuemax={max}
        aria-valuetext={text}
      >
        <div className={styles.bar} style={{ width: `${(value / Math.max(1, max)) * 100}%` }} />
      </div>
    </div>
  );
}
