import type { ReactNode } from 'react';
import styles from './tours.module.css';

/** A table of a sheet, which scrolls on a phone and has the width of the paper in print. */
export function SheetTable({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div
      className={styles.scroll}
      role="group"
      aria-label={name}
      // What scrolls must be reachable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      <table>
        <caption className="visually-hidden">{name}</caption>
        {children}
      </table>
    </div>
  );
}
