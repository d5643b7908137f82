import { type ReactNode, useEffect } from 'react';
import { Badge } from '../layout/badge.tsx';
import { Button } from '../layout/button.tsx';
import { Dialog, DialogActions, DialogBody } from '../feedback/dialog.tsx';
import { type NextStep, useToast } from '../feedback/toast.tsx';
import styles from './results.module.css';

/** A record that a bulk action refused, or that should be looked at. */
export interface BulkResult {
  key: string;
  name: string;
  /** Whether the action was done, with a warning. */
  isDone?: boolean;
  /** The outcome in a word or two. */
  outcome: string;
  /** The details of the outcome, such as why the record was refused. */
  reason?: ReactNode;
}

interface BulkResultsProps {
  /** The text of what was done, such as "30 deliveries created". */
  title: string;
  /** The refused records and those with a warning. */
  results: readonly BulkResult[];
  /** Where to go next when nothing was refused. */
  next?: NextStep | undefined;
  /** Sends the requests again whose response was lost; undefined if there are none. */
  onRepeat?: (() => void) | undefined;
  isRepeating?: boolean;
  onClose: () => void;
}

/**
 * Says what a bulk action did: in a toast when all went well, otherwise in a dialog with what was refused.
 */
export function BulkResults({ next, ...props }: BulkResultsProps) {
  const { title, results, onRepeat, isRepeating, onClose } = props;
  const toast = useToast();
  const isDone = results.length === 0;
  useEffect(() => {
    if (!isDone) return;
    toast(title, 'good', next);
    onClose();
    // Once: closing removes it.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isDone]);
  if (isDone) return null;
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

function Results({ results }: { results: readonly BulkResult[] }) {
  return (
    // A scrolling region must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.scroll} role="region" aria-label="Results" tabIndex={0}>
      <ul className={styles.results}>
        {results.map(({ key, name, isDone, outcome, reason }) => (
          <li key={key}>
            <span className={styles.name}>
              {name}
              {reason && <span className={styles.reason}>{reason}</span>}
            </span>
            <Badge tone={isDone ? 'warn' : 'bad'}>{outcome}</Badge>
          </li>
        ))}
      </ul>
    </div>
  );
}
