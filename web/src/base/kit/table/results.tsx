import type { ReactNode } from 'react';
import { Badge, type Tone } from '../layout/badge.tsx';
import { Button } from '../layout/button.tsx';
import { Dialog, DialogActions, DialogBody } from '../feedback/dialog.tsx';
import styles from './results.module.css';

/** The result of a bulk action for one record. */
export interface BulkResult {
  key: string;
  name: string;
  tone: Tone;
  /** The outcome in a word or two. */
  outcome: string;
  /** The details of the outcome: why the record was refused, or what was created. */
  reason?: ReactNode;
}

interface ResultsDialogProps {
  title: string;
  results: readonly BulkResult[];
  /** Sends the requests again whose response was lost; undefined if there are none. */
  onRepeat?: (() => void) | undefined;
  isRepeating?: boolean;
  onClose: () => void;
}

/** Shows what a bulk action did. */
export function ResultsDialog({ title, results, onRepeat, isRepeating, onClose }: ResultsDialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <DialogBody>
        <Results results={results} />
      </DialogBody>
      <DialogActions>
        {onRepeat && (
          <Button isBusy={isRepeating} onClick={onRepeat}>
            Try again
          </Button>
        )}
        <Button kind="primary" data-main onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** Lists the results of a bulk action. */
function Results({ results }: { results: readonly BulkResult[] }) {
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
