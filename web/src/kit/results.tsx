import { Badge, type Tone } from './badge.tsx';
import styles from './results.module.css';

/** What became of one record in a bulk action. */
export interface Result {
  key: string;
  name: string;
  tone: Tone;
  /** The outcome in a word or two. */
  outcome: string;
  /** Why, for a record that was refused. */
  reason?: string | undefined;
}

/** Lists the results of a bulk action. */
export function Results({ results }: { results: readonly Result[] }) {
  return (
    // A scrolling region must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.scroll} role="region" aria-label="Results" tabIndex={0}>
      <ul className={styles.results}>
        {results.map(({ key, name, tone, outcome, reason }) => (
          <li key={key}>
            <span className={styles.name}>
              {name}
              {reason && <span className={styles.reason}>{reason}</span>}
            </span>
            <Badge tone={tone}>{outcome}</Badge>
          </li>
        ))}
      </ul>
    </div>
  );
}
