import { Activity, type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { focusAt, type FocusPlace, focusPlace } from '../../base/kit/form/kept-focus.ts';
import styles from './shell.module.css';

/**
 * Takes the page out of the document while somebody has to sign in again, and puts it back as it was: with
 * what was typed and chosen, in open dialogs and panels too. Meanwhile it sends no requests and handles no
 * keys.
 */
export function KeptPage({ isAway, children }: { isAway: boolean; children: ReactNode }) {
  const [page] = useState(() => {
    const element = document.createElement('div');
    element.className = styles.page!;
    return element;
  });
  const focused = useRef<FocusPlace>(undefined);
  return (
    <>
      {/* Before the page, because dialogs can open only in the document. */}
      {!isAway && <Anchor of={page} focused={focused} />}
      {createPortal(<Activity mode={isAway ? 'hidden' : 'visible'}>{children}</Activity>, page)}
    </>
  );
}

/** Holds the page in the document. */
function Anchor({ of: page, focused }: { of: HTMLElement; focused: RefObject<FocusPlace | undefined> }) {
  const anchor = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    anchor.current!.append(page);
    if (focused.current) focusAt(focused.current);
    return () => {
      focused.current = focusPlace();
      page.remove();
    };
  }, [page, focused]);
  return <div ref={anchor} className={styles.page} />;
}
