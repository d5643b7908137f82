import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { FindRecordsDocument, FindToursDocument } from '../../generated/operations.ts';
import { MAX_LOT, MAX_REFERENCE, MAX_TEXT } from '../../generated/rules.ts';
import { singleLine } from '../../generated/texts.ts';
import { useData } from '../../base/graphql/use-data.ts';
import { Dialog, DialogBody } from '../../base/kit/feedback/dialog.tsx';
import formStyles from '../../base/kit/form/form.module.css';
import { Notice } from '../../base/kit/feedback/notice.tsx';
import { useToday } from '../../base/kit/layout/use-today.ts';
import { dayAfter } from '../../base/kit/words/days.ts';
import { plural } from '../../base/kit/words/plural.ts';
import { useOnceLoaded } from '../../base/kit/feedback/use-once-loaded.ts';
import { useSettled } from '../../base/kit/feedback/use-settled.ts';
import { gtinOr, lotIn } from '../../trade/lot/lot-in.ts';
import { useMay } from '../../base/session/may.tsx';
import { takeEarlyKeys } from './early-keys.ts';
import { groupsOf, type Target } from './found.ts';
import { startNewOnceShown } from './shortcut.ts';
import styles from './palette.module.css';

interface PaletteProps {
  onClose: () => void;
  signOut: () => void;
}

/**
 * Finds records and pages by words, and goes to the selected one (the ARIA pattern "combobox with list
 * autocomplete").
 */
export function Palette({ onClose, signOut }: PaletteProps) {
  const [, go] = useLocation();
  const may = useMay();
  const listId = useId();
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const typed = singleLine(text);
  const settled = useSettled(typed);
  const { data, failure, isLoading } = useData(
    FindRecordsDocument,
    { words: gtinOr(settled), ...lotAsked(settled), ...exactAsked(settled), isOwner: may('account') },
    { isPaused: settled === '' },
  );
  const today = useToday();
  const tours = useData(
    FindToursDocument,
    { today, tomorrow: dayAfter(today, 1) },
    { isPaused: settled === '' || !may('deliveries:read') },
  );
  const isAwaited = typed !== '' && (isLoading || tours.isLoading || typed !== settled);
  const [records, near] = typed === '' ? [] : [data, tours.data];
  const groups = isAwaited ? [] : groupsOf(typed, records, near, may);
  const targets = groups.flatMap((group) => group.targets);
  const activeIndex = Math.min(active, targets.length - 1);

  const visit = (target: Target) => {
    onClose();
    if (target.isSignOut) return signOut();
    go(target.href);
    if (target.isNew) startNewOnceShown();
  };
  // Enter can be pressed before the results arrive.
  const early = useOnceLoaded(isAwaited, () => targets[0] && visit(targets[0]));
  const first = useRef(early);
  const isEnteredEarly = useRef(false);
  // After the dialog's own effect has set the focus, and rendered at once: a key that arrived before the
  // rendering would replace those that were typed before.
  useLayoutEffect(
    () =>
      takeEarlyKeys((typedBefore, isEntered) => {
        setText((text) => typedBefore + text);
        isEnteredEarly.current = isEntered;
      }),
    [],
  );
  // Only now: until the text is rendered, the first entry is that of an empty one.
  useEffect(() => {
    if (isEnteredEarly.current) first.current.wait();
  }, []);
  useEffect(() => {
    document.getElementById(`${listId}-${activeIndex}`)?.scrollIntoView({ block: 'nearest' });
  }, [activeIndex, listId]);

  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setActive((activeIndex + step + targets.length) % Math.max(targets.length, 1));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (isAwaited) early.wait();
      else if (targets[activeIndex]) visit(targets[activeIndex]);
    }
  };
  return (
    <Dialog title="Find" onClose={onClose}>
      <DialogBody>
        <input
          className={formStyles.input}
          role="combobox"
          aria-label="Find records and pages"
          aria-expanded={targets.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={targets.length > 0 ? `${listId}-${activeIndex}` : undefined}
          autoComplete="off"
          maxLength={MAX_TEXT}
          placeholder="Number, name, branch, lot or page"
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setActive(0);
            early.forget();
          }}
          onKeyDown={press}
        />
        {failure && <Notice tone="bad">{failure.message}</Notice>}
        <div id={listId} role="listbox" aria-label="Results" className={styles.list}>
          {groups.map(({ title, targets: own }) => (
            <div key={title} role="group" aria-label={title}>
              <p className={styles.title} aria-hidden>
                {title}
              </p>
              {own.map((target) => {
                const index = targets.indexOf(target);
                return (
                  <div
                    key={`${target.href} ${target.label}`}
                    id={`${listId}-${index}`}
                    role="option"
                    tabIndex={-1}
                    aria-selected={index === activeIndex}
                    className={styles.option}
                    onMouseMove={() => setActive(index)}
                    onClick={() => visit(target)}
                    onKeyDown={press}
                  >
                    <span>{target.label}</span>
                    {target.about && <span className={styles.about}>{target.about}</span>}
                  </div>
                );
              })}
            </div>
          ))}
        </div>
        <p className={styles.status} role="status">
          {!failure && stateOf(isAwaited, targets.filter(({ isAll }) => !isAll).length)}
        </p>
      </DialogBody>
    </Dialog>
  );
}

/** Returns which lot a search may be about; a barcode is about its lot. */
function lotAsked(text: string) {
  const read = lotIn(text);
  const lot = 'lot' in read ? read.lot : '';
  return lot !== '' && [...lot].length <= MAX_LOT ? { lot, isLot: true } : { lot: null, isLot: false };
}

/** Returns which number or reference a search may be. */
function exactAsked(text: string) {
  const id = /^#?0*([1-9]\d{0,17})$/.exec(text)?.[1];
  const isReference = text !== '' && [...text].length <= MAX_REFERENCE;
  return {
    id: id ?? '1',
    isId: id !== undefined,
    reference: isReference ? text : null,
    isReference,
  };
}

function stateOf(isAwaited: boolean, count: number): string {
  if (isAwaited) return 'Searching…';
  return count === 0
    ? 'No matches. Try a number, or part of a name.'
    : `${plural(count, 'result')}. Select one with the arrow keys and Enter.`;
}
