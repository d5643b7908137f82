import { type RefObject, useEffect, useRef } from 'react';
import { isKeyTaken } from '../form/is-typed-in.ts';
import type { RowSelection } from './use-selection.ts';

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

/**
 * Selects the rows of a table by keys: `x` the row with the focus, or else the open or the first one, Shift
 * with an arrow key a range, `Escape` none. Arrow keys alone go from checkbox to checkbox.
 */
export function useSelectionKeys<Row>(
  region: RefObject<HTMLElement | null>,
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  selection: RowSelection<Row> | undefined,
): void {
  const press = useRef<(event: KeyboardEvent) => void>(undefined);
  useEffect(() => {
    press.current = (event) => {
      if (!selection || isKeyTaken(event)) return;
      if (event.key === 'Escape') {
        if (selection.rows.length === 0) return;
        selection.clear();
        return event.preventDefault();
      }
      const focused = document.activeElement?.closest<HTMLElement>('tr[data-key]');
      const at = focused && region.current!.contains(focused) ? focused : undefined;
      const row = at && rows.find((each) => keyOf(each) === at.dataset.key);
      const next = rows[row ? rows.indexOf(row) + (STEPS[event.key] ?? NaN) : -1];
      const target = event.key === 'x' && !event.shiftKey ? (row ?? openRow() ?? rows[0]) : next;
      if (!target) return;
      if (target !== next) selection.toggle(target);
      else if (event.shiftKey) selection.extend(rows, next, row);
      else if (!document.activeElement!.matches('[data-selects]')) return;
      event.preventDefault();
      rowElement(`[data-key="${CSS.escape(keyOf(target))}"]`)
        ?.querySelector<HTMLElement>('[data-selects]')
        ?.focus();
    };
    const rowElement = (selector: string) => region.current!.querySelector<HTMLElement>(`tr${selector}`);
    const openRow = () => {
      const open = rowElement('[aria-current]')?.dataset.key;
      return rows.find((each) => keyOf(each) === open);
    };
  });
  const isOn = selection !== undefined;
  useEffect(() => {
    if (!isOn) return;
    const follow = (event: KeyboardEvent) => press.current?.(event);
    // Before the keys of the whole page: Escape first clears the selection, then closes what is open.
    document.addEventListener('keydown', follow);
    return () => document.removeEventListener('keydown', follow);
  }, [isOn]);
}
