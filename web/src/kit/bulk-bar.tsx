import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './bulk-bar.module.css';
import { Button } from './button.tsx';
import { plural } from './plural.ts';

interface BulkBarProps {
  count: number;
  /** The name of a selected item, in the singular. */
  noun: string;
  onClear: () => void;
  /** The actions. */
  children: ReactNode;
}

/** Offers actions for the selected rows, at the lower edge of the window, so that the rows stay where they are. */
export function BulkBar({ count, noun, onClear, children }: BulkBarProps) {
  return (
    <section className={styles.bar} aria-label="Selection">
      <span className={styles.count} role="status">
        {plural(count, noun)} selected
      </span>
      {children}
      <Button isSmall kind="quiet" icon={X} onClick={onClear}>
        Clear selection
      </Button>
    </section>
  );
}
