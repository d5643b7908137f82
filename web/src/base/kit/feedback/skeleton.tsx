import styles from './skeleton.module.css';

/** A placeholder while data is loading. */
export function Skeleton({ lines }: { lines: number }) {
  return (
    <div className={styles.skeleton} role="status">
      <span className="visually-hidden">Loading…</span>
      <strong className={styles.printed} aria-hidden>
        Incomplete: this was still loading when it was printed
      </strong>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className={styles.line} aria-hidden />
      ))}
    </div>
  );
}
