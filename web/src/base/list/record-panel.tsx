import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Loading } from '../graphql/use-data.ts';
import { ActionButtons } from '../kit/layout/action-buttons.tsx';
import { Button } from '../kit/layout/button.tsx';
import { Loaded } from '../kit/feedback/loaded.tsx';
import { type Action, Menu } from '../kit/layout/menu.tsx';
import type { PanelProps } from './beside.tsx';
import styles from './record-panel.module.css';

/** The actions that are buttons; the others are in a menu. */
const MAX_BUTTONS = 2;

interface RecordPanelProps<Found> extends Pick<PanelProps, 'isListed' | 'onClose'> {
  /** The noun of the record, such as "return". */
  noun: string;
  name: string;
  /** The page of the record. */
  href: string;
  of: Loading<unknown>;
  /** The record; null when it does not exist. */
  found: Found | null | undefined;
  badge?: (found: Found) => ReactNode;
  actions: (found: Found) => ReactNode;
  children: (found: Found) => ReactNode;
}

/** Shows beside a list what is needed most often of a record, with its actions. */
export function RecordPanel<Found>(props: RecordPanelProps<Found>) {
  const { noun, name, href, of, found, isListed, badge, actions, onClose, children } = props;
  return (
    <aside className={styles.panel} aria-label={name}>
      <header className={styles.head}>
        <h2 tabIndex={-1}>{found === null ? name : <Link href={href}>{name}</Link>}</h2>
        {found && badge?.(found)}
        <span className={styles.close}>
          <Button isSmall kind="quiet" icon={X} aria-label="Close details" onClick={onClose} />
        </span>
      </header>
      {found && !isListed && <p className={styles.note}>This {noun} is not on this page of the list.</p>}
      <Loaded of={of} lines={8}>
        {() =>
          found ? (
            <>
              <div className={styles.actions}>{actions(found)}</div>
              {children(found)}
            </>
          ) : (
            <p>This {noun} does not exist.</p>
          )
        }
      </Loaded>
    </aside>
  );
}

/** Shows what can be done with a record: the first actions as buttons, the others in a menu. */
export function PanelActions({ actions }: { actions: readonly Action[] }) {
  const others = actions.slice(MAX_BUTTONS);
  return (
    <>
      <ActionButtons actions={actions.slice(0, MAX_BUTTONS)} />
      {others.length > 0 && <Menu name="More actions" actions={others} isProminent />}
    </>
  );
}
