import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { classes } from './classes.ts';
import styles from './popover.module.css';

/** The distance from the edges of the window, in pixels. */
const MARGIN_PX = 8;

interface PopoverProps {
  /** The content of the button. */
  label: ReactNode;
  /** The name of the button and of what it opens, if not its text. */
  name: string;
  icon?: LucideIcon;
  /** Whether the content keeps what is typed there while it is closed. */
  isKept?: boolean;
  kind?: 'plain' | 'quiet';
  /** Whether the button has only an icon. */
  isLabelHidden?: boolean;
  /** Whether the button is as large as those of a page. */
  isLarge?: boolean;
  /** Whether the content reaches the edges. */
  isFlush?: boolean;
  children: ReactNode | ((close: () => void) => ReactNode);
}

/**
 * A button that opens a small window below it. A press elsewhere or Escape closes it; the focus goes back
 * then.
 */
export function Popover(props: PopoverProps) {
  const {
    label,
    name,
    icon,
    isKept = false,
    kind,
    isLabelHidden = false,
    isLarge = false,
    isFlush,
    children,
  } = props;
  const id = useId();
  const opener = useRef<HTMLSpanElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  useLayoutEffect(() => {
    if (!isOpen) {
      panel.current!.hidePopover();
      delete panel.current!.dataset['placed'];
      return;
    }
    place(panel.current!, opener.current!);
    panel.current!.querySelector<HTMLElement>('input, select, a, button')?.focus();
  }, [isOpen]);
  // At once, because the browser gives the focus back only while what had it is still there; a dialog that
  // the action opens then remembers the button. Safari does not focus a button that is clicked.
  const close = () => {
    document.getElementById(id)!.hidePopover();
    document.querySelector<HTMLElement>(`[popovertarget="${id}"]`)!.focus();
    setOpen(false);
  };
  return (
    <>
      <span ref={opener} className={styles.opener}>
        <Button
          isSmall={!isLarge}
          kind={kind}
          icon={icon}
          popoverTarget={id}
          aria-expanded={isOpen}
          aria-haspopup="dialog"
          aria-label={isLabelHidden ? name : undefined}
        >
          {isLabelHidden ? undefined : label}
        </Button>
      </span>
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={name}
        className={classes(styles.panel, isFlush && styles.flush)}
        onToggle={(event) => event.target === event.currentTarget && setOpen(event.newState === 'open')}
      >
        {(isKept || isOpen) && (typeof children === 'function' ? children(close) : children)}
      </div>
    </>
  );
}

/** Places a panel below its button, within the window; it scrolls with the page. */
function place(panel: HTMLElement, opener: HTMLElement): void {
  const { left, bottom } = opener.getBoundingClientRect();
  // The window is wider than the page, which leaves room for a scrollbar.
  const widest = document.body.clientWidth - panel.offsetWidth - MARGIN_PX;
  panel.style.left = `${Math.max(MARGIN_PX, Math.min(left, widest)) + scrollX}px`;
  panel.style.top = `${bottom + 4 + scrollY}px`;
  panel.dataset['placed'] = '';
}
