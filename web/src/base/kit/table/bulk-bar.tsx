import { X } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import styles from './bulk-bar.module.css';
import { Button } from '../layout/button.tsx';
import { plural } from '../words/plural.ts';

const FOCUSABLE = 'a[href], button:not(:disabled), input:not(:disabled), select, textarea, [tabindex="0"]';

interface BulkBarProps {
  count: number;
  /** The name of a selected item, in the singular. */
  noun: string;
  onClear: () => void;
  /** The actions. */
  children: ReactNode;
}

/**
 * Offers actions for the selected rows while there are some, at the lower edge of the window, so that the
 * rows stay where they are.
 */
export function BulkBar({ count, noun, onClear, children }: BulkBarProps) {
  const bar = useRef<HTMLElement>(null);
  useTabFromSelection(bar, count);
  const isShown = count > 0;
  return (
    <section
      ref={bar}
      className={isShown ? styles.bar : undefined}
      aria-label={isShown ? 'Selection' : undefined}
    >
      {/* Without rows, too: only what is there before is announced. */}
      <span className={styles.count} role="status">
        {isShown && `${plural(count, noun)} selected`}
      </span>
      {isShown && (
        <>
          {children}
          <Button isSmall kind="quiet" icon={X} aria-keyshortcuts="Escape" onClick={onClear}>
            Clear selection
          </Button>
        </>
      )}
    </section>
  );
}

/**
 * Makes Tab go through the bar as if it stood behind the checkbox that changed `count` last: from there to
 * the first action, and from the last one on in the row. The bar itself stands behind the table, as far away
 * as the rows are many.
 */
function useTabFromSelection(bar: { current: HTMLElement | null }, count: number): void {
  const pressed = useRef<Element>(null);
  useEffect(() => {
    const checkbox = document.activeElement;
    if (count === 0) pressed.current = null;
    else if (checkbox?.matches('[data-selects]')) pressed.current = checkbox;
  }, [count]);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const from = pressed.current;
      if (event.key !== 'Tab' || event.defaultPrevented || !from?.isConnected) return;
      const actions = [...bar.current!.querySelectorAll<HTMLElement>(FOCUSABLE)];
      const others = [...document.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
        (each) => !bar.current!.contains(each) && each.checkVisibility(),
      );
      const behind = others[others.indexOf(from as HTMLElement) + 1];
      const [first, last] = [actions[0], actions.at(-1)];
      const steps = event.shiftKey
        ? ([
            [first, from],
            [behind, last],
          ] as const)
        : ([
            [from, first],
            [last, behind],
          ] as const);
      const step = steps.find(([at]) => at === document.activeElement);
      if (!step?.[1]) return;
      event.preventDefault();
      (step[1] as HTMLElement).focus();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [bar]);
}
