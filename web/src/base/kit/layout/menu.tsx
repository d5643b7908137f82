import { Ellipsis, type LucideIcon } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { Link } from 'wouter';
import { classes } from './classes.ts';
import styles from './menu.module.css';
import { Popover } from './popover.tsx';

/** An action of a menu: a link to another page, or something that is done. */
export type Action = { label: string; icon: LucideIcon; isDangerous?: boolean } & (
  | { href: string }
  | { run: () => void }
);

interface MenuProps {
  /** The name of the menu, for screen readers. */
  name: string;
  /** The actions; of a list of many menus a function, which is called once one is opened. */
  actions: readonly Action[] | (() => readonly Action[]);
  /** Whether it is one of the actions of a page. */
  isProminent?: boolean;
}

/** A button with three dots that opens a list of actions; the arrow keys go through it. */
export function Menu({ name, actions, isProminent = false }: MenuProps) {
  return (
    <Popover
      name={name}
      label=""
      icon={Ellipsis}
      kind={isProminent ? 'plain' : 'quiet'}
      isLarge={isProminent}
      isLabelHidden
      isFlush
    >
      {(close) => (
        <ul className={styles.menu}>
          {(typeof actions === 'function' ? actions() : actions).map((action) => {
            const look = classes(styles.action, action.isDangerous && styles.danger);
            const { label, icon: Icon } = action;
            const shown = (
              <>
                <Icon size={16} aria-hidden /> {label}
              </>
            );
            return (
              <li key={label}>
                {'href' in action ? (
                  <Link href={action.href} className={look} onKeyDown={step}>
                    {shown}
                  </Link>
                ) : (
                  <button
                    type="button"
                    className={look}
                    onKeyDown={step}
                    onClick={() => {
                      close();
                      action.run();
                    }}
                  >
                    {shown}
                  </button>
                )}
              </li>
            );
          })}
        </ul>
      )}
    </Popover>
  );
}

/** Moves the focus to the next or the previous action. */
function step(event: KeyboardEvent<HTMLElement>): void {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (by === undefined) return;
  event.preventDefault();
  const all = [...event.currentTarget.closest('ul')!.querySelectorAll<HTMLElement>('a, button')];
  const at = all.indexOf(event.currentTarget);
  all[(at + by + all.length) % all.length]?.focus();
}
