import styles from './skeleton.module.css';

/** Holds the place of what is awaited. */
export function Skeleton({ lines }: { lines: number }) {
  return (
    <div className={styles.skeleton} role="status">
      <span className="visually-hidden">Loading…</span>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className={styles.line} aria-hidden />
      ))}
    </div>
  );
}
