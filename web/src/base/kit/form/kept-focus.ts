import { useEffect } from 'react';

/** Where an element was, from the inside to the outside. It can be used once the element has gone. */
export type FocusPlace = readonly Element[];

const HEADED = 'section, dialog, fieldset, main';
const HEADING = 'h1, h2, h3, legend';

/** Returns the place of what has the focus; empty if nothing has it. */
export function focusPlace(): FocusPlace {
  const place: Element[] = [];
  for (let each = document.activeElement; each && each !== document.body; each = each.parentElement) {
    place.push(each);
  }
  return place;
}

/** Focuses the element of a place; if it has gone or cannot have the focus, the nearest heading around it. */
export function focusAt(place: FocusPlace): void {
  const [element] = place;
  if (element?.isConnected && tried(element)) return;
  for (const each of place) {
    if (!each.isConnected || !each.matches(HEADED)) continue;
    const heading = each.querySelector(HEADING);
    if (heading && tried(heading)) return;
  }
  const title = document.querySelector('main h1');
  if (title) tried(title);
}

function tried(element: Element): boolean {
  const { activeElement } = document;
  if (element.matches(HEADING) && !element.hasAttribute('tabindex')) element.setAttribute('tabindex', '-1');
  (element as HTMLElement).focus({ preventScroll: true });
  return document.activeElement === element || document.activeElement !== activeElement;
}

/**
 * Keeps the focus in the page when the focused element goes, such as a button after its action or a row that
 * was removed: it moves to the nearest heading. Otherwise Tab would begin at the top of the page.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let place: FocusPlace = [];
    const note = () => {
      place = focusPlace();
    };
    // A pointer that is put elsewhere takes the focus away on purpose.
    const forget = () => {
      if (document.activeElement === document.body) place = [];
    };
    const observer = new MutationObserver(() => {
      const [element] = place;
      if (!element || element.isConnected || document.activeElement !== document.body) return;
      const gone = place;
      place = [];
      focusAt(gone);
    });
    note();
    document.addEventListener('focusin', note);
    // Before the page acts on the click, which can remove what was clicked.
    document.addEventListener('click', forget, true);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', note);
      document.removeEventListener('click', forget, true);
      observer.disconnect();
    };
  }, []);
}
